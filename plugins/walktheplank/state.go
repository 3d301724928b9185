package walktheplank

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// The phases.
const (
	phaseChoose = iota
	phaseResolve
	phaseOver
)

var phaseWords = []string{"choose", "resolve", "game_over"}

// none stands for no seat, no card.
const none = -1

// state is a position. It has no pointers and is copied by assignment.
type state struct {
	table
	phase     int8
	captain   int8 // the seat with the marker
	plank     int8 // L, the number of plank tiles
	endReason int8 // notEnded, twoOrFewer, oneColor
	round     int16
	// The decision that is waited for: its seat, none if there is none; the slot, 1 to 3; the card, that of the seat's program.
	pendingSeat, pendingSlot, pendingCard int8

	pirates  [maxSeats][maxPlank + 1]int8 // living pirates per seat and space
	program  [maxSeats][slots]int8        // none three times: no program
	revealed [maxSeats]int8
	aside    [maxSeats]uint16 // the resting skull cards, as a set
	living   [maxSeats]int8   // the sum of pirates
}

// table is what the options say.
type table struct {
	n           int8
	shoves      int8 // charge_shoves
	first       int8 // first_player
	chargeFirst int8
	rounds      int16  // max_rounds
	skulls      uint16 // skull_cards, as a set
	twoAllowed  bool
	ownColors   bool // colors was given
	colors      [maxSeats]int8
}

// takeOptions reads the options and returns the name of the first with a value that it cannot have with so many seats, ""
// if there is none.
func (t *table) takeOptions(from *core.Table) string {
	o := &from.Options
	*t = table{n: int8(from.Seats), first: none, rounds: defaultRounds, skulls: defaultSkulls}
	t.colors = [maxSeats]int8{0, 1, 2, 3, 4} // WP-06
	var buf [cardCount]int
	if o.Given(optSkullCards) {
		t.skulls = 0
		for _, c := range o.Words(optSkullCards, buf[:0]) {
			if t.skulls>>c&1 != 0 {
				return "skull_cards"
			}
			t.skulls |= 1 << c
		}
	}
	if o.Given(optChargeFirst) {
		t.chargeFirst = int8(o.Word(optChargeFirst))
	}
	if o.Given(optChargeShoves) {
		t.shoves = int8(o.Word(optChargeShoves))
	}
	if o.Given(optFirstPlayer) {
		t.first = int8(o.Int(optFirstPlayer))
		if t.first >= t.n {
			return "first_player"
		}
	}
	t.twoAllowed = o.Given(optAllowTwoPlayers) && o.Bool(optAllowTwoPlayers)
	if o.Given(optMaxRounds) {
		t.rounds = int16(o.Int(optMaxRounds))
	}
	if o.Given(optColors) { // WP-06
		t.ownColors = true
		list := o.Words(optColors, buf[:0])
		if len(list) != from.Seats {
			return "colors"
		}
		seen := 0
		for i, c := range list {
			if seen>>c&1 != 0 {
				return "colors"
			}
			seen |= 1 << c
			t.colors[i] = int8(c)
		}
	}
	return ""
}

// begin sets up the start, but for the captain.
//
// WP-03, WP-04, WP-05.
func (s *state) begin() {
	s.phase, s.captain, s.plank, s.round = phaseChoose, none, maxPlank, 1
	s.pendingSeat, s.pendingCard = none, none
	for i := range s.n {
		s.pirates[i][0] = crew
		s.living[i] = crew
		s.program[i] = [slots]int8{none, none, none}
	}
}

// drawCaptain draws the first captain from the living seats. It is the only chance in the game.
//
// WP-07, WP-77.
func (s *state) drawCaptain(r *core.Rand) int8 {
	k := r.Below(s.livingSeats())
	for i := range s.n {
		if s.living[i] == 0 {
			continue
		}
		if k == 0 {
			return i
		}
		k--
	}
	return none
}

