package pirates_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/pirates"
)

var formAnyInt = formInt(-1<<62, 1<<62)

// modelBadOption is the first rows of 2.2 and 2.4: the option at fault, "" for none.
func modelBadOption(board, tiles any) string {
	orNull := func(f modelForm) modelForm { return formEither(formNull, f) }
	pairs, ints, texts := formList(-1, formList(2, formAnyInt)), formList(-1, formAnyInt), formList(-1, formText)
	if !formMap("seas edges fortresses coords? fortress_coords? sea_names? fortress_names? name?", formAnyInt, pairs, formList(-1, ints),
		orNull(pairs), orNull(pairs), orNull(texts), orNull(texts), orNull(formText))(board) {
		return "map"
	}
	if !formList(-1, formMap("fields vault", ints, ints))(tiles) {
		return "tiles"
	}
	return ""
}

// modelMapCode is the rest of the table of 2.2, then that of 2.4.
func modelMapCode(board map[string]any, tiles []any) string {
	seas, edges, forts := board["seas"].(int), board["edges"].([]any), board["fortresses"].([]any)
	if seas < 1 || seas > 60 || len(forts) < 1 || len(forts) > 20 {
		return "map_size"
	}
	next := make([][]int, seas+1)
	for _, e := range edges {
		a, b := e.([]any)[0].(int), e.([]any)[1].(int)
		if min(a, b) < 0 || max(a, b) > seas || a == b || slices.Contains(next[a], b) {
			return "map_edge"
		}
		next[a], next[b] = append(next[a], b), append(next[b], a)
	}
	for _, list := range next {
		if len(list) > 8 {
			return "map_degree"
		}
	}
	harbour := false
	for _, f := range forts {
		has := map[int]bool{}
		for _, v := range f.([]any) {
			x := v.(int)
			if x < 0 || x > seas || has[x] {
				return "map_fortress"
			}
			has[x] = true
			harbour = harbour || x == 0
		}
		if len(has) == 0 {
			return "map_fortress"
		}
	}
	if harbour {
		return "map_fortress_harbour"
	}
	reached := map[int]bool{}
	var walk func(node int)
	walk = func(node int) {
		if reached[node] {
			return
		}
		reached[node] = true
		for _, x := range next[node] {
			walk(x)
		}
	}
	walk(0)
	if len(reached) <= seas {
		return "map_disconnected"
	}
	for key, n := range map[string]int{"coords": seas + 1, "fortress_coords": len(forts)} {
		list, given := board[key].([]any)
		bad := given && len(list) != n
		for _, pair := range list {
			bad = bad || !formList(2, formInt(0, 1000))(pair)
		}
		if bad {
			return "map_coords"
		}
	}
	for key, n := range map[string]int{"sea_names": seas + 1, "fortress_names": len(forts)} {
		list, given := board[key].([]any)
		has := map[any]bool{"": true}
		for _, name := range list {
			if has[name] {
				return "map_names"
			}
			has[name] = true
		}
		if given && len(list) != n {
			return "map_names"
		}
	}
	if len(tiles) != len(forts) {
		return "tiles_count"
	}
	of := func(tile any, key string) []any { return tile.(map[string]any)[key].([]any) }
	for _, tile := range tiles {
		if !formList(6, formOf(0, 1, 2, 11, 12, 13))(of(tile, "fields")) {
			return "tiles_fields"
		}
	}
	chests := map[int]int{}
	for _, tile := range tiles {
		cannons := 0
		for _, code := range of(tile, "fields") {
			if code == 2 {
				cannons++
			}
			chests[code.(int)-10]++
		}
		if cannons > 5 {
			return "tiles_cannons"
		}
	}
	for _, tile := range tiles {
		if !formList(-1, formInt(1, 3))(of(tile, "vault")) {
			return "tiles_vault"
		}
		for _, v := range of(tile, "vault") {
			chests[v.(int)]++
		}
	}
	if max(chests[1], chests[2], chests[3]) > 6 {
		return "tiles_chests"
	}
	return ""
}

// modelSpoil changes one thing of a map or of tiles, most often a number or a length.
func modelSpoil(src *core.Source, v any) any {
	switch x := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(x))
		key := keys[src.Below(len(keys))]
		switch src.Below(30) {
		case 0:
			delete(x, key)
		case 1:
			x["boats"] = 0
		case 2:
			x[key] = nil
		default:
			x[key] = modelSpoil(src, x[key])
		}
		return x
	case []any:
		if len(x) == 0 || src.Below(6) == 0 {
			switch k := src.Below(3); {
			case len(x) == 0:
				return []any{src.Below(4)}
			case k == 0:
				return x[:len(x)-1]
			case k == 1:
				return append(slices.Clone(x), modelTree(modelText(x[src.Below(len(x))])))
			}
			return []any{}
		}
		i := src.Below(len(x))
		x[i] = modelSpoil(src, x[i])
		return x
	case int:
		return []any{x + 1, x - 1, 0, 2, src.Below(14), src.Below(61), -1, 61, 1000, 1001, 1 << 40, -1 << 40, 256 + x, 1<<32 + x, "1", nil, false}[src.Below(17)]
	case string:
		return []any{"", " ", "Harbour", "S1", "Fort 1", 7}[src.Below(6)]
	}
	return []any{0, "", []any{}, []any{[]any{0, 0}}}[src.Below(4)]
}

