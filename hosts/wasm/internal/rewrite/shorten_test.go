package rewrite_test

import (
	"math/rand/v2"
	"testing"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// stacked writes a function as Go's compiler does, from random numbers: what it works on is on a stack in memory, to which the local 1
// points. Locals 2 to 4 are of i64 and often pointers, 5 counts rounds.
type stacked struct {
	*rand.Rand
	depth  int
	blocks int
	size   int
}

func (s *stacked) module() []byte {
	m := new(asm.Module)
	m.Memory(1)
	m.Export("memory", asm.Memory, 0)
	m.Func("", "", asm.I64, asm.I32Const(18), asm.I64Const(0x1234), asm.I64Store(0), asm.I32Const(37), asm.I64Const(5), asm.I64Store(0)) // it changes the stack
	m.Export("f", asm.Function, m.Func(asm.I32+asm.I32, asm.I64, asm.I64+asm.I64+asm.I64+asm.I32, s.statements(), s.value(), s.value(), op(0x7c), s.value(), op(0x85)))
	return m.Bytes()
}

func (s *stacked) statements() (code []byte) {
	for range s.IntN(12) {
		code = append(code, s.statement()...)
	}
	return code
}

// offset is one on the stack.
func (s *stacked) offset() uint32 { return uint32(8*s.IntN(3) + s.IntN(12)/11) }

func (s *stacked) local() uint32 { return 2 + uint32(s.IntN(3)) }

// top is the stack pointer.
var top = asm.LocalGet(1)

// address is the stack pointer and a constant, as Go's compiler adds them.
func (s *stacked) address() []byte {
	by := int64(s.offset())
	switch s.IntN(12) {
	case 0:
		by = -by
	case 1:
		by += 1 << 32
	case 2:
		by = 1<<32 - 2
	case 3:
		by = 1 << 31
	}
	return asm.Cat(top, op(0xad), asm.I64Const(by), op(0x7c, 0xa7))
}

func (s *stacked) within(f func() []byte) []byte {
	s.depth++
	s.blocks++
	code := f()
	s.blocks--
	s.depth--
	return code
}

func (s *stacked) statement() []byte {
	s.size++
	kind := s.IntN(25)
	if s.depth > 4 || s.size > 150 {
		kind = s.IntN(12)
	}
	switch kind {
	case 0, 1:
		return asm.Cat(s.value(), asm.LocalSet(s.local()))
	case 2:
		return asm.Cat(s.value(), asm.I64Const(127), op(0x83), asm.LocalSet(s.local()))
	case 3, 4:
		return asm.Cat(top, s.value(), asm.I64Store(s.offset()))
	case 5, 6:
		return asm.Cat(s.address(), s.value(), asm.I64Store(uint32(s.IntN(3))))
	case 7:
		return asm.Cat(top, s.value(), op(byte(0x3c+s.IntN(3)), 0, byte(s.IntN(40))))
	case 8:
		return asm.Cat(asm.LocalGet(s.local()), op(0xa7), s.value(), asm.I64Store(s.offset()))
	case 9:
		return asm.Cat(top, asm.I64Load(s.offset()), op(0xa7), s.value(), asm.I64Store(s.offset()))
	case 10:
		return asm.Call(0)
	case 11:
		return asm.Cat(top, asm.I32Const(int32(8*s.IntN(3))), op(byte(0x6a+s.IntN(2))), op(0x22, 1, 0x1a))
	case 12:
		return asm.Cat(asm.I32Const(int32(s.IntN(60))), asm.I32Const(int32(s.IntN(60))), asm.I32Const(int32(s.IntN(20))), op(0xfc, 10, 0, 0))
	case 13, 14, 15:
		return asm.Cat(s.condition(), op(0x04, 0x40), s.within(s.statements), asm.End, s.look())
	case 16:
		return asm.Cat(s.condition(), op(0x04, 0x40), s.within(s.statements), asm.Else, s.within(s.statements), asm.End, s.look())
	case 17, 18:
		return asm.Cat(op(0x02, 0x40), s.within(s.statements), asm.End, s.look())
	case 19:
		return asm.Cat(op(0x03, 0x40), s.within(s.statements), asm.LocalGet(5), asm.I32Const(1), op(0x6a, 0x22, 5), asm.I32Const(9), op(0x49), asm.BrIf(0), asm.End, s.look())
	case 20, 21:
		if s.blocks > 0 {
			return asm.Cat(s.condition(), op(0x04, 0x40), s.within(s.statements), asm.LocalGet(5), asm.I32Const(1), op(0x6a, 0x22, 5), asm.I32Const(20), op(0x49),
				asm.BrIf(1+uint32(s.IntN(s.blocks))), asm.End)
		}
	case 22:
		return asm.Cat(s.condition(), op(0x04, 0x40), s.value(), op(0x0f), asm.End)
	case 23:
		if s.IntN(3) == 0 { // what follows is dead
			return asm.Cat(s.condition(), op(0x04, 0x40, 0x00), s.within(s.statements), asm.End)
		}
	}
	if kind == 24 { // the sum of the stack pointer and a constant overflows
		return asm.Cat(asm.I32Const(-8), asm.LocalSet(1), asm.I32Const(0), s.value(), asm.I64Store(3), s.address(), s.value(), asm.I64Store(0), asm.I32Const(10), asm.LocalSet(1))
	}
	return op(0x01)
}

// look takes note of what is on the stack and in a local.
func (s *stacked) look() []byte {
	return asm.Cat(asm.LocalGet(2), top, asm.I64Load(s.offset()), op(0x85), top, asm.I64Load(s.offset()), op(0xa7, 0xad, 0x7c), asm.LocalGet(s.local()), op(0xa7, 0xad, 0x85), asm.LocalSet(2))
}

func (s *stacked) value() []byte {
	kind := s.IntN(11)
	if s.depth > 7 {
		kind = s.IntN(5)
	}
	s.depth++
	defer func() { s.depth-- }()
	switch kind {
	case 0:
		return asm.I64Const(int64(s.IntN(50)))
	case 1, 2:
		return asm.LocalGet(s.local())
	case 3, 4:
		return asm.Cat(top, asm.I64Load(s.offset()))
	case 5:
		return asm.Cat(s.address(), asm.I64Load(uint32(s.IntN(3))))
	case 6:
		return asm.Cat(asm.LocalGet(s.local()), op(0xa7), asm.I64Load(s.offset()))
	case 7:
		return asm.Cat(top, asm.I64Load(s.offset()), op(0xa7), op(byte(0x30+s.IntN(6)), 0, byte(s.IntN(20))))
	case 8:
		return asm.Cat(s.value(), s.value(), op(byte(0x7c+s.IntN(2))))
	case 9:
		return asm.Cat(asm.LocalGet(s.local()), op(0xa7, 0xad))
	}
	return asm.Cat(s.condition(), op(0xad))
}

// condition is a comparison, often turned round.
func (s *stacked) condition() []byte {
	s.depth++
	defer func() { s.depth-- }()
	code := asm.Cat(s.value(), op(0x50))
	if s.IntN(3) > 0 {
		code = asm.Cat(s.value(), s.value(), op(byte(0x51+s.IntN(10))))
	}
	if s.IntN(6) == 0 {
		code = asm.Cat(s.value(), op(0xa7), s.value(), op(0xa7), op(byte(0x46+s.IntN(10))))
	}
	for range s.IntN(4) {
		if s.IntN(2) == 0 {
			code = asm.Cat(code, op(0x45))
		} else {
			code = asm.Cat(code, op(0xad, 0x50))
		}
	}
	return code
}

func checkStacked(t *testing.T, seed uint64) {
	s := &stacked{Rand: rand.New(rand.NewPCG(seed, 1))}
	checkValid(t, s.module())
}

// FuzzStacked: code that works on a stack does what it did.
func FuzzStacked(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(checkStacked)
}

// TestStacked does the same without being asked to fuzz.
func TestStacked(t *testing.T) {
	for seed := range uint64(1000) {
		checkStacked(t, seed)
	}
}
