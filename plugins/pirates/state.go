package pirates

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// The phases, by the numbers of their words.
const (
	phaseEquip = iota
	phaseAction1
	phaseAction2
	phaseRoll
	phaseCounter
	phaseStow
	phaseOver
)

// How a game ended: the number of the reason's word and 1.
const (
	notEnded = iota
	byTarget
	allPlundered
	roundLimit
)

// The states of a fortress.
const (
	hidden = iota
	open
	plundered
)

// none stands for no seat.
const none = -1

// side is a ship or a fortress in a combat: a seat, or the complement of a fortress field's index.
type side int8

// fort is the side of the fortress field with an index.
func fort(index int) side { return ^side(index) }

func (d side) isShip() bool { return d >= 0 }

// index is the index of the fortress field of a side that is no ship.
func (d side) index() int { return int(^d) }

// outfit is what stands on the fields of a ship, as sets of fields.
type outfit struct{ crew, cannons uint8 }

// armed says whether it can fire.
func (o outfit) armed() bool { return o.crew != 0 && o.cannons != 0 }

// code is the code of the part on a field, numbered from 0.
func (o outfit) code(field int) int {
	return int(o.crew>>uint(field)&1)*onCrew + int(o.cannons>>uint(field)&1)*onCannon
}

// ship is a seat's ship, and what the seat has secured.
//
// RP-3.
type ship struct {
	outfit
	node          int8
	hold, secured counts
}

// empty is the set of the fields on which nothing stands. A hold with chests is not empty.
//
// RP-3, RP-67.
func (x *ship) empty() uint8 {
	set := allFields &^ (x.crew | x.cannons)
	if x.hold != (counts{}) {
		set &^= holdField
	}
	return set
}

// fortress is a fortress field: its tile, and what is left of it when it is open.
type fortress struct {
	state, tile int8 // the tile's index
	parts
}

// position is all of a position but what the options say. It has no pointers and is copied by assignment.
type position struct {
	phase  int8
	turn   int8 // none in equip and over
	action int8 // 0 in equip and over
	ended  int8 // the reason
	round  int16

	equipped uint8 // the seats that have chosen, as a set
	ships    [maxSeats]ship
	choices  [maxSeats]outfit // in a simultaneous equip phase, of the equipped seats
	forts    [maxFortresses]fortress

	// The combat, all zero if there is none. The attacker is the seat of turn.
	target side
	salvos int8
	thrown int8 // the number of dice
	dice   [maxDice]int8

	// What follows from the rest.
	crew, cannons int // the supply
	chests        counts
	at            [maxNodes]uint8 // the ships on each node, as sets of seats
	standing      uint32          // the fortress fields that are not plundered, as a set
}

type state struct {
	position
	set *setting
	own *shelf
}

// count is the number of fields in a set.
func count(set uint8) int { return bits.OnesCount64(uint64(set)) }

// Start sets up a game: a normal one, or from a setup by hand.
//
// RP-1, RP-2, RP-4, RP-88.
func (s *state) Start(start *core.Start) core.Refusal {
	set, refusal := s.take(start.Table)
	if refusal.Refused() {
		return refusal
	}
	s.position = position{turn: none, crew: set.supply, cannons: set.supply, chests: counts{perKind, perKind, perKind}}
	s.set = set
	if start.Setup != nil {
		return s.setup(start.Setup, start.Rand)
	}
	s.at[harbour] = 1<<uint(set.seats) - 1
	s.standing = 1<<uint(set.board.forts) - 1
	for i := range set.board.forts {
		s.forts[i].tile = int8(i)
	}
	for i := set.board.forts - 1; i > 0; i-- {
		j := start.Rand.Below(i + 1)
		s.forts[i].tile, s.forts[j].tile = s.forts[j].tile, s.forts[i].tile
	}
	return core.Refusal{}
}

// take finds the setting of a game.
func (s *state) take(table *core.Table) (*setting, core.Refusal) {
	if s.own == nil {
		s.own = &shelf{}
	}
	return s.own.find(table)
}

// CopyTo makes dst equal to s. Both may then be used by different goroutines: a setting is never changed.
func (s *state) CopyTo(dst core.State) {
	d := dst.(*state)
	d.position, d.set = s.position, s.set
}

// chance is the set of the seat chance alone.
var chance = core.SeatsOf(core.Chance)

// Actors are the seats that have something to decide.
//
// RP-7, RP-8, RP-10, RP-79, RP-81, RP-83.
func (s *state) Actors() core.Seats {
	switch s.phase {
	case phaseAction1, phaseAction2:
		return 1 << uint(s.turn)
	case phaseRoll:
		return chance
	case phaseEquip:
		waiting := core.AllSeats(s.set.seats) &^ core.Seats(s.equipped)
		if s.set.inTurn {
			waiting &= -waiting
		}
		return waiting
	case phaseCounter:
		return 1 << uint(s.other())
	case phaseStow:
		return 1 << uint(s.shooter())
	}
	return 0
}

// amount is what chests count.
//
// RP-74.
func (s *state) amount(c *counts) int {
	w := &s.set.worth
	return int(c[0])*w[0] + int(c[1])*w[1] + int(c[2])*w[2]
}

// reached says whether a seat has secured the target.
//
// RP-72, RP-75.
func (s *state) reached(seat int8) bool { return s.amount(&s.ships[seat].secured) >= s.set.target }

// allPlundered says whether no fortress is left.
//
// RP-73.
func (s *state) allPlundered() bool { return s.standing == 0 }

// Outcome tells how the game ended: the scores, the places, with equal scores by what is secured, and who has the first place.
//
// RP-76, RP-77.
func (s *state) Outcome() core.Outcome {
	o := core.Outcome{Reason: reasons[s.ended-1], Scored: true}
	var rank [maxSeats]int
	aboard := s.set.countAboard == aboardAlways || s.set.countAboard == aboardNotAtTarget && s.ended != byTarget
	n := s.set.seats
	for i := range n {
		x := &s.ships[i]
		secured := s.amount(&x.secured)
		score := secured
		if aboard {
			score += s.amount(&x.hold)
		}
		o.Scores[i] = int32(score)
		rank[i] = score<<8 | secured
	}
	for i := range n {
		o.Places[i] = 1
		for j := range n {
			if rank[j] > rank[i] {
				o.Places[i]++
			}
		}
		if o.Places[i] == 1 {
			o.Winners = o.Winners.With(core.Seat(i))
		}
	}
	return o
}
