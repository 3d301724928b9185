package rewrite_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// program writes a valid module from any bytes: each byte decides what comes next. When they are used up the rest is constants.
type program struct {
	bytes  []byte
	labels []byte // of open blocks: the type of the value that a branch brings, 0 if none
	depth  int
	size   int
}

// The module has functions 0 to 3 of (i32, i64) -> i32 and function 4 of the same parameters to (i64, i32), a table of all,
// a page of memory that may become three, globals 0 (i32) and 1 (i64). The locals are 0 and 2 of i32, 1 and 3 of i64, 4 of f64.
func (p *program) module() []byte {
	var codes [][]byte
	for f := range 5 {
		codes = append(codes, asm.Bytes(string(asm.Cat(op(3, 1, 0x7f, 1, 0x7e, 1, 0x7c), p.function(f), asm.End))))
	}
	var exports [][]byte
	for f := range 5 {
		exports = append(exports, asm.Cat(asm.Bytes(string(rune('a'+f))), op(0, byte(f))))
	}
	return raw(
		list(secType, op(0x60, 2, 0x7f, 0x7e, 1, 0x7f), op(0x60, 2, 0x7f, 0x7e, 2, 0x7e, 0x7f), op(0x60, 2, 0x7f, 0x7f, 1, 0x7f), op(0x60, 0, 0)),
		list(secFunction, op(0), op(0), op(0), op(0), op(1), op(3)),
		list(secTable, op(0x70, 1, 6, 9)), list(secMemory, op(1, 1, 3)),
		list(secGlobal, mutableI32, op(0x7e, 1, 0x42, 0, 0x0b)),
		list(secExport, append(exports, exportMem)...), asm.Section(secStart, op(5)),
		list(secElement, asm.Cat(op(0), asm.I32Const(0), op(0x0b, 5, 0, 1, 2, 3, 4)), op(1, 0, 2, 0, 1)),
		asm.Section(secDataCount, op(3)),
		list(secCode, append(codes, body(asm.I32Const(7), asm.GlobalSet(0)))...),
		list(secData, at(3, "abc"), at(9, "def"), asm.Cat(op(1), asm.Bytes("passive"))))
}

func (p *program) function(f int) []byte {
	p.labels, p.depth = p.labels[:0], 0
	code := p.statements()
	if f == 4 {
		return asm.Cat(code, p.value(0x7e), p.value(0x7f))
	}
	return asm.Cat(code, p.value(0x7f))
}

// pick returns a number below n.
func (p *program) pick(n int) int {
	p.size++
	if len(p.bytes) == 0 || p.size > 3000 {
		return 0
	}
	b := p.bytes[0]
	p.bytes = p.bytes[1:]
	return int(b) % n
}

func (p *program) statements() (code []byte) {
	for n := p.pick(5); n > 0; n-- {
		code = append(code, p.statement()...)
	}
	return code
}

// within writes what is inside a block, whose label brings a value of a type.
func (p *program) within(label byte, write func() []byte) []byte {
	p.labels = append(p.labels, label)
	p.depth++
	code := write()
	p.depth--
	p.labels = p.labels[:len(p.labels)-1]
	return code
}

// label is the depth of a block whose label brings nothing, and whether there is one.
func (p *program) label() (byte, bool) {
	if len(p.labels) == 0 {
		return 0, false
	}
	l := p.pick(len(p.labels))
	return byte(l), p.labels[len(p.labels)-1-l] == 0
}

