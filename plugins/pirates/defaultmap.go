package pirates

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The default map: the edges between nodes (node 0 is the harbour), the sea fields that each fortress borders, and where
// they are drawn.
const defaultSeas = 26

var (
	defaultEdges = [][]int{{0, 2}, {0, 3}, {1, 5}, {1, 6}, {2, 3}, {2, 6}, {2, 7}, {3, 8}, {4, 8}, {4, 9}, {5, 6}, {6, 10}, {6, 11},
		{7, 12}, {8, 9}, {8, 13}, {9, 13}, {10, 11}, {10, 14}, {10, 15}, {11, 15}, {11, 16}, {12, 16}, {12, 17}, {13, 18}, {14, 15},
		{15, 19}, {15, 20}, {16, 21}, {17, 18}, {17, 21}, {17, 22}, {19, 23}, {19, 24}, {20, 21}, {20, 24}, {21, 25}, {22, 25},
		{22, 26}, {23, 24}, {25, 26}}
	defaultFortresses = [][]int{{1, 5}, {4, 9}, {6, 7, 11}, {12, 13}, {10, 14}, {13, 18}, {15, 16, 20}, {21, 22}, {23, 24}, {20, 21, 25}}
	defaultCoords     = [][]int{{6, 36}, {18, 12}, {18, 28}, {18, 44}, {18, 60}, {32, 4}, {32, 20}, {32, 36}, {32, 52}, {32, 68}, {46, 12},
		{46, 28}, {46, 44}, {46, 60}, {60, 4}, {60, 20}, {60, 36}, {60, 52}, {60, 68}, {74, 12}, {74, 28}, {74, 44}, {74, 60}, {88, 4},
		{88, 20}, {88, 52}, {88, 68}}
	defaultFortressCoords = [][]int{{20, 2}, {20, 70}, {32, 28}, {46, 52}, {46, 2}, {46, 70}, {60, 28}, {74, 52}, {97, 12}, {88, 36}}
	defaultFortressNames  = []string{"Fort Pelican", "Fort Turtle", "Fort Lantern", "Fort Coral", "Fort Heron", "Fort Anchor", "Fort Ember",
		"Fort Gannet", "Fort Sentinel", "Fort Crown"}
)

// defaultMap is the default map as a value of the option.
func defaultMap() core.RawValue {
	var w wire.Writer
	lists := func(key string, v [][]int) {
		w.Str(key)
		w.Array(len(v))
		for _, x := range v {
			w.Ints(x...)
		}
	}
	w.Map(7)
	w.Str("name")
	w.Str("default")
	w.Str("seas")
	w.Int(defaultSeas)
	lists("edges", defaultEdges)
	lists("fortresses", defaultFortresses)
	lists("coords", defaultCoords)
	lists("fortress_coords", defaultFortressCoords)
	w.Str("fortress_names")
	w.Raw(core.Value(defaultFortressNames))
	return w.B
}
