package pirates

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
)

// The things that can be hit.
const (
	thingNone = iota - 1
	thingCrew
	thingCannon
	thingChest
)

// shooter is the side that fires next (phase roll) or has fired last (counter and stow): the sides fire in turn, the
// attacking ship first.
func (s *state) shooter() side {
	attackers := s.salvos & 1 // the parity of salvos at which it is the attacker
	if s.phase == phaseRoll {
		attackers ^= 1
	}
	if attackers != 0 {
		return side(s.turn)
	}
	return s.target
}

// other is the side that the shooter fires at.
func (s *state) other() side {
	if s.shooter() == s.target {
		return side(s.turn)
	}
	return s.target
}

// outfitOf is what stands on the fields of a side.
func (s *state) outfitOf(d side) outfit {
	if d.isShip() {
		return s.ships[d].outfit
	}
	f := &s.forts[d.index()]
	return outfit{f.crew, f.cannons}
}

// shipTargets is the set of the seats whose ships a ship may fire at: all others on its node, whatever they have aboard.
//
// RP-28, RP-29, RP-31.
func (s *state) shipTargets(seat core.Seat) core.Seats {
	x := &s.ships[seat]
	if !x.armed() || x.node == harbour && s.set.safeHarbour {
		return 0
	}
	return core.Seats(s.at[x.node]) &^ (1 << uint(seat))
}

// fortTargets is the set of the fortress fields that a ship may fire at: those that border its node and are not plundered.
//
// RP-28, RP-30, RP-60.
func (s *state) fortTargets(x *ship) uint32 {
	if !x.armed() {
		return 0
	}
	return s.set.board.near[x.node] & s.standing
}

// nearTarget says whether an armed ship has another one on its node, or a fortress next to it: whether it may have a target.
func (s *state) nearTarget(seat core.Seat, x *ship) bool {
	return x.armed() && (s.standing&s.set.board.near[x.node] != 0 || s.at[x.node]&^(1<<uint(seat)) != 0)
}

// attack begins a combat of the seat whose turn it is with one target. A hidden fortress is turned up first, and then there
// is no way back.
//
// RP-27, RP-32, RP-34, RP-35.
func (s *state) attack(target side, events *core.Events) {
	if events.Recording() {
		s.tellAttack(target, events)
	}
	if !target.isShip() && s.forts[target.index()].state == hidden {
		s.reveal(target.index(), events)
	}
	s.target, s.salvos = target, 0
	s.fire()
}

// reveal turns a fortress up and puts on it what its tile shows, as far as the supply has it: fields in ascending order, then
// the vault from high to low.
//
// RP-32, RP-33, RP-34, RP-71.
func (s *state) reveal(index int, events *core.Events) {
	f := &s.forts[index]
	tile := &s.set.tiles[f.tile]
	f.state = open
	f.parts = *tile
	f.crew = lowest(tile.crew, s.crew)
	f.cannons = lowest(tile.cannons, s.cannons)
	s.crew -= count(f.crew)
	s.cannons -= count(f.cannons)
	for v := range chestKinds {
		f.chests[v] = lowest(tile.chests[v], int(s.chests[v]))
		s.chests[v] -= int8(count(f.chests[v]))
		f.vault[v] = min(tile.vault[v], s.chests[v])
		s.chests[v] -= f.vault[v]
	}
	s.tellReveal(index, tile, events)
}

// lowest is the set of the n lowest fields of a set, or all of it if it has fewer.
func lowest(set uint8, n int) uint8 {
	for count(set) > n {
		set &^= 1 << uint(bits.Len8(set)-1)
	}
	return set
}

// fire begins a salvo: from now on the seat chance throws a die for each cannon of the shooter.
//
// RP-36, RP-83.
func (s *state) fire() {
	s.phase, s.thrown = phaseRoll, 0
}

// diceLeft is how many dice of the salvo are still to be thrown: it has one for each cannon, on field 6 too.
//
// RP-36.
func (s *state) diceLeft() int {
	return count(s.outfitOf(s.shooter()).cannons) - int(s.thrown)
}