func (p *program) statement() []byte {
	if p.depth > 6 {
		return op(0x01)
	}
	p.depth++
	defer func() { p.depth-- }()
	i32 := func() []byte { return p.value(0x7f) }
	switch p.pick(24) {
	case 1:
		return asm.Cat(i32(), asm.LocalSet(2*uint32(p.pick(2))))
	case 2:
		return asm.Cat(p.value(0x7e), asm.LocalSet(1+2*uint32(p.pick(2))))
	case 3:
		return asm.Cat(p.value(0x7c), asm.LocalSet(4))
	case 4:
		return asm.Cat(i32(), asm.GlobalSet(0))
	case 5:
		return asm.Cat(i32(), op(0x41, 63, 0x71), p.value(0x7e), asm.I64Store(8))
	case 6:
		return asm.Cat(i32(), i32(), op(0x3a, 0, 0))
	case 7:
		return asm.Cat(op(0x02, 0x40), p.within(0, p.statements), asm.End)
	case 8, 9:
		return asm.Cat(op(0x03, 0x40), p.within(0, p.statements), asm.End)
	case 10:
		return asm.Cat(i32(), asm.If, p.within(0, p.statements), asm.Else, p.within(0, p.statements), asm.End)
	case 11:
		return asm.Cat(i32(), asm.If, p.within(0, p.statements), asm.End)
	case 12:
		if l, ok := p.label(); ok {
			return asm.Br(uint32(l))
		}
	case 13, 14:
		if l, ok := p.label(); ok {
			return asm.Cat(i32(), asm.BrIf(uint32(l)))
		}
	case 15:
		a, ok := p.label()
		b, ok2 := p.label()
		if ok && ok2 {
			return asm.Cat(i32(), op(0x0e, 2, a, b, a))
		}
	case 16:
		return asm.Cat(i32(), op(0x41, 15, 0x71), i32(), i32(), op(0x41, 31, 0x71, 0xfc, 11, 0))
	case 17:
		return asm.Cat(i32(), op(0x41, 15, 0x71), i32(), op(0x41, 63, 0x71), i32(), op(0x41, 31, 0x71, 0xfc, 10, 0, 0))
	case 18:
		return asm.Cat(i32(), op(0x41, 7, 0x71), i32(), op(0x41, 3, 0x71), i32(), op(0x41, 3, 0x71, 0xfc, 8, 2, 0))
	case 19:
		return [][]byte{op(0xfc, 9, 2), op(0xfc, 13, 1), op(0x00), op(0xd2, 0, 0x1a)}[p.pick(4)]
	case 20:
		return asm.Cat(i32(), op(0x41, 7, 0x71), op(0xd2, byte(p.pick(5)), 0x26, 0))
	case 21:
		return asm.Cat(i32(), op(0x41, 3, 0x71), i32(), op(0x41, 1, 0x71), i32(), op(0x41, 1, 0x71, 0xfc, byte(12+2*p.pick(2)), 0, 0))
	case 22:
		return asm.Cat(i32(), op(0x41, 3, 0x71, 0xd0, 0x70), i32(), op(0x41, 1, 0x71, 0xfc, 17, 0))
	case 23:
		if len(p.labels) > 0 && p.pick(2) == 0 {
			return asm.Cat(i32(), asm.If, op(0x00), asm.End)
		}
	}
	return op(0x01)
}

// value writes an expression of a type.
func (p *program) value(t byte) []byte {
	if p.depth > 8 {
		return p.constant(t)
	}
	p.depth++
	defer func() { p.depth-- }()
	switch p.pick(6) {
	case 1:
		return map[byte][]byte{0x7f: asm.LocalGet(2 * uint32(p.pick(2))), 0x7e: asm.LocalGet(1 + 2*uint32(p.pick(2))), 0x7c: asm.LocalGet(4)}[t]
	case 2:
		return asm.Cat(op(0x02, t), p.within(t, func() []byte {
			code := p.statements()
			if p.pick(2) == 1 {
				code = asm.Cat(code, p.value(t), p.value(0x7f), asm.BrIf(0), asm.Drop)
			}
			return append(code, p.value(t)...)
		}), asm.End)
	case 3:
		inside := func() []byte { return append(p.statements(), p.value(t)...) }
		return asm.Cat(p.value(0x7f), op(0x04, t), p.within(t, inside), asm.Else, p.within(t, inside), asm.End)
	case 4:
		return asm.Cat(p.value(t), p.value(t), p.value(0x7f), op(0x1b))
	case 5:
		switch t {
		case 0x7f:
			return p.i32()
		case 0x7e:
			return p.i64()
		}
		return [][]byte{asm.Cat(p.value(0x7e), op(0xb9)), asm.Cat(p.value(t), op(0x9f)), asm.Cat(p.value(t), p.value(t), op(byte(0xa0+p.pick(4))))}[p.pick(3)]
	}
	return p.constant(t)
}

