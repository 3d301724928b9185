package kuhn_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

var (
	rules    = kuhn.Rules{}
	manifest = rules.Manifest()
)

// The kinds of moves in the order of the manifest.
const (
	deal = iota
	check
	bet
	call
	fold
)

// domain is every move that the manifest has.
var domain = []core.Move{core.M(deal, 0), core.M(deal, 1), core.M(deal, 2), core.M(check), core.M(bet), core.M(call), core.M(fold)}

// begin starts a game in which the test deals the cards.
func begin(t testing.TB, options map[string]any) *core.Driver {
	t.Helper()
	b, err := msgpack.Marshal(options)
	require.NoError(t, err)
	d := core.NewDriver(rules)
	require.Equal(t, core.Refusal{}, d.Start(&core.Request{Seats: 2, Seed: []byte{1}, Options: b, HostChance: true}))
	return d
}

// walk visits a state and all that can follow, with the moves that led there.
func walk(s core.State, path []core.Move, visit func(s core.State, path []core.Move)) {
	visit(s, path)
	actors := s.Actors()
	if actors == 0 {
		return
	}
	for _, m := range s.Moves(actors.First(), nil) {
		next := rules.New()
		s.CopyTo(next)
		next.Apply(actors.First(), m, nil)
		walk(next, append(path[:len(path):len(path)], m), visit)
	}
}

// states are all states of the game.
func states(t testing.TB) (all []core.State) {
	walk(begin(t, nil).State(), nil, func(s core.State, _ []core.Move) { all = append(all, s) })
	return all
}

func view(s core.State, viewer core.Seat) string {
	var w wire.Writer
	s.View(viewer, &w)
	return string(w.B)
}

func TestTreeHasItsSize(t *testing.T) {
	kinds := map[string]int{}
	walk(begin(t, nil).State(), nil, func(s core.State, _ []core.Move) {
		switch {
		case s.Actors() == 0:
			kinds[s.Outcome().Reason]++
		case s.Actors().Has(core.Chance):
			kinds["chance"]++
		default:
			kinds["decision"]++
		}
	})
	// 6 deals with 4 decisions and 5 ends each; before them the empty table and the first card.
	require.Equal(t, map[string]int{"chance": 1 + 3, "decision": 6 * 4, "fold": 6 * 2, "showdown": 6 * 3}, kinds)
}

func TestEveryEnd(t *testing.T) {
	for _, test := range []struct {
		plays      []int
		king, jack int32 // what seat 0 wins with this card against a queen
		reason     string
	}{
		{[]int{check, check}, 1, -1, "showdown"},
		{[]int{check, bet, call}, 4, -4, "showdown"},
		{[]int{check, bet, fold}, -1, -1, "fold"},
		{[]int{bet, call}, 4, -4, "showdown"},
		{[]int{bet, fold}, 1, 1, "fold"},
	} {
		for card, chips := range map[int16]int32{2: test.king, 0: test.jack} {
			s := begin(t, map[string]any{"bet": 3}).State()
			s.Apply(core.Chance, core.M(deal, card), nil)
			s.Apply(core.Chance, core.M(deal, 1), nil)
			for i, kind := range test.plays {
				require.Equal(t, core.SeatsOf(core.Seat(i%2)), s.Actors())
				s.Apply(core.Seat(i%2), core.M(kind), nil)
			}
			require.Zero(t, s.Actors())
			winner := core.Seat(0)
			if chips < 0 {
				winner = 1
			}
			want := core.Outcome{Reason: test.reason, Winners: core.SeatsOf(winner), Scored: true}
			want.Scores[0], want.Scores[1] = chips, -chips
			want.Places[winner], want.Places[1-winner] = 1, 2
			require.Equal(t, want, s.Outcome())
		}
	}
}

