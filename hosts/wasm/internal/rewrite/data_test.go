package rewrite_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// at is an active data segment.
func at(address int32, data string) []byte {
	return asm.Cat(op(0), asm.I32Const(address), op(0x0b), asm.Bytes(data))
}

// withData is a module with data and any further sections before it.
func withData(code []byte, data ...[]byte) []byte {
	return raw(oneUnary, onePage, list(secExport, exportF, exportMem), code, list(secData, data...))
}

var identity = list(secCode, body(asm.LocalGet(0)))

// segments counts the data segments of a rewritten module, whose custom section, if any, is the last.
func segments(t *testing.T, module []byte) int {
	r := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter())
	defer r.Close(t.Context())
	_, err := r.CompileModule(t.Context(), module)
	require.NoError(t, err)
	for rest := module[8:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if rest[0] == secData {
			count, _ := binary.Uvarint(rest[1+n:])
			return int(count)
		}
		rest = rest[1+n+int(size):]
	}
	return 0
}

// TestDataIsMerged: segments near each other become one, whatever their order. Where that could change anything they stay. The memory is
// the same, or the same trap comes.
func TestDataIsMerged(t *testing.T) {
	far := strings.Repeat("x", 300)
	for _, c := range []struct {
		name   string
		module []byte
		want   int
	}{
		{"one behind the other", withData(identity, at(10, "abc"), at(13, "def")), 1},
		{"with a gap", withData(identity, at(10, "abc"), at(20, "def"), at(275, "ghi")), 1},
		{"far away", withData(identity, at(10, "abc"), at(300, "def")), 2},
		{"backwards", withData(identity, at(1000, far), at(700, far), at(0, "a")), 2},
		{"an empty one between", withData(identity, at(10, "abc"), at(500, ""), at(13, "def")), 1},
		{"none but empty ones", withData(identity, at(10, ""), at(65536, "")), 0},
		{"to the end of the memory", withData(identity, at(65530, "abc"), at(65533, "end")), 1},
		{"number announced", withData(asm.Cat(asm.Section(secDataCount, op(2)), identity), at(0, "a"), at(1, "b")), 1},

		{"overlapping", withData(identity, at(10, "abc"), at(11, "def")), 2},
		{"beyond the memory", withData(identity, at(10, "abc"), at(13, "def"), at(65534, "end")), 3},
		{"an empty one beyond the memory", withData(identity, at(10, "abc"), at(13, "def"), at(65537, "")), 3},
		{"at a negative address", withData(identity, at(10, "abc"), at(13, "def"), at(-1, "")), 3},
		{"a passive one", withData(identity, at(10, "abc"), at(13, "def"), asm.Cat(op(1), asm.Bytes("ghi"))), 3},
		{"with the memory's number", withData(identity, at(10, "abc"), asm.Cat(op(2, 0), asm.I32Const(13), op(0x0b), asm.Bytes("ghi"))), 2},
		{"one is named", withData(asm.Cat(asm.Section(secDataCount, op(2)),
			list(secCode, body(asm.I32Const(0), asm.I32Const(0), asm.I32Const(0), op(0xfc, 8, 1, 0), asm.LocalGet(0)))), at(0, "a"), at(1, "b")), 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := rewrite.Module(c.module, rewrite.Limits{})
			require.NoError(t, err)
			require.Equal(t, c.want, segments(t, module))
			checkModule(t, c.module)
		})
	}
}

// TestDataDoesNotSwell: however the segments lie, not many more bytes come out than went in.
func TestDataDoesNotSwell(t *testing.T) {
	var data [][]byte
	for i := range int32(60_000) {
		data = append(data, at(i*200, "x"))
	}
	module := raw(list(secMemory, op(0, 200, 1)), list(secData, data...))
	out, err := rewrite.Module(module, rewrite.Limits{})
	require.NoError(t, err)
	require.Less(t, len(out), 2*len(module)+1<<20+1024)
	checkModule(t, module)
}

