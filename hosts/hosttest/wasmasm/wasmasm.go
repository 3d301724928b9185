// Package wasmasm writes small WebAssembly modules, right ones and wrong ones, for tests.
package wasmasm

import (
	"encoding/binary"
	"math"
	"slices"
)

// Value types, to be strung together for parameters and results.
const (
	I32 = "\x7f"
	I64 = "\x7e"
)

// Kinds of imports and exports.
const (
	Function = 0
	Table    = 1
	Memory   = 2
	Global   = 3
)

// Module is a module that is being written. The zero value is an empty one. Functions are numbered from the imported ones
// on, so that imports come first.
type Module struct {
	types, imports, functions, tables, memories, globals, exports, elements, codes, datas [][]byte
	start                                                                                 []byte
	customs                                                                               []byte
	importedFunctions                                                                     uint32
}

// Type returns the index of a function type, which is added if it is new.
func (m *Module) Type(params, results string) uint32 {
	t := Cat([]byte{0x60}, Bytes(params), Bytes(results))
	if i := slices.IndexFunc(m.types, func(o []byte) bool { return string(o) == string(t) }); i >= 0 {
		return uint32(i)
	}
	m.types = append(m.types, t)
	return uint32(len(m.types) - 1)
}

// Import adds an imported function and returns its index.
func (m *Module) Import(module, name, params, results string) uint32 {
	m.ImportRaw(module, name, Function, U32(m.Type(params, results)))
	m.importedFunctions++
	return m.importedFunctions - 1
}

// ImportRaw adds any import, with its description in the format's bytes.
func (m *Module) ImportRaw(module, name string, kind byte, description []byte) {
	m.imports = append(m.imports, Cat(Bytes(module), Bytes(name), []byte{kind}, description))
}

// Func adds a function and returns its index. Locals are value types as in I32 + I64; the last end of the body is added.
func (m *Module) Func(params, results, locals string, body ...[]byte) uint32 {
	m.functions = append(m.functions, U32(m.Type(params, results)))
	code := U32(uint32(len(locals)))
	for _, l := range []byte(locals) {
		code = append(code, 1, l)
	}
	m.codes = append(m.codes, Bytes(string(Cat(code, Cat(body...), []byte{0x0b}))))
	return m.importedFunctions + uint32(len(m.functions)) - 1
}

// FuncRaw adds a function whose locals and body are given in the format's bytes, and returns its index.
func (m *Module) FuncRaw(params, results string, code []byte) uint32 {
	m.functions = append(m.functions, U32(m.Type(params, results)))
	m.codes = append(m.codes, Bytes(string(code)))
	return m.importedFunctions + uint32(len(m.functions)) - 1
}

// Memory adds a memory of so many pages at the start, without a maximum.
func (m *Module) Memory(min uint32) { m.memories = append(m.memories, Cat([]byte{0}, U32(min))) }

// Table adds a table of functions with so many entries.
func (m *Module) Table(min uint32) { m.tables = append(m.tables, Cat([]byte{0x70, 0}, U32(min))) }

// Global adds a mutable 64-bit global and returns its index.
func (m *Module) Global(value int64) uint32 {
	m.globals = append(m.globals, Cat([]byte(I64), []byte{1}, I64Const(value), []byte{0x0b}))
	return uint32(len(m.globals) - 1)
}

// GlobalI32 adds a mutable global of type i32.
func (m *Module) GlobalI32(value int32) uint32 {
	m.globals = append(m.globals, Cat([]byte(I32), []byte{1}, I32Const(value), []byte{0x0b}))
	return uint32(len(m.globals) - 1)
}

// Element puts functions into table 0 from an entry on.
func (m *Module) Element(at int32, functions ...uint32) {
	e := Cat([]byte{0}, I32Const(at), []byte{0x0b}, U32(uint32(len(functions))))
	for _, f := range functions {
		e = append(e, U32(f)...)
	}
	m.elements = append(m.elements, e)
}

// Export adds an export.
func (m *Module) Export(name string, kind byte, index uint32) {
	m.exports = append(m.exports, Cat(Bytes(name), []byte{kind}, U32(index)))
}

// Data puts bytes into the memory at the start.
func (m *Module) Data(at int32, data string) {
	m.datas = append(m.datas, Cat([]byte{0}, I32Const(at), []byte{0x0b}, Bytes(data)))
}

// Start names the start function.
func (m *Module) Start(function uint32) { m.start = U32(function) }

// Custom adds a custom section at the end.
func (m *Module) Custom(name, data string) {
	m.customs = append(m.customs, Section(0, Cat(Bytes(name), []byte(data)))...)
}