// roll throws a die. With the last one the whole salvo hits, and the combat goes on.
//
// RP-42, RP-83.
func (s *state) roll(die int8, events *core.Events) {
	shooter := s.shooter()
	if events.Recording() {
		tellDie(shooter, die, events)
	}
	s.dice[s.thrown] = die
	s.thrown++
	if int(s.thrown) == count(s.outfitOf(shooter).cannons) {
		s.salvo(shooter, s.other(), events)
	}
}

// salvo applies all dice that are thrown.
//
// RP-42.
func (s *state) salvo(shooter, target side, events *core.Events) {
	var what, value [maxDice]int8
	for i, d := range s.dice[:s.thrown] {
		if target.isShip() {
			what[i], value[i] = s.hitShip(&s.ships[target], int(d)-1)
		} else {
			what[i], value[i] = s.hitFortress(&s.forts[target.index()], int(d)-1)
		}
	}
	if events.Recording() {
		s.tellSalvo(shooter, target, &what, &value, events)
	}
	s.dice, s.thrown = [maxDice]int8{}, 0
	s.salvos++
	if s.outfitOf(target).armed() {
		s.answer(target, events)
	} else {
		s.defeat(target, shooter, events)
	}
}

// hitShip takes away what stands on a ship's field, numbered from 0. Of the chests in the hold the least goes, and the next
// die of the salvo that hits the hold takes the next.
//
// RP-37, RP-38, RP-39, RP-41.
func (s *state) hitShip(x *ship, field int) (what, value int8) {
	bit := uint8(1) << uint(field)
	switch {
	case x.crew&bit != 0:
		x.crew &^= bit
		s.crew++
		return thingCrew, 0
	case x.cannons&bit != 0:
		x.cannons &^= bit
		s.cannons++
		return thingCannon, 0
	case bit == holdField && s.set.chestsHit:
		for v := range x.hold {
			if x.hold[v] > 0 {
				x.hold[v]--
				s.chests[v]++
				return thingChest, int8(v + 1)
			}
		}
	}
	return thingNone, 0
}

// hitFortress takes away what stands on a fortress's field, numbered from 0. A vault is never hit.
//
// RP-37, RP-38, RP-40, RP-41.
func (s *state) hitFortress(f *fortress, field int) (what, value int8) {
	bit := uint8(1) << uint(field)
	switch {
	case f.crew&bit != 0:
		f.crew &^= bit
		s.crew++
		return thingCrew, 0
	case f.cannons&bit != 0:
		f.cannons &^= bit
		s.cannons++
		return thingCannon, 0
	case s.set.chestsHit:
		for v := range f.chests {
			if f.chests[v]&bit != 0 {
				f.chests[v] &^= bit
				s.chests[v]++
				return thingChest, int8(v + 1)
			}
		}
	}
	return thingNone, 0
}

// mayAnswer says whether a salvo may be answered: the first one, or in a duel all but the last that there can be.
//
// RP-43, RP-45, RP-46.
func (s *state) mayAnswer() bool {
	return s.salvos == 1 || s.set.duel && s.salvos < maxSalvos
}

// answer: a side that is still armed fires back if that is allowed, a fortress always, a ship if its owner wants to.
//
// RP-43, RP-44, RP-46.
func (s *state) answer(target side, events *core.Events) {
	switch {
	case !s.mayAnswer():
		s.endAction(events)
	case target.isShip():
		s.phase = phaseCounter
		events.Emit(eventCounterOffered, int(target))
	default:
		s.fire()
	}
}

// loots says whether a side that has won takes anything: a ship does, unless it was attacked and counter_plunder is off.
//
// RP-48, RP-49.
func (s *state) loots(winner side) bool {
	return winner.isShip() && (winner == side(s.turn) || s.set.counterLoot)
}

