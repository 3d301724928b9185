package pirates

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The keys of a view, in their order.
const (
	keyGame = iota
	keyViewer
	keyN
	keyOptions
	keyMap
	keyTiles
	keyPhase
	keyTurn
	keyRound
	keyAction
	keyActors
	keyShips
	keyChoices
	keyFortresses
	keyTilesLeft
	keySupply
	keyCombat
	keyResult
	viewKeys
)

// words are the words inside a view's values.
const (
	wordGame = iota
	wordSpectator
	wordReferee
	wordChance
	wordShip
	wordFortress
	wordNode
	wordFields
	wordHold
	wordSecured
	wordEquipped
	wordState
	wordTile
	wordVault
	wordCrew
	wordCannons
	wordChests
	wordAttacker
	wordTarget
	wordSalvos
	wordShooter
	wordDice
	wordDiceLeft
	wordLoot
	wordReason
	wordScores
	wordPlaces
	wordWinners
	wordField
	wordWhat
	wordValue
	wordCount
)

var (
	keys  = [viewKeys]wire.Key(keysOf(view.Fields))
	words = [wordCount]wire.Key(wire.Keys(gameID, "spectator", "referee", "chance", "ship", "fortress",
		"node", "fields", "hold", "secured", "equipped", "state", "tile", "vault", "crew", "cannons", "chests",
		"attacker", "target", "salvos", "shooter", "dice", "dice_left", "loot", "reason", "scores", "places", "winners",
		"field", "what", "value"))
	phaseKeys  = wire.Keys(phases...)
	stateKeys  = wire.Keys(states...)
	thingKeys  = wire.Keys(things...)
	reasonKeys = wire.Keys(reasons...)
)

func keysOf(fields []core.Field) []wire.Key {
	list := make([]wire.Key, len(fields))
	for i := range fields {
		list[i] = wire.NewKey(fields[i].Name)
	}
	return list
}

// View writes what a viewer sees: all but the tiles of hidden fortresses and the others' choices of equipment.
//
// RP-4, RP-7.
func (s *state) View(viewer core.Seat, w *wire.Writer) {
	w.Map(viewKeys)
	s.writeTable(viewer, w)
	s.writeTurn(w)
	w.Key(keys[keyShips])
	w.Array(s.set.seats)
	for i := range s.set.seats {
		s.ships[i].write(w, s.equipped>>uint(i)&1 != 0)
	}
	w.Key(keys[keyChoices])
	w.Array(s.set.seats)
	for i := range s.set.seats {
		if s.chosen(i) && (viewer == core.Seat(i) || viewer == core.Referee) {
			s.choices[i].write(w)
		} else {
			w.Nil()
		}
	}
	s.writeFortresses(viewer, w)
	s.writeSupply(w)
	w.Key(keys[keyCombat])
	s.writeCombat(w)
	w.Key(keys[keyResult])
	s.writeResult(w)
}

// chosen says whether a seat has chosen equipment that is still secret.
func (s *state) chosen(seat int) bool {
	return s.phase == phaseEquip && !s.set.inTurn && s.equipped>>uint(seat)&1 != 0
}

// writeTable writes what is the same throughout a game, and the viewer.
func (s *state) writeTable(viewer core.Seat, w *wire.Writer) {
	w.Key(keys[keyGame])
	w.Key(words[wordGame])
	w.Key(keys[keyViewer])
	switch viewer {
	case core.Spectator:
		w.Key(words[wordSpectator])
	case core.Referee:
		w.Key(words[wordReferee])
	default:
		w.Int(int(viewer))
	}
	w.Key(keys[keyN])
	w.Int(s.set.seats)
	w.Key(keys[keyOptions])
	w.Raw(s.set.shownOptions)
	w.Key(keys[keyMap])
	w.Raw(s.set.board.shown)
	w.Key(keys[keyTiles])
	w.Raw(s.set.shownTiles)
}

// writeTurn writes whose turn it is and who has to decide what.
func (s *state) writeTurn(w *wire.Writer) {
	w.Key(keys[keyPhase])
	w.Key(phaseKeys[s.phase])
	w.Key(keys[keyTurn])
	if s.turn == none {
		w.Nil()
	} else {
		w.Int(int(s.turn))
	}
	w.Key(keys[keyRound])
	w.Int(int(s.round))
	w.Key(keys[keyAction])
	if s.action == 0 {
		w.Nil()
	} else {
		w.Int(int(s.action))
	}
	w.Key(keys[keyActors])
	if s.phase == phaseRoll {
		w.Array(1)
		w.Key(words[wordChance])
	} else {
		writeSeats(w, s.Actors())
	}
}

