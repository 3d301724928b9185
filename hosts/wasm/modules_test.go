package wasm

import (
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// requestArea is where the request goes in the modules that tests write.
const requestArea = 1024

// parts are the pieces of a module; a test replaces what it wants to be different. A nil body leaves the export out.
type parts struct {
	module     *asm.Module
	pages      uint32
	marker     string
	initialize [][]byte
	buffer     [][]byte // of (n i32) i32
	op         [][]byte // of (len i32) i64, for all operations that are not in ops
	ops        map[string][][]byte
	locals     string // of the operations
}

// echo is the body of an operation that answers its request.
func echo() [][]byte {
	return [][]byte{asm.I64Const(requestArea << 32), asm.LocalGet(0), asm.ExtendU, asm.I64Or}
}

// answer is the body of an operation that answers so many bytes at an address.
func answer(at, size uint32) [][]byte {
	return [][]byte{asm.I64Const(int64(uint64(at)<<32 | uint64(size)))}
}

// echoParts is a module that keeps the contract and answers requests with themselves.
func echoParts() *parts {
	return &parts{
		module:     new(asm.Module),
		pages:      2,
		marker:     "parley_abi_v1",
		initialize: [][]byte{},
		buffer:     [][]byte{asm.I32Const(requestArea)},
		op:         echo(),
		ops:        map[string][][]byte{},
	}
}

// build writes the module.
func (p *parts) build() []byte {
	m := p.module
	if p.pages > 0 {
		m.Memory(p.pages)
		m.Export("memory", asm.Memory, 0)
	}
	if p.marker != "" {
		m.Export(p.marker, asm.Function, m.Func("", "", ""))
	}
	if p.initialize != nil {
		m.Export("_initialize", asm.Function, m.Func("", "", "", p.initialize...))
	}
	if p.buffer != nil {
		m.Export("buffer", asm.Function, m.Func(asm.I32, asm.I32, "", p.buffer...))
	}
	for _, name := range []string{"manifest", "init", "legal_moves", "apply", "view", "resample", "playout", "describe"} {
		body, own := p.ops[name]
		if !own {
			body = p.op
		}
		if body != nil {
			m.Export(name, asm.Function, m.Func(asm.I32, asm.I64, p.locals, body...))
		}
	}
	return m.Bytes()
}
