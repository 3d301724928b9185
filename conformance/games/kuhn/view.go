package kuhn

import (
	"strconv"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The keys of the view, by their places.
const (
	keyPhase = iota
	keyActor
	keyDealt
	keyCards
	keyPlays
	keyPot
	keyCount
)

const (
	phaseDeal = iota
	phasePlay
	phaseOver
)

var (
	viewKeys  = wire.Keys("phase", "actor", "dealt", "cards", "history", "pot")
	phaseKeys = wire.Keys(phaseNames...)
	cardKeys  = wire.Keys(cardNames...)
	playKeys  = wire.Keys(playNames...)
)

func (s *state) phase() int {
	switch {
	case s.dealt < seats:
		return phaseDeal
	case s.over():
		return phaseOver
	}
	return phasePlay
}

func (s *state) pot() int { return s.paid(0) + s.paid(1) }

// sees says whether a viewer sees a seat's card.
func (s *state) sees(viewer core.Seat, seat int) bool {
	return seat < s.dealt && (viewer == core.Seat(seat) || viewer == core.Referee || s.showdown())
}

func (s *state) View(viewer core.Seat, w *wire.Writer) {
	w.Map(keyCount)
	w.Key(viewKeys[keyPhase])
	w.Key(phaseKeys[s.phase()])
	w.Key(viewKeys[keyActor])
	if s.phase() == phasePlay {
		w.Int(int(s.Actors().First()))
	} else {
		w.Nil()
	}
	w.Key(viewKeys[keyDealt])
	w.Int(s.dealt)
	w.Key(viewKeys[keyCards])
	w.Array(seats)
	for i, c := range s.cards {
		if s.sees(viewer, i) {
			w.Key(cardKeys[c])
		} else {
			w.Nil()
		}
	}
	w.Key(viewKeys[keyPlays])
	w.Array(s.n)
	for _, kind := range s.plays[:s.n] {
		w.Key(playKeys[kind-moveCheck])
	}
	w.Key(viewKeys[keyPot])
	w.Int(s.pot())
}

func (s *state) Describe(viewer core.Seat, buf []byte) []byte {
	for i, c := range s.cards {
		mark := "  "
		if s.phase() == phasePlay && s.Actors().Has(core.Seat(i)) {
			mark = "> "
		}
		buf = append(buf, mark...)
		buf = append(buf, "seat "...)
		buf = strconv.AppendInt(buf, int64(i), 10)
		buf = append(buf, ": "...)
		switch {
		case i >= s.dealt:
			buf = append(buf, "no card"...)
		case s.sees(viewer, i):
			buf = append(buf, cardNames[c]...)
		default:
			buf = append(buf, "a card"...)
		}
		for j, kind := range s.plays[:s.n] {
			if j%seats == i {
				buf = append(buf, ", "...)
				buf = append(buf, playNames[kind-moveCheck]...)
			}
		}
		buf = append(buf, '\n')
	}
	buf = append(buf, "  pot: "...)
	buf = strconv.AppendInt(buf, int64(s.pot()), 10)
	return append(buf, '\n')
}
