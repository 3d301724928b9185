package sealed

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// faulty has the states with a fault by the names of their saboteurs. They are the sound one but for the method, or two, that have
// the fault.
var faulty = map[string]func() core.State{
	"option_ignored":         func() core.State { return &optionIgnored{} },
	"private_option":         func() core.State { return &privateOption{} },
	"move_out_of_range":      func() core.State { return &moveOutOfRange{} },
	"event_out_of_range":     func() core.State { return &eventOutOfRange{} },
	"unknown_key":            func() core.State { return &unknownKey{} },
	"view_out_of_range":      func() core.State { return &viewOutOfRange{} },
	"no_moves":               func() core.State { return &noMoves{} },
	"wrong_winner":           func() core.State { return &wrongWinner{} },
	"unstable_order":         func() core.State { return &unstableOrder{} },
	"map_order":              func() core.State { return &mapOrder{} },
	"double_move":            func() core.State { return &doubleMove{} },
	"listed_and_refused":     func() core.State { return &listedAndRefused{} },
	"allowed_and_not_listed": func() core.State { return &allowedAndNotListed{} },
	"not_kept":               func() core.State { return &notKept{} },
	"move_lost":              func() core.State { return &moveLost{} },
	"not_canonical":          func() core.State { return &notCanonical{} },
	"dead_byte":              func() core.State { return &deadByte{} },
	"any_body":               func() core.State { return &anyBody{} },
	"hidden_state":           func() core.State { return &hiddenState{} },
	"setup_lost":             func() core.State { return &setupLost{} },
	"no_weight":              func() core.State { return &noWeight{} },
	"other_mode":             func() core.State { return &otherMode{} },
	"endless":                func() core.State { return &endless{} },
	"refusal_remembered":     func() core.State { return &refusalRemembered{} },
	"unfinished_text":        func() core.State { return &unfinishedText{} },
	"leaking_view":           func() core.State { return &leakingView{} },
	"leaking_text":           func() core.State { return &leakingText{} },
	"leaking_code":           func() core.State { return &leakingCode{} },
	"leaking_moves":          func() core.State { return &leakingMoves{} },
	"resample_own":           func() core.State { return &resampleOwn{} },
	"resample_impossible":    func() core.State { return &resampleImpossible{} },
	"leaking_event":          func() core.State { return &leakingEvent{} },
	"leaking_later":          func() core.State { return &leakingLater{} },
	"resample_nothing":       func() core.State { return &resampleNothing{} },
	"first_come":             func() core.State { return &firstCome{} },
	"changed_rule":           func() core.State { return &changedRule{} },
	"wide_numbers":           func() core.State { return &wideNumbers{} },
	"panics":                 func() core.State { return &panics{} },
}

// New returns an empty state with a fault, the sound one if there is no fault of this name.
func New(fault string) core.State {
	if f := faulty[fault]; f != nil {
		return f()
	}
	return &state{}
}

// A list in an order of its own at every call.
type unstableOrder struct {
	state
	calls uint32 // which Load does not reset
}

func (s *unstableOrder) Moves(seat core.Seat, buf []core.Move) []core.Move {
	buf = s.state.Moves(seat, buf)
	s.calls++
	if n := len(buf); n > 1 && s.calls*0x9e3779b1>>31 == 1 {
		buf[0], buf[n-1] = buf[n-1], buf[0]
	}
	return buf
}

// A list in the order in which a Go map gives it.
type mapOrder struct{ state }

func (s *mapOrder) Moves(seat core.Seat, buf []core.Move) []core.Move {
	set := map[core.Move]bool{}
	for _, m := range s.state.Moves(seat, nil) {
		set[m] = true
	}
	for m := range set {
		buf = append(buf, m)
	}
	return buf
}

// A list with a move twice.
type doubleMove struct{ state }

func (s *doubleMove) Moves(seat core.Seat, buf []core.Move) []core.Move {
	buf = s.state.Moves(seat, buf)
	if seat != core.Chance {
		buf = append(buf, buf[0])
	}
	return buf
}

// A list that has the number that Check refuses.
type listedAndRefused struct{ state }

func (s *listedAndRefused) Moves(seat core.Seat, buf []core.Move) []core.Move {
	buf = s.state.Moves(seat, buf)
	if seat != core.Chance && !s.repeat && s.last[seat] > 0 {
		buf = append(buf, core.M(moveBid, int16(s.last[seat])))
	}
	return buf
}

// A list without a move that Check allows.
type allowedAndNotListed struct{ state }

