package pirati

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
			var setup map[string]any
			if src.Below(3) != 0 {
				options["ship_start"] = "middle"
				setup = randomSetup(src)
			}
			return request(t, seats, src.Uint64(), options, setup)
		},
		Derived: []string{"game", "seats", "options", "face_down", "bank"},
		Games:   40, Setups: 400, Bodies: 1000, Steps: 40,
	})
}
