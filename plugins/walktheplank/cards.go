package walktheplank

import "github.com/parley-rules/parley/core"

// A set of choices has bit choiceWidth*space + argument for each way in which a card can be carried out. The argument is a
// target seat; for run_around 0 for back and 1 for forward; for dont_want_to_die the number of steps; for charge the
// target + 1, or 0 where no target is chosen. Ascending bits are the canonical order of the moves.
const choiceWidth = 8

// pendingChoices is the set of choices of the decision that is waited for.
func (s *state) pendingChoices() uint32 {
	return s.choices(s.pendingSeat, s.pendingCard, s.pendingSlot)
}

// choices is the set of all ways in which a living seat can carry out a card now. extend_plank and retract_plank have none:
// there is nothing to choose.
//
// WP-24.
func (s *state) choices(seat, card, slot int8) uint32 {
	switch card {
	case shoveLeft, shoveRight:
		var target int8
		if card == shoveLeft {
			target = s.leftTarget(seat)
		} else {
			target = s.rightTarget(seat)
		}
		return s.choicesShove(seat, target)
	case shoveAnyone:
		return s.choicesShoveAnyone(seat)
	case drag:
		return s.choicesDrag(seat)
	case pull:
		return s.choicesPull(seat)
	case runAround:
		return s.choicesRunAround(seat)
	case dontWantToDie:
		return s.choicesRetreat(seat)
	case charge:
		return s.choicesCharge(seat, slot)
	}
	return 0
}

// shared is the set of all choices of a space that a seat shares with a target: on a space with a pirate of the seat each
// other pirate's seat, the seat itself if it has two there.
//
// WP-29.
func (s *state) shared(seat int8) (set uint32) {
	for q := range s.plank + 1 {
		if s.pirates[seat][q] == 0 {
			continue
		}
		for t := range s.n {
			if s.pirates[t][q] > 0 && (t != seat || s.pirates[t][q] > 1) {
				set |= 1 << uint(choiceWidth*q+t)
			}
		}
	}
	return set
}

// leftTarget is the first living seat clockwise from a seat, the seat itself if it is alone.
//
// WP-30, WP-35.
func (s *state) leftTarget(seat int8) int8 {
	t := s.left(seat)
	for t != seat && s.living[t] == 0 {
		t = s.left(t)
	}
	return t
}

// rightTarget is the first living seat counter-clockwise from a seat, the seat itself if it is alone.
//
// WP-31, WP-35.
func (s *state) rightTarget(seat int8) int8 {
	t := s.right(seat)
	for t != seat && s.living[t] == 0 {
		t = s.right(t)
	}
	return t
}

// choicesShove has every space that a seat shares with one target, none if that is the seat itself.
//
// WP-32, WP-34.
func (s *state) choicesShove(seat, target int8) (set uint32) {
	if target == seat { // WP-35
		return 0
	}
	for q := range s.plank + 1 {
		if s.pirates[seat][q] > 0 && s.pirates[target][q] > 0 { // WP-29, WP-32
			set |= 1 << uint(choiceWidth*q+target)
		}
	}
	return set
}

// choicesShoveAnyone has every shared space with every seat, its own included.
//
// WP-36, WP-37.
func (s *state) choicesShoveAnyone(seat int8) uint32 { return s.shared(seat) }

// choicesDrag has every shared space with every seat, its own included.
//
// WP-42, WP-44.
func (s *state) choicesDrag(seat int8) uint32 { return s.shared(seat) }

// choicesPull has the shared spaces other than the ship.
//
// WP-28, WP-43, WP-44, WP-45.
func (s *state) choicesPull(seat int8) uint32 { return s.shared(seat) >> choiceWidth << choiceWidth }

// choicesRunAround has every space with a pirate of the seat, back (but not from the ship) and forward.
//
// WP-28, WP-46, WP-47.
func (s *state) choicesRunAround(seat int8) (set uint32) {
	const back, forward = 1, 2
	for q := range s.plank + 1 {
		if s.pirates[seat][q] > 0 {
			set |= (back | forward) << uint(choiceWidth*q)
		}
	}
	return set &^ back
}

// choicesRetreat has every plank tile with a pirate of the seat, one step back or, from tile 2 on, two.
//
// WP-28, WP-48, WP-49.
func (s *state) choicesRetreat(seat int8) (set uint32) {
	const one, two = 1 << 1, 1 << 2
	for q := int8(1); q <= s.plank; q++ {
		if s.pirates[seat][q] > 0 {
			set |= (one | two) << uint(choiceWidth*q)
		}
	}
	return set &^ (two << choiceWidth)
}

// choicesCharge has every space with a pirate of the seat, but none in slot 1. If charge_shoves is one, each comes with
// every seat that has a pirate on the next space, or with -1 if there is none.
//
// WP-56.
func (s *state) choicesCharge(seat, slot int8) (set uint32) {
	if slot == 1 { // WP-55
		return 0
	}
	for q := range s.plank + 1 {
		if s.pirates[seat][q] == 0 {
			continue
		}
		targets := uint32(0)
		if s.shoves == shovesOne && q < s.plank {
			for t := range s.n {
				if s.pirates[t][q+1] > 0 {
					targets |= 2 << uint(t)
				}
			}
		}
		if targets == 0 {
			targets = 1
		}
		set |= targets << uint(choiceWidth*q)
	}
	return set
}

