// Package opcode names the operators of WebAssembly that the host's passes over modules look at.
package opcode

// The first byte of operators, as the specification of WebAssembly 2.0 has them.
const (
	Unreachable  = 0x00
	Nop          = 0x01
	Block        = 0x02
	Loop         = 0x03
	If           = 0x04
	Else         = 0x05
	End          = 0x0b
	Br           = 0x0c
	BrIf         = 0x0d
	BrTable      = 0x0e
	Return       = 0x0f
	Call         = 0x10
	CallIndirect = 0x11
	SelectTyped  = 0x1c
	LocalGet     = 0x20
	LocalSet     = 0x21
	LocalTee     = 0x22
	GlobalGet    = 0x23
	GlobalSet    = 0x24
	TableSet     = 0x26
	MemoryGrow   = 0x40
	I32Const     = 0x41
	I64Const     = 0x42
	I32Ne        = 0x47
	I32LtS       = 0x48
	I32LtU       = 0x49
	I64LtS       = 0x53
	I32Add       = 0x6a
	I32Sub       = 0x6b
	I64Sub       = 0x7d
	RefFunc      = 0xd2

	// Bulk begins the operators of two bytes: saturating conversions, and what moves memory and tables.
	Bulk = 0xfc
)

// Void is the type of a block without parameters and results.
const Void = 0x40

// The types of integers.
const (
	I32 = 0x7f
	I64 = 0x7e
)
