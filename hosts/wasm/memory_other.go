//go:build !(linux || darwin)

package wasm

type region = heapRegion

func reserve(limit uint64) (region, error) { return reserveHeap(limit) }
