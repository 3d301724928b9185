package jackal

import "github.com/parley-rules/parley/core"

// mayAdvance says whether a unit on a labyrinth step may go to the next one, as far as enemies there let it.
//
// JK-26, JK-46, JK-47.
func (s *state) mayAdvance(u *unit) core.Code {
	enemies := s.enemiesAt(u, u.sq, u.step+1)
	if enemies.any && (s.hemmedIn(u) || !mayAttack(u, enemies)) {
		return codeEntryForbidden
	}
	return core.OK
}

// advance takes the mover to the next step, where it meets, fights and lets join as usual. The move ends there.
//
// JK-26, JK-115, JK-117.
func (s *state) advance() {
	u := &s.unit[s.mover]
	sq, step := u.sq, u.step+1
	s.lift(s.mover)
	s.tellMoved(s.mover, sq, sq, movedAdvance)
	s.stand(s.mover, sq, step)
	s.encounter(sq, step)
}
