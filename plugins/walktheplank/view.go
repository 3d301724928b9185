package walktheplank

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The keys of the view in its order, and those inside.
var (
	keyGame       = wire.NewKey("game")
	keyN          = wire.NewKey("n")
	keyOptions    = wire.NewKey("options")
	keyColors     = wire.NewKey("colors")
	keyViewer     = wire.NewKey("viewer")
	keyPhase      = wire.NewKey("phase")
	keyRound      = wire.NewKey("round")
	keySlot       = wire.NewKey("slot")
	keyCaptain    = wire.NewKey("captain")
	keyPlank      = wire.NewKey("plank_length")
	keyPirates    = wire.NewKey("pirates")
	keyLost       = wire.NewKey("lost")
	keyEliminated = wire.NewKey("eliminated")
	keyCommitted  = wire.NewKey("committed")
	keyRevealed   = wire.NewKey("revealed")
	keyProgram    = wire.NewKey("program")
	keySetAside   = wire.NewKey("set_aside")
	keyHandCount  = wire.NewKey("hand_count")
	keyMyHand     = wire.NewKey("my_hand")
	keyHand       = wire.NewKey("hand")
	keyPending    = wire.NewKey("pending")
	keyActors     = wire.NewKey("actors")
	keyEndReason  = wire.NewKey("end_reason")
	keyResult     = wire.NewKey("result")

	keySeat      = wire.NewKey("seat")
	keyCard      = wire.NewKey("card")
	keyWinners   = wire.NewKey("winners")
	keyReason    = wire.NewKey("reason")
	keySurvivors = wire.NewKey("survivors")

	wordGame      = wire.NewKey(gameID)
	wordSpectator = wire.NewKey("spectator")
	wordReferee   = wire.NewKey("referee")
	wordHidden    = wire.NewKey("hidden")

	optionKeys = func() (keys []wire.Key) {
		for _, o := range options {
			keys = append(keys, wire.NewKey(o.Name))
		}
		return keys
	}()
	chargeFirstKeys = wire.Keys(options[optChargeFirst].Type.Words...)
	shovesKeys      = wire.Keys(options[optChargeShoves].Type.Words...)
)

// viewKeys are the keys of every view.
const viewKeys = 22

// View writes what a viewer sees: all but the cards of other seats' programs that are not turned up, and the hands of others.
//
// WP-78.
func (s *state) View(viewer core.Seat, w *wire.Writer) {
	if viewer == core.Spectator {
		w.Map(viewKeys)
	} else {
		w.Map(viewKeys + 1)
	}
	s.writeTable(viewer, w)
	w.Key(keyPhase)
	w.Key(phaseKeys[s.phase])
	w.Key(keyRound)
	w.Int(int(s.round))
	w.Key(keySlot)
	w.Int(s.slot())
	w.Key(keyCaptain)
	w.Int(int(s.captain))
	w.Key(keyPlank)
	w.Int(int(s.plank))
	w.Key(keyPirates)
	s.writePirates(w)
	s.writeSeatFacts(w)
	w.Key(keyProgram)
	w.Array(int(s.n))
	for i := range s.n {
		s.writeProgram(w, i, viewer)
	}
	w.Key(keySetAside)
	s.writeAside(w)
	s.writeHands(viewer, w)
	w.Key(keyPending)
	s.writePending(w)
	w.Key(keyActors)
	writeSeats(w, s.Actors())
	w.Key(keyEndReason)
	writeReason(w, s.endReason)
	w.Key(keyResult)
	s.writeResult(w)
}

// writeTable writes what is the same throughout a game, and the viewer.
//
// WP-06.
func (s *state) writeTable(viewer core.Seat, w *wire.Writer) {
	w.Key(keyGame)
	w.Key(wordGame)
	w.Key(keyN)
	w.Int(int(s.n))
	w.Key(keyOptions)
	w.Map(len(optionKeys))
	w.Key(optionKeys[optSkullCards])
	writeCards(w, s.skulls)
	w.Key(optionKeys[optChargeFirst])
	w.Key(chargeFirstKeys[s.chargeFirst])
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
	w.Key(keyColors)
	s.writeColors(w)
	w.Key(keyViewer)
	switch viewer {
	case core.Spectator:
		w.Key(wordSpectator)
	case core.Referee:
		w.Key(wordReferee)
	default:
		w.Int(int(viewer))
	}
}

// writeSeatFacts writes what is public of each seat.
//
// WP-81.
func (s *state) writeSeatFacts(w *wire.Writer) {
	n := int(s.n)
	w.Key(keyLost)
	w.Array(n)
	for i := range s.n {
		w.Int(crew - int(s.living[i]))
	}
	w.Key(keyEliminated)
	w.Array(n)
	for i := range s.n {
		w.Bool(s.living[i] == 0)
	}
	w.Key(keyCommitted)
	w.Array(n)
	for i := range s.n {
		w.Bool(s.committed(i))
	}
	w.Key(keyRevealed)
	w.Array(n)
	for i := range s.n {
		w.Int(int(s.revealed[i]))
	}
}

// writeProgram writes a seat's program as a viewer may know it. What was never turned up stays hidden for good.
//
// WP-16, WP-79, WP-80.
func (s *state) writeProgram(w *wire.Writer, seat int8, viewer core.Seat) {
	if !s.committed(seat) {
		w.Nil()
		return
	}
	w.Array(slots)
	for i, c := range s.program[seat] {
		if viewer == core.Seat(seat) || viewer == core.Referee || i < int(s.revealed[seat]) {
			w.Key(cardKeys[c])
		} else {
			w.Key(wordHidden)
		}
	}
}

// writeHands writes the sizes of all hands, and the cards in those that the viewer may see.
//
// WP-78, WP-81.
func (s *state) writeHands(viewer core.Seat, w *wire.Writer) {
	w.Key(keyHandCount)
	w.Array(int(s.n))
	for i := range s.n {
		w.Int(bits.OnesCount16(s.hand(i)))
	}
	switch viewer {
	case core.Spectator:
	case core.Referee:
		w.Key(keyHand)
		w.Array(int(s.n))
		for i := range s.n {
			writeCards(w, s.hand(i))
		}
	default:
		w.Key(keyMyHand)
		writeCards(w, s.hand(int8(viewer)))
	}
}

func (s *state) writePending(w *wire.Writer) {
	if s.pendingSeat == none {
		w.Nil()
		return
	}
	w.Map(3)
	w.Key(keySeat)
	w.Int(int(s.pendingSeat))
	w.Key(keySlot)
	w.Int(int(s.pendingSlot))
	w.Key(keyCard)
	w.Key(cardKeys[s.pendingCard])
}

func (s *state) writeResult(w *wire.Writer) {
	if s.phase != phaseOver {
		w.Nil()
		return
	}
	winners, reason := s.result()
	w.Map(3)
	w.Key(keyWinners)
	writeSeats(w, winners)
	w.Key(keyReason)
	writeReason(w, reason)
	w.Key(keySurvivors)
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
