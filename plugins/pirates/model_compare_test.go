package pirates_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/pirates"
)

// Every step of random games is what the model foresees: views of all viewers, events, draws, legal moves, refusals.
func TestModelForeseesEveryStep(t *testing.T) {
	games := 80
	if testing.Short() {
		games = 20
	}
	ctx := context.Background()
	g, err := hosts.Open(ctx, native.New(pirates.Rules{}))
	require.NoError(t, err)
	src := core.Source{State: 62}
	seen := map[string]int{}
	for i := range games {
		modelGame(t, g, &src, 2+i%5, i/5%2 == 0, i%10 == 4, seen)
	}
	t.Log(games, "games", seen)
	if testing.Short() {
		return
	}
	for _, k := range (pirates.Rules{}).Manifest().Events {
		require.Positive(t, seen[k.Name], "no game had an event %s", k.Name)
	}
	for _, c := range []string{"not_actor", "wrong_move_type", "too_many_crew", "too_many_cannons", "no_such_field", "not_reachable", "no_such_target", "own_ship",
		"cannot_attack", "not_same_field", "safe_harbour", "fortress_plundered", "not_adjacent", "nothing_to_repair", "field_occupied", "too_many_repairs",
		"supply_empty", "refit_disabled", "not_in_harbour", "no_change", "bad_stow", "bad_die", "game_over", "bad_seat", "malformed", ""} {
		require.Positive(t, seen["code "+c], "no move was refused with %s", c)
	}
}

func modelOneOf[T any](src *core.Source, odds int, usual T, others ...T) T {
	if src.Below(odds) != 0 {
		return usual
	}
	return others[src.Below(len(others))]
}

func modelDrawOptions(src *core.Source) modelOptions {
	return modelOptions{
		SetupOrder:       modelOneOf(src, 3, "simultaneous", "in_turn"),
		Movement:         modelOneOf(src, 4, "exact_or_one", "up_to"),
		HarbourEntry:     modelOneOf(src, 4, "stop", "exact"),
		SafeHarbour:      modelOneOf(src, 4, false, true),
		TreasureHits:     modelOneOf(src, 3, "one", "none"),
		FortressTreasure: modelOneOf(src, 3, "fields", "vault"),
		Combat:           modelOneOf(src, 3, "exchange", "duel"),
		CounterPlunder:   modelOneOf(src, 3, true, false),
		HoldUnit:         modelOneOf(src, 3, "chests", "value"),
		ScoreUnit:        modelOneOf(src, 3, "value", "chests"),
		TreasureTarget:   modelOneOf(src, 3, 0, 1, 3, 99),
		CountAboard:      modelOneOf(src, 3, "not_at_target", "always", "never"),
		MaxRounds:        modelOneOf(src, 2, 100, 1, 3, 12),
		HarbourRefit:     modelOneOf(src, 3, false, true),
		UnlimitedSupply:  modelOneOf(src, 4, false, true),
	}
}

