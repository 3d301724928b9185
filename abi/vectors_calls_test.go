package abi_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

func open(t testing.TB, id string) *hosts.Game {
	g, err := hosts.Open(t.Context(), native.New(vectorGames[id]))
	require.NoError(t, err)
	return g
}

// calls makes vectors of operations.
type calls struct {
	t         testing.TB
	list      []callVector
	positions []positionVector
}

// do makes a call and returns the position in the answer, nil if there is none.
func (c *calls) do(name, game string, op abi.Op, request object) (position []byte) {
	return c.raw(name, game, op, encode(c.t, request))
}

func (c *calls) raw(name, game string, op abi.Op, request []byte) (position []byte) {
	response := abi.NewServer(vectorGames[game]).Serve(op, request, nil)
	c.list = append(c.list, callVector{game + ": " + name, game, op.String(), request, response})
	ok, _ := wire.NewReader(response).Find("ok")
	at, _ := ok.Find("position")
	position, _ = at.Bin()
	return position
}

// refused makes a call that is refused with this code and detail.
func (c *calls) refused(name, game string, op abi.Op, code, detail string, request object) {
	c.do(name, game, op, request)
	gotCode, gotDetail := refusal(c.t, c.list[len(c.list)-1].Response)
	require.Equal(c.t, []string{code, detail}, []string{gotCode, gotDetail}, name)
}

func makeCalls(t testing.TB) ([]positionVector, []callVector) {
	c := &calls{t: t}
	c.pig()
	c.kuhn()
	c.plank()
	return c.positions, c.list
}