func (s *allowedAndNotListed) Moves(seat core.Seat, buf []core.Move) []core.Move {
	buf = s.state.Moves(seat, buf)
	if seat != core.Chance {
		buf = buf[:len(buf)-1]
	}
	return buf
}

// A list with a number that no argument can have, which Check allows.
type moveOutOfRange struct{ state }

func (s *moveOutOfRange) Moves(seat core.Seat, buf []core.Move) []core.Move {
	buf = s.state.Moves(seat, buf)
	if seat == 0 && s.round == 1 {
		buf = append(buf, core.M(moveBid, mostBid+4))
	}
	return buf
}

// A seat that acts and has no move.
type noMoves struct{ state }

func (s *noMoves) Moves(seat core.Seat, buf []core.Move) []core.Move {
	if seat == 1 && s.round == 1 {
		return buf
	}
	return s.state.Moves(seat, buf)
}

// A view that shows everybody the bid of seat 0.
type leakingView struct{ state }

func (s *leakingView) View(viewer core.Seat, w *wire.Writer) {
	s.show(w, func(seat int) bool { return viewer == core.Referee || viewer == core.Seat(seat) || seat == 0 })
}

// A text that shows everybody everything.
type leakingText struct{ state }

func (s *leakingText) Describe(_ core.Seat, buf []byte) []byte {
	return s.state.Describe(core.Referee, buf)
}

// An event that tells everybody the number that was laid.
type leakingEvent struct{ state }

func (s *leakingEvent) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.state.Apply(seat, m, events)
	if m.Kind == moveBid && s.bid[seat] > 0 {
		events.Emit(eventNoted, int(seat), m.Int(0))
	}
}

// An event that tells everybody what seat 0 has laid, when another seat lays.
type leakingLater struct{ state }

func (s *leakingLater) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.state.Apply(seat, m, events)
	if m.Kind == moveBid && seat != 0 && s.bid[0] > 0 && s.bid[seat] > 0 {
		events.Emit(eventNoted, 0, s.bid[0])
	}
}

// A refusal whose code depends on what another seat has laid.
type leakingCode struct{ state }

func (s *leakingCode) Check(seat core.Seat, m core.Move) core.Code {
	code := s.state.Check(seat, m)
	if code == codeNoSuchNumber && s.bid[(int(seat)+1)%s.n] == mostBid {
		return codeNumberUsed
	}
	return code
}

// Legal moves that depend on what other seats have laid.
type leakingMoves struct{ state }

func (s *leakingMoves) taken(m core.Move) bool {
	for _, number := range s.bid[:s.n] {
		if m.Kind == moveBid && number == m.Int(0) && number == mostBid {
			return true
		}
	}
	return false
}

func (s *leakingMoves) Check(seat core.Seat, m core.Move) core.Code {
	if code := s.state.Check(seat, m); code != core.OK || !s.taken(m) {
		return code
	}
	return codeNumberUsed
}

func (s *leakingMoves) Moves(seat core.Seat, buf []core.Move) []core.Move {
	for _, m := range s.state.Moves(seat, nil) {
		if !s.taken(m) {
			buf = append(buf, m)
		}
	}
	return buf
}

// An instance whose first game is another one.
type hiddenState struct {
	state
	started bool // which Start does not reset
}

func (s *hiddenState) Start(start *core.Start) core.Refusal {
	r := s.state.Start(start)
	if !s.started && start.Setup == nil {
		s.prize = 1
	}
	s.started = true
	return r
}

// A refusal after which the next move is told twice.
type refusalRemembered struct {
	state
	refused bool // which Load does not reset
}

func (s *refusalRemembered) Check(seat core.Seat, m core.Move) core.Code {
	code := s.state.Check(seat, m)
	s.refused = s.refused || code != core.OK
	return code
}

func (s *refusalRemembered) Apply(seat core.Seat, m core.Move, events *core.Events) {
	if s.refused && m.Kind == moveBid {
		events.Emit(eventLaid, int(seat))
	}
	s.refused = false
	s.state.Apply(seat, m, events)
}

// A body with a byte that says how it came about.
type notCanonical struct {
	state
	moved byte
}

func (s *notCanonical) Start(start *core.Start) core.Refusal {
	s.moved = 0
	return s.state.Start(start)
}

func (s *notCanonical) Load(t *core.Table, body []byte) bool {
	s.moved = 0
	return len(body) > 0 && body[len(body)-1] <= 1 && s.state.Load(t, body[:len(body)-1])
}