func (p *program) constant(t byte) []byte {
	switch n := int32(p.pick(256)) - 100; t {
	case 0x7f:
		return asm.I32Const(n)
	case 0x7e:
		return asm.I64Const(int64(n) << p.pick(64))
	default:
		return asm.Cat(asm.I32Const(n), op(0xb7))
	}
}

func (p *program) i32() []byte {
	call := func() []byte { return asm.Cat(p.value(0x7f), p.value(0x7e)) }
	switch p.pick(12) {
	case 0:
		return asm.Cat(p.value(0x7f), p.value(0x7f), op(byte(0x6a+p.pick(15))))
	case 1:
		return asm.Cat(p.value(0x7f), p.value(0x7f), op(byte(0x46+p.pick(10))))
	case 2:
		return asm.Cat(p.value(0x7f), asm.I32Load(uint32(p.pick(20))))
	case 3:
		return asm.Cat(call(), asm.Call(uint32(p.pick(4))))
	case 4:
		return asm.Cat(call(), asm.Call(4), asm.LocalSet(2), asm.Drop, asm.LocalGet(2))
	case 5:
		return asm.Cat(call(), p.value(0x7f), op(0x41, 7, 0x71, 0x11, 0, 0))
	case 6:
		return asm.Cat(p.value(0x7f), op(0x41, 1, 0x71, 0x40, 0))
	case 7:
		return asm.Cat(asm.I32Const(3), asm.I32Const(5), op(0x02, 2), p.within(0x7f, func() []byte { return asm.Cat(p.statements(), op(0x6a)) }), asm.End)
	case 8:
		return asm.Cat(p.value(0x7c), op(0xfc, byte(2+p.pick(2))))
	case 9:
		return asm.Cat(p.value(0x7e), op(byte([]byte{0xa7, 0x50}[p.pick(2)])))
	case 10:
		return [][]byte{asm.GlobalGet(0), asm.MemorySize, op(0xfc, 16, 0), asm.Cat(op(0xd0, 0x70), p.value(0x7f), op(0x41, 1, 0x71, 0xfc, 15, 0))}[p.pick(4)]
	default:
		return asm.Cat(p.value(0x7f), op(0x22, 2))
	}
}

func (p *program) i64() []byte {
	switch p.pick(5) {
	case 0:
		return asm.Cat(p.value(0x7e), p.value(0x7e), op(byte(0x7c+p.pick(15))))
	case 1:
		return asm.Cat(p.value(0x7f), op(byte(0xac+p.pick(2))))
	case 2:
		return asm.Cat(p.value(0x7e), op(byte(0xc2+p.pick(3))))
	case 3:
		return asm.Cat(p.value(0x7f), op(0x41, 63, 0x71), asm.I64Load(0))
	default:
		return asm.GlobalGet(1)
	}
}

// checkProgram holds a program against itself as it was, and one engine against the other.
func checkProgram(t *testing.T, decisions []byte) {
	p := &program{bytes: decisions}
	checkValid(t, p.module())
}

// checkValid holds a valid module against itself as it was, and one engine against the other.
func checkValid(t *testing.T, module []byte) {
	out, err := rewrite.Module(module, rewrite.Limits{})
	require.NoError(t, err)
	checkModule(t, module)
	ctx := context.Background()
	var left [][]int64
	for _, config := range []wazero.RuntimeConfig{wazero.NewRuntimeConfig(), wazero.NewRuntimeConfigInterpreter()} {
		r := wazero.NewRuntimeWithConfig(ctx, config.WithMemoryLimitPages(pages))
		before, err := r.CompileModule(ctx, module)
		require.NoError(t, err)
		after, err := r.CompileModule(ctx, out)
		require.NoError(t, err)
		left = append(left, checkRun(t, r, before, after))
		require.NoError(t, r.Close(ctx))
	}
	require.Equal(t, left[0], left[1])
}

// FuzzPrograms: programs of every shape do what they did, for the same fuel on every engine.
func FuzzPrograms(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkProgram(t, decisions(seed)) })
}

// decisions are bytes by chance.
func decisions(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	b := make([]byte, 1+seed%2000)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestPrograms does the same without being asked to fuzz.
func TestPrograms(t *testing.T) {
	for seed := range uint64(50) {
		checkProgram(t, decisions(100+37*seed))
	}
}
