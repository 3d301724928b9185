package pirates

import (
	"testing"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/plugins/internal/altertest"
)

// Altered setups and bodies are refused, or are positions that can be played on.
func TestAltered(t *testing.T) {
	altertest.Check(t, altertest.Game{
		Rules: Rules{},
		Start: func(src *core.Source) *core.Request {
			seats, options := randomOptions(src)
			return request(t, seats, uint16(src.Below(1<<16)), options, nil)
		},
		Derived: []string{"game", "viewer", "n", "options", "map", "tiles", "actors", "tiles_left", "supply"},
		Games:   40, Setups: 3000, Bodies: 4000, Steps: 30,
	})
}