// value is what seat 0 wins on average where each move is played with a chance.
func value(s core.State, path []core.Move, chance func(path []core.Move, m core.Move) *big.Rat) *big.Rat {
	if s.Actors() == 0 {
		return big.NewRat(int64(s.Outcome().Scores[0]), 1)
	}
	actor := s.Actors().First()
	sum := new(big.Rat)
	moves := s.Moves(actor, nil)
	for _, m := range moves {
		p := big.NewRat(1, int64(len(moves)))
		if actor != core.Chance {
			p = chance(path, m)
		}
		next := rules.New()
		s.CopyTo(next)
		next.Apply(actor, m, nil)
		sum.Add(sum, p.Mul(p, value(next, append(path[:len(path):len(path)], m), chance)))
	}
	return sum
}

func TestValueOfRandomPlay(t *testing.T) {
	even := func([]core.Move, core.Move) *big.Rat { return big.NewRat(1, 2) }
	for bet := 1; bet <= 10; bet++ {
		// Showdowns cancel out. A bet is answered by a fold with 1/4, a check and a bet with 1/8: seat 0 wins 1/4 - 1/8.
		require.Equal(t, "1/8", value(begin(t, map[string]any{"bet": bet}).State(), nil, even).String())
	}
}

func TestValueOfBestPlay(t *testing.T) {
	// Kuhn's equilibria, one for each alpha of 0 to 1/3: seat 0 wins -1/18. The chance to bet or call by card, for the four
	// decisions.
	for _, alpha := range []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 6), big.NewRat(1, 3)} {
		one, zero, third := big.NewRat(1, 1), new(big.Rat), big.NewRat(1, 3)
		three := new(big.Rat).Mul(big.NewRat(3, 1), alpha)
		opens := []*big.Rat{alpha, zero, three}
		afterCheck := []*big.Rat{third, zero, one}
		facesBet := []*big.Rat{zero, third, one}
		checkedBet := []*big.Rat{zero, new(big.Rat).Add(alpha, third), one}
		best := func(path []core.Move, m core.Move) *big.Rat {
			plays := path[2:]
			at, card := opens, path[len(plays)%2].Arg[0]
			switch {
			case len(plays) == 2:
				at = checkedBet
			case len(plays) == 1 && plays[0].Kind == bet:
				at = facesBet
			case len(plays) == 1:
				at = afterCheck
			}
			if m.Kind == bet || m.Kind == call {
				return new(big.Rat).Set(at[card])
			}
			return new(big.Rat).Sub(one, at[card])
		}
		require.Equal(t, "-1/18", value(begin(t, nil).State(), nil, best).String())
	}
}

func TestMovesAreThoseThatCheckAllows(t *testing.T) {
	for _, s := range states(t) {
		for actors := s.Actors(); actors != 0; actors = actors.Rest() {
			var allowed []core.Move
			for _, m := range domain {
				if s.Check(actors.First(), m) == core.OK {
					allowed = append(allowed, m)
				}
			}
			require.NotEmpty(t, allowed)
			require.Equal(t, allowed, s.Moves(actors.First(), nil))
		}
	}
}

func TestRefusals(t *testing.T) {
	s := begin(t, nil).State()
	require.Equal(t, core.WrongMoveType, s.Check(core.Chance, core.M(check)))
	s.Apply(core.Chance, core.M(deal, 1), nil)
	require.Equal(t, "card_not_in_pack", manifest.CodeText(s.Check(core.Chance, core.M(deal, 1))).Code)
	s.Apply(core.Chance, core.M(deal, 0), nil)
	require.Equal(t, core.WrongMoveType, s.Check(0, core.M(deal, 2)))
	require.Equal(t, core.WrongMoveType, s.Check(0, core.M(call)))
	s.Apply(0, core.M(bet), nil)
	require.Equal(t, core.WrongMoveType, s.Check(1, core.M(bet)))
}

