package adversary

import (
	"strings"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// times repeats code.
func times(n int, code ...[]byte) []byte {
	return []byte(strings.Repeat(string(asm.Cat(code...)), n))
}

// bombs are modules that would take minutes or gigabytes to compile or to start.
func bombs() []*Adversary {
	return []*Adversary{
		{"huge_function", limit("function"), []variant{
			one("200,000 operators", func(p *parrot) {
				p.Func("", "", "", times(100_000, asm.I32Const(1), asm.Drop))
			}),
			one("a megabyte", func(p *parrot) { p.Func("", "", "", times(1<<20, []byte{0x01})) }),
		}},
		{"many_branches", limit("control operators"), []variant{
			one("ifs", func(p *parrot) { p.Func(asm.I32, "", "", times(5000, asm.LocalGet(0), asm.If, asm.Else, asm.End)) }),
			one("blocks in blocks", func(p *parrot) { p.Func("", "", "", times(15_000, asm.Block), times(15_000, asm.End)) }),
			one("branches", func(p *parrot) { p.Func(asm.I32, "", "", times(10_000, asm.LocalGet(0), asm.BrIf(0))) }),
			one("the targets of one branch", func(p *parrot) {
				p.Func(asm.I32, "", "", asm.LocalGet(0), []byte{0x0e}, asm.U32(60_000), times(60_001, []byte{0}))
			}),
		}},
		{"nested_loops", limit("nested loops"), []variant{
			one("loops in loops", func(p *parrot) { p.Func("", "", "", times(15_000, asm.Loop), times(15_000, asm.End)) }),
			one("a few too many", func(p *parrot) { p.Func("", "", "", times(100, asm.Loop), times(100, asm.End)) }),
		}},
		{"many_locals", limit("locals"), []variant{
			one("one by one", func(p *parrot) { p.Func("", "", strings.Repeat(asm.I64, 5000)) }),
			one("four thousand millions in six bytes", func(p *parrot) {
				p.FuncRaw("", "", asm.Cat([]byte{1}, asm.U32(1<<32-1), []byte(asm.I64), asm.End))
			}),
		}},
		{"wide_types", limit("values"), []variant{
			one("parameters", func(p *parrot) { p.Type(strings.Repeat(asm.I64, 900), "") }),
			one("results", func(p *parrot) { p.Type("", strings.Repeat(asm.I64, 900)) }),
		}},
		{"huge_table", limit("table"), []variant{
			one("at the start", func(p *parrot) { p.Table(1<<27 - 1) }),
			one("a little too large", func(p *parrot) { p.Table(1 << 20) }),
		}},
		{"many_tables", limit("tables"), []variant{
			one("a thousand", func(p *parrot) {
				for range 1000 {
					p.Table(1)
				}
			}),
		}},
		{"huge_memory", limit("memory"), []variant{
			one("4 GiB", func(p *parrot) { p.pages = 1 << 16 }),
			one("a page too many", func(p *parrot) { p.pages = 64<<20>>16 + 1 }),
		}},
		{"huge_module", limit("module"), []variant{
			one("ballast", func(p *parrot) { p.Custom("ballast", strings.Repeat("x", 33<<20)) }),
		}},
		{"huge_code", limit("code"), []variant{
			one("17 MB in functions of 60 KB", func(p *parrot) {
				for range 290 {
					p.Func("", "", "", times(60_000, []byte{0x01}))
				}
			}),
		}},
		{"many_functions", limit("functions"), []variant{
			one("a million", func(p *parrot) {
				for range 1_000_000 {
					p.Func("", "", "")
				}
			}),
		}},
	}
}
