package rewrite

import "github.com/parley-rules/parley/hosts/wasm/internal/opcode"

// constant reads a constant expression, which may name imported globals only.
func (m *rewriter) constant(r *reader) {
	for {
		switch op := r.byte(); op {
		case opcode.End:
			return
		case opcode.I32Const:
			r.signed(32)
		case opcode.I64Const:
			r.signed(64)
		case 0x43:
			r.skip(4)
		case 0x44:
			r.skip(8)
		case opcode.GlobalGet:
			if g := r.u32(); g >= m.imported.globals {
				invalid("a constant expression names the global %d, and %d are imported", g, m.imported.globals)
			}
		case 0xd0:
			referenceType(r.byte())
		case opcode.RefFunc:
			m.declare(r.u32())
		case 0x6a, 0x6b, 0x6c, 0x7c, 0x7d, 0x7e:
			unsupported("arithmetic in constant expressions (extended-const)")
		default:
			unsupportedOperator(op)
		}
	}
}