// TestNothingLeaks: a viewer cannot tell the resamples of a state from it, and they are exactly the states of the game that
// look the same to him.
func TestNothingLeaks(t *testing.T) {
	all := states(t)
	for _, s := range all {
		for _, viewer := range []core.Seat{0, 1, core.Spectator} {
			alike := map[string]bool{}
			for _, other := range all {
				if view(other, viewer) == view(s, viewer) {
					alike[string(other.Append(nil))] = true
				}
			}
			seen := map[string]bool{}
			src := core.NewSource([]byte{7})
			for range 200 {
				other := rules.New()
				s.CopyTo(other)
				other.(core.Resampler).Resample(viewer, &src)
				seen[string(other.Append(nil))] = true
				require.Equal(t, view(s, viewer), view(other, viewer))
				require.Equal(t, s.Actors(), other.Actors())
				if s.Actors().Has(viewer) {
					require.Equal(t, s.Moves(viewer, nil), other.Moves(viewer, nil))
					for _, m := range domain {
						require.Equal(t, s.Check(viewer, m), other.Check(viewer, m))
					}
				}
				d := s.(core.Describer)
				require.Equal(t, d.Describe(viewer, nil), other.(core.Describer).Describe(viewer, nil))
			}
			require.Equal(t, alike, seen)
		}
	}
}

func TestViewsAreOfTheirType(t *testing.T) {
	for _, s := range states(t) {
		for _, viewer := range []core.Seat{0, 1, core.Spectator, core.Referee} {
			v := []byte(view(s, viewer))
			require.Equal(t, wire.Fine, wire.Check(v))
			r := wire.NewReader(v)
			require.True(t, manifest.View.Holds(&r, 2))
			require.Zero(t, r.Len())
		}
	}
}

func TestBodiesAreCanonical(t *testing.T) {
	table := begin(t, nil).Table()
	bodies := map[string]bool{}
	for _, s := range states(t) {
		body := s.Append(nil)
		require.False(t, bodies[string(body)], "two states with one body")
		bodies[string(body)] = true
		other := rules.New()
		require.True(t, other.Load(table, body))
		require.Equal(t, s, other)
		require.Equal(t, body, other.Append(nil))
	}
	// All short bodies, with every byte from 0 to 5: exactly those of the game's states are taken.
	taken := 0
	body := make([]byte, 0, 6)
	var all func()
	all = func() {
		if rules.New().Load(table, body) {
			taken++
			require.True(t, bodies[string(body)], "%v is no state of the game", body)
		}
		if len(body) == cap(body) {
			return
		}
		for b := range byte(6) {
			body = append(body, b)
			all()
			body = body[:len(body)-1]
		}
	}
	all()
	require.Equal(t, len(bodies), taken)
}

func FuzzBody(f *testing.F) {
	for _, s := range states(f) {
		f.Add(s.Append(nil))
	}
	table := begin(f, nil).Table()
	f.Fuzz(func(t *testing.T, body []byte) {
		s := rules.New()
		if !s.Load(table, body) {
			return
		}
		require.Equal(t, body, s.Append(nil))
		walk(s, nil, func(s core.State, _ []core.Move) {
			r := wire.NewReader([]byte(view(s, core.Referee)))
			require.True(t, manifest.View.Holds(&r, 2))
		})
	})
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, s := range states(t) {
		table := begin(t, nil).Table()
		other, body, moves := rules.New(), s.Append(nil), make([]core.Move, 0, 8)
		buf, w := make([]byte, 0, 64), wire.Writer{B: make([]byte, 0, 256)}
		require.Zero(t, testing.AllocsPerRun(20, func() {
			other.Load(table, body)
			if actors := other.Actors(); actors != 0 {
				moves = other.Moves(actors.First(), moves[:0])
				other.Apply(actors.First(), moves[0], nil)
			}
			w.Reset()
			other.View(0, &w)
			buf = other.Append(buf[:0])
		}))
	}
}

// serve has an operation carried out, with an independent codec.
func serve(t testing.TB, op abi.Op, request map[string]any) map[string]any {
	t.Helper()
	b, err := msgpack.Marshal(request)
	require.NoError(t, err)
	var response map[string]any
	require.NoError(t, msgpack.Unmarshal(abi.NewServer(rules).Serve(op, b, nil), &response))
	return response
}

