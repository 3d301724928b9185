package adversary

import (
	"bytes"
	"fmt"

	"github.com/parley-rules/parley/abi"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// refused are modules that do not keep the contract.
func refused() []*Adversary {
	missing := &Adversary{Name: "missing_export", Must: broken("does not export")}
	for _, op := range abi.Ops[:abi.Resample] {
		missing.variants = append(missing.variants, one(op.String(), func(p *parrot) { p.leaveOut[op] = true }))
	}
	missing.variants = append(missing.variants,
		one("memory", func(p *parrot) { p.hidden = true }),
		one("marker", func(p *parrot) { p.marker = "" }),
		one("_initialize", func(p *parrot) { p.initialize = nil }),
		one("buffer", func(p *parrot) { p.buffer = nil }))
	return []*Adversary{
		{"foreign_import", broken("it imports"), []variant{
			one("a host function", func(p *parrot) { p.Import("env", "now", "", asm.I64) }),
			one("a file", func(p *parrot) { p.Import(wasi, "path_open", asm.I32, asm.I32) }),
			one("a socket", func(p *parrot) { p.Import(wasi, "sock_accept", asm.I32+asm.I32+asm.I32, asm.I32) }),
			one("another type", func(p *parrot) { p.Import(wasi, "proc_exit", asm.I64, "") }),
			one("the host's memory", func(p *parrot) { p.ImportRaw("env", "memory", asm.Memory, []byte{0, 1}); p.pages = 0 }),
		}},
		missing,
		{"wrong_abi", broken(`it exports "parley_abi_v2"`), []variant{
			one("version 2", func(p *parrot) { p.marker = "parley_abi_v2" }),
		}},
		{"wrong_type", broken(`instead of (i32) -> i`), []variant{
			one("an operation", func(p *parrot) {
				p.leaveOut[abi.View] = true
				p.Export("view", asm.Function, p.Func(asm.I32+asm.I32, "", ""))
			}),
			one("buffer", func(p *parrot) {
				p.buffer = nil
				p.Export("buffer", asm.Function, p.Func(asm.I64, asm.I32, "", asm.I32Const(requestAt)))
			}),
		}},
		{"borrowed_export", broken("is a function that it imports"), []variant{
			one("buffer", func(p *parrot) {
				p.buffer = nil
				p.Export("buffer", asm.Function, p.Import(wasi, "fd_close", asm.I32, asm.I32))
			}),
		}},
		{"wrong_section", broken("section"), []variant{
			one("another manifest", func(p *parrot) {
				m, _ := abi.ManifestIn(p.heard[abi.Manifest])
				p.Custom(abi.ManifestSection, string(bytes.Replace(m, []byte("pig"), []byte("gip"), 1)))
			}),
			one("nonsense", func(p *parrot) { p.Custom(abi.ManifestSection, "\xc1\xff") }),
			one("two", func(p *parrot) {
				m, _ := abi.ManifestIn(p.heard[abi.Manifest])
				p.Custom(abi.ManifestSection, string(m))
				p.Custom(abi.ManifestSection, string(m))
			}),
		}},
		{"no_module", broken(""), []variant{
			raw("nothing", func() []byte { return nil }),
			raw("text", func() []byte { return []byte("package main\n") }),
			raw("a component", func() []byte { return []byte("\x00asm\x0d\x00\x01\x00") }),
			raw("half of one", func() []byte { b := newParrot().bytes(); return b[:len(b)/2] }),
			raw("a section twice", func() []byte { return asm.Cat(newParrot().bytes(), asm.Section(10, []byte{0})) }),
			one("code of wrong types", func(p *parrot) { p.ops[abi.View] = [][]byte{asm.I32Const(1)} }),
			one("data outside the memory", func(p *parrot) { p.Data(pages<<16-1, "xy") }),
			one("two memories", func(p *parrot) { p.Memory(1) }),
		}},
		{"numbers_that_lie", broken(""), lies()},
		{"shared_memory", broken("limits have the unknown form 3"), []variant{
			raw("memory", func() []byte {
				return bytes.Replace(newParrot().bytes(), asm.Section(5, []byte{1, 0, pages}), asm.Section(5, []byte{1, 3, pages, pages}), 1)
			}),
		}},
		{"future_operators", broken("not supported"), []variant{
			one("vectors", func(p *parrot) { p.Func("", "", "", asm.MemorySize, []byte{0xfd, 0x11}, asm.Drop) }),
			one("threads", func(p *parrot) { p.Func("", "", "", asm.I32Const(0), []byte{0xfe, 0x10, 2, 0}, asm.Drop) }),
			one("tail calls", func(p *parrot) { p.Func("", "", "", []byte{0x12, 0}) }),
			one("exceptions", func(p *parrot) { p.Func("", "", "", []byte{0x06, 0x40}, asm.End) }),
		}},
		{"metered_names", broken(`names that begin with "parley:"`), []variant{
			one("fuel", func(p *parrot) { p.Export("parley:fuel", asm.Global, p.Global(1<<60)) }),
			one("a function", func(p *parrot) { p.Export("parley:start", asm.Function, p.Func("", "", "")) }),
		}},
		{"refuelling", broken(", and "), []variant{
			one("sets a global that only the host has", func(p *parrot) {
				p.Func("", "", "", asm.I64Const(1<<60), asm.GlobalSet(p.Global(0)+1))
			}),
			one("exports one", func(p *parrot) { p.Export("x", asm.Global, p.Global(0)+1) }),
			one("a label that only the host has", func(p *parrot) { p.Func("", "", "", asm.Br(1)) }),
			one("a local that only the host has", func(p *parrot) { p.Func("", "", "", asm.LocalGet(0), asm.Drop) }),
		}},
	}
}

// lies are modules whose counts and lengths promise gigabytes.
func lies() (list []variant) {
	const many = 1<<32 - 1
	head := []byte("\x00asm\x01\x00\x00\x00")
	for id := byte(1); id <= 12; id++ {
		list = append(list, raw(fmt.Sprintf("entries of section %d", id), func() []byte {
			return asm.Cat(head, asm.Section(id, asm.U32(many)))
		}))
	}
	list = append(list,
		raw("a section's length", func() []byte { return asm.Cat(head, []byte{1}, asm.U32(many)) }),
		raw("parameters", func() []byte { return asm.Cat(head, asm.Section(1, asm.Cat([]byte{1, 0x60}, asm.U32(many)))) }),
		raw("a name", func() []byte { return asm.Cat(head, asm.Section(7, asm.Cat([]byte{1}, asm.U32(many)))) }),
		raw("a function's code", func() []byte {
			return asm.Cat(head, asm.Section(1, []byte{1, 0x60, 0, 0}), asm.Section(3, []byte{1, 0}), asm.Section(10, asm.Cat([]byte{1}, asm.U32(many))))
		}),
		one("targets of a branch", func(p *parrot) { p.Func("", "", "", asm.I32Const(0), []byte{0x0e}, asm.U32(many)) }))
	return list
}