// modelDrawMap draws a connected map: as the option gives it, and as the view shows it.
func modelDrawMap(src *core.Source) (given map[string]any, shown modelMap) {
	s := 1 + src.Below(modelOneOf(src, 3, 12, 3, 60))
	degree := make([]int, s+1)
	has := map[[2]int]bool{}
	add := func(a, b int) bool {
		if a == b || degree[a] == 8 || degree[b] == 8 || has[[2]int{min(a, b), max(a, b)}] {
			return false
		}
		degree[a]++
		degree[b]++
		has[[2]int{min(a, b), max(a, b)}] = true
		return true
	}
	for b := 1; b <= s; b++ {
		for !add(src.Below(b), b) {
			continue
		}
	}
	for range src.Below(s + 1) {
		add(src.Below(s+1), src.Below(s+1))
	}
	edges := [][]int{}
	for a := range s + 1 {
		for b := range s + 1 {
			if has[[2]int{a, b}] {
				shown.Edges = append(shown.Edges, []int{a, b})
				if src.Below(2) == 0 {
					a, b := b, a
					edges = append(edges, []int{a, b})
				} else {
					edges = append(edges, []int{a, b})
				}
			}
		}
	}
	src.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	forts := [][]int{}
	shown.FortressNames = []string{}
	for f := range 1 + src.Below(modelOneOf(src, 4, 4, 20)) {
		list := []int{}
		for range 1 + src.Below(4) {
			if x := 1 + src.Below(s); !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
		forts = append(forts, list)
		sorted := slices.Clone(list)
		slices.Sort(sorted)
		shown.Fortresses = append(shown.Fortresses, sorted)
		shown.FortressNames = append(shown.FortressNames, "Fort "+modelText(f+1))
	}
	shown.Name, shown.Seas, shown.SeaNames = "custom", s, []string{"Harbour"}
	for i := range s {
		shown.SeaNames = append(shown.SeaNames, "Sea "+modelText(i+1))
	}
	given = map[string]any{"seas": s, "edges": edges, "fortresses": forts}
	if src.Below(2) == 0 {
		shown.Name = "isles é"
		given["name"] = shown.Name
		given["coords"] = nil
	}
	if src.Below(2) == 0 {
		for range forts {
			shown.FortressCoords = append(shown.FortressCoords, []int{src.Below(1001), src.Below(1001)})
		}
		given["fortress_coords"] = shown.FortressCoords
		for i := range shown.SeaNames {
			shown.SeaNames[i] = "S" + modelText(i)
		}
		given["sea_names"] = shown.SeaNames
	}
	return given, shown
}

// modelDrawTiles draws tiles, with vaults in any order: as given, and as shown.
func modelDrawTiles(src *core.Source, n int, scarce bool) (given, shown []modelTile) {
	left := []int{6, 6, 6}
	codes := modelOneOf(src, 2, []int{0, 1, 1, 2, 11, 12, 13}, []int{1, 2, 2, 2, 2, 2, 11})
	if scarce {
		codes = []int{1, 1, 1, 1, 1, 1, 2}
	}
	for range n {
		a := modelTile{Fields: make([]int, 6), Vault: []int{}}
		for i := range a.Fields {
			code := codes[src.Below(7)]
			if code == 2 && modelCount(a.Fields, 2) == 5 || code > 10 && left[code-11] == 0 {
				continue
			}
			if code > 10 {
				left[code-11]--
			}
			a.Fields[i] = code
		}
		for range src.Below(3) {
			if v := 1 + src.Below(3); left[v-1] > 0 {
				left[v-1]--
				a.Vault = append(a.Vault, v)
			}
		}
		given = append(given, a)
		b := modelTile{a.Fields, slices.Clone(a.Vault)}
		modelSort(b.Vault)
		shown = append(shown, b)
	}
	return given, shown
}

// modelPick prefers what moves a game on: attacks, then the harbour with a full hold.
func modelPick(src *core.Source, m *model, moves []modelMove) modelMove {
	if src.Below(5) == 0 {
		return moves[src.Below(len(moves))]
	}
	var good []modelMove
	for _, mv := range moves {
		switch {
		case mv.kind == "attack_ship" || mv.kind == "attack_fortress" || mv.kind == "stow" || mv.kind == "counterattack" || mv.kind == "roll":
			good = append(good, mv)
		case mv.kind == "move" && mv.arg == 0 && len(m.Ships[*m.Turn].Hold) > 0:
			return mv
		case mv.kind == "equip" && modelArmed(mv.fields) && modelCount(mv.fields, 0) < 2, mv.kind == "repair" && src.Below(20) == 0:
			good = append(good, mv)
		case mv.kind == "move" && slices.ContainsFunc(m.Map.Fortresses, func(list []int) bool { return slices.Contains(list, mv.arg) }):
			good = append(good, mv)
		}
	}
	if len(good) == 0 {
		good = moves
	}
	return good[src.Below(len(good))]
}

// modelAnyMove draws a move of any kind.
func modelAnyMove(src *core.Source, m *model) modelMove {
	if crew := m.Supply.Crew; m.Phase == "action2" && crew != nil && min(*crew, *m.Supply.Cannons) == 0 && src.Below(2) == 0 {
		mv := modelMove{kind: "repair", fields: make([]int, 6)} // of what is not there
		mv.fields[slices.Index(append(slices.Clone(m.Ships[*m.Turn].Fields[:5]), 0), 0)] = 1 + min(*crew, 1)
		return mv
	}
	kinds := pirates.Rules{}.Manifest().Moves
	for {
		mv := modelMove{kind: kinds[src.Below(len(kinds))].Name}
		if src.Below(4) > 0 && !slices.Contains(modelPhases[mv.kind], m.Phase) {
			continue
		}
		switch modelArgs[mv.kind] {
		case "":
		case "fields", "fill":
			mv.fields = slices.Clone(modelLists[src.Below(729)])
			if src.Below(3) == 0 {
				mv.fields = slices.Clone(modelLists[[]int{0, 364, 728, 1, 243}[src.Below(5)]])
			}
			if m.Turn != nil && src.Below(2) == 0 { // something that fits this ship, or nearly
				for i, x := range m.Ships[*m.Turn].Fields {
					if x != 0 && src.Below(12) > 0 {
						mv.fields[i] = 0
						if mv.kind == "refit" {
							mv.fields[i] = x % 3
						}
					}
				}
			}
			if m.Turn != nil && mv.kind == "refit" && src.Below(4) == 0 && !slices.Contains(m.Ships[*m.Turn].Fields, 3) {
				mv.fields = slices.Clone(m.Ships[*m.Turn].Fields)
			}
		case "to", "die":
			mv.arg = src.Below(9) - 1
			if mv.kind == "move" {
				mv.arg = src.Below(m.Map.Seas+3) - 1
			}
		default:
			mv.arg = src.Below(modelOneOf(src, 2, m.N, len(m.Fortresses))+3) - 1
		}
		return mv
	}
}

// modelMalformed are moves without the form of the table.
var modelMalformed = []string{
	`{}`, `7`, `null`, `[]`, `"pass"`, `{"type":"sail"}`, `{"type":7}`, `{"type":"pass","to":1}`, `{"type":"move"}`, `{"type":"move","to":"1"}`,
	`{"type":"move","to":true}`, `{"type":"move","to":null}`, `{"type":"move","to":1,"seat":0}`, `{"type":"equip","fields":[1,1,1]}`,
	`{"type":"equip","fields":[0,0,0,0,0,3]}`, `{"type":"equip","fields":[0,0,0,0,0,-1]}`, `{"type":"repair","fill":[0,0,0,0,0,0,0]}`,
	`{"type":"repair","fields":[0,0,0,0,0,1]}`, `{"type":"refit","fields":[0,0,0,0,0,true]}`, `{"type":"roll"}`, `{"type":"roll","die":[1]}`,
	`{"type":"stow","to":[]}`, `{"type":"attack_ship","fortress":1}`, `{"to":1}`,
}

// modelDraw draws options, a map and tiles: as they are given, and as the model takes them.
func modelDraw(t *testing.T, src *core.Source, scarce bool) (raw []byte, o modelOptions, board modelMap, tiles []modelTile) {
	t.Helper()
	o = modelDrawOptions(src)
	if scarce {
		o.UnlimitedSupply = false
	}
	board, tiles = modelDefaultMap(), modelDefaultTiles(o.FortressTreasure == "vault")
	options := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(modelText(o)), &options))
	kind := src.Below(4)
	if scarce {
		kind = 2
	}
	if kind == 0 || kind == 1 {
		options["map"], board = modelDrawMap(src)
	}
	if kind <= 2 {
		options["tiles"], tiles = modelDrawTiles(src, len(board.Fortresses), scarce)
	}
	raw, err := hosts.FromJSON([]byte(modelText(options)))
	require.NoError(t, err)
	return raw, o, board, tiles
}

