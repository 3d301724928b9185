package jackal

import "github.com/parley-rules/parley/core"

// Rules are the rules of Jackal.
type Rules struct{}

var _ core.PlayerCounter = Rules{}

// Manifest describes the game.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }
