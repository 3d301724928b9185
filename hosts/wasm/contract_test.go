package wasm

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// refused loads a module that must not load, and returns the error's parts.
func refused(t testing.TB, module []byte) *hosts.ABIError {
	t.Helper()
	_, err := Load(t.Context(), module, Options{NoCache: true})
	var abiErr *hosts.ABIError
	require.ErrorAs(t, err, &abiErr)
	require.NotEmpty(t, abiErr.Want)
	require.NotEmpty(t, abiErr.Hint, "it must say who must do what")
	return abiErr
}

func TestNoWebAssembly(t *testing.T) {
	good := echoParts().build()
	for name, c := range map[string]struct {
		module []byte
		have   string
	}{
		"nothing":             {nil, "no WebAssembly module"},
		"text":                {[]byte("package main\n\nfunc main() {}\n"), "no WebAssembly module"},
		"magic alone":         {good[:4], "no WebAssembly module"},
		"another version":     {asm.Cat(good[:4], []byte{2, 0, 0, 0}, good[8:]), "no WebAssembly module"},
		"a component":         {[]byte("\x00asm\x0d\x00\x01\x00"), "component"},
		"a section too long":  {asm.Cat(good, []byte{0, 100, 1, 'x'}), "cut short"},
		"a section twice":     {asm.Cat(good, asm.Section(10, []byte{0})), "section 10"},
		"an unknown section":  {asm.Cat(good, asm.Section(77, []byte{0})), "section 77"},
		"a count too large":   {asm.Cat(good[:8], asm.Section(1, asm.U32(1<<31))), "cut short"},
		"bytes left over":     {asm.Cat(good[:8], asm.Section(1, []byte{0, 0})), "left over"},
		"a number too large":  {asm.Cat(good[:8], []byte{1, 0xff, 0xff, 0xff, 0xff, 0x7f}), "32 bits"},
		"a 64-bit memory":     {asm.Cat(good[:8], asm.Section(5, []byte{1, 4, 1})), "limits"},
		"a type of no func":   {asm.Cat(good[:8], asm.Section(1, []byte{1, 0x5f, 0})), "not a function type"},
		"an unknown type":     {asm.Cat(good[:8], asm.Section(1, []byte{1, 0x60, 1, 0x11, 0})), "0x11"},
		"an import of type 9": {asm.Cat(good[:8], asm.Section(2, asm.Cat([]byte{1}, asm.Bytes("a"), asm.Bytes("b"), []byte{0, 9}))), "type 9"},
		"an unknown import":   {asm.Cat(good[:8], asm.Section(2, asm.Cat([]byte{1}, asm.Bytes("a"), asm.Bytes("b"), []byte{9}))), "unknown kind 9"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, refused(t, c.module).Have, c.have)
		})
	}
	t.Run("cut anywhere", func(t *testing.T) {
		for n := range good {
			_, err := Load(t.Context(), good[:n], Options{NoCache: true, Engine: Interpreter})
			var abiErr *hosts.ABIError
			require.ErrorAs(t, err, &abiErr, "the first %d bytes", n)
		}
	})
	t.Run("code that is not valid", func(t *testing.T) {
		p := echoParts()
		p.op = [][]byte{asm.I32Const(1)} // an i32 where an i64 is due
		require.Contains(t, refused(t, p.build()).Have, "no valid WebAssembly module")
	})
}