// modelGame plays a game. In a scarce one parts run short: it should have six seats.
func modelGame(t *testing.T, g *hosts.Game, src *core.Source, seats int, auto, scarce bool, seen map[string]int) {
	t.Helper()
	raw, o, board, tiles := modelDraw(t, src, scarce)
	start := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(src.Uint64() >> 11), Options: raw, HostChance: !auto, Look: hosts.LookAll(seats)}
	start.Look.Views = append(start.Look.Views, core.Referee)
	step, err := g.Init(context.Background(), start)
	require.NoError(t, err, "%v", o)
	require.Empty(t, step.Events(core.Referee))
	seen["games"]++
	modelPlay(t, g, src, newModel(seats, o, board, tiles, start.Seed, auto), step, 400, scarce, modelText(o), seen)
}

// modelPlay goes on with a game, before which says what led to it.
func modelPlay(t *testing.T, g *hosts.Game, src *core.Source, m *model, step *hosts.Step, steps int, scarce bool, before string, seen map[string]int) {
	t.Helper()
	look := hosts.LookAll(m.N)
	look.Views = append(look.Views, core.Referee)
	for n := 0; ; n++ {
		modelSame(t, m, step, before)
		for range 4 {
			modelRefuse(t, g, src, m, step, seen)
		}
		if m.Phase == "over" || n == steps {
			return
		}
		actor := m.Actors[src.Below(len(m.Actors))]
		mv := modelPick(src, m, m.legal(actor))
		if scarce && m.Phase == "equip" {
			mv.fields = []int{1, 1, 1, 1, 2, 1 + src.Below(2)}
		}
		before = modelText(m.modelView) + " by " + mv.named()
		move, err := g.Move([]byte(mv.named()))
		require.NoError(t, err)
		step, err = g.Apply(context.Background(), step.Position, modelSeat(actor), move, look)
		require.NoError(t, err, before)
		m.apply(actor, mv)
		seen["steps"]++
		for _, e := range m.events {
			seen[e.kind]++
		}
		modelHappened(t, m, step, m.N, before)
	}
}

