package walktheplank

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// Apply carries out a legal move and all that follows by itself.
func (s *state) Apply(seat core.Seat, m core.Move, events *core.Events) {
	if s.phase == phaseChoose {
		s.commit(int8(seat), &m, events)
		return
	}
	s.decide(&m, events)
}

// commit lays a seat's program. When the last living seat has one, the round is played.
//
// WP-12, WP-15.
func (s *state) commit(seat int8, m *core.Move, events *core.Events) {
	s.program[seat] = [slots]int8{int8(m.Arg[0]), int8(m.Arg[1]), int8(m.Arg[2])}
	if events.Recording() {
		events.Emit(eventCardsChosen, int(seat))
		// WP-16, WP-81.
		events.BeginTo(1<<uint(seat), eventProgramSet)
		events.Int(int(seat))
		w := events.Field()
		w.Array(slots)
		for _, c := range s.program[seat] {
			w.B = append(w.B, cardKeys[c]...)
		}
		events.End()
	}
	if s.Actors() == 0 { // WP-17
		s.phase = phaseResolve
		s.run(1, 0, events)
	}
}

// decide carries out the choice of the pending seat, and goes on with the next in the order.
//
// WP-19, WP-23.
func (s *state) decide(m *core.Move, events *core.Events) {
	seat, slot, card := s.pendingSeat, s.pendingSlot, s.pendingCard
	s.pendingSeat, s.pendingSlot, s.pendingCard = none, 0, none
	bit, _ := s.bitOf(m)
	d := deed{by: seat, card: card, events: events}
	s.effect(&d, int(bit))
	s.settle(&d)
	k := seat - s.captain
	if k < 0 {
		k += s.n
	}
	s.run(slot, k+1, events)
}

// run plays the cards from place k of the order in a slot on: slot by slot, in each clockwise from the captain's seat, past
// those who are eliminated. It ends at a decision, or with the round.
//
// WP-10, WP-18, WP-20, WP-58, WP-72.
func (s *state) run(slot, k int8, events *core.Events) {
	for ; slot <= slots; slot++ {
		for ; k < s.n; k++ {
			seat := s.captain + k
			if seat >= s.n {
				seat -= s.n
			}
			if s.living[seat] > 0 && s.play(seat, slot, events) {
				return
			}
		}
		k = 0
	}
	s.endRound(events) // WP-60
}

// play turns up a card and carries it out if that is possible. It returns true if its owner must choose first.
//
// WP-19, WP-21.
func (s *state) play(seat, slot int8, events *core.Events) bool {
	card := s.program[seat][slot-1]
	s.revealed[seat] = slot
	events.Emit(eventCardRevealed, int(seat), int(slot), int(card))
	d := deed{by: seat, card: card, events: events}
	switch card {
	case extendPlank:
		if !s.extend(&d) {
			events.Emit(eventCardNoEffect, int(seat), int(slot), int(card), plankAtMaximum)
		}
		return false
	case retractPlank:
		if !s.retract(&d) {
			events.Emit(eventCardNoEffect, int(seat), int(slot), int(card), plankAtMinimum)
			return false
		}
	default:
		set := s.choices(seat, card, slot) // WP-24
		// WP-22.
		switch bits.OnesCount32(set) {
		case 0:
			reason := noTarget
			if card == charge {
				reason = chargeFirst
			}
			events.Emit(eventCardNoEffect, int(seat), int(slot), int(card), reason)
			return false
		case 1:
			s.effect(&d, bits.TrailingZeros32(set))
		default:
			s.pendingSeat, s.pendingSlot, s.pendingCard = seat, slot, card
			events.Emit(eventChoiceRequired, int(seat), int(slot), int(card))
			return true
		}
	}
	s.settle(&d)
	return false
}

// settle tells, after a card's whole effect, who has lost his last pirate by it, and whether this round is the last.
//
// WP-57, WP-59.
func (s *state) settle(d *deed) {
	if !d.killed {
		return
	}
	for set := d.fallen; set != 0; set = set.Rest() {
		d.events.Emit(eventPlayerEliminated, int(set.First()))
	}
	if s.endReason != notEnded {
		return
	}
	if s.endReason = s.endCondition(); s.endReason != notEnded {
		d.events.Emit(eventEndTriggered, int(s.endReason)-1)
	}
}

// endRound ends the game, or clears the table and begins the next round.
//
// WP-60.
func (s *state) endRound(events *core.Events) {
	events.Emit(eventRoundEnded, int(s.round))
	if s.endReason != notEnded || s.round == s.rounds { // WP-61
		s.phase = phaseOver
		s.tellEnd(events)
		return
	}
	for i := range s.n {
		if s.living[i] > 0 {
			s.takeBack(i, events)
		}
	}
	for i := range s.n {
		if s.living[i] == 0 {
			s.leave(i)
		}
	}
	s.passCaptain(events)
	s.round++
	s.phase = phaseChoose
	s.tellRound(events)
}

// takeBack returns a living seat's cards to its hand: those set aside, and those of its program but for the skull cards,
// which are set aside now.
//
// WP-62.
func (s *state) takeBack(seat int8, events *core.Events) {
	if s.aside[seat] != 0 { // WP-64
		tellCards(eventCardsReturned, seat, s.aside[seat], events)
	}
	s.aside[seat] = s.programSet(seat) & s.skulls
	if s.aside[seat] != 0 { // WP-63, WP-65
		tellCards(eventCardsSetAside, seat, s.aside[seat], events)
	}
	s.clear(seat)
}

// leave takes an eliminated seat's cards out of the game.
//
// WP-66.
func (s *state) leave(seat int8) {
	s.aside[seat] = 0
	s.clear(seat)
}

func (s *state) clear(seat int8) {
	s.program[seat] = [slots]int8{none, none, none}
	s.revealed[seat] = 0
}

// passCaptain passes the marker to the first living seat on the right, which was the last in the order of this round. The
// order stays clockwise.
//
// WP-67, WP-68, WP-69.
func (s *state) passCaptain(events *core.Events) {
	from := s.captain
	s.captain = s.rightTarget(from)
	events.Emit(eventCaptainPassed, int(from), int(s.captain))
}

func tellCards(kind int, seat int8, cards uint16, events *core.Events) {
	if !events.Recording() {
		return
	}
	events.Begin(kind)
	events.Int(int(seat))
	writeCards(events.Field(), cards)
	events.End()
}

func (s *state) tellStart(events *core.Events) {
	if !events.Recording() {
		return
	}
	events.Begin(eventGameStarted)
	events.Int(int(s.n))
	s.writeColors(events.Field())
	events.Int(int(s.captain))
	events.Int(int(s.plank))
	s.writePirates(events.Field())
	s.writeAside(events.Field())
	events.End()
}

func (s *state) tellRound(events *core.Events) {
	events.Emit(eventRoundStarted, int(s.round), int(s.captain))
}

func (s *state) tellEnd(events *core.Events) {
	if !events.Recording() {
		return
	}
	winners, reason := s.result()
	events.Begin(eventGameOver)
	writeSeats(events.Field(), winners)
	events.Int(int(reason) - 1)
	s.writeLiving(events.Field())
	events.End()
}
