package walktheplank

import (
	"testing"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/plugins/internal/altertest"
)

// Altered setups and bodies are refused, or are positions that can be played to the end.
func TestAltered(t *testing.T) {
	altertest.Check(t, altertest.Game{
		Rules: Rules{},
		Start: func(src *core.Source) *core.Request {
			seats, options := randomOptions(src)
			return request(t, seats, byte(src.Below(256)), options, nil)
		},
		Derived: setupOthers,
		Games:   60, Setups: 2000, Bodies: 5000, Steps: 60,
	})
}
