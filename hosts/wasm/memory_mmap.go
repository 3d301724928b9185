//go:build linux || darwin

package wasm

import "syscall"

// region is reserved address space of which the first bytes can be used.
type region struct {
	all    []byte
	usable uint64
}

func reserve(limit uint64) (region, error) {
	all, err := syscall.Mmap(-1, 0, int(limit), syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	return region{all: all}, err
}

// grow returns the first size bytes, which stay where they are, or nil if the system has no more.
func (r *region) grow(size uint64) []byte {
	if size > uint64(len(r.all)) {
		return nil
	}
	if size > r.usable {
		if syscall.Mprotect(r.all[r.usable:size], syscall.PROT_READ|syscall.PROT_WRITE) != nil {
			return nil
		}
		r.usable = size
	}
	return r.all[:size:size]
}

func (r *region) free() {
	if r.all != nil {
		// The only error is a region that is not mapped, and this one is.
		_ = syscall.Munmap(r.all)
		*r = region{}
	}
}
