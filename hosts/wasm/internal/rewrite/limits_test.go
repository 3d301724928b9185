package rewrite_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"github.com/parley-rules/parley/hosts/hosttest"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// claims is a section that announces the most entries there can be and has none.
func claims(id byte) []byte { return asm.Section(id, asm.U32(1<<32-1)) }

// TestLimits: each limit takes what has it and refuses what has one more, by its name.
func TestLimits(t *testing.T) {
	types := func(params, results int) []byte {
		return raw(list(secType, asm.Cat(op(0x60), asm.Bytes(strings.Repeat(asm.I32, params)), asm.Bytes(strings.Repeat(asm.I32, results)))))
	}
	many := func(id byte, entry []byte) func(n int) []byte {
		return func(n int) []byte {
			entries := repeated(n, entry)
			before := list(secType, typeNone)
			switch id {
			case secType:
				before = nil
			case secFunction:
				return raw(before, list(secFunction, entries...), list(secCode, repeated(n, body())...))
			case secExport:
				for i := range entries {
					entries[i] = asm.Cat(asm.Bytes(fmt.Sprint(i)), op(0, 0))
				}
				return raw(before, list(secFunction, op(0)), list(id, entries...), list(secCode, body()))
			case secElement:
				return raw(before, list(secFunction, op(0)), list(id, entries...), list(secCode, body()))
			}
			return raw(before, list(id, entries...))
		}
	}
	for _, c := range []struct {
		kind   string
		limits rewrite.Limits
		make   func(n int) []byte
	}{
		{"code", rewrite.Limits{Code: 7}, func(n int) []byte {
			return raw(list(secType, typeNone), list(secFunction, op(0)), list(secCode, body(times(n-4, op(1)))))
		}},
		{"function", rewrite.Limits{Function: 7}, func(n int) []byte { return unary(nil, nil, asm.LocalGet(0), times(n-4, op(1))) }},
		{"control operators", rewrite.Limits{Control: 7}, func(n int) []byte { return unary(nil, nil, times(n, op(0x02, 0x40), asm.End), asm.LocalGet(0)) }},
		{"control operators", rewrite.Limits{Control: 7}, func(n int) []byte {
			return unary(nil, nil, asm.LocalGet(0), asm.LocalGet(0), op(0x0e, byte(n-1)), times(n, op(0)))
		}},
		{"locals", rewrite.Limits{Locals: 7}, func(n int) []byte {
			return raw(oneUnary, list(secCode, bodyWith(op(byte(n-1), 0x7f), asm.LocalGet(0))))
		}},
		{"locals", rewrite.Limits{Locals: 7}, func(n int) []byte {
			return raw(list(secType, asm.Cat(op(0x60), asm.Bytes(strings.Repeat(asm.I32, n)), op(0))), list(secFunction, op(0)), list(secCode, body()))
		}},
		{"nested loops", rewrite.Limits{Loops: 7}, func(n int) []byte {
			return unary(nil, nil, asm.Loop, asm.End, times(n, asm.Loop), times(n, asm.End), asm.LocalGet(0))
		}},
		{"values", rewrite.Limits{Values: 7}, func(n int) []byte { return types(n-2, 2) }},
		{"table", rewrite.Limits{Table: 7}, func(n int) []byte { return raw(list(secTable, op(0x70, 0, byte(n)))) }},
		{"tables", rewrite.Limits{Tables: 7}, many(secTable, op(0x70, 0, 1))},
		{"types", rewrite.Limits{Entries: 7}, many(secType, typeNone)},
		{"functions", rewrite.Limits{Entries: 7}, many(secFunction, op(0))},
		{"imports", rewrite.Limits{Entries: 7}, many(secImport, asm.Cat(asm.Bytes("a"), asm.Bytes("b"), op(0, 0)))},
		{"globals", rewrite.Limits{Entries: 7}, many(secGlobal, mutableI32)},
		{"exports", rewrite.Limits{Entries: 7}, many(secExport, nil)},
		{"element segments", rewrite.Limits{Entries: 7}, many(secElement, op(1, 0, 0))},
		{"elements", rewrite.Limits{Entries: 7}, func(n int) []byte { // of two segments together
			return raw(list(secType, typeNone), list(secFunction, op(0)), list(secElement,
				asm.Cat(op(1, 0, byte(n-2)), times(n-2, op(0))), op(1, 0, 2, 0, 0)), list(secCode, body()))
		}},
		{"data segments", rewrite.Limits{Segments: 7}, func(n int) []byte { return raw(onePage, list(secData, repeated(n, at(0, "a"))...)) }},
	} {
		t.Run(c.kind, func(t *testing.T) {
			module, err := rewrite.Module(c.make(7), c.limits)
			require.NoError(t, err)
			r := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter())
			_, err = r.CompileModule(t.Context(), module)
			require.NoError(t, err)
			require.NoError(t, r.Close(t.Context()))
			_, err = rewrite.Module(c.make(8), c.limits)
			var limit *rewrite.LimitError
			require.ErrorAs(t, err, &limit)
			require.Equal(t, rewrite.LimitError{Kind: c.kind, Limit: 7, Used: 8}, *limit)
			require.ErrorContains(t, err, fmt.Sprintf("the limit %q is 7, and it has 8", c.kind))
		})
	}
}