func (x *ship) write(w *wire.Writer, equipped bool) {
	w.Map(5)
	w.Key(words[wordNode])
	w.Int(int(x.node))
	w.Key(words[wordFields])
	w.Array(fields)
	for i := range fields {
		w.Int(x.code(i))
	}
	w.Key(words[wordHold])
	x.hold.write(w)
	w.Key(words[wordSecured])
	x.secured.writeCounts(w)
	w.Key(words[wordEquipped])
	w.Bool(equipped)
}

// code is the code of what stands on a field, numbered from 0.
func (x *ship) code(field int) int {
	if field == fields-1 && x.hold != (counts{}) {
		return onChests
	}
	return x.outfit.code(field)
}

// writeCounts writes the three numbers themselves.
func (c *counts) writeCounts(w *wire.Writer) {
	w.Array(chestKinds)
	for _, k := range c {
		w.Int(int(k))
	}
}

// writeFortresses writes the fortress fields, and which tiles are not yet turned up. Which of these lies where only the referee sees.
//
// RP-4, RP-32.
func (s *state) writeFortresses(viewer core.Seat, w *wire.Writer) {
	w.Key(keys[keyFortresses])
	n := s.set.board.forts
	w.Array(n)
	left := uint32(0)
	for i := range n {
		f := &s.forts[i]
		w.Map(4)
		w.Key(words[wordState])
		w.Key(stateKeys[f.state])
		w.Key(words[wordTile])
		if f.state != hidden {
			w.Int(int(f.tile) + 1)
			w.Key(words[wordFields])
			f.writeFields(w)
			w.Key(words[wordVault])
			f.vault.write(w)
			continue
		}
		left |= 1 << uint(f.tile)
		if viewer == core.Referee {
			w.Int(int(f.tile) + 1)
		} else {
			w.Nil()
		}
		w.Key(words[wordFields])
		w.Nil()
		w.Key(words[wordVault])
		w.Nil()
	}
	w.Key(keys[keyTilesLeft])
	w.Array(bits.OnesCount32(left))
	for ; left != 0; left &= left - 1 {
		w.Int(bits.TrailingZeros32(left) + 1)
	}
}

// writeSupply writes the supply. That of crew and cannons is not told if it is unlimited.
//
// RP-71.
func (s *state) writeSupply(w *wire.Writer) {
	w.Key(keys[keySupply])
	w.Map(3)
	w.Key(words[wordCrew])
	if s.set.unlimited {
		w.Nil()
	} else {
		w.Int(s.crew)
	}
	w.Key(words[wordCannons])
	if s.set.unlimited {
		w.Nil()
	} else {
		w.Int(s.cannons)
	}
	w.Key(words[wordChests])
	s.chests.writeCounts(w)
}

// fighting says whether there is a combat.
func (s *state) fighting() bool {
	return s.phase == phaseRoll || s.phase == phaseCounter || s.phase == phaseStow
}

func (s *state) writeCombat(w *wire.Writer) {
	if !s.fighting() {
		w.Nil()
		return
	}
	w.Map(7)
	w.Key(words[wordAttacker])
	w.Int(int(s.turn))
	w.Key(words[wordTarget])
	s.target.write(w)
	w.Key(words[wordSalvos])
	w.Int(int(s.salvos))
	w.Key(words[wordShooter])
	s.shooter().write(w)
	w.Key(words[wordDice])
	s.writeDice(w)
	w.Key(words[wordDiceLeft])
	if s.phase == phaseRoll {
		w.Int(s.diceLeft())
	} else {
		w.Int(0)
	}
	w.Key(words[wordLoot])
	if s.phase == phaseStow {
		loot := s.loot(&s.ships[s.shooter()], s.other())
		loot.write(w)
	} else {
		w.Nil()
	}
}

func (s *state) writeResult(w *wire.Writer) {
	if s.phase != phaseOver {
		w.Nil()
		return
	}
	o := s.Outcome()
	w.Map(4)
	w.Key(words[wordReason])
	w.Key(reasonKeys[s.ended-1])
	w.Key(words[wordScores])
	writeScores(w, &o, s.set.seats)
	w.Key(words[wordPlaces])
	writePlaces(w, &o, s.set.seats)
	w.Key(words[wordWinners])
	writeSeats(w, o.Winners)
}
