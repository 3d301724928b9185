// Package sealed is the game of the saboteurs, and its states with a fault each.
//
// In each round chance turns up a prize, all seats lay a number from 1 to 3 in secret and at once, and the highest number that
// nobody else has laid takes the prize. No seat may lay the number that it laid last, unless `repeat` is set. So there are secrets,
// chance with weights, simultaneous decisions, options, scores and setups, in as few lines as they take.
package sealed

import (
	"strconv"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

const (
	maxSeats  = 3
	mostPrize = 3
	mostBid   = 3
)

const (
	optRounds = iota
	optRepeat
)

const (
	movePrize = iota
	moveBid
)

const (
	eventPrize = iota
	eventLaid
	eventNoted
	eventShown
	eventScored
	eventOver
)

const (
	codeNoSuchNumber = core.FirstCode + iota
	codeNumberUsed
)

func seatField() core.Field { return core.F("seat", core.SeatType()) }

// NewManifest makes the manifest anew, so that a saboteur may change its own.
func NewManifest() *core.Manifest {
	perSeat := func(of *core.Type) *core.Type { return core.List(of, 2, maxSeats) }
	number, prize := core.Int(1, mostBid), core.Int(1, mostPrize)
	return &core.Manifest{
		Game:   "sealed",
		Rules:  "1.0.0",
		Titles: []core.Title{{Lang: "en", Text: "Sealed bids"}},
		Seats:  []int{2, 3},
		Options: []core.Option{
			optRounds: {Name: "rounds", Type: core.Int(1, 4), Default: core.Value(2), Doc: "how many prizes there are"},
			optRepeat: {Name: "repeat", Type: core.Bool(), Default: core.Value(false), Doc: "the same number may be laid twice in a row"},
		},
		Moves: []core.MoveKind{
			movePrize: {Name: "prize", Args: []core.Arg{{Name: "value", Type: prize}}, Doc: "chance: the prize of the round"},
			moveBid:   {Name: "bid", Args: []core.Arg{{Name: "number", Type: number, Loose: true}}},
		},
		Events: []core.EventKind{
			eventPrize:  {Name: "prize_shown", Fields: []core.Field{core.F("value", prize)}},
			eventLaid:   {Name: "bid_laid", Fields: []core.Field{seatField()}},
			eventNoted:  {Name: "bid_noted", Fields: []core.Field{seatField(), core.F("number", number)}, Doc: "for this seat alone"},
			eventShown:  {Name: "bid_shown", Fields: []core.Field{seatField(), core.F("number", number)}, Reveals: true},
			eventScored: {Name: "scored", Fields: []core.Field{seatField(), core.F("points", prize)}},
			eventOver:   {Name: "game_over"},
		},
		View: core.Record(
			core.F("round", core.Int(0, 4)),
			core.F("prize", core.Null(prize)),
			core.F("bids", perSeat(core.Null(core.Int(0, mostBid)))),
			core.F("last", perSeat(core.Int(0, mostBid))),
			core.F("scores", perSeat(core.Int(0, 4*mostPrize))),
		),
		Codes: []core.CodeDoc{
			{Code: "no_such_number", Text: "Numbers are 1 to 3."},
			{Code: "number_used", Text: "This is the number of the last round."},
		},
		EndReasons: []string{"rounds"},
		Features:   core.Features{Chance: true, Hidden: true, Simultaneous: true},
	}
}

// state is a position. bid is 0 for none; last is the bid of the round before.
type state struct {
	n, rounds        int
	repeat           bool
	round, prize     int
	bid, last, score [maxSeats]int
}

func (s *state) options(t *core.Table) {
	*s = state{n: t.Seats, rounds: t.Options.Int(optRounds), repeat: t.Options.Bool(optRepeat)}
}

func (s *state) Start(start *core.Start) core.Refusal {
	s.options(start.Table)
	if start.Setup == nil {
		return core.Refusal{}
	}
	return s.setup(start.Setup)
}

// setup takes a position in the form of the referee's view. What is left out is as at the start.
func (s *state) setup(b []byte) core.Refusal {
	r := wire.NewReader(b)
	n, ok := r.Map()
	if !ok {
		return core.Refuse(core.BadSetup, "setup")
	}
	fields := NewManifest().View.Fields
	for range n {
		key, _ := r.Str()
		value, known := r, false
		for _, f := range fields {
			probe := r
			known = known || f.Name == string(key) && f.Type.Holds(&probe, s.n)
		}
		if !known {
			return core.Refuse(core.BadSetup, string(key))
		}
		switch string(key) {
		case "round":
			s.round, _ = value.Int()
		case "prize":
			s.prize, _ = value.Int()
		case "bids":
			readInts(&value, &s.bid)
		case "last":
			readInts(&value, &s.last)
		case "scores":
			readInts(&value, &s.score)
		}
		r.Skip()
	}
	if !s.sound() {
		return core.Refuse(core.BadSetup, "round")
	}
	return core.Refusal{}
}

// readInts reads a list of ints, nil counting as 0.
func readInts(r *wire.Reader, into *[maxSeats]int) {
	n, _ := r.Array()
	for i := range n {
		if !r.Nil() {
			into[i], _ = r.Int()
		}
	}
}

// sound checks the invariants.
func (s *state) sound() bool {
	if s.round > s.rounds || s.prize > mostPrize || s.over() && s.prize > 0 {
		return false
	}
	laid := 0
	for i := range s.n {
		if s.bid[i] > mostBid || s.last[i] > mostBid || (s.last[i] == 0) != (s.round == 0) || s.score[i] > mostPrize*s.round ||
			s.bid[i] > 0 && (s.prize == 0 || s.used(i, s.bid[i])) {
			return false
		}
		if s.bid[i] > 0 {
			laid++
		}
	}
	return laid < s.n
}

func (s *state) over() bool { return s.round == s.rounds }

// used says whether a seat may not lay a number because it laid it last.
func (s *state) used(seat, number int) bool { return !s.repeat && s.last[seat] == number }

func (s *state) Load(t *core.Table, body []byte) bool { return s.read(t, body) && s.sound() }

// read reads a body without looking at its sense.
func (s *state) read(t *core.Table, body []byte) bool {
	s.options(t)
	if len(body) != 2+3*s.n {
		return false
	}
	s.round, s.prize = int(body[0]), int(body[1])
	for i := range s.n {
		b := body[2+3*i:]
		s.bid[i], s.last[i], s.score[i] = int(b[0]), int(b[1]), int(b[2])
	}
	return true
}

func (s *state) Append(buf []byte) []byte {
	buf = append(buf, byte(s.round), byte(s.prize))
	for i := range s.n {
		buf = append(buf, byte(s.bid[i]), byte(s.last[i]), byte(s.score[i]))
	}
	return buf
}

func (s *state) CopyTo(dst core.State) { *dst.(interface{ base() *state }).base() = *s }

func (s *state) base() *state { return s }

func (s *state) Actors() core.Seats {
	switch {
	case s.over():
		return 0
	case s.prize == 0:
		return core.SeatsOf(core.Chance)
	}
	var set core.Seats
	for i := range s.n {
		if s.bid[i] == 0 {
			set = set.With(core.Seat(i))
		}
	}
	return set
}

func (s *state) Check(seat core.Seat, m core.Move) core.Code {
	switch {
	case (m.Kind == movePrize) != (s.prize == 0):
		return core.WrongMoveType
	case m.Kind == movePrize:
		return core.OK
	case m.Arg[0] == core.Outside:
		return codeNoSuchNumber
	case s.used(int(seat), m.Int(0)):
		return codeNumberUsed
	}
	return core.OK
}

func (s *state) Moves(seat core.Seat, buf []core.Move) []core.Move {
	if seat == core.Chance {
		for value := range int16(mostPrize) {
			buf = append(buf, core.M(movePrize, value+1))
		}
		return buf
	}
	for number := 1; number <= mostBid; number++ {
		if !s.used(int(seat), number) {
			buf = append(buf, core.M(moveBid, int16(number)))
		}
	}
	return buf
}

// Weight makes small prizes likelier.
func (s *state) Weight(m core.Move) int { return mostPrize + 1 - m.Int(0) }

func (s *state) Apply(seat core.Seat, m core.Move, events *core.Events) {
	if m.Kind == movePrize {
		s.prize = m.Int(0)
		events.Emit(eventPrize, s.prize)
		return
	}
	s.bid[seat] = m.Int(0)
	events.Emit(eventLaid, int(seat))
	events.EmitTo(core.SeatsOf(seat), eventNoted, int(seat), s.bid[seat])
	if s.Actors() == 0 {
		s.resolve(events)
	}
}

// resolve turns up the bids and gives the prize away.
func (s *state) resolve(events *core.Events) {
	count, best := [mostBid + 1]int{}, 0
	for i := range s.n {
		count[s.bid[i]]++
		events.Emit(eventShown, i, s.bid[i])
	}
	for number, times := range count {
		if number > 0 && times == 1 {
			best = number
		}
	}
	for i := range s.n {
		if best > 0 && s.bid[i] == best {
			s.score[i] += s.prize
			events.Emit(eventScored, i, s.prize)
		}
	}
	s.last, s.bid, s.prize = s.bid, [maxSeats]int{}, 0
	s.round++
	if s.over() {
		events.Emit(eventOver)
	}
}

func (s *state) View(viewer core.Seat, w *wire.Writer) {
	s.show(w, func(seat int) bool { return viewer == core.Referee || viewer == core.Seat(seat) })
}

// show writes a view; sees says whose bid is shown.
func (s *state) show(w *wire.Writer, sees func(seat int) bool) {
	w.Map(5)
	w.Str("round")
	w.Int(s.round)
	w.Str("prize")
	if s.prize == 0 {
		w.Nil()
	} else {
		w.Int(s.prize)
	}
	w.Str("bids")
	w.Array(s.n)
	for i, number := range s.bid[:s.n] {
		switch {
		case number == 0:
			w.Nil()
		case sees(i):
			w.Int(number)
		default:
			w.Int(0)
		}
	}
	w.Str("last")
	w.Ints(s.last[:s.n]...)
	w.Str("scores")
	w.Ints(s.score[:s.n]...)
}

func (s *state) Outcome() core.Outcome {
	o := core.Outcome{Reason: "rounds", Scored: true}
	for i, score := range s.score[:s.n] {
		o.Scores[i], o.Places[i] = int32(score), 1
		for _, other := range s.score[:s.n] {
			if other > score {
				o.Places[i]++
			}
		}
		if o.Places[i] == 1 {
			o.Winners = o.Winners.With(core.Seat(i))
		}
	}
	return o
}

// Resample lays other bids for the seats that the viewer does not look through.
func (s *state) Resample(viewer core.Seat, src *core.Source) {
	for i := range s.n {
		if s.bid[i] > 0 && core.Seat(i) != viewer {
			s.redraw(i, src)
		}
	}
}

func (s *state) redraw(seat int, src *core.Source) {
	for {
		if number := 1 + src.Below(mostBid); !s.used(seat, number) {
			s.bid[seat] = number
			return
		}
	}
}

func (s *state) Describe(viewer core.Seat, buf []byte) []byte {
	buf = append(strconv.AppendInt(append(buf, "round "...), int64(s.round), 10), ", prize "...)
	buf = append(strconv.AppendInt(buf, int64(s.prize), 10), '\n')
	for i := range s.n {
		buf = append(strconv.AppendInt(append(buf, "seat "...), int64(i), 10), ": "...)
		buf = append(strconv.AppendInt(buf, int64(s.score[i]), 10), " points"...)
		if s.bid[i] > 0 {
			buf = append(buf, ", has bid"...)
			if viewer == core.Referee || viewer == core.Seat(i) {
				buf = strconv.AppendInt(append(buf, ' '), int64(s.bid[i]), 10)
			}
		}
		buf = append(buf, '\n')
	}
	return buf
}
