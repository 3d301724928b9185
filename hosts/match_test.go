package hosts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// play plays the first legal move of the lowest actor that satisfies take, and returns its step's number.
func play(t *testing.T, m *hosts.Match, take func(hosts.Move) bool) int {
	t.Helper()
	ctx := context.Background()
	n, step := m.Last()
	seat := step.Actors.First()
	moves, err := m.LegalMoves(ctx, n, seat)
	require.NoError(t, err)
	for i := range moves.Len() {
		if take(moves.At(i)) {
			next, _, err := m.Play(ctx, n, seat, moves.At(i))
			require.NoError(t, err)
			return next
		}
	}
	require.Fail(t, "no such move", "%v", moves)
	return 0
}

func typed(name string) func(hosts.Move) bool {
	return func(m hosts.Move) bool { return m.String() == name }
}

// pigMatch is a game in which the host rolls: seat 0 has rolled 4 and held, seat 1 has rolled.
func pigMatch(t *testing.T, look hosts.Look) *hosts.Match {
	t.Helper()
	m, err := hosts.NewMatch(context.Background(), openPig(t), hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7), HostChance: true, Look: look})
	require.NoError(t, err)
	for i, move := range []string{"roll", "die pips=4", "hold", "roll"} {
		require.Equal(t, i+1, play(t, m, typed(move)))
	}
	return m
}

func TestMatchStale(t *testing.T) {
	ctx := context.Background()
	m := pigMatch(t, hosts.Look{})
	g := m.Game()
	die, err := g.Move([]byte(`{"type":"die","pips":6}`))
	require.NoError(t, err)
	for _, n := range []int{-1, 0, 3, 5} {
		_, _, err = m.Play(ctx, n, core.Chance, die)
		require.ErrorIs(t, err, hosts.ErrStale)
	}
	_, _, err = m.Play(ctx, 4, 0, die)
	require.ErrorIs(t, err, &hosts.RuleError{Code: "not_actor"})
	n, step := m.Last()
	require.Equal(t, 4, n)
	require.Equal(t, core.SeatsOf(core.Chance), step.Actors)
	require.Equal(t, 4, m.Moves())
	require.Equal(t, 2, m.Seats())
}

func TestMatchUndo(t *testing.T) {
	m := pigMatch(t, hosts.Look{})
	_, before := m.Last()
	n, step, err := m.Undo() // the roll of seat 1: the die is still in the air
	require.NoError(t, err)
	require.Equal(t, 3, n)
	require.Equal(t, core.SeatsOf(1), step.Actors)
	_, ok := m.Step(4)
	require.False(t, ok)

	require.Equal(t, 5, play(t, m, typed("roll")), "the number of a step taken back is not used again")
	_, again := m.Last()
	require.Equal(t, before.Position, again.Position)
	_, _, err = m.Play(context.Background(), 4, core.Chance, hosts.Move{})
	require.ErrorIs(t, err, hosts.ErrStale)

	for _, want := range []int{3, 2} {
		n, _, err = m.Undo()
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	_, _, err = m.Undo()
	var stopped *hosts.UndoError
	require.ErrorAs(t, err, &stopped)
	require.Equal(t, hosts.UndoError{N: 2, Reason: "draw", What: "die pips=4"}, *stopped)
	require.Equal(t, "step 2 cannot be taken back: chance has played die pips=4", err.Error())
	n, _ = m.Last()
	require.Equal(t, 2, n)

	l, err := m.Log()
	require.NoError(t, err)
	require.Len(t, l.Steps, 3)
}

func TestMatchUndoStops(t *testing.T) {
	ctx := context.Background()
	m, err := hosts.NewMatch(ctx, openPig(t), hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7)})
	require.NoError(t, err)
	_, _, err = m.Undo()
	require.Equal(t, &hosts.UndoError{N: 0, Reason: "creation"}, err)
	play(t, m, typed("roll"))
	_, step := m.Last()
	_, _, err = m.Undo()
	require.Equal(t, &hosts.UndoError{N: 1, Reason: "draw", What: step.Draws()[0].String()}, err)

	g, err := hosts.Open(ctx, native.New(kuhn.Rules{}))
	require.NoError(t, err)
	m, err = hosts.NewMatch(ctx, g, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7)})
	require.NoError(t, err)
	play(t, m, typed("bet"))
	_, _, err = m.Undo()
	require.NoError(t, err)
	play(t, m, typed("check"))
	play(t, m, typed("check"))
	_, _, err = m.Undo()
	require.Equal(t, &hosts.UndoError{N: 3, Reason: "reveals", What: "shown"}, err)
}