func (c *calls) pig() {
	const g = "pig"
	seed := []byte{7, 0, 0, 0, 0, 0, 0, 0}
	look := object{"moves", true, "views", []any{0, 1, "spectator"}}
	c.raw("manifest", g, abi.Manifest, nil)
	c.raw("manifest, whatever the request", g, abi.Manifest, []byte{0xc1})

	start := c.do("init", g, abi.Init, object{"seats", 2, "seed", seed})
	c.position("pig: at the start", start)
	c.do("init with everything named", g, abi.Init, object{"seats", 2, "seed", seed, "options", nil, "chance", "auto", "setup", nil, "look", nil})
	c.do("init with look", g, abi.Init, object{"seats", 2, "seed", seed, "look", look})
	short := c.do("init with an option", g, abi.Init, object{"seats", 3, "seed", []byte{1}, "options", object{"target", 10}, "chance", "host"})
	c.position("pig: three seats, target 10, the host plays chance", short)
	c.do("init with an option at its default", g, abi.Init, object{"seats", 2, "seed", seed, "options", object{"target", 100}})
	c.do("init with keys in another order, wide integers and an unknown key", g, abi.Init,
		object{"later", []any{1}, "seed", json.RawMessage("\xc5\x00\x01\x01"), "seats", json.RawMessage("\xcd\x00\x02")})
	c.do("init with a setup", g, abi.Init, object{"seats", 2, "seed", seed, "setup", object{"scores", []any{90, 20}, "gathered", 8}})

	c.refused("no seats", g, abi.Init, "bad_request", "seats", object{"seed", seed})
	c.refused("no seed", g, abi.Init, "bad_request", "seed", object{"seats", 2})
	c.refused("seats as text", g, abi.Init, "bad_request", "seats", object{"seed", seed, "seats", "2"})
	c.refused("a seed of 33 bytes", g, abi.Init, "bad_request", "seed", object{"seats", 2, "seed", make([]byte, 33)})
	c.refused("an empty seed", g, abi.Init, "bad_request", "seed", object{"seats", 2, "seed", []byte{}})
	c.refused("a chance mode that is none", g, abi.Init, "bad_request", "chance", object{"seats", 2, "seed", seed, "chance", "dice"})
	c.refused("a look that is no map", g, abi.Init, "bad_request", "look", object{"seats", 2, "seed", seed, "look", true})
	c.refused("nine seats", g, abi.Init, "bad_player_count", "", object{"seats", 9, "seed", seed, "options", object{"colour", 1}})
	c.refused("an unknown option", g, abi.Init, "bad_option", "colour", object{"seats", 2, "seed", seed, "options", object{"target", 5, "colour", 1}})
	c.refused("an option out of range", g, abi.Init, "bad_option", "target", object{"seats", 2, "seed", seed, "options", object{"target", 5}, "setup", 1})
	c.refused("options that are no map", g, abi.Init, "bad_option", "options", object{"seats", 2, "seed", seed, "options", []any{}})
	c.refused("a setup of another game", g, abi.Init, "bad_setup", "ships", object{"seats", 2, "seed", seed, "setup", object{"ships", 1}})
	c.refused("a look at a seat that is not there", g, abi.Init, "bad_viewer", "look", object{"seats", 2, "seed", seed, "look", object{"views", []any{2}}})
	c.refused("a detail is cut at 64 bytes", g, abi.Init, "bad_option", strings.Repeat("ä", 32),
		object{"seats", 2, "seed", seed, "options", object{strings.Repeat("ä", 40), 1}})

	rolled := c.do("apply roll, the driver throws the die", g, abi.Apply, object{"position", start, "seat", 0, "move", []any{0}})
	c.do("apply roll in its named form, with look", g, abi.Apply, object{"position", start, "seat", 0, "move", object{"type", "roll"}, "look", look})
	c.position("pig: after a roll", rolled)
	c.refused("hold before a roll", g, abi.Apply, "nothing_to_hold", "", object{"position", start, "seat", 0, "move", []any{1}})
	c.refused("the die while nothing rolls", g, abi.Apply, "wrong_move_type", "", object{"position", start, "seat", 0, "move", []any{2, 3}})
	c.refused("the other seat", g, abi.Apply, "not_actor", "", object{"position", start, "seat", 1, "move", []any{0}})
	c.refused("a seat that is not there", g, abi.Apply, "bad_seat", "", object{"position", start, "seat", 2, "move", 0})
	c.refused("the spectator", g, abi.Apply, "bad_seat", "", object{"position", start, "seat", "spectator", "move", []any{0}})
	c.refused("a seat that is a list", g, abi.Apply, "bad_request", "seat", object{"position", start, "seat", []any{}, "move", []any{0}})
	c.refused("no move", g, abi.Apply, "bad_request", "move", object{"position", start, "seat", 0})
	c.refused("a move that is a number", g, abi.Apply, "malformed", "", object{"position", start, "seat", 0, "move", 0})
	c.refused("a move that is an empty list", g, abi.Apply, "malformed", "type", object{"position", start, "seat", 0, "move", []any{}})
	c.refused("an unknown kind of move", g, abi.Apply, "malformed", "type", object{"position", start, "seat", 1, "move", []any{3}})
	c.refused("an argument too many", g, abi.Apply, "malformed", "", object{"position", start, "seat", 0, "move", []any{0, 1}})
	c.refused("an argument missing", g, abi.Apply, "malformed", "pips", object{"position", start, "seat", 0, "move", []any{2}})
	c.refused("an argument out of range", g, abi.Apply, "malformed", "pips", object{"position", start, "seat", 0, "move", object{"type", "die", "pips", 7}})
	c.refused("an unknown argument", g, abi.Apply, "malformed", "side", object{"position", start, "seat", 0, "move", object{"type", "roll", "side", 7}})
	c.refused("a look before the move", g, abi.Apply, "bad_viewer", "look", object{"position", start, "seat", 9, "move", 0, "look", object{"views", []any{"chance"}}})

	waiting := c.do("apply roll, the host has to throw the die", g, abi.Apply, object{"position", short, "seat", 0, "move", []any{0}, "look", object{"moves", true}})
	c.do("legal moves of chance", g, abi.LegalMoves, object{"position", waiting, "seat", "chance"})
	c.do("apply a die", g, abi.Apply, object{"position", waiting, "seat", "chance", "move", []any{2, 6}})
	c.do("legal moves", g, abi.LegalMoves, object{"position", rolled, "seat", 0})
	c.do("legal moves of a seat that does not act", g, abi.LegalMoves, object{"position", rolled, "seat", 1})
	c.do("legal moves of chance that does not act", g, abi.LegalMoves, object{"position", rolled, "seat", "chance"})
	c.refused("legal moves of the referee", g, abi.LegalMoves, "bad_seat", "", object{"position", rolled, "seat", "referee"})

	c.do("view", g, abi.View, object{"position", rolled, "viewer", 1})
	c.do("view with keys of other operations, whatever their values", g, abi.View,
		object{"chance", 1, "seats", "x", "position", rolled, "look", 3, "viewer", 1, "seed", nil, "moves", -1})
	c.refused("view of chance", g, abi.View, "bad_viewer", "", object{"position", rolled, "viewer", "chance"})
	c.refused("view of nobody", g, abi.View, "bad_viewer", "", object{"position", rolled, "viewer", nil})
	c.do("resample", g, abi.Resample, object{"position", rolled, "viewer", "spectator", "seed", seed})
	c.refused("resample for the referee", g, abi.Resample, "bad_viewer", "", object{"position", rolled, "viewer", "referee", "seed", seed})
	c.do("describe", g, abi.Describe, object{"position", rolled, "viewer", 0})
	c.playouts(start, short)
	c.badPositions(start)
}