func (s *notCanonical) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.state.Apply(seat, m, events)
	s.moved = 1
}

func (s *notCanonical) Append(buf []byte) []byte { return append(s.state.Append(buf), s.moved) }

// A body with a byte that nobody looks at.
type deadByte struct{ state }

func (s *deadByte) Load(t *core.Table, body []byte) bool {
	return len(body) > 0 && s.state.Load(t, body[:len(body)-1])
}

func (s *deadByte) Append(buf []byte) []byte { return append(s.state.Append(buf), 0) }

// A body whose sense nobody checks.
type anyBody struct{ state }

func (s *anyBody) Load(t *core.Table, body []byte) bool { return s.read(t, body) }

// An option that changes nothing.
type optionIgnored struct{ state }

func (s *optionIgnored) Start(start *core.Start) core.Refusal {
	r := s.state.Start(start)
	s.repeat = false
	return r
}

func (s *optionIgnored) Load(t *core.Table, body []byte) bool {
	ok := s.read(t, body)
	s.repeat = false
	return ok && s.sound()
}

// A setup of which the scores are lost.
type setupLost struct{ state }

func (s *setupLost) Start(start *core.Start) core.Refusal {
	r := s.state.Start(start)
	s.score = [maxSeats]int{}
	return r
}

// A resampler that changes nothing.
type resampleNothing struct{ state }

func (s *resampleNothing) Resample(core.Seat, *core.Source) {}

// A resampler that changes what the viewer knows.
type resampleOwn struct{ state }

func (s *resampleOwn) Resample(viewer core.Seat, src *core.Source) {
	s.state.Resample(viewer, src)
	if viewer >= 0 && s.bid[viewer] > 0 {
		s.redraw(int(viewer), src)
	}
}

// A resampler that makes positions that cannot be.
type resampleImpossible struct{ state }

func (s *resampleImpossible) Resample(viewer core.Seat, src *core.Source) {
	s.state.Resample(viewer, src)
	for i := range s.n {
		if s.bid[i] > 0 && core.Seat(i) != viewer && !s.repeat && s.round > 0 {
			s.bid[i] = s.last[i]
		}
	}
}

// A prize that goes to whoever laid first, if nobody has a number alone.
type firstCome struct {
	state
	first int // 1 + the seat, 0 for none
}

func (s *firstCome) Start(start *core.Start) core.Refusal {
	s.first = 0
	return s.state.Start(start)
}

func (s *firstCome) Load(t *core.Table, body []byte) bool {
	if len(body) == 0 || !s.state.Load(t, body[:len(body)-1]) {
		return false
	}
	s.first = int(body[len(body)-1])
	return s.first == 0 && s.bid == [maxSeats]int{} || s.first > 0 && s.first <= s.n && s.bid[s.first-1] > 0
}

func (s *firstCome) Append(buf []byte) []byte { return append(s.state.Append(buf), byte(s.first)) }

func (s *firstCome) Apply(seat core.Seat, m core.Move, events *core.Events) {
	before, prize := s.score, s.prize
	s.state.Apply(seat, m, events)
	switch {
	case m.Kind == movePrize:
	case s.prize > 0 && s.first == 0:
		s.first = int(seat) + 1
	case s.prize == 0:
		if s.score == before {
			s.score[s.first-1] += prize
		}
		s.first = 0
	}
}

// A game that begins again when it is over.
type endless struct{ state }

func (s *endless) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.state.Apply(seat, m, events)
	if s.over() {
		s.round, s.score, s.last = 0, [maxSeats]int{}, [maxSeats]int{}
	}
}

// A move that does nothing.
type moveLost struct{ state }

func (s *moveLost) Apply(seat core.Seat, m core.Move, events *core.Events) {
	if m.Kind == moveBid && m.Int(0) == mostBid && s.n == maxSeats {
		return
	}
	s.state.Apply(seat, m, events)
}

// A score that does not come into the bytes.
type notKept struct{ state }

func (s *notKept) Append(buf []byte) []byte {
	buf = s.state.Append(buf)
	buf[len(buf)-1] = 0 // the last seat's
	return buf
}

// A winner who is not of place 1.
type wrongWinner struct{ state }

func (s *wrongWinner) Outcome() core.Outcome {
	o := s.state.Outcome()
	o.Winners = core.SeatsOf(0)
	return o
}

// An event with a number out of its range.
type eventOutOfRange struct{ state }

func (s *eventOutOfRange) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.state.Apply(seat, m, events)
	if s.over() {
		events.Emit(eventScored, 0, mostPrize+1)
	}
}

