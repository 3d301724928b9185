package jackal_test

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/plugins/internal/manifesttest"
	"github.com/parley-rules/parley/plugins/jackal"
)

func TestManifest(t *testing.T) { manifesttest.Check(t, jackal.Manifest()) }

// exampleView is the example of the rules text, which shows three of the land squares.
//
//go:embed testdata/view.json
var exampleView string

// example returns the example with all its land squares, the ones not shown face down.
func example(t *testing.T) map[string]any {
	view := manifesttest.Value(t, exampleView).(map[string]any)
	shown := map[[2]int64]any{}
	for _, entry := range view["land"].([]any) {
		at := entry.(map[string]any)["at"].([]any)
		shown[[2]int64{at[0].(int64), at[1].(int64)}] = entry
	}
	var land []any
	for r := int64(1); r <= 11; r++ {
		for c := int64(1); c <= 11; c++ {
			if (r == 1 || r == 11) && (c == 1 || c == 11) {
				continue
			}
			entry := shown[[2]int64{r, c}]
			if entry == nil {
				entry = map[string]any{"at": []any{r, c}, "face_up": false, "tile": "fog", "used": false, "ready": false, "struck": false,
					"items": map[string]any{}, "units": []any{}}
			}
			land = append(land, entry)
		}
	}
	view["land"] = land
	return view
}

func TestExampleView(t *testing.T) {
	typ := jackal.Manifest().View
	require.True(t, manifesttest.Holds(t, typ, 2, example(t)))

	over := example(t)
	over["phase"], over["actor"], over["decision"] = "over", nil, nil
	over["gold"].(map[string]any)["hidden_lost"] = 3
	over["land"].([]any)[0].(map[string]any)["tile"] = "arrow:N+NE+E+SE+S+SW+W+NW"
	over["land"].([]any)[1].(map[string]any)["tile"] = "cannon:W"
	over["vessels"].([]any)[0].(map[string]any)["at"] = nil
	over["units"].([]any)[0].(map[string]any)["place"] = nil
	over["units"].([]any)[1].(map[string]any)["crew"] = nil
	over["result"] = map[string]any{"reason": "quiet", "winners": [][]int{{0}, {1}}, "ranking": []any{
		map[string]any{"side": []int{0}, "score": 3, "rank": 1}, map[string]any{"side": []int{1}, "score": 3, "rank": 1}}}
	require.True(t, manifesttest.Holds(t, typ, 2, over))

	for key := range example(t) { // every key is needed, and none has another type
		view := example(t)
		delete(view, key)
		require.False(t, manifesttest.Holds(t, typ, 2, view), key)
		view[key] = "nonsense"
		require.False(t, manifesttest.Holds(t, typ, 2, view), key)
	}
	view := example(t)
	view["options"].(map[string]any)["layout"] = nil // never shown
	require.False(t, manifesttest.Holds(t, typ, 2, view))
}

func TestDefaultsAreThoseOfTheExample(t *testing.T) {
	want := example(t)["options"].(map[string]any)
	want["layout"] = nil
	require.Len(t, jackal.Manifest().Options, len(want))
	require.Equal(t, want, manifesttest.Defaults(t, jackal.Manifest()))
}

func TestLayoutsTakeEveryCode(t *testing.T) {
	layout := jackal.Manifest().Options[4]
	require.Equal(t, "layout", layout.Name)
	tile := field(t, field(t, jackal.Manifest().View, "land").Of, "tile")
	require.Len(t, tile.Words, 35+255+4+1)
	require.True(t, manifesttest.Holds(t, layout.Type, 2, tile.Words[len(tile.Words)-117:]))
	require.True(t, manifesttest.Holds(t, layout.Type, 2, nil))
	require.True(t, manifesttest.Holds(t, layout.Type, 2, []string{"no such code"}), "codes are checked by the game")
}

func field(t *testing.T, typ *core.Type, name string) *core.Type {
	t.Helper()
	for _, f := range typ.Fields {
		if f.Name == name {
			return f.Type
		}
	}
	require.Fail(t, "no field "+name)
	return nil
}
