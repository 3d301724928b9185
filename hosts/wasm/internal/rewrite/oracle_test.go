package rewrite_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

const (
	pages = 64 // that a memory may have in these tests
	tank  = 20_000
	room  = 1000
)

// checkModule rewrites any bytes and holds what comes of them against the module as it was. What is accepted stays valid or invalid,
// answers the same, traps at the same place, costs the same each time, and stops.
func checkModule(t *testing.T, module []byte) {
	out, err := rewrite.Module(module, rewrite.Limits{})
	if err != nil {
		require.True(t, errors.As(err, new(*rewrite.InvalidError)) || errors.As(err, new(*rewrite.UnsupportedError)) || errors.As(err, new(*rewrite.LimitError)), err)
		return
	}
	again, err := rewrite.Module(module, rewrite.Limits{})
	require.NoError(t, err)
	require.Equal(t, out, again)
	// All work is in proportion to what is written.
	require.Less(t, len(out), 24*len(module)+(1<<20)+1024)

	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithMemoryLimitPages(pages))
	defer r.Close(ctx)
	before, errBefore := r.CompileModule(ctx, withoutCustom(module))
	after, errAfter := r.CompileModule(ctx, out)
	require.Equal(t, errBefore == nil, errAfter == nil, "%v, rewritten %v", errBefore, errAfter)
	if errBefore != nil || len(before.ImportedFunctions())+len(before.ImportedMemories()) > 0 {
		return
	}
	fuel := checkRun(t, r, before, after)
	require.Equal(t, fuel, checkRun(t, r, before, after))
}

// checkRun runs everything that both modules export, and returns the fuel that was left after each call. It ends with the first call
// that a counter stops.
func checkRun(t *testing.T, r wazero.Runtime, before, after wazero.CompiledModule) (left []int64) {
	ctx := context.Background()
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	b, errB := r.InstantiateModule(ctx, after, config)
	if errB != nil {
		// Before a start function could run.
		_, errA := r.InstantiateModule(ctx, before, config)
		require.Error(t, errA)
		require.Equal(t, reason(errA), reason(errB))
		return nil
	}
	defer b.Close(ctx)
	c := newCounters(b)
	var started error
	if start := b.ExportedFunction(rewrite.Start); start != nil {
		_, started = start.Call(ctx)
		left = append(left, c.fuelLeft())
		if c.stopped(t, started) {
			return left
		}
	}
	a, errA := r.InstantiateModule(ctx, before, config)
	require.Equal(t, reason(errA), reason(started))
	if errA != nil {
		return left
	}
	defer a.Close(ctx)
	for _, name := range exported(before) {
		args := make([]uint64, max(len(before.ExportedFunctions()[name].ParamTypes()), 1))
		for i, p := range before.ExportedFunctions()[name].ParamTypes() {
			if p != api.ValueTypeExternref && p != 0x70 {
				args[i] = uint64(i*7 + 3)
			}
		}
		args = args[:len(before.ExportedFunctions()[name].ParamTypes())]
		c.fill()
		got, errB := b.ExportedFunction(name).Call(ctx, args...)
		left = append(left, c.fuelLeft())
		if c.stopped(t, errB) {
			return left
		}
		want, errA := a.ExportedFunction(name).Call(ctx, args...)
		require.Equal(t, reason(errA), reason(errB), name)
		for i, result := range before.ExportedFunctions()[name].ResultTypes() {
			if errA == nil && result != 0x70 { // references to functions are addresses
				require.Equal(t, want[i], got[i], name)
			}
		}
	}
	if len(before.ExportedMemories()) > 0 {
		ma, mb := a.Memory(), b.Memory()
		bytesA, _ := ma.Read(0, ma.Size())
		bytesB, _ := mb.Read(0, mb.Size())
		require.True(t, bytes.Equal(bytesA, bytesB))
	}
	return left
}

// counters are those of a rewritten module.
type counters struct{ fuel, depth api.MutableGlobal }

func newCounters(m api.Module) *counters {
	c := &counters{m.ExportedGlobal(rewrite.Fuel).(api.MutableGlobal), m.ExportedGlobal(rewrite.Depth).(api.MutableGlobal)}
	c.fill()
	return c
}

func (c *counters) fill() {
	c.fuel.Set(tank)
	c.depth.Set(room)
}

func (c *counters) fuelLeft() int64 { return int64(c.fuel.Get()) }

// stopped tells whether a counter ended a call. If not, the depth is what it was, unless something else trapped.
func (c *counters) stopped(t *testing.T, err error) bool {
	depth := int32(c.depth.Get())
	if c.fuelLeft() < 0 || depth < 0 {
		require.ErrorContains(t, err, "unreachable")
		return true
	}
	if err == nil {
		require.EqualValues(t, room, depth)
	}
	return false
}

// reason is an error without the stack.
func reason(err error) string {
	if err == nil {
		return ""
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	if _, cause, ok := strings.Cut(text, "start function["); ok { // wazero names it, for the module as it was
		_, text, _ = strings.Cut(cause, ": ")
	}
	return strings.TrimSuffix(text, " (recovered by wazero)")
}

// exported are the names of exported functions, in order.
func exported(m wazero.CompiledModule) (names []string) {
	for name := range m.ExportedFunctions() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// withoutCustom drops the custom sections of a module that was accepted.
func withoutCustom(module []byte) []byte {
	out := slices.Clone(module[:8])
	for rest := module[8:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		end := 1 + n + int(size)
		if rest[0] != 0 {
			out = append(out, rest[:end]...)
		}
		rest = rest[end:]
	}
	return out
}