func TestExports(t *testing.T) {
	for name, c := range map[string]struct {
		change func(p *parts)
		have   string
	}{
		"no memory":     {func(p *parts) { p.pages = 0 }, `does not export the memory "memory"`},
		"no initialize": {func(p *parts) { p.initialize = nil }, `does not export the function "_initialize"`},
		"no buffer":     {func(p *parts) { p.buffer = nil }, `does not export the function "buffer"`},
		"no marker":     {func(p *parts) { p.marker = "" }, `does not export "parley_abi_v1"`},
		"other version": {func(p *parts) { p.marker = "parley_abi_v2" }, `speaks another version: it exports "parley_abi_v2"`},
		"a program": {func(p *parts) {
			p.marker = ""
			p.module.Export("_start", asm.Function, 0)
		}, `it is a program (it exports "_start")`},
		"buffer of another type": {func(p *parts) {
			p.buffer = nil
			p.module.Export("buffer", asm.Function, p.module.Func(asm.I64, asm.I32, "", asm.I32Const(0)))
		}, `"buffer" is (i64) -> i32 instead of (i32) -> i32`},
		"operation of another type": {func(p *parts) {
			p.ops["view"] = nil
			p.module.Export("view", asm.Function, p.module.Func(asm.I32+asm.I32, "", ""))
		}, `"view" is (i32, i32) instead of (i32) -> i64`},
		"optional operation of another type": {func(p *parts) {
			p.ops["describe"] = nil
			p.module.Export("describe", asm.Function, p.module.Func("", asm.I32+asm.I32, "", asm.I32Const(0), asm.I32Const(0)))
		}, `"describe" is () -> (i32, i32) instead of (i32) -> i64`},
		"operation that is no function": {func(p *parts) {
			p.ops["view"] = nil
			p.module.Export("view", asm.Global, p.module.Global(0))
		}, `"view" is a global instead of a function`},
		"memory that is no memory": {func(p *parts) {
			p.pages = 0
			p.module.Export("memory", asm.Function, 0)
		}, `"memory" is a function instead of a memory`},
		"function that does not exist": {func(p *parts) {
			p.ops["view"] = nil
			p.module.Export("view", asm.Function, 1000)
		}, `"view" is a function that does not exist`},
		"function that is imported": {func(p *parts) {
			p.buffer = nil
			p.module.Export("buffer", asm.Function, p.module.Import(wasiModule, "fd_close", asm.I32, asm.I32))
		}, `"buffer" is a function that it imports`},
	} {
		t.Run(name, func(t *testing.T) {
			p := echoParts()
			c.change(p)
			require.Contains(t, refused(t, p.build()).Have, c.have)
		})
	}
	for _, op := range abi.Ops {
		t.Run("without "+op.String(), func(t *testing.T) {
			p := echoParts()
			p.ops[op.String()] = nil
			if !op.Optional() {
				require.Contains(t, refused(t, p.build()).Have, fmt.Sprintf("does not export the function %q", op))
				return
			}
			m := loadModule(t, p.build(), Options{})
			require.NotContains(t, m.Info().Offers, op)
			_, err := m.Call(t.Context(), op, []byte("x"), nil)
			require.ErrorIs(t, err, hosts.ErrNotOffered)
		})
	}
	t.Run("all that is wrong is named at once", func(t *testing.T) {
		p := echoParts()
		p.buffer, p.ops["apply"], p.pages = nil, nil, 0
		have := refused(t, p.build()).Have
		for _, name := range []string{"buffer", "apply", "memory"} {
			require.Contains(t, have, fmt.Sprintf("%q", name))
		}
	})
}

func TestForeignImports(t *testing.T) {
	for name, c := range map[string]struct {
		add  func(m *asm.Module)
		have []string
	}{
		"host function":         {func(m *asm.Module) { m.Import("env", "now", "", asm.I64) }, []string{`"env.now"`}},
		"several, all named":    {func(m *asm.Module) { m.Import("env", "a", "", ""); m.Import("net", "b", "", "") }, []string{`"env.a"`, `"net.b"`}},
		"other WASI function":   {func(m *asm.Module) { m.Import(wasiModule, "path_open", asm.I32, asm.I32) }, []string{`"wasi_snapshot_preview1.path_open"`}},
		"other WASI version":    {func(m *asm.Module) { m.Import("wasi_unstable", "random_get", asm.I32+asm.I32, asm.I32) }, []string{`"wasi_unstable.random_get"`}},
		"WASI, another type":    {func(m *asm.Module) { m.Import(wasiModule, "random_get", asm.I32, asm.I32) }, []string{`random_get as (i32) -> i32 instead of (i32, i32) -> i32`}},
		"memory":                {func(m *asm.Module) { m.ImportRaw("env", "memory", asm.Memory, []byte{0, 1}) }, []string{`"env.memory"`}},
		"table":                 {func(m *asm.Module) { m.ImportRaw("env", "table", asm.Table, []byte{0x70, 0, 1}) }, []string{`"env.table"`}},
		"global":                {func(m *asm.Module) { m.ImportRaw("env", "g", asm.Global, []byte{0x7f, 0}) }, []string{`"env.g"`}},
		"WASI name as a global": {func(m *asm.Module) { m.ImportRaw(wasiModule, "fd_read", asm.Global, []byte{0x7f, 0}) }, []string{`fd_read as a global`}},
		"tag":                   {func(m *asm.Module) { m.ImportRaw("env", "tag", 4, []byte{0, 0}) }, []string{`"env.tag"`}},
		"names are quoted":      {func(m *asm.Module) { m.Import("e\x1b[31m", "x\n", "", "") }, []string{`"e\x1b[31m.x\n"`}},
		"many": {func(m *asm.Module) {
			for i := range 20 {
				m.Import("env", fmt.Sprint("f", i), "", "")
			}
		}, []string{`"env.f7"`, "and 12 more"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := echoParts()
			c.add(p.module)
			err := refused(t, p.build())
			for _, have := range c.have {
				require.Contains(t, err.Have, have)
			}
		})
	}
	t.Run("all WASI functions of the table", func(t *testing.T) {
		p := echoParts()
		for name, f := range wasiFunctions {
			p.module.Import(wasiModule, name, f.sig.params, f.sig.results)
		}
		m := loadModule(t, p.build(), Options{})
		require.Len(t, m.Info().Imports, 16)
		require.Equal(t, "hello", call(t, m, abi.View, "hello"))
	})
}

