package pirati_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/plugins/internal/manifesttest"
	"github.com/parley-rules/parley/plugins/pirati"
)

func TestManifest(t *testing.T) { manifesttest.Check(t, (pirati.Rules{}).Manifest()) }

// kinds are the tile kinds with their counts, in the order of the rules text.
var kinds = []struct {
	name  string
	count int
}{
	{"sea", 38}, {"island", 6}, {"mud2", 6}, {"mud3", 5}, {"mud4", 4}, {"mud5", 3}, {"arrow_straight", 5}, {"arrow_diagonal", 5},
	{"double_straight", 4}, {"double_diagonal", 4}, {"quad_straight", 3}, {"quad_diagonal", 3}, {"compass_rose", 2}, {"sea_horse", 2},
	{"whirlpool", 3}, {"fish", 3}, {"starfish", 2}, {"octopus", 4}, {"mermaid", 1}, {"genie", 1}, {"turtle", 2}, {"shark", 1},
	{"treasure1", 4}, {"treasure2", 3}, {"treasure3", 3}, {"treasure4", 3}, {"treasure5", 1},
}

// view is the view of a game of two seats that waits for a choice, with two squares face up. It has the keys of the rules
// text's form. To the referee every face-down square is sea.
func view(t *testing.T, referee bool) map[string]any {
	t.Helper()
	v := manifesttest.Value(t, `{
		"game": "pirati", "seats": 2,
		"options": {"sides": ["south", "north"], "ship_start": "middle", "first_seat": 0, "ban_direct_steps": true,
			"octopus_liberator": "team", "mermaid_heir": true, "genie_to_ship": false, "enemy_ship_entry": "unmanned_only",
			"end_when_decided": false, "quiet_round_limit": 2000, "all_pass_rounds": 2},
		"phase": "choice", "turn": 7, "to_act": 0,
		"pirates": [
			[{"place": {"at": [1, 2], "footprint": 0, "ship": -1}, "captive": false, "freed": false, "delay": 0, "cause": null},
			 {"place": {"at": [1, 1], "footprint": 3, "ship": -1}, "captive": false, "freed": false, "delay": 0, "cause": null},
			 {"place": {"at": [12, 6], "footprint": 0, "ship": 0}, "captive": false, "freed": false, "delay": 0, "cause": null}],
			[{"place": {"at": [0, 0], "footprint": 0, "ship": -1}, "captive": false, "freed": false, "delay": 0, "cause": null},
			 {"place": {"at": [0, 6], "footprint": 0, "ship": 1}, "captive": false, "freed": false, "delay": 0, "cause": null},
			 {"place": null, "captive": false, "freed": false, "delay": 0, "cause": "shark"}]],
		"ships": [{"at": [12, 6], "sunk": false, "hoard": 2}, {"at": [0, 6], "sunk": false, "hoard": 0}],
		"genie": "hidden", "mermaid": "unused", "discoverer": [0, 1], "bank": 36, "sunk_tokens": 0,
		"pending": {"pirate": 0, "at": [1, 2], "carrying": false, "used": [{"at": [1, 2], "vec": [0, 1]}], "options": [[-2, 1], [1, -2]]},
		"progress": true, "quiet_turns": 0, "pass_streak": 0, "result": null}`).(map[string]any)
	tiles := []any{
		map[string]any{"at": []int{1, 1}, "face_up": true, "kind": "mud5", "dirs": []string{}, "tokens": []int{0, 0, 1, 0, 0}},
		map[string]any{"at": []int{1, 2}, "face_up": true, "kind": "double_diagonal", "dirs": []string{"ne", "sw"}, "tokens": []int{0}},
	}
	for i := 2; i < 121; i++ {
		tile := map[string]any{"at": []int{1 + i/11, 1 + i%11}, "face_up": false}
		if referee {
			tile["kind"], tile["dirs"] = "sea", []string{}
		}
		tiles = append(tiles, tile)
	}
	faceDown := map[string]any{}
	for _, k := range kinds {
		faceDown[k.name] = k.count
	}
	v["tiles"], v["face_down"] = tiles, faceDown
	return v
}

func TestViews(t *testing.T) {
	typ := (pirati.Rules{}).Manifest().View
	require.True(t, manifesttest.Holds(t, typ, 2, view(t, false)))
	require.True(t, manifesttest.Holds(t, typ, 2, view(t, true)))

	over := view(t, false)
	over["phase"], over["to_act"], over["pending"], over["discoverer"], over["progress"] = "over", -1, nil, nil, false
	over["ships"].([]any)[0] = map[string]any{"at": nil, "sunk": true, "hoard": 2}
	over["result"] = manifesttest.Value(t, `{"reason": "all_passed", "totals": [2, 0], "hoards": [2, 0], "winner_team": 0}`)
	require.True(t, manifesttest.Holds(t, typ, 2, over))

	for key := range over { // every key is needed, and none has another type
		wrong := view(t, false)
		delete(wrong, key)
		require.False(t, manifesttest.Holds(t, typ, 2, wrong), key)
		wrong[key] = "nonsense"
		require.False(t, manifesttest.Holds(t, typ, 2, wrong), key)
	}
	wrong := view(t, false)
	wrong["tiles"].([]any)[5].(map[string]any)["kind"] = "sea" // neither a player's tile nor the referee's
	require.False(t, manifesttest.Holds(t, typ, 2, wrong))
}

func TestEveryKindHasItsCount(t *testing.T) {
	sum := 0
	for i, f := range (pirati.Rules{}).Manifest().View.Fields[7].Type.Fields {
		require.Equal(t, kinds[i].name, f.Name)
		sum += kinds[i].count
	}
	require.Equal(t, 121, sum)
}

func TestDefaults(t *testing.T) {
	want := view(t, false)["options"].(map[string]any)
	require.Len(t, (pirati.Rules{}).Manifest().Options, len(want))
	delete(want, "sides") // from the number of seats
	require.Equal(t, want, manifesttest.Defaults(t, (pirati.Rules{}).Manifest()))
}
