package pirati

import "github.com/parley-rules/parley/core"

// endTurn is END_TURN of the rules text: it counts the turn that ends, looks for the end of the game and finds the next seat.
// A seat that can do nothing but pass does so by itself, and its turn ends too.
//
// PI-23, PI-24, PI-25, PI-132, PI-133.
func (s *state) endTurn(passed bool, e *core.Events) {
	for {
		s.delayed = s.delayed&^ofSeat(int(s.toAct)) | s.slowed // 1: only a pirate of this seat can be slowed
		s.slowed = 0
		s.countTurn(passed) // 2
		if s.mayEnd() {     // 3
			if reason := s.ended(); reason != none {
				s.finish(reason, e)
				return
			}
		}
		s.toAct = int8(s.nextSeat()) // 4
		if s.canMove(int(s.toAct), false) {
			s.phase = phaseMain
			if e.Recording() {
				s.tellTurn(e)
			}
			return
		}
		if s.stuck() { // 5
			s.finish(endStuck, e)
			return
		}
		e.Emit(eventTurnPassed, int(s.toAct), 1) // 6
		passed = true
	}
}

// countTurn counts a turn: a passed one, or one without progress, or neither.
//
// PI-20, PI-184.
func (s *state) countTurn(passed bool) {
	if s.progress {
		s.quiet = 0
	} else {
		s.quiet = counted(s.quiet)
	}
	if passed {
		s.passes = counted(s.passes)
	} else {
		s.passes = 0
	}
	s.turn = counted(s.turn)
	s.progress = false
	if s.usedWays { // ways are closed within a turn only
		s.used = [cells]uint8{}
		s.usedWays = false
	}
}

// nextSeat is the next seat with a pirate who is not lost, perhaps the same one again. There is one.
//
// PI-9, PI-25.
func (s *state) nextSeat() int {
	seat := int(s.toAct)
	for {
		seat = (seat + 1) & int(s.n-1) // 2 or 4 seats
		if s.alive(seat) {
			return seat
		}
	}
}

// ended looks for the end of the game after a turn and returns its reason, none if it goes on. A team without pirates does not
// end it.
//
// PI-179, PI-180, PI-181, PI-182, PI-185, PI-186.
func (s *state) ended() int8 {
	switch {
	case s.ashore == 0 && s.treasureTilesDown() == 0:
		return endExhausted
	case !s.alive(int(s.toAct)) && s.living() == 0:
		return endNoPirates
	case s.whenDecided && s.decided():
		return endDecided
	case s.quiet >= int64(s.quietRounds)*int64(s.n): // PI-189
		return endQuietLimit
	case s.passes >= int64(s.passRounds) && s.passRounds > 0 && s.passes >= int64(s.passRounds)*int64(s.living()):
		return endAllPassed
	}
	return none
}

// mayEnd says whether it is worth asking for the end of the game: most turns are far from all reasons, which the sign of what is
// missing tells without a branch.
func (s *state) mayEnd() bool {
	quietLeft := int64(s.quietRounds)*int64(s.n) - 1 - s.quiet
	passesLeft := int64(s.passRounds) - 1 - s.passes
	return (int64(s.ashore)-1)|quietLeft|passesLeft|-int64(number(s.whenDecided)) < 0 || !s.alive(int(s.toAct))
}

// living is the number of seats that still have pirates.
//
// PI-25, PI-186.
func (s *state) living() (seats int) {
	for seat := range int(s.n) {
		if s.alive(seat) {
			seats++
		}
	}
	return seats
}

// treasureTilesDown is the number of face-down treasure tiles, as everybody can count.
//
// PI-181, PI-191.
func (s *state) treasureTilesDown() int {
	d := &s.down
	return int(d[kindTreasure1]) + int(d[kindTreasure2]) + int(d[kindTreasure3]) + int(d[kindTreasure4]) + int(d[kindTreasure5])
}

// tokensDown is the number of tokens that face-down treasure tiles show.
func (s *state) tokensDown() (sum int) {
	for kind := kindTreasure1; kind <= kindTreasure5; kind++ {
		sum += int(s.down[kind]) * treasureOf(kind)
	}
	return sum
}

// decided says whether one team has more than the other has and can still gain.
//
// PI-183.
func (s *state) decided() bool {
	left := int(s.ashore) + s.tokensDown()
	if s.mermaid != powerUsed && s.treasureTilesDown() > 0 {
		left += reward
	}
	sum := s.totals()
	for team := range 2 {
		gain := 0
		if s.alive(team^1) || s.n == maxSeats && s.alive(team^1+2) {
			gain = left
		}
		if int(sum[team]) > int(sum[team^1])+gain {
			return true
		}
	}
	return false
}

// stuck says whether nobody can do anything but pass, those who are only delayed neither.
//
// PI-187.
func (s *state) stuck() bool {
	for seat := range int(s.n) {
		if s.canMove(seat, true) {
			return false
		}
	}
	return true
}

// finish ends the game. What is face down stays so.
//
// PI-188, PI-195.
func (s *state) finish(reason int8, e *core.Events) {
	s.phase, s.toAct, s.reason = phaseOver, none, reason
	s.tellEnd(e)
}
