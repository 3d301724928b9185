//go:build wasip1

package sdk

import (
	"unsafe"

	"github.com/parley-rules/parley/abi"
)

// Main is for the native program. In a module it is never called.
func Main() {}

// The areas of requests and responses. They are kept alive here and only ever grow.
var request, response []byte

const firstRequest = 16 << 10

//go:wasmexport parley_abi_v1
func marker() {}

//go:wasmexport buffer
func buffer(n int32) uint32 {
	if n < 0 || n > abi.MaxRequest {
		return 0
	}
	if int(n) > len(request) {
		size := firstRequest
		for size < int(n) {
			size *= 2
		}
		request = make([]byte, size)
	}
	if len(request) == 0 {
		request = make([]byte, firstRequest)
	}
	return uint32(uintptr(unsafe.Pointer(&request[0])))
}

// call serves an operation whose request is in the first n bytes of the area, and returns where its response is:
// address<<32 | length.
func call(op abi.Op, n int32) uint64 {
	if server == nil {
		panic("sdk: this module exports no game: call sdk.Export in a package variable")
	}
	if n < 0 || int(n) > len(request) {
		panic("sdk: the request is longer than its area: call buffer first")
	}
	response = server.Serve(op, request[:n], response[:0])
	return uint64(uintptr(unsafe.Pointer(&response[0])))<<32 | uint64(len(response))
}

//go:wasmexport manifest
func manifest(n int32) uint64 { return call(abi.Manifest, n) }

//go:wasmexport init
func initialise(n int32) uint64 { return call(abi.Init, n) }

//go:wasmexport legal_moves
func legalMoves(n int32) uint64 { return call(abi.LegalMoves, n) }

//go:wasmexport apply
func apply(n int32) uint64 { return call(abi.Apply, n) }

//go:wasmexport view
func view(n int32) uint64 { return call(abi.View, n) }

//go:wasmexport resample
func resample(n int32) uint64 { return call(abi.Resample, n) }

//go:wasmexport playout
func playout(n int32) uint64 { return call(abi.Playout, n) }

//go:wasmexport describe
func describe(n int32) uint64 { return call(abi.Describe, n) }
