// Package pig is the dice game Pig, small enough to read at a glance: the example for authors of rules.
//
// In his turn a player rolls a die as often as he likes. A 1 ends the turn and loses what it had gathered; any other
// number is added to it. Holding ends the turn too, and puts what it gathered into the player's score. As soon as score
// and gathered together reach the target, he holds by himself and wins.
package pig

import (
	"strconv"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The numbers of options, moves and events are their places in the manifest.
const optTarget = 0

const (
	moveRoll = iota
	moveHold
	moveDie
)

const (
	eventRolled = iota
	eventHeld
	eventLost
	eventGameOver
)

const codeNothingToHold = core.FirstCode

var manifest = core.Manifest{
	Game:   "pig",
	Rules:  "1.0.0",
	Titles: []core.Title{{Lang: "en", Text: "Pig"}},
	Seats:  []int{2, 3, 4, 5, 6, 7, 8},
	Options: []core.Option{
		{Name: "target", Type: core.Int(10, 1000), Default: core.Value(100), Doc: "the score that wins"},
	},
	Moves: []core.MoveKind{
		moveRoll: {Name: "roll", Doc: "throw the die"},
		moveHold: {Name: "hold", Doc: "take what the turn has gathered"},
		moveDie:  {Name: "die", Args: []core.Arg{{Name: "pips", Type: core.Int(1, 6)}}, Doc: "chance: the die shows pips"},
	},
	Events: []core.EventKind{
		eventRolled:   {Name: "rolled", Fields: []core.Field{core.F("seat", core.SeatType()), core.F("pips", core.Int(1, 6))}},
		eventHeld:     {Name: "held", Fields: []core.Field{core.F("seat", core.SeatType()), core.F("score", core.Count())}},
		eventLost:     {Name: "turn_lost", Fields: []core.Field{core.F("seat", core.SeatType())}},
		eventGameOver: {Name: "game_over", Fields: []core.Field{core.F("winner", core.SeatType())}},
	},
	View: core.Record(
		core.F("scores", core.List(core.Count(), 2, 8)),
		core.F("seat", core.SeatType()),
		core.F("gathered", core.Count()),
		core.F("rolling", core.Bool()),
		core.F("over", core.Bool()),
	),
	Codes:      []core.CodeDoc{{Code: "nothing_to_hold", Text: "Roll first: the turn has gathered nothing yet."}},
	EndReasons: []string{"target"},
	Features:   core.Features{Chance: true},
}

// Rules are the rules of Pig.
type Rules struct{}

// Manifest describes the game.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }

type state struct {
	n, target int
	scores    [8]int
	seat      int
	gathered  int
	rolling   bool // the die is in the air
}

func (s *state) Start(start *core.Start) core.Refusal {
	*s = state{n: start.Seats, target: start.Options.Int(optTarget)}
	if start.Setup == nil {
		return core.Refusal{}
	}
	return s.setup(start.Setup)
}

// setup takes a position by hand, in the form of the view; what is left out is as at the start.
func (s *state) setup(b []byte) core.Refusal {
	r := wire.NewReader(b)
	n, ok := r.Map()
	if !ok {
		return core.Refuse(core.BadSetup, "setup")
	}
	over, hasOver := false, false
	for range n {
		key, _ := r.Str()
		ok := true
		switch string(key) {
		case "scores":
			count, isList := r.Array()
			ok = isList && count == s.n
			for i := 0; i < s.n && ok; i++ {
				s.scores[i], ok = r.Int()
			}
		case "seat":
			s.seat, ok = r.Int()
		case "gathered":
			s.gathered, ok = r.Int()
		case "rolling":
			s.rolling, ok = r.Bool()
		case "over":
			over, ok = r.Bool()
			hasOver = true
		default:
			ok = false
		}
		if !ok {
			return core.Refuse(core.BadSetup, string(key))
		}
	}
	if key := s.fault(); key != "" {
		return core.Refuse(core.BadSetup, key)
	}
	if hasOver && over != s.over() {
		return core.Refuse(core.BadSetup, "over")
	}
	return core.Refusal{}
}

// fault names the part of the state that breaks an invariant, "" if none does. Only the seat whose turn it is can have
// won, with the die that took its score from below the target to at most 5 above it.
func (s *state) fault() string {
	if s.seat < 0 || s.seat >= s.n {
		return "seat"
	}
	for i, score := range s.scores[:s.n] {
		if score < 0 || score > s.target+5 || score >= s.target && i != s.seat {
			return "scores"
		}
	}
	switch {
	case s.over() && s.gathered != 0, s.gathered < 0, !s.over() && s.reached():
		return "gathered"
	case s.over() && s.rolling:
		return "rolling"
	}
	return ""
}

func (s *state) over() bool { return s.scores[s.seat] >= s.target }

// reached says whether the turn has gathered enough to win.
func (s *state) reached() bool { return s.scores[s.seat]+s.gathered >= s.target }

func (s *state) Load(t *core.Table, body []byte) bool {
	*s = state{n: t.Seats, target: t.Options.Int(optTarget)}
	if len(body) != 6+4*s.n || body[1] > 1 {
		return false
	}
	s.seat, s.rolling, s.gathered = int(body[0]), body[1] == 1, int(wire.Uint32(body[2:]))
	for i := range s.n {
		s.scores[i] = int(wire.Uint32(body[6+4*i:]))
	}
	return s.fault() == ""
}

func (s *state) Append(buf []byte) []byte {
	rolling := byte(0)
	if s.rolling {
		rolling = 1
	}
	buf = append(buf, byte(s.seat), rolling)
	buf = wire.AppendUint32(buf, uint32(s.gathered))
	for _, x := range s.scores[:s.n] {
		buf = wire.AppendUint32(buf, uint32(x))
	}
	return buf
}

func (s *state) CopyTo(dst core.State) { *dst.(*state) = *s }

func (s *state) Actors() core.Seats {
	switch {
	case s.over():
		return 0
	case s.rolling:
		return core.SeatsOf(core.Chance)
	}
	return core.SeatsOf(core.Seat(s.seat))
}

func (s *state) Check(_ core.Seat, m core.Move) core.Code {
	switch {
	case (m.Kind == moveDie) != s.rolling:
		return core.WrongMoveType
	case m.Kind == moveHold && s.gathered == 0:
		return codeNothingToHold
	}
	return core.OK
}

func (s *state) Moves(_ core.Seat, buf []core.Move) []core.Move {
	if s.rolling {
		for pips := range int16(6) {
			buf = append(buf, core.M(moveDie, pips+1))
		}
		return buf
	}
	buf = append(buf, core.M(moveRoll))
	if s.gathered > 0 {
		buf = append(buf, core.M(moveHold))
	}
	return buf
}

func (s *state) Apply(_ core.Seat, m core.Move, events *core.Events) {
	switch m.Kind {
	case moveRoll:
		s.rolling = true
	case moveHold:
		s.hold(events)
		s.pass()
	case moveDie:
		pips := m.Int(0)
		s.rolling = false
		events.Emit(eventRolled, s.seat, pips)
		if pips == 1 {
			s.gathered = 0
			events.Emit(eventLost, s.seat)
			s.pass()
			return
		}
		s.gathered += pips
		if s.reached() {
			s.hold(events)
			events.Emit(eventGameOver, s.seat)
		}
	}
}

// hold puts what the turn has gathered into the score.
func (s *state) hold(events *core.Events) {
	s.scores[s.seat] += s.gathered
	s.gathered = 0
	events.Emit(eventHeld, s.seat, s.scores[s.seat])
}

func (s *state) pass() { s.seat = (s.seat + 1) % s.n }

var viewKeys = wire.Keys("scores", "seat", "gathered", "rolling", "over")

func (s *state) View(_ core.Seat, w *wire.Writer) {
	w.Map(5)
	w.Key(viewKeys[0])
	w.Ints(s.scores[:s.n]...)
	w.Key(viewKeys[1])
	w.Int(s.seat)
	w.Key(viewKeys[2])
	w.Int(s.gathered)
	w.Key(viewKeys[3])
	w.Bool(s.rolling)
	w.Key(viewKeys[4])
	w.Bool(s.over())
}

// Outcome: whoever has not won is second, whatever his score.
func (s *state) Outcome() core.Outcome {
	o := core.Outcome{Reason: "target", Winners: core.SeatsOf(core.Seat(s.seat)), Scored: true}
	for i, x := range s.scores[:s.n] {
		o.Scores[i] = int32(x)
		o.Places[i] = 2
	}
	o.Places[s.seat] = 1
	return o
}

// Resample changes nothing: nothing is hidden but the generator, which the driver sets anew.
func (s *state) Resample(core.Seat, *core.Source) {}

func (s *state) Describe(_ core.Seat, buf []byte) []byte {
	for i, x := range s.scores[:s.n] {
		mark := "  "
		if i == s.seat {
			mark = "> "
		}
		buf = append(buf, mark...)
		buf = append(buf, "seat "...)
		buf = strconv.AppendInt(buf, int64(i), 10)
		buf = append(buf, ": "...)
		buf = strconv.AppendInt(buf, int64(x), 10)
		if i == s.seat && !s.over() {
			buf = append(buf, " + "...)
			buf = strconv.AppendInt(buf, int64(s.gathered), 10)
		}
		buf = append(buf, '\n')
	}
	return buf
}