// repeated is an entry so many times.
func repeated(n int, entry []byte) [][]byte {
	entries := make([][]byte, n)
	for i := range entries {
		entries[i] = entry
	}
	return entries
}

// TestClaims: a number that a module announces is no reason to take memory: neither here nor, rewritten, in the engine.
func TestClaims(t *testing.T) {
	for _, id := range []byte{secType, secImport, secFunction, secTable, secMemory, secGlobal, secExport, secElement, secCode, secData} {
		_, err := rewrite.Module(raw(claims(id)), rewrite.Limits{})
		require.Error(t, err, id)
	}
	for _, code := range [][]byte{
		asm.Cat(op(0x0e), asm.U32(1<<32-1)), // br_table
		asm.Cat(op(0x1c), asm.U32(1<<32-1)), // select
	} {
		_, err := rewrite.Module(unary(nil, nil, code), rewrite.Limits{})
		require.Error(t, err)
	}
	_, err := rewrite.Module(raw(oneUnary, list(secCode, asm.Bytes(string(asm.Cat(op(1), asm.U32(1<<32-1), op(0x7f)))))), rewrite.Limits{})
	require.ErrorContains(t, err, "locals")
	_, err = rewrite.Module(raw(list(secTable, asm.Cat(op(0x70, 0), asm.U32(1<<32-1)))), rewrite.Limits{})
	require.ErrorContains(t, err, "table")
}

// TestNames: names of functions are kept for the stacks of traps. A damaged section of names, which an engine would take at its word, is
// dropped, and the module is none the worse.
func TestNames(t *testing.T) {
	named := func(parts ...[]byte) []byte {
		return asm.Cat(unary(nil, nil, asm.Unreachable), asm.Section(0, asm.Cat(asm.Bytes("name"), asm.Cat(parts...))))
	}
	names := func(entries ...[]byte) []byte { return list(1, entries...) }
	good := names(asm.Cat(op(0), asm.Bytes("fateful")))
	for _, c := range []struct {
		what   string
		module []byte
		kept   bool
	}{
		{"good", named(good), true},
		{"with other parts", named(asm.Section(0, asm.Bytes("module")), good, claims(2), asm.Section(9, []byte("x"))), true},
		{"of functions that are not there", named(names(asm.Cat(op(0), asm.Bytes("fateful")), asm.Cat(op(1), asm.Bytes("none")))), false},
		{"out of order", named(names(asm.Cat(op(0), asm.Bytes("fateful")), asm.Cat(op(0), asm.Bytes("again")))), false},
		{"four billion", named(claims(1)), false},
		{"cut short", named(good[:len(good)-2]), false},
		{"not in UTF-8", named(names(asm.Cat(op(0), asm.Bytes("fateful\xff")))), false},
		{"bytes left over", named(asm.Section(1, asm.Cat(good[2:], op(0)))), false},
	} {
		module, err := rewrite.Module(c.module, rewrite.Limits{})
		require.NoError(t, err, c.what)
		require.Equal(t, c.kept, strings.Contains(string(module), "fateful"), c.what)
		checkModule(t, c.module)
		r := wazero.NewRuntime(t.Context())
		in, err := r.Instantiate(t.Context(), module)
		require.NoError(t, err)
		newCounters(in)
		_, err = in.ExportedFunction("f").Call(t.Context(), 1)
		require.Equal(t, c.kept, strings.Contains(err.Error(), "fateful"), err)
		require.NoError(t, r.Close(t.Context()))
	}
}

// TestOurModules: all modules of this repository pass the default limits.
func TestOurModules(t *testing.T) {
	mains := hosttest.Mains(t, "../../../../Makefile")
	require.GreaterOrEqual(t, len(mains), 6)
	for id, main := range mains {
		t.Run(id, func(t *testing.T) {
			module := hosttest.Build(t, main)
			out, err := rewrite.Module(module, rewrite.Limits{})
			require.NoError(t, err)
			require.Contains(t, string(out), rewrite.Exact)
			require.Less(t, len(out), len(module)*4/3)
			r := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigInterpreter())
			defer r.Close(context.Background())
			_, err = r.CompileModule(context.Background(), out)
			require.NoError(t, err)
			require.Less(t, segments(t, out), 400)
		})
	}
}