// TestDataRefused: what an engine would have to be trusted with.
func TestDataRefused(t *testing.T) {
	for text, module := range map[string][]byte{
		"cut short":              withData(identity, asm.Cat(op(0, 0x41, 0, 0x0b), asm.U32(1<<32-1))),
		"names the global 0":     withData(identity, asm.Cat(op(0), asm.GlobalGet(0), op(0x0b), asm.Bytes("a"))),
		"another number of data": withData(asm.Cat(asm.Section(secDataCount, op(2)), identity), at(0, "a")),
		"form 3 of a data":       withData(identity, asm.Cat(op(3), asm.Bytes("a"))),
		`"data segments" is 1`:   raw(asm.Section(secData, asm.U32(1<<32-1))),
	} {
		_, err := rewrite.Module(module, rewrite.Limits{})
		require.ErrorContains(t, err, text)
	}
}

// TestExact: a snapshot is exact unless the module has state that it misses.
func TestExact(t *testing.T) {
	table := list(secTable, op(0x70, 1, 8, 8))
	global := func(t byte, value ...byte) []byte { return list(secGlobal, asm.Cat(op(t, 1), value, asm.End)) }
	imports := func(kind byte, description ...byte) []byte {
		return raw(list(secImport, asm.Cat(asm.Bytes("a"), asm.Bytes("b"), op(kind), description)))
	}
	for _, c := range []struct {
		name   string
		module []byte
		want   bool
	}{
		{"memory and globals", unary(asm.Cat(onePage, global(0x7f, 0x41, 0)), nil, asm.LocalGet(0), asm.GlobalSet(0), asm.LocalGet(0)), true},
		{"a table that is read", unary(table, nil, asm.LocalGet(0), op(0x25, 0, 0xd1)), true},
		{"an imported function", raw(list(secType, typeNone), list(secImport, asm.Cat(asm.Bytes("a"), asm.Bytes("b"), op(0, 0)))), true},
		{"an imported constant", imports(3, 0x7f, 0), true},
		{"an imported variable", imports(3, 0x7f, 1), false},
		{"an imported memory", imports(2, 0, 1), false},
		{"an imported table", imports(1, 0x70, 0, 1), false},
		{"a variable of a reference type", raw(global(0x6f, 0xd0, 0x6f)), false},
		{"table.set", unary(table, nil, asm.I32Const(0), op(0xd0, 0x70, 0x26, 0), asm.LocalGet(0)), false},
		{"table.fill", unary(table, nil, asm.I32Const(0), op(0xd0, 0x70), asm.I32Const(0), op(0xfc, 17, 0), asm.LocalGet(0)), false},
		{"table.grow", unary(table, nil, op(0xd0, 0x70), asm.I32Const(0), op(0xfc, 15, 0)), false},
		{"table.copy", unary(table, nil, asm.I32Const(0), asm.I32Const(0), asm.I32Const(0), op(0xfc, 14, 0, 0), asm.LocalGet(0)), false},
		{"table.init", unary(table, list(secElement, op(1, 0, 0)), asm.I32Const(0), asm.I32Const(0), asm.I32Const(0), op(0xfc, 12, 0, 0), asm.LocalGet(0)), false},
		{"elem.drop", unary(table, list(secElement, op(1, 0, 0)), op(0xfc, 13, 0), asm.LocalGet(0)), false},
		{"data.drop", withData(asm.Cat(asm.Section(secDataCount, op(1)), list(secCode, body(op(0xfc, 9, 0), asm.LocalGet(0)))), at(0, "a")), false},
	} {
		module, err := rewrite.Module(c.module, rewrite.Limits{})
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, strings.Contains(string(module), rewrite.Exact), c.name)
		r := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter())
		_, err = r.CompileModule(t.Context(), module)
		require.NoError(t, err, c.name)
		require.NoError(t, r.Close(t.Context()))
	}
}