// defeat: a side that is not armed after a salvo has lost. It stays where it is, with what it has left; its chests go to the
// winner, whose field 6 must be free for them.
//
// RP-47, RP-48, RP-50, RP-55, RP-57, RP-58.
func (s *state) defeat(loser, winner side, events *core.Events) {
	if events.Recording() {
		tellDefeat(loser, winner, events)
	}
	if !s.loots(winner) {
		s.endAction(events)
		return
	}
	if !loser.isShip() {
		f := &s.forts[loser.index()]
		s.crew += count(f.crew)
		s.cannons += count(f.cannons)
		f.crew, f.cannons = 0, 0
	}
	x := &s.ships[winner]
	loot := s.loot(x, loser)
	if (x.crew|x.cannons)&holdField != 0 && loot != (counts{}) {
		if x.empty() != 0 {
			s.phase = phaseStow
			return
		}
		s.clearHold(winner, 0, true, events)
	}
	s.load(winner, loser, &loot, events)
}

// loot is which chests of a loser a winner takes: from high to low, as long as they go into the hold.
//
// RP-51, RP-52, RP-53, RP-54.
func (s *state) loot(winner *ship, loser side) (loot counts) {
	var from counts
	if loser.isShip() {
		from = s.ships[loser].hold
	} else {
		from = s.forts[loser.index()].held()
	}
	if from == (counts{}) {
		return loot
	}
	h := &winner.hold
	room := holdLimit - h.total()
	if s.set.holdByValue {
		room = holdLimit - h[0] - 2*h[1] - 3*h[2]
	}
	for v := int8(chestKinds - 1); v >= 0; v-- {
		size := int8(1)
		if s.set.holdByValue {
			size = v + 1
		}
		loot[v] = min(from[v], room/size)
		room -= loot[v] * size
	}
	return loot
}

// clearHold makes room in a ship's field 6: the part there goes to a field from 1 to 5, or with 0 to the supply.
//
// RP-55, RP-56.
func (s *state) clearHold(winner side, to int, auto bool, events *core.Events) {
	x := &s.ships[winner]
	what := thingCrew
	if x.cannons&holdField != 0 {
		what = thingCannon
	}
	s.dropParts(x, holdField)
	if to > 0 {
		moved := outfit{crew: 1 << uint(to-1)}
		if what == thingCannon {
			moved = outfit{cannons: moved.crew}
		}
		s.putParts(x, moved)
	}
	automatic := 0
	if auto {
		automatic = 1
	}
	events.Emit(eventHoldCleared, int(winner), what, to, automatic)
}

// stow carries out a decision of phase stow. The loot does not depend on it.
//
// RP-56.
func (s *state) stow(to int, events *core.Events) {
	winner, loser := s.shooter(), s.other()
	s.clearHold(winner, to, false, events)
	loot := s.loot(&s.ships[winner], loser)
	s.load(winner, loser, &loot, events)
}

// load moves the loot into the winner's hold. Of equal chests of a fortress those in the vault go first, then those on the
// lowest fields. A fortress without chests is plundered, and if it is the last one the game ends.
//
// RP-51, RP-52, RP-57, RP-59, RP-60, RP-73.
func (s *state) load(winner, loser side, loot *counts, events *core.Events) {
	if *loot != (counts{}) {
		hold := &s.ships[winner].hold
		for v, k := range loot {
			hold[v] += k
			if loser.isShip() {
				s.ships[loser].hold[v] -= k
				continue
			}
			f := &s.forts[loser.index()]
			vault := min(k, f.vault[v])
			f.vault[v] -= vault
			for range k - vault {
				f.chests[v] &= f.chests[v] - 1
			}
		}
		s.tellLoot(winner, loser, loot, events)
	}
	if !loser.isShip() {
		f := &s.forts[loser.index()]
		if f.held() == (counts{}) {
			f.state = plundered
			s.standing &^= 1 << uint(loser.index())
			events.Emit(eventPlundered, loser.index()+1, int(s.turn))
			if s.allPlundered() {
				s.end(allPlundered, events)
				return
			}
		}
	}
	s.endAction(events)
}
