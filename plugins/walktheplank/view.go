package walktheplank

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// What is written often, prepared.
var (
	keys       = [viewKeys]wire.Key(keysOf(manifest.View.Fields))
	optionKeys = [optColors + 1]wire.Key(keysOf(manifest.View.Fields[keyOptions].Type.Fields))
	cardKeys   = wire.Keys(cardWords...)
	colorKeys  = wire.Keys(colorWords...)
	reasonKeys = wire.Keys(reasonWords...)
	phaseKeys  = wire.Keys(phaseWords...)
	firstKeys  = wire.Keys(options[optChargeFirst].Type.Words...)
	shovesKeys = wire.Keys(options[optChargeShoves].Type.Words...)
	innerKeys  = [wordHidden + 1]wire.Key(wire.Keys("seat", "slot", "card", "winners", "reason", "survivors", gameID, "spectator", "referee", "hidden"))
)

// The places in innerKeys.
const (
	keySeat = iota
	keySlotOf
	keyCard
	keyWinners
	keyReason
	keySurvivors
	wordGame
	wordSpectator
	wordReferee
	wordHidden
)

func keysOf(fields []core.Field) []wire.Key {
	list := make([]wire.Key, len(fields))
	for i := range fields {
		list[i] = wire.NewKey(fields[i].Name)
	}
	return list
}

// View writes what a viewer sees: all but the cards of other seats' programs that are not turned up, and the hands of others.
//
// WP-78.
func (s *state) View(viewer core.Seat, w *wire.Writer) {
	if viewer == core.Spectator {
		w.Map(viewKeys - 2) // neither my_hand nor hand
	} else {
		w.Map(viewKeys - 1)
	}
	s.writeTable(viewer, w)
	w.Key(keys[keyPhase])
	w.Key(phaseKeys[s.phase])
	w.Key(keys[keyRound])
	w.Int(int(s.round))
	w.Key(keys[keySlot])
	w.Int(s.slot())
	w.Key(keys[keyCaptain])
	w.Int(int(s.captain))
	w.Key(keys[keyPlank])
	w.Int(int(s.plank))
	w.Key(keys[keyPirates])
	s.writePirates(w)
	s.writeSeatFacts(w)
	w.Key(keys[keyProgram])
	w.Array(int(s.n))
	for i := range s.n {
		s.writeProgram(w, i, viewer)
	}
	w.Key(keys[keySetAside])
	s.writeAside(w)
	s.writeHands(viewer, w)
	w.Key(keys[keyPending])
	s.writePending(w)
	w.Key(keys[keyActors])
	writeSeats(w, s.Actors())
	w.Key(keys[keyEndReason])
	writeReason(w, s.endReason)
	w.Key(keys[keyResult])
	s.writeResult(w)
}

// writeTable writes what is the same throughout a game, and the viewer.
//
// WP-06.
func (s *state) writeTable(viewer core.Seat, w *wire.Writer) {
	w.Key(keys[keyGame])
	w.Key(innerKeys[wordGame])
	w.Key(keys[keyN])
	w.Int(int(s.n))
	w.Key(keys[keyOptions])
	w.Map(len(optionKeys))
	w.Key(optionKeys[optSkullCards])
	writeCards(w, s.skulls)
	w.Key(optionKeys[optChargeFirst])
	w.Key(firstKeys[s.chargeFirst])
	w.Key(optionKeys[optChargeShoves])
	w.Key(shovesKeys[s.shoves])
	w.Key(optionKeys[optFirstPlayer])
	w.Int(int(s.first))
	w.Key(optionKeys[optAllowTwoPlayers])
	w.Bool(s.twoAllowed)
	w.Key(optionKeys[optMaxRounds])
	w.Int(int(s.rounds))
	w.Key(optionKeys[optColors])
	if s.ownColors {
		s.writeColors(w)
	} else {
		w.Array(0)
	}
	w.Key(keys[keyColors])
	s.writeColors(w)
	w.Key(keys[keyViewer])
	switch viewer {
	case core.Spectator:
		w.Key(innerKeys[wordSpectator])
	case core.Referee:
		w.Key(innerKeys[wordReferee])
	default:
		w.Int(int(viewer))
	}
}

