package wasm_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

// Most embedders hand the Module to hosts.Open; this is what lies below it.
func ExampleLoadFile() {
	ctx := context.Background()
	m, err := wasm.LoadFile(ctx, wasm.GuestFile("bare"), wasm.Options{MaxInstances: 2, MemoryLimit: 32 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()

	// This module is made for tests; a real one answers in msgpack.
	answer, err := m.Call(ctx, abi.Manifest, nil, nil)
	fmt.Printf("%s, %v\n", answer, err)

	// A module that panics costs an instance and nothing else.
	_, err = m.Call(ctx, abi.Apply, []byte("panic"), nil)
	var trap *hosts.TrapError
	if errors.As(err, &trap) {
		fmt.Printf("%s in %s, %d instance discarded\n", trap.Cause, trap.Op, m.Stats().Discarded)
	}
	answer, err = m.Call(ctx, abi.Apply, []byte("echo"), nil)
	fmt.Printf("%s, %v\n", answer, err)
	// Output:
	// bare, <nil>
	// unreachable in apply, 1 instance discarded
	// echo, <nil>
}

// A stranger's module: the zero Options are safe, and these are stricter. The error of a call says which limit was reached.
func ExampleOptions() {
	ctx := context.Background()
	m, err := wasm.LoadFile(ctx, wasm.GuestFile("bare"), wasm.Options{
		Fuel:        10_000_000,
		MemoryLimit: 16 << 20,
		MaxFailures: 10,
		ExactFuel:   true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()

	_, first, err := m.CallMetered(ctx, abi.Apply, []byte("echo"), nil)
	_, second, _ := m.CallMetered(ctx, abi.Apply, []byte("echo"), nil)
	fmt.Println(first == second, err)

	_, err = m.Call(ctx, abi.Apply, []byte("recursion"), nil)
	var limit *hosts.LimitError
	if errors.As(err, &limit) {
		fmt.Println(limit.Kind, limit.Limit)
	}
	// Output:
	// true <nil>
	// depth 1000
}