// deed is a card that is being carried out: whose, which, where it is told, and what has come of it.
type deed struct {
	by, card int8
	killed   bool       // a pirate has died
	fallen   core.Seats // who has lost his last pirate
	events   *core.Events
}

// effect carries out one choice of a card.
func (s *state) effect(d *deed, bit int) {
	q, arg := int8(bit/choiceWidth), int8(bit%choiceWidth)
	switch d.card {
	case shoveLeft, shoveRight, shoveAnyone:
		s.shove(arg, q, d)
	case drag:
		s.drag(arg, q, d)
	case pull:
		s.pull(arg, q, d)
	case runAround:
		s.runAround(q, arg, d)
	case dontWantToDie:
		s.move(d.by, q, q-arg, d)
	case charge:
		s.charge(q, arg-1, d)
	}
}

// shove moves one pirate of target forward. Who shoves stays.
//
// WP-33.
func (s *state) shove(target, q int8, d *deed) {
	s.forward(target, q, d)
}

// drag moves a pirate of the seat and one of target forward.
//
// WP-42.
func (s *state) drag(target, q int8, d *deed) {
	s.forward(d.by, q, d)
	s.forward(target, q, d)
}

// pull moves a pirate of the seat and one of target back.
//
// WP-43.
func (s *state) pull(target, q int8, d *deed) {
	s.move(d.by, q, q-1, d)
	s.move(target, q, q-1, d)
}

// runAround moves a pirate of the seat one space forward (way 1) or back (way 0).
//
// WP-46.
func (s *state) runAround(q, way int8, d *deed) {
	if way == 1 {
		s.forward(d.by, q, d)
		return
	}
	s.move(d.by, q, q-1, d)
}

// charge moves the charger forward. Then those who stood there are pushed: target, one of its pirates, or none if that is
// none and charge_shoves is one; else whom pushedBy says.
//
// WP-50, WP-53.
func (s *state) charge(q, target int8, d *deed) {
	if q == s.plank { // WP-54
		s.forward(d.by, q, d)
		return
	}
	var push [maxSeats]int8
	if s.shoves != shovesOne {
		push = s.pushedBy(d.by, q+1)
	} else if target >= 0 {
		push[target] = 1
	}
	s.forward(d.by, q, d)
	for t := range s.n {
		for range push[t] {
			s.forward(t, q+1, d)
		}
	}
}

// pushedBy counts the pirates of each seat that a charger pushes from the space that he is about to enter: all, those of
// other seats only if charge_shoves is opponents, one if only his own stand there.
//
// WP-51.
func (s *state) pushedBy(seat, q int8) (push [maxSeats]int8) {
	others := false
	for t := range s.n {
		push[t] = s.pirates[t][q]
		others = others || t != seat && push[t] > 0
	}
	switch {
	case !others: // WP-52
		push[seat] = min(push[seat], 1)
	case s.shoves == shovesOpponents:
		push[seat] = 0
	}
	return push
}

// extend adds a plank tile before the Kraken. It returns false if there are three.
func (s *state) extend(d *deed) bool {
	if s.plank == maxPlank { // WP-39
		return false
	}
	s.plank++ // WP-38
	d.events.Emit(eventPlankChanged, int(s.plank-1), int(s.plank), int(d.by))
	return true
}

// retract removes the last plank tile with all who stand on it. It returns false if there is only one.
func (s *state) retract(d *deed) bool {
	if s.plank == 1 { // WP-41
		return false
	}
	last := s.plank
	s.plank-- // WP-40
	d.events.Emit(eventPlankChanged, int(last), int(s.plank), int(d.by))
	for t := range s.n {
		for s.pirates[t][last] > 0 { // WP-40
			s.die(t, last, d)
		}
	}
	return true
}

// forward moves a pirate one space towards the Kraken, from the last tile to its death.
//
// WP-25.
func (s *state) forward(seat, q int8, d *deed) {
	if q == s.plank { // WP-26
		s.die(seat, q, d)
		return
	}
	s.move(seat, q, q+1, d)
}

// move moves one of a seat's pirates on a space, whichever, to another space, whoever stands there.
//
// WP-08, WP-09, WP-25.
func (s *state) move(seat, from, to int8, d *deed) {
	s.pirates[seat][from]--
	s.pirates[seat][to]++
	d.events.Emit(eventPirateMoved, int(seat), int(from), int(to), int(d.by), int(d.card))
}

// die takes one of a seat's pirates out of the game.
//
// WP-27.
func (s *state) die(seat, from int8, d *deed) {
	s.pirates[seat][from]--
	s.living[seat]--
	d.killed = true
	if s.living[seat] == 0 {
		d.fallen |= 1 << uint(seat)
	}
	d.events.Emit(eventPirateDied, int(seat), int(from), int(d.by), int(d.card))
}