// writeSeatFacts writes what is public of each seat.
//
// WP-81.
func (s *state) writeSeatFacts(w *wire.Writer) {
	n := int(s.n)
	w.Key(keys[keyLost])
	w.Array(n)
	for i := range s.n {
		w.Int(crew - int(s.living[i]))
	}
	w.Key(keys[keyEliminated])
	w.Array(n)
	for i := range s.n {
		w.Bool(s.living[i] == 0)
	}
	w.Key(keys[keyCommitted])
	w.Array(n)
	for i := range s.n {
		w.Bool(s.committed(i))
	}
	w.Key(keys[keyRevealed])
	w.Array(n)
	for i := range s.n {
		w.Int(int(s.revealed[i]))
	}
}

// writeProgram writes a seat's program as a viewer may know it. What was never turned up stays hidden for good.
//
// WP-79, WP-80.
func (s *state) writeProgram(w *wire.Writer, seat int8, viewer core.Seat) {
	if !s.committed(seat) {
		w.Nil()
		return
	}
	w.Array(slots)
	for i, c := range s.program[seat] {
		if viewer == core.Seat(seat) || viewer == core.Referee || i < int(s.revealed[seat]) {
			w.Key(cardKeys[c])
		} else { // WP-16, WP-79, WP-80
			w.Key(innerKeys[wordHidden])
		}
	}
}

// writeHands writes the sizes of all hands, and the cards in those that the viewer may see.
//
// WP-81.
func (s *state) writeHands(viewer core.Seat, w *wire.Writer) {
	w.Key(keys[keyHandCount])
	w.Array(int(s.n))
	for i := range s.n {
		w.Int(bits.OnesCount16(s.hand(i)))
	}
	switch viewer {
	case core.Spectator:
	case core.Referee: // WP-78
		w.Key(keys[keyHand])
		w.Array(int(s.n))
		for i := range s.n {
			writeCards(w, s.hand(i))
		}
	default: // WP-78
		w.Key(keys[keyMyHand])
		writeCards(w, s.hand(int8(viewer)))
	}
}

func (s *state) writePending(w *wire.Writer) {
	if s.pendingSeat == none {
		w.Nil()
		return
	}
	w.Map(3)
	w.Key(innerKeys[keySeat])
	w.Int(int(s.pendingSeat))
	w.Key(innerKeys[keySlotOf])
	w.Int(int(s.pendingSlot))
	w.Key(innerKeys[keyCard])
	w.Key(cardKeys[s.pendingCard])
}

func (s *state) writeResult(w *wire.Writer) {
	if s.phase != phaseOver {
		w.Nil()
		return
	}
	winners, reason := s.result()
	w.Map(3)
	w.Key(innerKeys[keyWinners])
	writeSeats(w, winners)
	w.Key(innerKeys[keyReason])
	writeReason(w, reason)
	w.Key(innerKeys[keySurvivors])
	s.writeLiving(w)
}

func (s *state) writeColors(w *wire.Writer) {
	w.Array(int(s.n))
	for i := range s.n {
		w.Key(colorKeys[s.colors[i]])
	}
}

func (s *state) writePirates(w *wire.Writer) {
	w.Array(int(s.n))
	for i := range s.n {
		w.Array(maxPlank + 1)
		for _, k := range s.pirates[i] {
			w.Int(int(k))
		}
	}
}

// writeAside writes the resting cards, which everybody sees.
//
// WP-65.
func (s *state) writeAside(w *wire.Writer) {
	w.Array(int(s.n))
	for i := range s.n {
		writeCards(w, s.aside[i])
	}
}

func (s *state) writeLiving(w *wire.Writer) {
	w.Array(int(s.n))
	for i := range s.n {
		w.Int(int(s.living[i]))
	}
}

func writeReason(w *wire.Writer, reason int8) {
	if reason == notEnded {
		w.Nil()
		return
	}
	w.Key(reasonKeys[reason-1])
}

// writeCards writes a set of cards in index order.
func writeCards(w *wire.Writer, set uint16) {
	w.Array(bits.OnesCount16(set))
	for ; set != 0; set &= set - 1 {
		w.Key(cardKeys[bits.TrailingZeros16(set)])
	}
}

func writeSeats(w *wire.Writer, set core.Seats) {
	w.Array(set.Len())
	for ; set != 0; set = set.Rest() {
		w.Int(int(set.First()))
	}
}
