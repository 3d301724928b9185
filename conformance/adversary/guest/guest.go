// Package guest is a game whose rules do harm. Two seats move by turns, four times in all, and each move does what the option
// `fault` says: nothing, or one of the things for which a module needs Go's runtime.
package guest

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Faults are the values of the option: none comes first.
var Faults = []string{
	"none", "panic", "panic_while_panicking", "panic_in_a_goroutine", "deadlock", "goexit",
	"go_exit_0", "go_exit_1", "allocate_for_ever", "allocate_at_once", "go_recursion", "go_spin", "go_spin_without_a_loop", "shout", "sleep",
	"goroutine_that_spins", "goroutine_left_behind",
}

const moves = 4

var manifest = core.Manifest{
	Game:    "adversary",
	Rules:   "1.0.0",
	Titles:  []core.Title{{Lang: "en", Text: "The adversary"}},
	Seats:   []int{2},
	Options: []core.Option{{Name: "fault", Type: core.Word(Faults...), Default: core.Value("none"), Doc: "what every move does"}},
	Moves:   []core.MoveKind{{Name: "go"}},
	Events:  []core.EventKind{{Name: "gone", Fields: []core.Field{core.F("move", core.Int(1, moves))}}},
	View:    core.Record(core.F("moves", core.Int(0, moves))),

	EndReasons: []string{"moves"},
}

// Rules are the rules of the game.
type Rules struct{}

// Manifest describes the game.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }

type state struct {
	fault int
	moves byte
}

func (s *state) Start(start *core.Start) core.Refusal {
	*s = state{fault: start.Options.Word(0)}
	if start.Setup != nil {
		return core.Refuse(core.BadSetup, "setup")
	}
	return core.Refusal{}
}

func (s *state) Load(table *core.Table, body []byte) bool {
	*s = state{fault: table.Options.Word(0)}
	if len(body) != 1 || body[0] > moves {
		return false
	}
	s.moves = body[0]
	return true
}

func (s *state) Append(buf []byte) []byte { return append(buf, s.moves) }

func (s *state) CopyTo(dst core.State) { *dst.(*state) = *s }

func (s *state) Actors() core.Seats {
	if s.moves == moves {
		return 0
	}
	return core.SeatsOf(core.Seat(s.moves % 2))
}

func (s *state) Check(core.Seat, core.Move) core.Code { return core.OK }

func (s *state) Moves(_ core.Seat, buf []core.Move) []core.Move { return append(buf, core.M(0)) }

func (s *state) Apply(_ core.Seat, _ core.Move, events *core.Events) {
	commit(Faults[s.fault])
	s.moves++
	events.Emit(0, int(s.moves))
}

func (s *state) View(_ core.Seat, w *wire.Writer) {
	w.Map(1)
	w.Str("moves")
	w.Int(int(s.moves))
}

func (s *state) Outcome() core.Outcome {
	return core.Outcome{Reason: "moves", Winners: core.SeatsOf(0, 1), Places: [core.MaxSeats]int8{1, 1}}
}