// playouts: one to the end, one in slices, none, and one in which the chance moves count.
func (c *calls) playouts(start, short []byte) {
	const g = "pig"
	playout := func(name string, position, seed []byte, moves int) (next, nextSeed []byte) {
		next = c.do(name, g, abi.Playout, object{"position", position, "seed", seed, "moves", moves})
		ok, _ := wire.NewReader(c.list[len(c.list)-1].Response).Find("ok")
		at, _ := ok.Find("seed")
		nextSeed, _ = at.Bin()
		return next, nextSeed
	}
	over, _ := playout("playout to the end", start, []byte{5}, 10_000)
	c.position("pig: over", over)
	half, seed := playout("playout of 10 moves", start, []byte{5}, 10)
	rest, _ := playout("playout of the rest", half, seed, 9_990)
	require.Equal(c.t, over, rest)
	playout("playout of no moves", start, []byte{5}, 0)
	playout("playout in which the host plays chance", short, []byte{5}, 5)
	c.refused("playout of -1 moves", g, abi.Playout, "bad_request", "moves", object{"position", start, "seed", []byte{5}, "moves", -1})
	c.refused("apply after the end", g, abi.Apply, "game_over", "", object{"position", over, "seat", 7, "move", 0})
	c.do("legal moves after the end", g, abi.LegalMoves, object{"position", over, "seat", 0})
}

func (c *calls) badPositions(good []byte) {
	const g = "pig"
	bad := func(name, detail string, p []byte) {
		c.refused(name, g, abi.View, "bad_position", detail, object{"position", p, "viewer", "nobody"})
	}
	altered := func(at int, to byte) []byte {
		p := bytes.Clone(good)
		p[at] = to
		return p
	}
	sealed := func(p []byte) []byte { // with a right checksum
		n := len(p) - 8
		return wire.AppendUint64(p[:n:n], abi.Checksum(p[:n]))
	}
	bad("no bytes", "header", []byte{})
	bad("another magic", "header", altered(0, 'p'))
	bad("another format", "header", altered(3, 2))
	bad("another game", "game", altered(5, 'b'))
	bad("another rules version", "rules", altered(9, '2'))
	bad("a position that ends behind the rules version", "header", good[:20])
	bad("an altered byte", "checksum", altered(len(good)-12, 9))
	bad("an altered checksum", "checksum", altered(len(good)-1, good[len(good)-1]^1))
	bad("a position without its last byte", "checksum", good[:len(good)-1])
	bad("a position of no seats", "header", sealed(altered(14, 0)))
	bad("a position in a chance mode that is none", "header", sealed(altered(15, 2)))
	bad("options longer than there is room", "header", sealed(altered(19, 1)))
	bad("bytes after the body", "header", sealed(append(bytes.Clone(good[:len(good)-8]), make([]byte, 9)...)))
	bad("a position of one seat", "body", sealed(altered(14, 1)))
	bad("options that are none", "body", sealed(altered(21, 5)))
	bad("a generator that has given 125 numbers", "body", sealed(altered(22+core.RandSize-1, 125)))
	bad("a body that breaks the rules", "body", sealed(altered(22+core.RandSize+4, 2)))
	bad("a chance move that waits, and nobody to play it", "body", sealed(altered(22+core.RandSize+5, 1)))
}

