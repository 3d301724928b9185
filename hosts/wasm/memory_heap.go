package wasm

// heapRegion is memory of Go's heap, which moves as it grows: what region is on platforms without a better one.
type heapRegion struct {
	all   []byte
	limit uint64
}

func reserveHeap(limit uint64) (heapRegion, error) { return heapRegion{limit: limit}, nil }

// grow returns the first size bytes, or nil if that is over the limit.
func (r *heapRegion) grow(size uint64) []byte {
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

func (r *heapRegion) free() { *r = heapRegion{} }
