package walktheplank

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

const (
	pairsOf    = cardCount - 2             // moves with the same first two cards
	blockOf    = (cardCount - 1) * pairsOf // moves with the same first card
	laysOf     = cardCount * blockOf       // moves with different cards
	laysNoLead = (cardCount - 1) * blockOf // those that do not begin with charge, the last card
)

// lays are all choose_cards moves with three different cards, in lexicographic order.
var lays = func() (list [laysOf]core.Move) {
	i := 0
	for a := range int16(cardCount) {
		for b := range int16(cardCount) {
			for c := range int16(cardCount) {
				if a != b && b != c && a != c {
					list[i] = core.M(moveChooseCards, a, b, c)
					i++
				}
			}
		}
	}
	return list
}()

// Moves appends the legal moves of an actor in the canonical order.
//
// WP-21, WP-82.
func (s *state) Moves(seat core.Seat, buf []core.Move) []core.Move {
	if s.phase == phaseChoose {
		return s.appendLays(int8(seat), buf)
	}
	kind := moveOf[s.pendingCard]
	for set := s.pendingChoices(); set != 0; set &= set - 1 {
		buf = append(buf, s.moveAt(kind, bits.TrailingZeros32(set)))
	}
	return buf
}

// appendLays lists what checkCards allows: out of the table of all, whole blocks at a time.
//
// WP-12.
func (s *state) appendLays(seat int8, buf []core.Move) []core.Move {
	list := lays[:]
	if !s.mayLead(charge) { // WP-13
		list = lays[:laysNoLead]
	}
	hand := s.hand(seat)
	if hand == allCards {
		return append(buf, list...)
	}
	for i := 0; i < len(list); i += blockOf {
		if hand>>uint(list[i].Arg[0])&1 == 0 { // WP-14
			continue
		}
		for j := i; j < i+blockOf; j += pairsOf {
			if hand>>uint(list[j].Arg[1])&1 == 0 {
				continue
			}
			for k := j; k < j+pairsOf; k++ {
				if hand>>uint(list[k].Arg[2])&1 != 0 {
					buf = append(buf, list[k])
				}
			}
		}
	}
	return buf
}
