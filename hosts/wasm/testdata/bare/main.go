// Bare is a module for tests, without imports: the first byte of a request says what it does. It keeps the contract
// for the host but is no game.
package main

import "unsafe"

var area [64 << 10]byte

//go:wasmexport parley_abi_v1
func marker() {}

//go:wasmexport buffer
func buffer(n uint32) uint32 {
	if n > uint32(len(area)) {
		return 0
	}
	return address(area[:])
}

//go:wasmexport manifest
func manifest(n uint32) uint64 { return answer([]byte("bare")) }

//go:wasmexport init
func initialize(n uint32) uint64 { return run(n) }

//go:wasmexport legal_moves
func legalMoves(n uint32) uint64 { return run(n) }

//go:wasmexport apply
func apply(n uint32) uint64 { return run(n) }

//go:wasmexport view
func view(n uint32) uint64 { return run(n) }

func address(b []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

func answer(b []byte) uint64 { return uint64(address(b))<<32 | uint64(len(b)) }

var (
	out  []byte
	keep [][]byte
	sink []byte
	none *[8]byte
	seen = map[string]int{}
)

func run(n uint32) uint64 {
	request := area[:n]
	switch request[0] {
	case 'e': // echo
		return answer(request)
	case 'n': // nil dereference
		none[request[1]&7] = 1
	case 'i': // index out of range
		area[len(area)-1+int(request[0])]++
	case 'p': // explicit panic
		println("a line before")
		panic("pieces of eight")
	case 'd': // deadlock
		select {}
	case 'a': // allocates for ever
		for {
			keep = append(keep, make([]byte, 1<<20))
		}
	case 'r': // recurses for ever
		return uint64(deep(1))
	case 'g': // a MiB of garbage
		for range 16 {
			sink = make([]byte, 64<<10)
			sink[n] = 1
		}
	case 's': // a little garbage
		sink = make([]byte, 64)
	case 'l': // prints
		println("stderr says", string(request[1:]))
	case 'm': // what depends on the environment: the order of a map
		out = out[:0]
		for i := range 26 {
			seen[string(rune('a'+i))] = i
		}
		for k := range seen {
			out = append(out, k...)
		}
		return answer(out)
	}
	return answer([]byte("ok"))
}

func deep(n int) int {
	if n < 0 {
		return 0
	}
	return deep(n+1) + n
}

func main() {}
