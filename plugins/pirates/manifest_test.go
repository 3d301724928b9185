package pirates_test

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/plugins/internal/manifesttest"
	"github.com/parley-rules/parley/plugins/pirates"
)

func manifest() *core.Manifest { return pirates.Rules{}.Manifest() }

func TestManifest(t *testing.T) { manifesttest.Check(t, manifest()) }

// The examples of the rules text: the default map, the default tiles, and a view without options, map and tiles.
var (
	//go:embed testdata/map.json
	mapText string
	//go:embed testdata/tiles.json
	tilesText string
	//go:embed testdata/view.json
	viewText string
)

// defaults are the options of a normal game as a view shows them.
const defaults = `{"setup_order": "simultaneous", "movement": "exact_or_one", "harbour_entry": "stop", "safe_harbour": false,
	"treasure_hits": "one", "fortress_treasure": "fields", "combat": "exchange", "counter_plunder": true, "hold_unit": "chests",
	"score_unit": "value", "treasure_target": 0, "count_aboard": "not_at_target", "max_rounds": 100, "harbour_refit": false,
	"unlimited_supply": false}`

func example(t *testing.T) map[string]any {
	t.Helper()
	view := manifesttest.Value(t, viewText).(map[string]any)
	view["options"] = manifesttest.Value(t, defaults)
	view["tiles"] = manifesttest.Value(t, tilesText)
	shown := manifesttest.Value(t, mapText).(map[string]any)
	shown["sea_names"] = []any{"Harbour", "Sea 1"} // and so on
	view["map"] = shown
	return view
}

func TestExampleView(t *testing.T) {
	typ := manifest().View
	require.True(t, manifesttest.Holds(t, typ, 2, example(t)))

	for key := range example(t) { // every key is needed, and none has another type
		wrong := example(t)
		delete(wrong, key)
		require.False(t, manifesttest.Holds(t, typ, 2, wrong), key)
		wrong[key] = "nonsense"
		require.False(t, manifesttest.Holds(t, typ, 2, wrong), key)
	}
}

// TestViewsOfEveryViewer: what viewers see differently, and the ends of a game.
func TestViewsOfEveryViewer(t *testing.T) {
	typ := manifest().View
	for _, viewer := range []any{0, 1, "spectator", "referee"} {
		view := example(t)
		view["viewer"], view["phase"], view["turn"], view["round"], view["action"] = viewer, "equip", nil, 0, nil
		view["actors"], view["combat"] = []int{0, 1}, nil
		view["choices"] = []any{[]int{1, 1, 1, 2, 2, 0}, nil}
		view["fortresses"].([]any)[1].(map[string]any)["tile"] = 5
		require.True(t, manifesttest.Holds(t, typ, 2, view), "%v", viewer)
	}
	over := example(t)
	over["phase"], over["turn"], over["action"], over["actors"], over["combat"] = "over", nil, nil, []int{}, nil
	over["supply"] = map[string]any{"crew": nil, "cannons": nil, "chests": []int{0, 0, 6}}
	over["result"] = manifesttest.Value(t, `{"reason": "target", "scores": [9, 4], "places": [1, 2], "winners": [0]}`)
	require.True(t, manifesttest.Holds(t, typ, 2, over))

	for key, wrong := range map[string]any{"viewer": 2, "actors": []any{0, "chance"}, "turn": 2, "action": 3, "choices": []any{nil}} {
		view := example(t)
		view[key] = wrong
		require.False(t, manifesttest.Holds(t, typ, 2, view), key)
	}
}

func TestDefaults(t *testing.T) {
	want := manifesttest.Value(t, defaults).(map[string]any)
	want["map"] = manifesttest.Value(t, mapText)
	require.Equal(t, want, manifesttest.Defaults(t, manifest())) // the tiles follow from fortress_treasure
	require.Len(t, manifest().Options, len(want)+1)
}

func option(t *testing.T, name string) *core.Type {
	t.Helper()
	for _, o := range manifest().Options {
		if o.Name == name {
			return o.Type
		}
	}
	require.Fail(t, "no option "+name)
	return nil
}

// TestMapsThatReachTheGame: wrong numbers and lengths have codes of the game's own; a wrong form is bad_option.
func TestMapsThatReachTheGame(t *testing.T) {
	for text, want := range map[string]bool{
		`{"seas": 0, "edges": [], "fortresses": []}`:                                                      true,
		`{"seas": -1, "edges": [[7, 7], [-1, 900]], "fortresses": [[], [0, 0]], "coords": [[-1, 5000]]}`:  true,
		`{"seas": 1, "edges": [[0, 1]], "fortresses": [[1]], "name": null, "coords": null}`:               true,
		`{"seas": 1, "edges": [[0, 1]], "fortresses": [[1]], "sea_names": [""], "fortress_names": [" "]}`: true,
		`{"seas": 1, "edges": [[0, 1]]}`:                                                                  false,
		`{"seas": 1, "edges": [[0, 1, 2]], "fortresses": []}`:                                             false,
		`{"seas": 1, "edges": [[0, "1"]], "fortresses": []}`:                                              false,
		`{"seas": 1, "edges": [[0, 1]], "fortresses": [[1]], "sea": 1}`:                                   false,
		`{"seas": null, "edges": [], "fortresses": []}`:                                                   false,
	} {
		require.Equal(t, want, manifesttest.Holds(t, option(t, "map"), 2, manifesttest.Value(t, text)), text)
	}
	for text, want := range map[string]bool{
		`[]`:                                  true,
		`[{"fields": [0, 14], "vault": [9]}]`: true,
		`[{"fields": [0, 0, 0, 0, 0, 0]}]`:    false,
		`[{"fields": [0], "vault": [], "name": "one"}]`: false,
		`{"fields": [], "vault": []}`:                   false,
	} {
		require.Equal(t, want, manifesttest.Holds(t, option(t, "tiles"), 2, manifesttest.Value(t, text)), text)
	}
}