func TestMatchLooks(t *testing.T) {
	ctx := context.Background()
	plain, looking := pigMatch(t, hosts.Look{}), pigMatch(t, hosts.LookAll(2))
	for n := range 5 {
		for _, seat := range []core.Seat{0, 1, core.Chance} {
			a, err := plain.LegalMoves(ctx, n, seat)
			require.NoError(t, err)
			b, err := looking.LegalMoves(ctx, n, seat)
			require.NoError(t, err)
			left, err := json.Marshal(a)
			require.NoError(t, err)
			right, err := json.Marshal(b)
			require.NoError(t, err)
			require.Equal(t, string(left), string(right))
		}
		a, err := plain.View(ctx, n, core.Spectator)
		require.NoError(t, err)
		b, err := looking.View(ctx, n, core.Spectator)
		require.NoError(t, err)
		require.Equal(t, a.String(), b.String())
	}
	_, err := plain.View(ctx, 5, 0)
	require.ErrorIs(t, err, hosts.ErrStale)
	_, err = plain.LegalMoves(ctx, -1, 0)
	require.ErrorIs(t, err, hosts.ErrStale)
	seat, move, ok := plain.Move(3)
	require.True(t, ok)
	require.Equal(t, "0 hold", seat.String()+" "+move.String())
	_, _, ok = plain.Move(0)
	require.False(t, ok)
}

// Of many moves that answer the same step at once exactly one is played.
func TestMatchTogether(t *testing.T) {
	ctx := context.Background()
	m, err := hosts.NewMatch(ctx, openPig(t), hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7)})
	require.NoError(t, err)
	roll, err := m.Game().Move([]byte(`{"type":"roll"}`))
	require.NoError(t, err)
	for range 20 {
		n, step := m.Last()
		errs := make([]error, 8)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				_, _, errs[i] = m.Play(ctx, n, step.Actors.First(), roll)
				_, err := m.Log()
				errs[i] = errors.Join(errs[i], err)
			})
		}
		all.Wait()
		played := 0
		for _, err := range errs {
			if err == nil {
				played++
				continue
			}
			require.ErrorIs(t, err, hosts.ErrStale)
		}
		require.Equal(t, 1, played)
	}
	require.Equal(t, 20, m.Moves())
}

func TestMatchSaveAndLoad(t *testing.T) {
	ctx := context.Background()
	m := pigMatch(t, hosts.Look{})
	var file bytes.Buffer
	require.NoError(t, m.Save(&file))
	text := file.String()
	require.Equal(t, 7, strings.Count(text, "\n"))
	require.True(t, strings.HasPrefix(text, `{"format":"parley-log/1","game":"pig","rules":"1.0.0","abi":"1.0","module":"","seats":2,"seed":7,`+
		`"options":{},"chance":"host","setup":null}`+"\n"+`{"n":0,"position":"`), text)
	require.Contains(t, text, `{"n":2,"seat":"chance","move":{"type":"die","pips":4},"position":"`)
	require.True(t, strings.HasSuffix(text, "\n{\"open\":true}\n"))

	l, err := hosts.ReadLog(&file)
	require.NoError(t, err)
	again, err := hosts.LoadMatch(ctx, m.Game(), l, hosts.Look{})
	require.NoError(t, err)
	var second bytes.Buffer
	require.NoError(t, again.Save(&second))
	require.Equal(t, text, second.String())
	play(t, again, typed("die pips=6"))
	n, _ := again.Last()
	require.Equal(t, 5, n)

	for name, test := range map[string]struct {
		from, to string
		want     hosts.Difference
	}{
		"another die":       {`"pips":4`, `"pips":5`, hosts.Difference{Line: 4, Part: "position", Expected: l.Steps[2].Position}},
		"not the end":       {`{"open":true}`, `{"outcome":{"reason":"target","winners":[0],"places":[1,2],"scores":[4,0]}}`, hosts.Difference{Line: 7, Part: "outcome", Expected: `{"outcome":{"reason":"target","winners":[0],"places":[1,2],"scores":[4,0]}}`, Got: `{"open":true}`}},
		"a wrong seat":      {`"n":3,"seat":0`, `"n":3,"seat":1`, hosts.Difference{Line: 5, Part: "error", Expected: "none", Got: "not_actor: This seat has nothing to decide now."}},
		"a refused start":   {`"options":{}`, `"options":{"target":1}`, hosts.Difference{Line: 2, Part: "error", Expected: "none", Got: "bad_option (target): An option is unknown or has a value that it cannot have."}},
		"an unknown option": {`"options":{}`, `"options":{"x":1}`, hosts.Difference{Line: 2, Part: "error", Expected: "none", Got: "bad_option (x): An option is unknown or has a value that it cannot have."}},
	} {
		l, err := hosts.ReadLog(strings.NewReader(strings.Replace(text, test.from, test.to, 1)))
		require.NoError(t, err, name)
		_, err = hosts.LoadMatch(ctx, m.Game(), l, hosts.Look{})
		var d *hosts.Difference
		require.ErrorAs(t, err, &d, name)
		if test.want.Part == "position" {
			require.NotEqual(t, d.Expected, d.Got, name)
			test.want.Got = d.Got
		}
		require.Equal(t, test.want, *d, name)
	}
	for _, cut := range []string{`"game":"pig"`, `"rules":"1.0.0"`, `"abi":"1.0"`} {
		l, err := hosts.ReadLog(strings.NewReader(strings.Replace(text, cut, cut[:len(cut)-1]+`9"`, 1)))
		require.NoError(t, err)
		_, err = hosts.LoadMatch(ctx, m.Game(), l, hosts.Look{})
		if cut == `"abi":"1.0"` {
			require.NoError(t, err, "minor versions only add")
			continue
		}
		require.ErrorIs(t, err, hosts.ErrOtherGame)
	}
}