// modelHappened compares the events, which are the same for everybody, and the draws of a step.
func modelHappened(t *testing.T, m *model, step *hosts.Step, seats int, before string) {
	t.Helper()
	var texts []string
	for _, e := range m.events {
		texts = append(texts, e.text)
	}
	foreseen := "[" + strings.Join(texts, ",") + "]"
	for _, viewer := range []core.Seat{core.Referee, core.Spectator, core.Seat(seats - 1)} {
		happened := modelText(step.Events(viewer))
		if happened == "null" {
			happened = "[]"
		}
		if happened != foreseen {
			require.Equal(t, foreseen, happened, "events in %s", before)
		}
	}
	draws := []string{}
	for _, d := range step.Draws() {
		draws = append(draws, modelText(d))
	}
	if !slices.Equal(draws, m.draws) {
		require.Equal(t, m.draws, draws, before)
	}
}

func modelSeat(x any) core.Seat {
	if s, ok := x.(int); ok {
		return core.Seat(s)
	}
	return core.Chance
}

// modelSame compares a step with the model: actors, outcome, views, legal moves.
func modelSame(t *testing.T, m *model, step *hosts.Step, before string) {
	t.Helper()
	same := func(want, got, what string) {
		if want != got {
			require.Equal(t, want, got, "%s after %s", what, before)
		}
	}
	viewers := map[core.Seat]any{core.Referee: "referee", core.Spectator: "spectator"}
	for s := range m.N {
		viewers[core.Seat(s)] = s
	}
	all := len(before)%16 == 0 || m.Phase == "over"
	for v, name := range viewers {
		if !all && v != core.Referee && v != core.Seat(len(before)%m.N) {
			continue
		}
		view, ok := step.View(v)
		require.True(t, ok)
		same(modelText(m.seenBy(name)), modelText(view), "view of "+v.String())
	}
	var actors core.Seats
	for _, a := range m.Actors {
		actors = actors.With(modelSeat(a))
		moves, ok := step.Moves(modelSeat(a))
		require.True(t, ok)
		var list []string
		for _, mv := range m.legal(a) {
			list = append(list, mv.named())
		}
		same("["+strings.Join(list, ",")+"]", modelText(moves), "legal moves")
	}
	require.Equal(t, actors, step.Actors)
	require.Equal(t, m.Result != nil, step.Outcome != nil)
	if r := m.Result; r != nil {
		require.Equal(t, hosts.Outcome{Reason: r.Reason, Winners: r.Winners, Places: r.Places, Scores: r.Scores}, *step.Outcome)
	}
}

// modelRefuse tries a move of any kind by any seat: refused or not as the model says.
func modelRefuse(t *testing.T, g *hosts.Game, src *core.Source, m *model, step *hosts.Step, seen map[string]int) {
	t.Helper()
	mv := modelAnyMove(src, m)
	text := mv.named()
	seat := modelOneOf[any](src, 4, 0, "chance", src.Below(m.N), m.N, "spectator")
	if len(m.Actors) > 0 && src.Below(4) > 0 {
		seat = m.Actors[src.Below(len(m.Actors))]
	}
	malformed := src.Below(8) == 0
	if malformed {
		text = modelMalformed[src.Below(len(modelMalformed))]
	}
	by := modelSeat(seat)
	if seat == "spectator" {
		by = core.Spectator
	}
	want := ""
	switch {
	case m.Phase == "over":
		want = "game_over"
	case seat == "spectator" || seat == m.N:
		want = "bad_seat"
	case malformed:
		want = "malformed"
	default:
		want = m.check(seat, mv)
	}
	move, err := g.Move([]byte(text))
	require.NoError(t, err)
	_, err = g.Apply(context.Background(), step.Position, by, move, hosts.Look{})
	got := ""
	var refused *hosts.RuleError
	if errors.As(err, &refused) {
		got = refused.Code
		require.True(t, malformed || refused.Detail == "", refused.Detail)
	} else {
		require.NoError(t, err)
	}
	if got != want {
		require.Equal(t, want, got, "%s by %v in %s", text, seat, modelText(m.modelView))
	}
	seen["code "+got]++
}