func TestModuleLimits(t *testing.T) {
	big := make([][]byte, 0, 1000)
	for range 1000 {
		big = append(big, asm.I32Const(1), asm.Drop)
	}
	for name, c := range map[string]struct {
		change func(p *parts)
		opts   Options
		kind   string
	}{
		"memory": {func(p *parts) { p.pages = 17 }, Options{MemoryLimit: 16 * pageSize}, "memory"},
		"table":  {func(p *parts) { p.module.Table(DefaultMaxTable + 1) }, Options{}, "table"},
		"code":   {func(p *parts) { p.module.Func("", "", "", big...); p.module.Func("", "", "", big...) }, Options{MaxCode: 5000}, "code"},
		"locals": {func(p *parts) { p.module.Func("", "", asm.I32+asm.I32+asm.I32) }, Options{MaxLocals: 2}, "locals"},
		"control operators": {func(p *parts) {
			p.module.Func("", "", "", asm.Loop, asm.End, asm.Loop, asm.End, asm.Loop, asm.End)
		}, Options{MaxControl: 2}, "control operators"},
		"function": {func(p *parts) { p.module.Func("", "", "", big...) }, Options{MaxFunction: 2000}, "function"},
		"module":   {func(p *parts) { p.module.Custom("ballast", string(make([]byte, 4000))) }, Options{MaxModule: 4000}, "module"},
	} {
		t.Run(name, func(t *testing.T) {
			p := echoParts()
			c.change(p)
			c.opts.NoCache = true
			_, err := Load(t.Context(), p.build(), c.opts)
			var limit *hosts.LimitError
			require.ErrorAs(t, err, &limit)
			require.Equal(t, c.kind, limit.Kind)
			require.Greater(t, limit.Used, limit.Limit)
			require.Nil(t, limit.Trap)
		})
	}
	t.Run("within all limits", func(t *testing.T) {
		p := echoParts()
		p.pages = 16
		p.module.Table(10)
		p.module.Func("", "", "", big...)
		module := p.build()
		loadModule(t, module, Options{MemoryLimit: 16 * pageSize, MaxModule: len(module), MaxTable: 10, MaxFunction: 4000})
	})
}

// FuzzScan: reading a module's layout never fails otherwise than with an error, and what passes the check and the
// engine's own reading runs.
func FuzzScan(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(echoParts().build())
	p := echoParts()
	p.module.Import(wasiModule, "random_get", asm.I32+asm.I32, asm.I32)
	p.module.Table(3)
	p.module.Global(7)
	p.module.Custom("parley.manifest", "x")
	f.Add(p.build())
	p = echoParts()
	p.module.ImportRaw("a", "b", asm.Memory, []byte{1, 1, 2})
	p.module.ImportRaw("a", "c", asm.Table, []byte{0x70, 0, 1})
	p.module.ImportRaw("a", "d", asm.Global, []byte{0x7e, 1})
	f.Add(p.build())
	f.Fuzz(func(t *testing.T, module []byte) {
		l, err := scan(module)
		if err != nil {
			return
		}
		opts, err := Options{NoCache: true, Engine: Interpreter, MemoryLimit: 1 << 20}.resolved()
		require.NoError(t, err)
		if l.check(&opts) != nil {
			return
		}
		c, err := compileIn(t.Context(), module, l, "", &opts)
		if err != nil {
			return
		}
		defer c.close()
		have := c.code.ExportedFunctions()
		for _, op := range l.offers() {
			require.Contains(t, have, op.String())
			require.Equal(t, sigOperation.params, string(have[op.String()].ParamTypes()))
			require.Equal(t, sigOperation.results, string(have[op.String()].ResultTypes()))
		}
	})
}