// Start sets up a game: a normal one, or from a setup by hand. A captain in the setup goes before first_player, and with
// either of them there is no draw.
//
// WP-07.
func (s *state) Start(start *core.Start) core.Refusal {
	*s = state{}
	if name := s.takeOptions(start.Table); name != "" {
		return core.Refuse(core.BadOption, name)
	}
	s.begin()
	if start.Setup != nil { // WP-84
		if r := s.setup(start.Setup, start.Rand); r.Refused() {
			return r
		}
	} else if s.captain = s.first; s.captain == none {
		s.captain = s.drawCaptain(start.Rand)
	}
	s.tellStart(start.Events)
	if s.phase == phaseChoose {
		s.tellRound(start.Events)
	}
	return core.Refusal{}
}

// CopyTo makes dst equal to s.
func (s *state) CopyTo(dst core.State) { *dst.(*state) = *s }

// Actors are the living seats without a program, or the owner of the card that is to be decided upon, or nobody after the game.
func (s *state) Actors() core.Seats {
	switch s.phase {
	case phaseChoose: // WP-11, WP-15
		var set core.Seats
		for i := range s.n {
			if s.living[i] > 0 && !s.committed(i) {
				set |= 1 << uint(i)
			}
		}
		return set
	case phaseResolve: // WP-23
		return 1 << uint(s.pendingSeat)
	}
	return 0 // WP-76
}

// committed says whether a seat has a program.
func (s *state) committed(seat int8) bool { return s.program[seat][0] >= 0 }

// programSet is the set of the cards of a seat's program.
func (s *state) programSet(seat int8) uint16 {
	p := &s.program[seat]
	if p[0] < 0 {
		return 0
	}
	return 1<<uint(p[0]) | 1<<uint(p[1]) | 1<<uint(p[2])
}

// hand is the set of the cards that are neither in the program nor set aside. A seat that was out before this round has none.
func (s *state) hand(seat int8) uint16 {
	if s.living[seat] == 0 && !s.committed(seat) { // WP-66
		return 0
	}
	return allCards &^ s.programSet(seat) &^ s.aside[seat] // WP-05
}

// slot is the slot of the view: 0 while choosing, that of the decision, 3 after the game.
func (s *state) slot() int {
	switch s.phase {
	case phaseChoose:
		return 0
	case phaseResolve:
		return int(s.pendingSlot)
	}
	return slots
}

// left is the next seat clockwise.
//
// WP-02.
func (s *state) left(seat int8) int8 {
	if seat++; seat == s.n {
		return 0
	}
	return seat
}

// right is the next seat counter-clockwise.
//
// WP-02.
func (s *state) right(seat int8) int8 {
	if seat == 0 {
		return s.n - 1
	}
	return seat - 1
}

func (s *state) livingSeats() (count int) {
	for i := range s.n {
		if s.living[i] > 0 {
			count++
		}
	}
	return count
}

func (s *state) livingPirates() (count int) {
	for i := range s.n {
		count += int(s.living[i])
	}
	return count
}

// endCondition says whether two or fewer pirates are alive, or pirates of one seat only, and if so which: twoOrFewer goes first.
//
// WP-71.
func (s *state) endCondition() int8 {
	switch {
	case s.livingPirates() <= 2:
		return twoOrFewer
	case s.livingSeats() <= 1:
		return oneColor
	}
	return notEnded
}

// result is how a finished game ended: the winners as a set and the reason.
//
// WP-74.
func (s *state) result() (winners core.Seats, reason int8) {
	if s.endReason == notEnded { // WP-70
		return 0, roundLimit
	}
	for i := range s.n {
		if s.living[i] > 0 { // WP-73
			winners |= 1 << uint(i)
		}
	}
	return winners, s.endReason
}