// A view with a key that the manifest does not have.
type unknownKey struct{ state }

func (s *unknownKey) View(viewer core.Seat, w *wire.Writer) {
	at := len(w.B)
	s.state.View(viewer, w)
	w.B[at]++ // one key more
	w.Str("mood")
	w.Int(1)
}

// A view that shows an option, which its manifest says is private.
type privateOption struct{ state }

func (s *privateOption) View(viewer core.Seat, w *wire.Writer) {
	at := len(w.B)
	s.state.View(viewer, w)
	w.B[at]++ // one key more
	w.Str("options")
	w.Map(1)
	w.Str("rounds")
	w.Int(s.rounds)
}

// Start leaves the options out of a setup, since they are given beside it.
func (s *privateOption) Start(start *core.Start) core.Refusal {
	r := wire.NewReader(start.Setup)
	n, ok := r.Map()
	if !ok {
		return s.state.Start(start)
	}
	var w wire.Writer
	for range n {
		key, _ := r.Str()
		value, _ := r.Raw()
		if string(key) == "options" {
			n--
			continue
		}
		w.Str(string(key))
		w.Raw(value)
	}
	without := *start
	without.Setup = append(wire.AppendMap(nil, n), w.B...)
	return s.state.Start(&without)
}

// A view with a number out of its range.
type viewOutOfRange struct{ state }

func (s *viewOutOfRange) View(viewer core.Seat, w *wire.Writer) {
	shown := s.state
	if s.over() {
		shown.round = 99
	}
	shown.View(viewer, w)
}

// A view with numbers in more bytes than they need.
type wideNumbers struct{ state }

func (s *wideNumbers) View(viewer core.Seat, w *wire.Writer) {
	at := len(w.B)
	s.state.View(viewer, w)
	tail := append([]byte{0xcc}, w.B[at+7:]...) // the value of the key round, which comes first
	w.B = append(w.B[:at+7], tail...)
}

// An outcome of chance with weight 0.
type noWeight struct{ state }

func (s *noWeight) Weight(m core.Move) int { return mostPrize - m.Int(0) }

// Prizes that are larger when the host draws them.
type otherMode struct {
	state
	host bool
}

func (s *otherMode) Start(start *core.Start) core.Refusal {
	s.host = start.HostChance
	return s.state.Start(start)
}

func (s *otherMode) Load(t *core.Table, body []byte) bool {
	s.host = t.HostChance
	return s.state.Load(t, body)
}

func (s *otherMode) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.state.Apply(seat, m, events)
	if s.host && m.Kind == movePrize {
		s.prize = mostPrize
	}
}

// A panic in a rare case.
type panics struct{ state }

func (s *panics) Apply(seat core.Seat, m core.Move, events *core.Events) {
	if s.round == 1 && m.Kind == moveBid && m.Int(0) == 1 {
		panic("a case that nobody thought of")
	}
	s.state.Apply(seat, m, events)
}

// A text that ends in the middle of a line.
type unfinishedText struct{ state }

func (s *unfinishedText) Describe(viewer core.Seat, buf []byte) []byte {
	buf = s.state.Describe(viewer, buf)
	return buf[:len(buf)-1]
}

// A rule that is another one, with the same version.
type changedRule struct{ state }

func (s *changedRule) Apply(seat core.Seat, m core.Move, events *core.Events) {
	s.state.Apply(seat, m, events)
	if m.Kind == movePrize {
		s.prize = mostPrize + 1 - s.prize
	}
}

// Faulty are the rules with a fault, the sound ones if there is no fault of this name.
type Faulty struct{ Fault string }

// Manifest describes the game.
func (Faulty) Manifest() *core.Manifest { return NewManifest() }

// New returns an empty state.
func (r Faulty) New() core.State { return New(r.Fault) }

// ByNumber are rules whose lists begin in another place by a number that comes from elsewhere, for modules that
// ask for it in the world around them.
type ByNumber struct{ Number func() int }

// Manifest describes the game.
func (ByNumber) Manifest() *core.Manifest { return NewManifest() }

// New returns an empty state.
func (r ByNumber) New() core.State { return &byNumber{number: r.Number} }

type byNumber struct {
	state
	number func() int
}

func (s *byNumber) Moves(seat core.Seat, buf []core.Move) []core.Move {
	all := s.state.Moves(seat, nil)
	for i := range all {
		buf = append(buf, all[(i+s.number())%len(all)])
	}
	return buf
}
