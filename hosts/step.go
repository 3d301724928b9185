package hosts

import (
	"encoding/json"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Position is a position of a game in bytes. It holds every secret, and never goes to a player.
type Position []byte

// Outcome tells how a game ended.
type Outcome struct {
	Reason  string `json:"reason"`
	Winners []int  `json:"winners"`
	Places  []int  `json:"places"`
	Scores  []int  `json:"scores"` // nil if the game has none
}

// Step is what a creation or a move has led to.
type Step struct {
	Position Position
	Actors   core.Seats // who decides now; empty after the end
	Outcome  *Outcome   // nil before the end
	Fuel     int64      // what the call cost, 0 if the host does not count (Meter)

	game   *Game
	raw    []byte
	events []byte
	draws  []byte
	moves  []byte
	views  []byte
}

// Raw is the module's whole response, of which digests are made. It holds every secret.
func (s *Step) Raw() []byte { return s.raw }

// Value is a view or an event: a value of the module's, not yet decoded.
type Value struct{ raw []byte }

// View is what a viewer sees of a position.
type View = Value

// Event is something that happened, {"type": ...} with its fields.
type Event = Value

// JSON gives the value as JSON, its keys in the order of the rules.
func (v Value) JSON() ([]byte, error) { return toJSON(v.raw) }

// MarshalJSON is JSON.
func (v Value) MarshalJSON() ([]byte, error) { return toJSON(v.raw) }

// String is the value as JSON.
func (v Value) String() string {
	b, err := toJSON(v.raw)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// Decode decodes the value into a pointer, as msgpack.Unmarshal does.
func (v Value) Decode(into any) error { return msgpack.Unmarshal(v.raw, into) }

// Msgpack is the value's bytes.
func (v Value) Msgpack() []byte { return v.raw }

// At follows a path like `pirates[0][2]` or `pending.seat` to a part of the value. The empty path is the whole.
func (v Value) At(path string) (Value, bool) {
	raw, ok := at(v.raw, path)
	return Value{raw}, ok
}

// Text returns a string's text, "" for anything else.
func (v Value) Text() string {
	r := wire.NewReader(v.raw)
	s, _ := r.Str()
	return string(s)
}

// Int returns an int, 0 for anything else.
func (v Value) Int() int {
	r := wire.NewReader(v.raw)
	n, _ := r.Int()
	return n
}

// Type is the type of an event.
func (v Value) Type() string {
	t, _ := v.At("type")
	return t.Text()
}

// Events returns what a viewer sees of what happened: the referee everything, a seat what is public or for it, the spectator
// what is public. It is the only way to read events.
func (s *Step) Events(viewer core.Seat) []Event {
	r := wire.NewReader(s.events)
	n, _ := r.Array()
	list := make([]Event, 0, n)
	for range n {
		r.Array()
		public := r.Nil()
		seen := viewer == core.Referee || public
		if !public {
			k, _ := r.Array()
			for range k {
				if seat, ok := r.Int(); ok && core.Seat(seat) == viewer {
					seen = true
				}
			}
		}
		raw, _ := r.Raw()
		if seen {
			list = append(list, Event{raw})
		}
	}
	return list
}

// Private says whether an event of the step is not for everybody.
func (s *Step) Private() bool { return len(s.Events(core.Referee)) != len(s.Events(core.Spectator)) }

// Reveals names the first event of the step whose kind discloses what was hidden, "" if there is none.
func (s *Step) Reveals() string {
	for _, e := range s.Events(core.Referee) {
		for i := range s.game.manifest.Events {
			if k := &s.game.manifest.Events[i]; k.Reveals && k.Name == e.Type() {
				return k.Name
			}
		}
	}
	return ""
}

// Draws are the chance moves that the module played by itself, in their order. They may be secret: they are for the referee.
func (s *Step) Draws() []Move {
	r := wire.NewReader(s.draws)
	n, _ := r.Array()
	list := make([]Move, n)
	for i := range list {
		raw, _ := r.Raw()
		list[i] = Move{s.game, raw}
	}
	return list
}

// Moves returns the legal moves of an actor, if Look asked for moves.
func (s *Step) Moves(seat core.Seat) (Moves, bool) {
	r := wire.NewReader(s.moves)
	n, _ := r.Array()
	for range n {
		parts, _ := r.Array()
		if who, ok := seatOf(&r); ok && who == seat {
			m, err := s.game.moves(&r)
			if parts > 2 {
				m.weights, _ = r.Raw()
			}
			return m, err == nil
		}
		for range parts - 1 {
			r.Skip()
		}
	}
	return Moves{game: s.game}, false
}

// View returns what a viewer sees, if Look asked for it.
func (s *Step) View(viewer core.Seat) (View, bool) {
	r := wire.NewReader(s.views)
	n, _ := r.Array()
	for range n {
		r.Array()
		who, ok := seatOf(&r)
		raw, _ := r.Raw()
		if ok && who == viewer {
			return View{raw}, true
		}
	}
	return View{}, false
}

func seatOf(r *wire.Reader) (core.Seat, bool) {
	if s, ok := r.Str(); ok {
		return ParseSeat(string(s))
	}
	n, ok := r.Int()
	return core.Seat(n), ok && n >= 0 && n < core.MaxSeats
}

// ParseSeat reads a seat or viewer: a number, or "chance", "spectator", "referee".
func ParseSeat(s string) (core.Seat, bool) {
	for _, p := range []core.Seat{core.Chance, core.Spectator, core.Referee} {
		if s == p.String() {
			return p, true
		}
	}
	for i := range core.Seat(core.MaxSeats) {
		if s == i.String() {
			return i, true
		}
	}
	return 0, false
}

// SeatJSON is a seat as it stands in JSON: a number or a quoted word.
func SeatJSON(s core.Seat) json.RawMessage {
	if s >= 0 {
		return json.RawMessage(s.String())
	}
	return json.RawMessage(`"` + s.String() + `"`)
}

// step reads a step from a response. It checks the form of all parts.
func (g *Game) step(response []byte, r wire.Reader) (*Step, error) {
	s := &Step{game: g, raw: response}
	part := func(key string) []byte {
		v, ok := r.Find(key)
		if !ok {
			return nil
		}
		raw, _ := v.Raw()
		return raw
	}
	p, ok := r.Find("position")
	position, ok2 := p.Bin()
	if !ok || !ok2 {
		return nil, brokenAnswer("a step with a position")
	}
	s.Position = position
	s.events, s.draws, s.moves, s.views = part("events"), part("draws"), part("moves"), part("views")
	a := wire.NewReader(part("actors"))
	n, ok := a.Array()
	if !ok {
		return nil, brokenAnswer("a step with actors")
	}
	for range n {
		seat, ok := seatOf(&a)
		if !ok || seat < core.Chance {
			return nil, brokenAnswer("a step with actors that are seats")
		}
		s.Actors = s.Actors.With(seat)
	}
	if !areEvents(s.events) || !areMoves(s.draws) {
		return nil, brokenAnswer("a step with events and draws")
	}
	outcome := part("outcome")
	if !isOutcome(outcome) {
		return nil, brokenAnswer("a step with an outcome")
	}
	if len(outcome) != 1 || outcome[0] != 0xc0 {
		s.Outcome = new(Outcome)
		if err := readOutcome(outcome, s.Outcome); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func readOutcome(raw []byte, o *Outcome) error {
	text, err := toJSON(raw)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, o)
}

var outcomeType = func() *core.Type {
	seats := core.List(core.SeatType(), 0, core.MaxSeats)
	ints := core.List(core.Int(-wire.MaxInt, wire.MaxInt), 0, core.MaxSeats)
	return core.Null(core.Record(core.F("reason", core.Text(100)), core.F("winners", seats), core.F("places", ints),
		core.F("scores", core.Null(ints))))
}()

func isOutcome(raw []byte) bool {
	r := wire.NewReader(raw)
	return outcomeType.Holds(&r, core.MaxSeats)
}

// areEvents says whether raw is a list of [seen, event], seen being nil or a list of seats and event a map with a type.
func areEvents(raw []byte) bool {
	r := wire.NewReader(raw)
	n, ok := r.Array()
	for i := 0; i < n && ok; i++ {
		if k, isPair := r.Array(); !isPair || k != 2 {
			return false
		}
		if !r.Nil() {
			k, isList := r.Array()
			ok = isList
			for range k {
				if _, isSeat := r.Int(); !isSeat {
					return false
				}
			}
		}
		t, hasType := r.Find("type")
		ok = ok && hasType && t.Kind() == wire.Str && r.Skip()
	}
	return ok
}

func areMoves(raw []byte) bool {
	r := wire.NewReader(raw)
	n, ok := r.Array()
	for i := 0; i < n && ok; i++ {
		ok = r.Kind() == wire.Array && r.Skip()
	}
	return ok
}
