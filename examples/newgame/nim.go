// Package nim is a game by an author of rules, in a module of its own: Nim. In turn, each player takes as many stones as
// he likes from one heap. Who takes the last stone wins, or loses with the option misere.
package nim

import (
	"strconv"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

const (
	optHeaps = iota
	optMisere
)

const moveTake = 0

const (
	eventTaken = iota
	eventGameOver
)

const (
	codeNoSuchHeap = core.FirstCode + iota
	codeTooMany
)

const maxHeaps, maxStones = 8, 20

var manifest = core.Manifest{
	Game:   "nim",
	Rules:  "1.0.0",
	Titles: []core.Title{{Lang: "en", Text: "Nim"}},
	Seats:  []int{2},
	Options: []core.Option{
		optHeaps: {Name: "heaps", Type: core.List(core.Int(1, maxStones), 1, maxHeaps), Default: core.Value([]int{3, 4, 5}),
			Doc: "the stones of each heap"},
		optMisere: {Name: "misere", Type: core.Bool(), Default: core.Value(false), Doc: "who takes the last stone loses"},
	},
	Moves: []core.MoveKind{moveTake: {Name: "take", Args: []core.Arg{
		{Name: "heap", Type: core.Int(0, maxHeaps-1), Loose: true},
		{Name: "stones", Type: core.Int(1, maxStones), Loose: true},
	}}},
	Events: []core.EventKind{
		eventTaken: {Name: "taken", Fields: []core.Field{core.F("seat", core.SeatType()), core.F("heap", core.Int(0, maxHeaps-1)),
			core.F("stones", core.Int(1, maxStones))}},
		eventGameOver: {Name: "game_over", Fields: []core.Field{core.F("winner", core.SeatType())}},
	},
	View: core.Record(core.F("heaps", core.List(core.Int(0, maxStones), 1, maxHeaps)), core.F("seat", core.SeatType())),
	Codes: []core.CodeDoc{
		{Code: "no_such_heap", Text: "There is no heap with this number."},
		{Code: "too_many", Text: "The heap has not so many stones."},
	},
	EndReasons: []string{"last_stone"},
}

// Rules are the rules of Nim.
type Rules struct{}

// Manifest describes the game.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }

type state struct {
	misere bool
	seat   int // whose turn it is; after the end, who would be next
	n      int
	heaps  [maxHeaps]int
}

func (s *state) options(o *core.Options) {
	*s = state{misere: o.Bool(optMisere)}
	r := o.Reader(optHeaps)
	s.n, _ = r.Array()
	for i := range s.n {
		s.heaps[i], _ = r.Int()
	}
}

func (s *state) Start(start *core.Start) core.Refusal {
	s.options(&start.Options)
	if start.Setup == nil {
		return core.Refusal{}
	}
	return s.setup(start.Setup)
}

// setup takes a position in the form of the view; what is left out is as at the start.
func (s *state) setup(b []byte) core.Refusal {
	r := wire.NewReader(b)
	n, ok := r.Map()
	if !ok {
		return core.Refuse(core.BadSetup, "setup")
	}
	for range n {
		key, _ := r.Str()
		ok := false
		for _, f := range manifest.View.Fields {
			value := r
			ok = ok || f.Name == string(key) && f.Type.Holds(&value, 2)
		}
		if !ok {
			return core.Refuse(core.BadSetup, string(key))
		}
		r.Skip()
	}
	whole := wire.NewReader(b)
	if seat, ok := whole.Find("seat"); ok {
		s.seat, _ = seat.Int()
	}
	if heaps, ok := whole.Find("heaps"); ok {
		if n, _ := heaps.Array(); n != s.n {
			return core.Refuse(core.BadSetup, "heaps")
		}
		for i := range s.n {
			stones, _ := heaps.Int()
			if stones > s.heaps[i] { // more than the heap had at the start
				return core.Refuse(core.BadSetup, "heaps")
			}
			s.heaps[i] = stones
		}
	}
	return core.Refusal{}
}

func (s *state) Load(t *core.Table, body []byte) bool {
	s.options(&t.Options)
	if len(body) != 1+s.n || body[0] > 1 {
		return false
	}
	s.seat = int(body[0])
	for i := range s.n {
		if int(body[1+i]) > s.heaps[i] {
			return false
		}
		s.heaps[i] = int(body[1+i])
	}
	return true
}

func (s *state) Append(buf []byte) []byte {
	buf = append(buf, byte(s.seat))
	for _, h := range s.heaps[:s.n] {
		buf = append(buf, byte(h))
	}
	return buf
}

func (s *state) CopyTo(dst core.State) { *dst.(*state) = *s }

func (s *state) over() bool {
	left := 0
	for _, h := range s.heaps[:s.n] {
		left += h
	}
	return left == 0
}

func (s *state) Actors() core.Seats {
	if s.over() {
		return 0
	}
	return core.SeatsOf(core.Seat(s.seat))
}

func (s *state) Check(_ core.Seat, m core.Move) core.Code {
	heap, stones := m.Int(0), m.Int(1)
	switch {
	case heap < 0 || heap >= s.n:
		return codeNoSuchHeap
	case stones < 1 || stones > s.heaps[heap]:
		return codeTooMany
	}
	return core.OK
}

func (s *state) Moves(_ core.Seat, buf []core.Move) []core.Move {
	for heap, stones := range s.heaps[:s.n] {
		for k := 1; k <= stones; k++ {
			buf = append(buf, core.M(moveTake, int16(heap), int16(k)))
		}
	}
	return buf
}

func (s *state) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.heaps[m.Int(0)] -= m.Int(1)
	events.Emit(eventTaken, int(seat), m.Int(0), m.Int(1))
	s.seat = 1 - s.seat
	if s.over() {
		events.Emit(eventGameOver, s.winner())
	}
}

// winner is who took the last stone, or the other one if that is to be avoided.
func (s *state) winner() int {
	if s.misere {
		return s.seat
	}
	return 1 - s.seat
}

func (s *state) Outcome() core.Outcome {
	o := core.Outcome{Reason: "last_stone", Winners: core.SeatsOf(core.Seat(s.winner()))}
	o.Places[s.winner()], o.Places[1-s.winner()] = 1, 2
	return o
}

var viewKeys = wire.Keys("heaps", "seat")

func (s *state) View(_ core.Seat, w *wire.Writer) {
	w.Map(2)
	w.Key(viewKeys[0])
	w.Ints(s.heaps[:s.n]...)
	w.Key(viewKeys[1])
	w.Int(s.seat)
}

func (s *state) Resample(core.Seat, *core.Source) {} // nothing is hidden

func (s *state) Describe(_ core.Seat, buf []byte) []byte {
	for i, h := range s.heaps[:s.n] {
		buf = append(strconv.AppendInt(append(buf, "heap "...), int64(i), 10), ": "...)
		for range h {
			buf = append(buf, 'o')
		}
		buf = append(buf, '\n')
	}
	return buf
}