// Bytes returns the module.
func (m *Module) Bytes() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range []struct {
		id      byte
		entries [][]byte
	}{
		{1, m.types}, {2, m.imports}, {3, m.functions}, {4, m.tables}, {5, m.memories},
		{6, m.globals}, {7, m.exports}, {8, nil}, {9, m.elements}, {10, m.codes}, {11, m.datas},
	} {
		if s.id == 8 && m.start != nil {
			out = append(out, Section(8, m.start)...)
		}
		if len(s.entries) > 0 {
			out = append(out, Section(s.id, Cat(U32(uint32(len(s.entries))), Cat(s.entries...)))...)
		}
	}
	return append(out, m.customs...)
}

// Section returns a section with any body.
func Section(id byte, body []byte) []byte { return Cat([]byte{id}, Bytes(string(body))) }

// Cat joins.
func Cat(parts ...[]byte) []byte { return slices.Concat(parts...) }

// Bytes returns a string with its length in front.
func Bytes(s string) []byte { return Cat(U32(uint32(len(s))), []byte(s)) }

// U32 is an unsigned number in LEB128.
func U32(v uint32) []byte { return binary.AppendUvarint(nil, uint64(v)) }

// S64 is a signed number in LEB128.
func S64(v int64) []byte {
	var out []byte
	for {
		b := byte(v & 0x7f)
		v >>= 7
		if v == 0 && b < 0x40 || v == -1 && b >= 0x40 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

// Instructions with an operand.
func I32Const(v int32) []byte    { return Cat([]byte{0x41}, S64(int64(v))) }
func I64Const(v int64) []byte    { return Cat([]byte{0x42}, S64(v)) }
func LocalGet(i uint32) []byte   { return Cat([]byte{0x20}, U32(i)) }
func LocalSet(i uint32) []byte   { return Cat([]byte{0x21}, U32(i)) }
func GlobalGet(i uint32) []byte  { return Cat([]byte{0x23}, U32(i)) }
func GlobalSet(i uint32) []byte  { return Cat([]byte{0x24}, U32(i)) }
func Call(f uint32) []byte       { return Cat([]byte{0x10}, U32(f)) }
func BrIf(depth uint32) []byte   { return Cat([]byte{0x0d}, U32(depth)) }
func Br(depth uint32) []byte     { return Cat([]byte{0x0c}, U32(depth)) }
func I32Load(off uint32) []byte  { return Cat([]byte{0x28, 0}, U32(off)) }
func I64Load(off uint32) []byte  { return Cat([]byte{0x29, 0}, U32(off)) }
func I32Store(off uint32) []byte { return Cat([]byte{0x36, 0}, U32(off)) }
func I64Store(off uint32) []byte { return Cat([]byte{0x37, 0}, U32(off)) }

func F64Const(v float64) []byte {
	return binary.LittleEndian.AppendUint64([]byte{0x44}, math.Float64bits(v))
}

// CallIndirect calls the function of table 0 whose number is on the stack, if it has this type.
func CallIndirect(t uint32) []byte { return Cat([]byte{0x11}, U32(t), []byte{0}) }

// Instructions on a table.
func TableGrow(t uint32) []byte        { return Cat([]byte{0xfc, 15}, U32(t)) }
func TableFill(t uint32) []byte        { return Cat([]byte{0xfc, 17}, U32(t)) }
func TableCopy(to, from uint32) []byte { return Cat([]byte{0xfc, 14}, U32(to), U32(from)) }

// Instructions without one.
var (
	Unreachable = []byte{0x00}
	Block       = []byte{0x02, 0x40} // without parameters and results, as the next two
	Loop        = []byte{0x03, 0x40}
	If          = []byte{0x04, 0x40}
	Else        = []byte{0x05}
	End         = []byte{0x0b}
	Drop        = []byte{0x1a}
	MemorySize  = []byte{0x3f, 0x00}
	MemoryGrow  = []byte{0x40, 0x00}
	MemoryCopy  = []byte{0xfc, 10, 0, 0}
	MemoryFill  = []byte{0xfc, 11, 0}
	RefNullFunc = []byte{0xd0, 0x70} // ref.null func
	I32Eqz      = []byte{0x45}
	I32Eq       = []byte{0x46}
	I32GtU      = []byte{0x4b}
	I32Add      = []byte{0x6a}
	I64Eqz      = []byte{0x50}
	I64Add      = []byte{0x7c}
	I64DivU     = []byte{0x80}
	F64Div      = []byte{0xa3}
	F64Sqrt     = []byte{0x9f}
	F64FromI64  = []byte{0xbf} // f64.reinterpret_i64
	I64FromF64  = []byte{0xbd} // i64.reinterpret_f64
	I64Or       = []byte{0x84}
	I64Shl      = []byte{0x86}
	ExtendU     = []byte{0xad} // i64.extend_i32_u
)
