package process

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// BenchmarkCall asks for a view of pig, natively and of a process.
func BenchmarkCall(b *testing.B) {
	h, err := tryOpen("pig", Options{})
	require.NoError(b, err)
	n := native.New(pig.Rules{})
	g, err := hosts.Open(context.Background(), n)
	require.NoError(b, err)
	step, err := g.Init(context.Background(), hosts.NewGame{Seats: 8, Seed: hosts.SeedOf(1)})
	require.NoError(b, err)
	request := append([]byte("\x82\xa6viewer\x00\xa8position\xc4"), byte(len(step.Position)))
	request = append(request, step.Position...)
	want, err := n.Call(context.Background(), abi.View, request, nil)
	require.NoError(b, err)
	for _, c := range []struct {
		name   string
		caller hosts.Caller
	}{{"native", n}, {"process", h}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var response []byte
			for b.Loop() {
				if response, err = c.caller.Call(context.Background(), abi.View, request, response[:0]); err != nil {
					b.Fatal(err)
				}
			}
			require.Equal(b, want, response)
		})
	}
	require.NoError(b, h.Close())
}

// BenchmarkStart opens and closes a plugin.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		h, err := tryOpen("pig", Options{})
		require.NoError(b, err)
		require.NoError(b, h.Close())
	}
}

// BenchmarkDigest hashes the program, which is done before each start.
func BenchmarkDigest(b *testing.B) {
	h, err := tryOpen("pig", Options{})
	require.NoError(b, err)
	defer h.Close()
	b.SetBytes(h.program.size)
	for b.Loop() {
		require.NoError(b, h.program.check())
	}
}
