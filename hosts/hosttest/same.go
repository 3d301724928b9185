package hosttest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// maxPlies ends a random game that will not end.
const maxPlies = 2000

// SameGames plays random games through Call on both Callers and requires every answer to be the same to the byte: every
// operation that both offer, in every position, for all seats and viewers, moves that are refused included. Both must be
// the same game. It returns the number of moves played.
func SameGames(t *testing.T, a, b hosts.Caller, games int, seed uint64) (plies int) {
	t.Helper()
	p := &pair{t: t, a: a, b: b, src: core.Source{State: seed}}
	m, _, _, err := abi.ParseManifest(p.ok(abi.Manifest, nil))
	require.NoError(t, err)
	for g := range games {
		plies += p.game(m, g%8 == 0)
	}
	return plies
}

type pair struct {
	t    *testing.T
	a, b hosts.Caller
	src  core.Source
	x, y []byte
	req  wire.Writer
}

// both makes a call on both and returns the answer, which is the same.
func (p *pair) both(op abi.Op, request []byte) []byte {
	p.t.Helper()
	var errA, errB error
	p.x, errA = p.a.Call(context.Background(), op, request, p.x[:0])
	p.y, errB = p.b.Call(context.Background(), op, request, p.y[:0])
	require.NoError(p.t, errA)
	require.NoError(p.t, errB)
	if string(p.x) != string(p.y) {
		require.Equal(p.t, p.x, p.y, "%v answers differ", op)
	}
	return p.x
}

// ok is both for an answer that must be ok. It returns what is in it.
func (p *pair) ok(op abi.Op, request []byte) []byte {
	p.t.Helper()
	v, found := wire.NewReader(p.both(op, request)).Find("ok")
	require.True(p.t, found, "%v was refused: %q", op, p.x)
	raw, _ := v.Raw()
	return append([]byte(nil), raw...)
}

func (p *pair) game(m *core.Manifest, thorough bool) (plies int) {
	w := &p.req
	w.Reset()
	w.Map(4)
	w.Str("seats")
	seats := m.Seats[p.src.Below(len(m.Seats))]
	w.Int(seats)
	w.Str("seed")
	w.Bin(hosts.SeedOf(p.src.Uint64()))
	w.Str("chance")
	w.Str([]string{"auto", "host"}[p.src.Below(2)])
	w.Str("look")
	appendLook(w, seats)
	step, found := wire.NewReader(p.both(abi.Init, w.B)).Find("ok")
	if !found {
		return 0 // a number of seats that needs an option
	}
	for ; plies < maxPlies; plies++ {
		position, list := p.choose(step)
		if thorough && plies%8 == 0 {
			p.everything(position, seats)
		}
		if list.Len() == 0 {
			return plies
		}
		seat, move := p.pick(list)
		step, found = wire.NewReader(p.apply(position, seat, move, seats)).Find("ok")
		require.True(p.t, found, "a listed move was refused: %q", p.x)
	}
	return plies
}

func appendLook(w *wire.Writer, seats int) {
	w.Map(2)
	w.Str("moves")
	w.Bool(true)
	w.Str("views")
	w.Array(seats + 2)
	for s := range seats {
		w.Int(s)
	}
	w.Str("spectator")
	w.Str("referee")
}

// choose returns copies of a step's position and of its list of legal moves per actor, empty after the end.
func (p *pair) choose(step wire.Reader) (position []byte, moves wire.Reader) {
	v, _ := step.Find("position")
	b, _ := v.Bin()
	v, _ = step.Find("moves")
	raw, _ := v.Raw()
	if len(raw) == 1 {
		raw = nil
	}
	return append([]byte(nil), b...), wire.NewReader(append([]byte(nil), raw...))
}

// pick chooses an actor and one of its moves.
func (p *pair) pick(moves wire.Reader) (seat, move []byte) {
	n, _ := moves.Array()
	for range p.src.Below(n) {
		moves.Skip()
	}
	moves.Array()
	seat, _ = moves.Raw()
	n, _ = moves.Array()
	require.Positive(p.t, n, "an actor has no move")
	for range p.src.Below(n) {
		moves.Skip()
	}
	move, _ = moves.Raw()
	return seat, move
}

func (p *pair) apply(position, seat, move []byte, seats int) []byte {
	w := &p.req
	w.Reset()
	w.Map(4)
	w.Str("position")
	w.Bin(position)
	w.Str("seat")
	w.Raw(seat)
	w.Str("move")
	w.Raw(move)
	w.Str("look")
	appendLook(w, seats)
	return p.both(abi.Apply, w.B)
}

// everything asks for all else that can be asked in a position.
func (p *pair) everything(position []byte, seats int) {
	w := &p.req
	ask := func(op abi.Op, key, word string, seat int, seed bool) {
		w.Reset()
		w.Map(4)
		w.Str("position")
		w.Bin(position)
		w.Str(key)
		switch {
		case word != "":
			w.Str(word)
		default:
			w.Int(seat)
		}
		w.Str("seed")
		if seed {
			w.Bin(hosts.SeedOf(p.src.Uint64()))
		} else {
			w.Nil()
		}
		w.Str("comment")
		w.Nil()
		p.both(op, w.B)
	}
	for s := range seats + 1 { // one too many
		ask(abi.LegalMoves, "seat", "", s, false)
		ask(abi.View, "viewer", "", s, false)
		ask(abi.Resample, "viewer", "", s, true)
		ask(abi.Describe, "viewer", "", s, false)
	}
	ask(abi.LegalMoves, "seat", "chance", 0, false)
	for _, v := range []string{"spectator", "referee", "nobody"} {
		ask(abi.View, "viewer", v, 0, false)
		ask(abi.Resample, "viewer", v, 0, true)
		ask(abi.Describe, "viewer", v, 0, false)
	}
	ask(abi.Playout, "moves", "", p.src.Below(50), true)
	damaged := append([]byte(nil), position...)
	damaged[p.src.Below(len(damaged))] ^= byte(1 + p.src.Below(255))
	position = damaged
	ask(abi.View, "viewer", "", 0, false)
	require.Contains(p.t, string(p.x), "bad_position")
	for _, move := range []string{"\xc0", "\x90", "\x91\x7f", "\x80", "\x81\xa4type\xa1x"} {
		p.apply(damaged, []byte{0}, []byte(move), seats)
	}
}
