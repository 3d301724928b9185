package wasm

import (
	"fmt"

	"github.com/tetratelabs/wazero/experimental"
)

// pageSize is the unit in which linear memory grows.
const pageSize = 64 << 10

// linearMemory is the memory of one instance, up to a limit. Where the platform allows (memory_mmap.go), the whole limit
// is reserved as address space, so that growth neither copies nor moves; pages count only once the module has grown to
// them.
type linearMemory struct {
	min     uint64
	limit   uint64
	region  region
	size    uint64
	refused uint64 // the size of the last growth beyond the limit since it was last set to 0
}

// newLinearMemory reserves memory of at most limit bytes and makes the first min of them usable.
func newLinearMemory(min, limit uint64) (*linearMemory, error) {
	r, err := reserve(limit)
	if err != nil {
		return nil, fmt.Errorf("wasm: reserving %d bytes of address space for an instance: %w", limit, err)
	}
	l := &linearMemory{min: min, limit: limit, region: r}
	if l.Reallocate(min) == nil {
		l.Free()
		return nil, fmt.Errorf("wasm: the system refused the first %d bytes of an instance's memory", min)
	}
	return l, nil
}

// Allocate implements experimental.MemoryAllocator. A module has one memory, so there is one to give.
func (l *linearMemory) Allocate(_, _ uint64) experimental.LinearMemory { return l }

// Reallocate implements experimental.LinearMemory: it returns the first size bytes, or nil beyond the limit.
func (l *linearMemory) Reallocate(size uint64) []byte {
	if size > l.limit {
		l.refused = size
		return nil
	}
	b := l.region.grow(size)
	if b == nil {
		l.refused = size
		return nil
	}
	l.size = max(l.size, size)
	return b
}

// Free implements experimental.LinearMemory. It may be called more than once: wazero does not call it for a module whose
// start fails.
func (l *linearMemory) Free() { l.region.free() }