// Outcome tells how the game ended. All winners win alike, all others have lost alike.
//
// WP-75.
func (s *state) Outcome() core.Outcome {
	winners, reason := s.result()
	o := core.Outcome{Reason: reasonWords[reason-1], Winners: winners}
	for i := range s.n {
		o.Places[i] = int8(1 + winners.Len())
		if winners.Has(core.Seat(i)) {
			o.Places[i] = 1
		}
	}
	return o
}

// faultOfBoard looks for a broken invariant (I1, I2, I4, I5, I8, I11, I12, I15) in what lies on the table. It returns the
// key of the view, in the order of the setup's table, "" if there is none. It counts the living pirates anew.
func (s *state) faultOfBoard() string {
	if s.round < 1 || s.round > s.rounds {
		return "round"
	}
	if s.plank < 1 || s.plank > maxPlank {
		return "plank_length"
	}
	for i := range s.n {
		sum := 0
		for q, k := range s.pirates[i] {
			if k < 0 || k > 0 && q > int(s.plank) {
				return "pirates"
			}
			sum += int(k)
		}
		if sum > crew {
			return "pirates"
		}
		s.living[i] = int8(sum)
	}
	if s.phase == phaseChoose && s.endCondition() != notEnded {
		return "pirates"
	}
	for i := range s.n {
		if s.aside[i]&^s.skulls != 0 || bits.OnesCount16(s.aside[i]) > slots {
			return "set_aside"
		}
		if s.aside[i] != 0 && s.living[i] == 0 && (s.phase == phaseChoose || !s.committed(i)) {
			return "set_aside"
		}
	}
	return s.faultOfPrograms()
}

// faultOfPrograms is the part of faultOfBoard on programs.
func (s *state) faultOfPrograms() string {
	programs, waiting := 0, 0
	for i := range s.n {
		if !s.committed(i) {
			if s.living[i] > 0 {
				waiting++
			}
			continue
		}
		programs++
		cards := s.programSet(i)
		if bits.OnesCount16(cards) != slots || cards&s.aside[i] != 0 || !s.mayLead(s.program[i][0]) ||
			s.phase == phaseChoose && s.living[i] == 0 { // WP-12, WP-13, WP-14, WP-84
			return "program"
		}
	}
	if s.phase == phaseChoose {
		if waiting == 0 {
			return "program"
		}
	} else if waiting > 0 || programs < 2 {
		return "program"
	}
	return ""
}

// faultOfPlay goes on where faultOfBoard ended: the captain and how far the round is (I5, I6, I7, I12, I13, I14).
func (s *state) faultOfPlay() string {
	c := s.captain
	if c < 0 || c >= s.n || s.phase == phaseChoose && s.living[c] == 0 || s.phase != phaseChoose && !s.committed(c) {
		return "captain"
	}
	if p := s.pendingSeat; s.phase != phaseResolve {
		if p != none {
			return "pending"
		}
	} else if p < 0 || s.living[p] == 0 || s.pendingSlot < 1 || s.pendingSlot > slots ||
		s.program[p][s.pendingSlot-1] != s.pendingCard || bits.OnesCount32(s.choices(p, s.pendingCard, s.pendingSlot)) < 2 {
		return "pending"
	}
	seat, late := c, int8(0)
	for range s.n {
		due := int8(0)
		switch s.phase {
		case phaseResolve:
			due = s.pendingSlot - late
		case phaseOver:
			due = slots
		}
		r := s.revealed[seat]
		if r < 0 || r > due || !s.committed(seat) && r > 0 || s.living[seat] > 0 && r != due {
			return "revealed"
		}
		if seat == s.pendingSeat {
			late = 1
		}
		seat = s.left(seat)
	}
	holds := s.endCondition()
	switch {
	case (s.endReason == notEnded) != (holds == notEnded),
		s.endReason == twoOrFewer && s.livingPirates() > 2,
		s.endReason == oneColor && s.livingSeats() > 1:
		return "end_reason"
	case s.phase == phaseOver && holds == notEnded && s.round != s.rounds:
		return "result"
	}
	return ""
}
