package jackal

import "github.com/parley-rules/parley/core"

// mayEnter says whether a unit may choose to enter a square in some way, without a load and with one: OK or the first reason
// why not. The geometry of the step has been checked. held: it may attack nobody in this turn.
//
// JK-44, JK-48.
func (s *state) mayEnter(u *unit, x, how uint8, held bool) (bare, withLoad core.Code) {
	c := &s.cell[x]
	if c.first == 0 {
		if is(c.kind, simple) {
			return core.OK, core.OK
		}
		if c.kind == fog {
			return core.OK, codeLoadForbidden
		}
	}
	end := s.forcedWay(x, how)
	if s.enemyVessel(u, end) {
		return codeEntryForbidden, codeEntryForbidden // JK-44
	}
	if c.first != 0 && c.kind != jungle {
		enemies := s.enemiesAt(u, x, s.entryStep(u.kind, x))
		if enemies.any {
			if is(c.kind, isFort) || held || !mayAttack(u, enemies) { // JK-45, JK-47, JK-148, JK-149
				return codeEntryForbidden, codeEntryForbidden
			}
			return core.OK, codeLoadForbidden
		}
	}
	if !s.clearWay(u, end) {
		return core.OK, codeLoadForbidden
	}
	return core.OK, core.OK
}

// mayAttack says whether a unit may enter a place with enemies, outside jungle and forts, without a load.
//
// JK-7, JK-46, JK-238, JK-239.
func mayAttack(u *unit, enemies company) bool {
	switch {
	case enemies.missionary:
		return u.kind == chunga // (a)
	case u.kind == missionary:
		return enemies.onlyChunga // (c)
	}
	return u.kind != chunga // (b), (d)
}

// enemyVessel says whether a square has a vessel of an enemy.
//
// JK-44, JK-215.
func (s *state) enemyVessel(u *unit, sq uint8) bool {
	v := s.cell[sq].vessel
	return v != 0 && s.enemies(u.crew, s.vessel[v].crew)
}

// forcedWay is the look-ahead of clear_way: the square where the way over open single arrows, and over ice entered walking,
// ends. It is nowhere if the way comes back to where it was: the unit will die there, which is allowed.
//
// JK-36.
func (s *state) forcedWay(x, how uint8) uint8 {
	seen, seenHow, next := x, how, 1
	for n := 1; ; n++ {
		c := &s.cell[x]
		switch {
		case c.kind == arrow && singleArrow(c.arg):
			how = directionIn(c.arg)
		case c.kind == ice && how < byJump:
		default:
			return x
		}
		x += delta[how]
		// A way that returns is a circle. One place of it is remembered, a later one after 2, 4, 8, ... steps.
		if x == seen && (how == seenHow || s.cell[x].kind == arrow) {
			return nowhere
		}
		if n == next {
			seen, seenHow, next = x, how, 2*next
		}
	}
}

// clearWay says whether a load may be taken on a forced way that ends on a square.
//
// JK-35, JK-36.
func (s *state) clearWay(u *unit, end uint8) bool {
	c := &s.cell[end]
	if is(c.kind, closed) {
		return false
	}
	return c.first == 0 || c.kind == water || !s.enemiesAt(u, end, s.entryStep(u.kind, end)).any
}

// hemmedIn says whether a unit shares its place with a missionary, so that it may attack nobody in this turn.
//
// JK-47.
func (s *state) hemmedIn(u *unit) bool {
	if !s.missionaryBlocks {
		return false
	}
	for id := *s.listOf(u); id != 0; id = s.unit[id].next {
		other := &s.unit[id]
		if other != u && other.kind == missionary && other.step == u.step {
			return true
		}
	}
	return false
}
