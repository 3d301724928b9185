// Package panicky is Pig by an author who made a mistake: the view of seat 1 panics.
package panicky

import (
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Secret is in the text of the panic, which no caller may see.
const Secret = "the secret of the author"

// Rules are the rules.
type Rules struct{ pig.Rules }

// New returns an empty state.
func (r Rules) New() core.State { return state{r.Rules.New()} }

type state struct{ core.State }

func (s state) CopyTo(dst core.State) { s.State.CopyTo(dst.(state).State) }

func (s state) View(viewer core.Seat, w *wire.Writer) {
	if viewer == 1 {
		panic(Secret)
	}
	s.State.View(viewer, w)
}