func (c *calls) kuhn() {
	const g = "kuhn"
	c.raw("manifest", g, abi.Manifest, nil)
	start := c.do("init, chance deals two cards", g, abi.Init, object{"seats", 2, "seed", []byte{3}, "look", object{"moves", true, "views", []any{0, 1, "spectator", "referee"}}})
	c.position("kuhn: at the start", start)
	waiting := c.do("init, the host deals", g, abi.Init, object{"seats", 2, "seed", []byte{3}, "chance", "host"})
	c.do("legal moves of chance", g, abi.LegalMoves, object{"position", waiting, "seat", "chance"})
	c.do("deal by name: an event for one seat", g, abi.Apply, object{"position", waiting, "seat", "chance", "move", object{"type", "deal", "card", "queen"}})
	c.refused("a word that is none", g, abi.Apply, "malformed", "card", object{"position", waiting, "seat", "chance", "move", object{"type", "deal", "card", "ace"}})
	c.refused("a word in the compact form", g, abi.Apply, "malformed", "card", object{"position", waiting, "seat", "chance", "move", []any{0, "king"}})
	c.refused("a number in the named form", g, abi.Apply, "malformed", "card", object{"position", waiting, "seat", "chance", "move", object{"type", "deal", "card", 2}})
	bet := c.do("bet", g, abi.Apply, object{"position", start, "seat", 0, "move", []any{2}})
	c.do("fold: the outcome", g, abi.Apply, object{"position", bet, "seat", 1, "move", []any{4}, "look", object{"moves", true, "views", []any{}}})
	c.do("resample for seat 0", g, abi.Resample, object{"position", bet, "viewer", 0, "seed", []byte{9}})
	c.do("view of seat 0", g, abi.View, object{"position", bet, "viewer", 0})
	c.do("view of the referee", g, abi.View, object{"position", bet, "viewer", "referee"})
}

func (c *calls) plank() {
	const g = "walk_the_plank"
	start := c.do("init", g, abi.Init, object{"seats", 3, "seed", []byte{1}, "options", object{"max_rounds", 3, "skull_cards", []any{"charge", "drag"}}})
	c.position("walk_the_plank: at the start", start)
	c.do("several seats act; seat 2 lays its cards, which only it and the referee see", g, abi.Apply,
		object{"position", start, "seat", 2, "move", object{"cards", []any{"pull", "drag", "shove_left"}, "type", "choose_cards"}})
	c.refused("chance in a game without chance", g, abi.Apply, "bad_seat", "", object{"position", start, "seat", "chance", "move", []any{0}})
	c.refused("a loose argument out of range", g, abi.Apply, "unknown_card", "",
		object{"position", start, "seat", 0, "move", object{"type", "choose_cards", "cards", []any{"pull", "drag", "keelhaul"}}})
	c.refused("a list of a wrong length", g, abi.Apply, "malformed", "cards", object{"position", start, "seat", 0, "move", []any{0, []any{1, 2}}})
	c.refused("a game for two, which an option would allow", g, abi.Init, "bad_player_count", "", object{"seats", 2, "seed", []byte{1}})
}

// position takes a position apart, by other means than the code's.
func (c *calls) position(name string, p []byte) {
	v := positionVector{Name: name, Hex: p}
	rest := p
	take := func(n int) (part []byte) {
		require.GreaterOrEqual(c.t, len(rest), n)
		part, rest = rest[:n], rest[n:]
		return part
	}
	long := func() []byte { n := take(4); return take(int(n[0]) | int(n[1])<<8 | int(n[2])<<16 | int(n[3])<<24) }
	require.Equal(c.t, "PLY\x01", string(take(4)))
	v.Game = string(take(int(take(1)[0])))
	v.Rules = string(take(int(take(1)[0])))
	v.Seats = int(take(1)[0])
	v.Chance = []string{"auto", "host"}[take(1)[0]]
	v.Options = toJSON(c.t, long())
	v.Generator = take(33)
	v.Body = long()
	v.Checksum = number(wire.Uint64(take(8)))
	require.Empty(c.t, rest)
	c.positions = append(c.positions, v)
}
