package abi_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
)

// failing is Pig with rules that panic when a player holds.
type failing struct{ pig.Rules }

func (f failing) New() core.State { return &failingState{f.Rules.New()} }

type failingState struct{ core.State }

func (s *failingState) Check(core.Seat, core.Move) core.Code { panic("the hand was " + "secret") }

// A panic of the rules is the answer `internal`, without its text, and the next call works.
func TestPanicOfTheRules(t *testing.T) {
	s := abi.NewServer(failing{})
	var told any
	s.Panicked = func(_ abi.Op, v any) { told = v }
	start := func() []byte {
		return call(t, s, abi.Init, map[string]any{"seats": 2, "seed": []byte{1}})["ok"].(map[string]any)["position"].([]byte)
	}
	p := start()
	for range 3 {
		answer := call(t, s, abi.Apply, map[string]any{"position": p, "seat": 0, "move": []any{0}})
		require.Equal(t, map[string]any{"error": map[string]any{"code": "internal", "detail": ""}}, answer)
		require.Equal(t, "the hand was secret", told)
		require.Equal(t, p, start())
	}
}

// worse is an error that panics when it is asked for its text.
type worse struct{}

func (worse) Error() string { panic("worse") }

type worseState struct{ core.State }

func (worseState) Check(core.Seat, core.Move) core.Code { panic(worse{}) }

type worseRules struct{ pig.Rules }

func (r worseRules) New() core.State { return worseState{r.Rules.New()} }

// A panic with an error that panics in its turn is `internal` too, and no panic of the server.
func TestPanicOfAnErrorThatPanics(t *testing.T) {
	s := abi.NewServer(worseRules{})
	start := call(t, s, abi.Init, map[string]any{"seats": 2, "seed": []byte{1}})["ok"].(map[string]any)
	for range 3 {
		answer := call(t, s, abi.Apply, map[string]any{"position": start["position"], "seat": 0, "move": []any{0}})
		require.Equal(t, map[string]any{"error": map[string]any{"code": "internal", "detail": ""}}, answer)
	}
}
