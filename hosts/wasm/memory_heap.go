//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package wasm

// region is memory of Go's heap: it moves as it grows.
type region struct {
	all   []byte
	limit uint64
}

func reserve(limit uint64) (region, error) { return region{limit: limit}, nil }

// grow returns the first size bytes, or nil if that is over the limit.
func (r *region) grow(size uint64) []byte {
	if size > r.limit {
		return nil
	}
	if size > uint64(cap(r.all)) {
		grown := make([]byte, size, min(max(size, 2*uint64(cap(r.all))), r.limit))
		copy(grown, r.all)
		r.all = grown
	}
	r.all = r.all[:max(size, uint64(len(r.all)))]
	return r.all[:size:size]
}

func (r *region) free() { *r = region{} }
