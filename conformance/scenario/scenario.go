package scenario

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// Scenario is one scenario as it was read, its base and patch applied. It is never changed and is safe for concurrent use.
type Scenario struct {
	File     string
	Document int // its number in the file from 1, 0 if it is the only one
	Line     int // where it begins
	Name     string
	Rules    []string // the rule IDs that it says it carries out
	Game     string   // the game's id

	start hosts.NewGame
	steps []step // step 0 is the creation
}

// Steps is the number of steps, without the creation.
func (s *Scenario) Steps() int { return len(s.steps) - 1 }

// step is a creation, a move, or a look at the position as it stands, with what is expected of it.
type step struct {
	file    string
	line    int
	hasMove bool
	seat    any    // an int64 or a string, as written
	move    []byte // JSON
	refused *check // error, nil if the step must succeed
	checks  []check
}

// check is one expectation. What a key of the form says of several viewers, seats or paths is as many checks.
type check struct {
	file   string
	line   int
	key    string
	seat   core.Seat // the viewer or seat, if who says so
	who    string
	path   string
	number int // the index of legal_at, the step of same
	want   any
}