func TestEventsOfAGame(t *testing.T) {
	begin := serve(t, abi.Init, map[string]any{"seats": 2, "seed": []byte{1}, "chance": "host"})
	position := begin["ok"].(map[string]any)["position"]
	for _, step := range []struct {
		seat   any
		move   map[string]any
		events string
	}{
		{"chance", map[string]any{"type": "deal", "card": "king"},
			`[[[0],{"type":"dealt","seat":0,"card":"king"}],[null,{"type":"card_dealt","seat":0}]]`},
		{"chance", map[string]any{"type": "deal", "card": "jack"},
			`[[[1],{"type":"dealt","seat":1,"card":"jack"}],[null,{"type":"card_dealt","seat":1}]]`},
		{0, map[string]any{"type": "check"}, `[[null,{"type":"checked","seat":0}]]`},
		{1, map[string]any{"type": "bet"}, `[[null,{"type":"bet","seat":1}]]`},
		{0, map[string]any{"type": "call"}, `[[null,{"type":"called","seat":0}],[null,{"type":"shown","seat":0,"card":"king"}],
			[null,{"type":"shown","seat":1,"card":"jack"}],[null,{"type":"game_over","winner":0,"chips":2,"reason":"showdown"}]]`},
	} {
		after := serve(t, abi.Apply, map[string]any{"position": position, "seat": step.seat, "move": step.move})
		require.Contains(t, after, "ok")
		ok := after["ok"].(map[string]any)
		require.JSONEq(t, step.events, toJSON(t, ok["events"]))
		position = ok["position"]
	}
}

func TestTheDriverDealsFairly(t *testing.T) {
	deals := map[string]int{}
	const games = 1200
	for i := range games {
		d := core.NewDriver(rules)
		require.Equal(t, core.Refusal{}, d.Start(&core.Request{Seats: 2, Seed: []byte{byte(i), byte(i >> 8)}}))
		require.Len(t, d.Draws(), 2)
		require.Equal(t, core.SeatsOf(0), d.Actors())
		deals[string(d.AppendBody(nil))]++
	}
	require.Len(t, deals, 6)
	for _, n := range deals {
		require.InDelta(t, games/6, n, 65) // 5 standard deviations
	}
}

func TestRefusedRequests(t *testing.T) {
	type m = map[string]any
	refused := func(code, detail string) m { return m{"error": m{"code": code, "detail": detail}} }
	require.Equal(t, refused("bad_player_count", ""), serve(t, abi.Init, m{"seats": 3, "seed": []byte{1}}))
	for _, bet := range []any{0, 11, "1", nil, true} {
		got := serve(t, abi.Init, m{"seats": 2, "seed": []byte{1}, "options": m{"bet": bet}})
		require.Equal(t, refused("bad_option", "bet"), got, "%v", bet)
	}
	position := serve(t, abi.Init, m{"seats": 2, "seed": []byte{1}, "chance": "host"})["ok"].(m)["position"]
	for _, test := range []struct {
		seat any
		move any
		want m
	}{
		{0, m{"type": "check"}, refused("not_actor", "")},
		{2, m{"type": "check"}, refused("bad_seat", "")},
		{"referee", m{"type": "check"}, refused("bad_seat", "")},
		{"chance", m{"type": "check"}, refused("wrong_move_type", "")},
		{"chance", m{"type": "deal"}, refused("malformed", "card")},
		{"chance", m{"type": "deal", "card": "ace"}, refused("malformed", "card")},
		{"chance", m{"type": "deal", "card": 1}, refused("malformed", "card")},
		{"chance", m{"type": "raise"}, refused("malformed", "type")},
		{"chance", []any{deal, 3}, refused("malformed", "card")},
	} {
		require.Equal(t, test.want, serve(t, abi.Apply, m{"position": position, "seat": test.seat, "move": test.move}), "%v", test)
	}
	over := serve(t, abi.Init, m{"seats": 2, "seed": []byte{1}, "setup": m{"cards": []any{"king", "jack"}, "history": []any{"bet", "fold"}}})
	require.Equal(t, m{"reason": "fold", "winners": []any{int8(0)}, "places": []any{int8(1), int8(2)}, "scores": []any{int8(1), int8(-1)}},
		over["ok"].(m)["outcome"])
	require.Equal(t, refused("game_over", ""), serve(t, abi.Apply, m{"position": over["ok"].(m)["position"], "seat": 0, "move": []any{check}}))
}
