package pirates

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// write writes a side as a map.
func (d side) write(w *wire.Writer) {
	w.Map(1)
	if d.isShip() {
		w.Key(words[wordShip])
		w.Int(int(d))
		return
	}
	w.Key(words[wordFortress])
	w.Int(d.index() + 1)
}

// write writes the six codes of a ship's fields without chests, or of a lay.
func (o outfit) write(w *wire.Writer) {
	w.Array(fields)
	for i := range fields {
		w.Int(o.code(i))
	}
}

// The parts of an event are written by functions that are not inlined, which would make the module larger by 15 KB.

//go:noinline
func begin(events *core.Events, kind int) { events.Begin(kind) }

//go:noinline
func tell(events *core.Events, value int) { events.Int(value) }

//go:noinline
func tellSide(events *core.Events, d side) { d.write(events.Field()) }

//go:noinline
func tellCounts(events *core.Events, c *counts) { c.write(events.Field()) }

//go:noinline
func end(events *core.Events) { events.End() }

func tellParts(kind, seat int, o outfit, events *core.Events) {
	if !events.Recording() {
		return
	}
	begin(events, kind)
	tell(events, seat)
	o.write(events.Field())
	end(events)
}

func tellChests(kind int, seat int8, c *counts, events *core.Events) {
	if !events.Recording() {
		return
	}
	begin(events, kind)
	tell(events, int(seat))
	tellCounts(events, c)
	end(events)
}

func (s *state) tellTurn(events *core.Events) {
	events.Emit(eventTurnStarted, int(s.turn), int(s.round))
}

func (s *state) tellMove(from, to int, events *core.Events) {
	events.Emit(eventMoved, int(s.turn), from, to)
}

func (s *state) tellPass(auto int, events *core.Events) {
	events.Emit(eventPassed, int(s.turn), int(s.action), auto)
}

func (s *state) tellAttack(target side, events *core.Events) {
	begin(events, eventAttackDeclared)
	tell(events, int(s.turn))
	tellSide(events, target)
	end(events)
}

// tellReveal tells what a fortress shows as it is placed, and then each thing that the supply lacked.
//
// RP-32, RP-33.
func (s *state) tellReveal(index int, tile *parts, events *core.Events) {
	if !events.Recording() {
		return
	}
	f := &s.forts[index]
	begin(events, eventFortressRevealed)
	tell(events, index+1)
	tell(events, int(f.tile)+1)
	f.writeFields(events.Field())
	tellCounts(events, &f.vault)
	end(events)
	for i := range fields {
		switch code := tile.code(i); {
		case code == f.code(i):
		case code > onNoChest:
			events.Emit(eventSupplyShort, index+1, i+1, thingChest, code-onNoChest)
		default:
			events.Emit(eventSupplyShort, index+1, i+1, code-onCrew+thingCrew, 0)
		}
	}
	for v := chestKinds - 1; v >= 0; v-- {
		for range tile.vault[v] - f.vault[v] {
			events.Emit(eventSupplyShort, index+1, 0, thingChest, v+1)
		}
	}
}

func tellDie(shooter side, die int8, events *core.Events) {
	begin(events, eventDieRolled)
	tellSide(events, shooter)
	tell(events, int(die))
	end(events)
}

// tellSalvo tells a whole salvo: the dice, and what each of them has hit, but for those without effect.
func (s *state) tellSalvo(shooter, target side, what, value *[maxDice]int8, events *core.Events) {
	begin(events, eventSalvo)
	tellSide(events, shooter)
	tellSide(events, target)
	s.writeDice(events.Field())
	hits := 0
	for i := range s.thrown {
		if what[i] != thingNone {
			hits++
		}
	}
	w := events.Field()
	w.Array(hits)
	for i := range s.thrown {
		if what[i] == thingNone {
			continue
		}
		w.Map(3)
		w.Key(words[wordField])
		w.Int(int(s.dice[i]))
		w.Key(words[wordWhat])
		w.Key(thingKeys[what[i]])
		w.Key(words[wordValue])
		w.Int(int(value[i]))
	}
	end(events)
}

func (s *state) writeDice(w *wire.Writer) {
	w.Array(int(s.thrown))
	for _, d := range s.dice[:s.thrown] {
		w.Int(int(d))
	}
}

func tellDefeat(loser, winner side, events *core.Events) {
	begin(events, eventDefeated)
	tellSide(events, loser)
	tellSide(events, winner)
	end(events)
}

func (s *state) tellLoot(winner, loser side, loot *counts, events *core.Events) {
	if !events.Recording() {
		return
	}
	begin(events, eventLooted)
	tell(events, int(winner))
	tellSide(events, loser)
	tellCounts(events, loot)
	end(events)
}

func (s *state) tellEnd(events *core.Events) {
	if !events.Recording() {
		return
	}
	o := s.Outcome()
	begin(events, eventGameOver)
	tell(events, int(s.ended)-1)
	writeScores(events.Field(), &o, s.set.seats)
	writePlaces(events.Field(), &o, s.set.seats)
	writeSeats(events.Field(), o.Winners)
	end(events)
}

func writeScores(w *wire.Writer, o *core.Outcome, seats int) {
	w.Array(seats)
	for _, x := range o.Scores[:seats] {
		w.Int(int(x))
	}
}

func writePlaces(w *wire.Writer, o *core.Outcome, seats int) {
	w.Array(seats)
	for _, x := range o.Places[:seats] {
		w.Int(int(x))
	}
}

func writeSeats(w *wire.Writer, set core.Seats) {
	w.Array(set.Len())
	for ; set != 0; set = set.Rest() {
		w.Int(int(set.First()))
	}
}