// Maps and tiles, changed in any way, are refused with the first code of the text that applies, or shown as the model shows them.
func TestModelForeseesMaps(t *testing.T) {
	games := 4000
	if testing.Short() {
		games = 400
	}
	ctx := context.Background()
	g, err := hosts.Open(ctx, native.New(pirates.Rules{}))
	require.NoError(t, err)
	src := core.Source{State: 65}
	seen := map[string]int{}
	for range games {
		made, _ := modelDrawMap(&src)
		board := modelTree(modelText(made))
		list, _ := modelDrawTiles(&src, len(made["fortresses"].([][]int)), false)
		tiles := modelTree(modelText(list))
		for range src.Below(4) {
			if src.Below(3) > 0 {
				board = modelSpoil(&src, board)
			} else {
				tiles = modelSpoil(&src, tiles)
			}
		}
		switch x, _ := board.(map[string]any); src.Below(20) { // what chance seldom hits upon
		case 0:
			edges := []any{}
			for i := range made["seas"].(int) {
				edges = append(edges, []any{i + 1, 0})
			}
			x["edges"] = edges
		case 1:
			if list, ok := tiles.([]any); ok && len(list) > 0 {
				list[0] = map[string]any{"fields": []any{2, 2, 2, 2, 2, 2}, "vault": []any{1}}
			}
		}
		seats := 2 + src.Below(5)
		if src.Below(40) == 0 {
			seats = []int{1, 7}[src.Below(2)]
		}
		setup := []byte(nil)
		want, detail := "", ""
		if src.Below(40) == 0 {
			setup, want, detail = []byte{0x80 + 1, 0xa1, 'x', 0}, "bad_setup", "x"
		}
		if option := modelBadOption(board, tiles); seats < 2 || seats > 6 {
			want, detail = "bad_player_count", ""
		} else if option != "" {
			want, detail = "bad_option", option
		} else if code := modelMapCode(board.(map[string]any), tiles.([]any)); code != "" {
			want, detail = code, ""
		}
		raw, err := hosts.FromJSON([]byte(`{"tiles":` + modelText(tiles) + `,"map":` + modelText(board) + `}`))
		require.NoError(t, err)
		step, err := g.Init(ctx, hosts.NewGame{Seats: seats, Seed: []byte{1}, Options: raw, Setup: setup, Look: hosts.Look{Views: []core.Seat{0}}})
		seen[want]++
		if want != "" {
			var is *hosts.RuleError
			if !errors.As(err, &is) || is.Code != want || is.Detail != detail {
				require.Fail(t, "a map is not refused as it should be", "want %s (%s), got %v: %s %s", want, detail, err, modelText(board), modelText(tiles))
			}
			continue
		}
		require.NoError(t, err, "%s %s", modelText(board), modelText(tiles))
		view, _ := step.View(0)
		for path, want := range map[string]any{"map": modelShownMap(board.(map[string]any)), "tiles": modelShownTiles(tiles)} {
			got, ok := view.At(path)
			require.True(t, ok)
			require.Equal(t, modelText(want), modelText(got))
		}
	}
	t.Log(seen)
	for _, code := range []string{"", "bad_player_count", "bad_option", "bad_setup", "map_size", "map_edge", "map_degree", "map_fortress", "map_fortress_harbour",
		"map_disconnected", "map_coords", "map_names", "tiles_count", "tiles_fields", "tiles_cannons", "tiles_vault", "tiles_chests"} {
		require.Positive(t, seen[code], code)
	}
}

func modelShownMap(board map[string]any) modelMap {
	full := map[string]any{}
	for key, v := range board {
		if v != nil {
			full[key] = v
		}
	}
	m := modelMap{
		Name: modelTake(full, "name", "custom"), Seas: modelTake(full, "seas", 0), Edges: modelTake[[][]int](full, "edges", nil),
		Fortresses: modelTake[[][]int](full, "fortresses", nil), Coords: modelTake[[][]int](full, "coords", nil),
		FortressCoords: modelTake[[][]int](full, "fortress_coords", nil),
	}
	for _, e := range m.Edges {
		slices.Sort(e)
	}
	slices.SortFunc(m.Edges, slices.Compare)
	names := []string{}
	for i, f := range m.Fortresses {
		slices.Sort(f)
		names = append(names, "Fort "+modelText(i+1))
	}
	m.FortressNames = modelTake(full, "fortress_names", names)
	names = []string{"Harbour"}
	for i := range m.Seas {
		names = append(names, "Sea "+modelText(i+1))
	}
	m.SeaNames = modelTake(full, "sea_names", names)
	return m
}

func modelShownTiles(tiles any) []modelTile {
	list := modelTake[[]modelTile](map[string]any{"tiles": tiles}, "tiles", nil)
	for _, tile := range list {
		modelSort(tile.Vault)
	}
	return list
}
