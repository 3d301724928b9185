package wasm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
)

// load loads a module of the tests' own, without a cache.
func loadModule(t testing.TB, module []byte, opts Options) *Module {
	t.Helper()
	opts.NoCache = true
	m, err := Load(t.Context(), module, opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}

func call(t testing.TB, m *Module, op abi.Op, request string) string {
	t.Helper()
	got, err := m.Call(t.Context(), op, []byte(request), nil)
	require.NoError(t, err)
	return string(got)
}

func TestCallAppendsTheAnswer(t *testing.T) {
	m := loadModule(t, echoParts().build(), Options{})
	got, err := m.Call(t.Context(), abi.Apply, []byte("hello"), []byte("answer: "))
	require.NoError(t, err)
	require.Equal(t, "answer: hello", string(got))
}

func TestGoGuests(t *testing.T) {
	for _, engine := range []Engine{Compiler, Interpreter} {
		for _, name := range []string{"bare", "full"} {
			t.Run(engine.String()+"/"+name, func(t *testing.T) {
				m := loadGuest(t, name, Options{Engine: engine})
				require.Equal(t, name, call(t, m, abi.Manifest, ""))
				require.Equal(t, "echo", call(t, m, abi.Apply, "echo"))
			})
		}
	}
}

func TestWorldOfAGoGuest(t *testing.T) {
	m := loadGuest(t, "full", Options{})
	require.JSONEq(t, `{"args":0,"env":0,"wall":"2022-01-01T00:00:00Z","hour":true,"stdin":true,"random":true}`,
		call(t, m, abi.Apply, "w"))
}
