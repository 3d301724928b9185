// Full is a module for tests with fmt, os and time: it has all the imports that a module may have. The first byte of a
// request says what it does.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"
	"unsafe"
)

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
func manifest(n uint32) uint64 { return answer([]byte("full")) }

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

var out []byte

func run(n uint32) uint64 {
	request := area[:n]
	out = out[:0]
	switch request[0] {
	case 'e': // echo
		return answer(request)
	case 'x': // exits
		os.Exit(int(request[1]))
	case 'l': // prints on both streams
		fmt.Println("stdout says", string(request[1:]))
		log.Printf("stderr says %s", request[1:])
	case 'w': // what it sees of the world
		start := time.Now()
		time.Sleep(time.Hour)
		_, stdin := os.Stdin.Read(make([]byte, 1))
		var random [8]byte
		rand.Read(random[:])
		out, _ = json.Marshal(map[string]any{
			"args": len(os.Args), "env": len(os.Environ()), "wall": start.UTC().Format(time.RFC3339Nano),
			"hour":  time.Since(start) >= time.Hour && time.Since(start) < time.Hour+time.Millisecond,
			"stdin": stdin != nil, "random": !bytes.Equal(random[:], make([]byte, 8)),
		})
		return answer(out)
	}
	return answer([]byte("ok"))
}

func main() {}
