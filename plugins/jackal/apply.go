package jackal

import "github.com/parley-rules/parley/core"

// Apply carries out a legal move and all that follows by itself.
//
// JK-14.
func (s *state) Apply(_ core.Seat, m core.Move, events *core.Events) {
	s.tell, s.going, s.grassFound = events, false, false
	if s.phase == phaseDecision {
		s.phase = phaseAction
		s.answer(&m)
		s.resolve()
	} else {
		s.action(&m)
	}
	s.tell = nil
}

// action carries out serve_rum or a main action.
//
// JK-10.
func (s *state) action(m *core.Move) {
	switch m.Kind {
	case moveServeRum:
		s.serve(squareIn(m, 0))
		if s.rumAction != rumTurn {
			if s.canPlay() {
				return
			}
			s.skip()
		}
	case moveMove, moveFly:
		id := uint8(m.Arg[0]) + 1
		to := squareIn(m, 1)
		how := uint8(byFlight)
		s.begin(id)
		if u := &s.unit[id]; m.Kind == moveFly {
			s.takeOff(u)
		} else {
			how = directionOf[to-s.squareOf(u)]
		}
		s.depart(loadIn(m, 3), to, how)
	case moveAdvance:
		s.mover = uint8(m.Arg[0]) + 1
		s.advance()
	case moveSail:
		s.sail(uint8(m.Arg[0])+1, squareIn(m, 1))
	case moveResurrect:
		s.resurrect(squareIn(m, 0))
	}
	s.resolve()
}

// canPlay says whether anything but pass is legal.
//
// JK-13.
func (s *state) canPlay() bool {
	if s.hasMain() {
		return true
	}
	s.options = s.appendServe(s.options[:0])
	return len(s.options) > 0
}

// skip tells that the turn ends without a move.
//
// JK-13.
func (s *state) skip() {
	if s.tell != nil {
		s.tell.Emit(eventTurnSkipped, int(s.crew))
	}
}

// endTurn ends the turn, and those after it that are skipped, up to the next one in which something can be played, or the end.
//
// JK-13, JK-17, JK-241, JK-250, JK-252.
func (s *state) endTurn() {
	for {
		s.forgetWay()
		s.mover, s.picks, s.pick = 0, 0, 0
		s.release()
		s.sober()
		s.wither()
		if s.quiet++; s.progress {
			s.quiet = 0
		}
		s.progress = false
		if end := s.ending(); end.reason != notEnded {
			s.phase = phaseOver
			s.tellEnd(end)
			return
		}
		s.turn = min(s.turn+1, maxTurn)
		if s.crew++; s.crew == s.crews {
			s.crew = 0
		}
		if s.startTurn() {
			return
		}
		s.skip()
	}
}

// startTurn finds and tells the actor of a turn. It returns false if nothing can be played in it.
//
// JK-13, JK-16.
func (s *state) startTurn() bool {
	s.setActor()
	if s.tell != nil {
		s.tell.Emit(eventTurnStarted, int(s.turn), int(s.crew), int(s.actor))
	}
	return s.canPlay()
}

// sober: each unit of the crew whose turn ends skips one turn less.
//
// JK-17.
func (s *state) sober() {
	for id := s.firstOf(s.crew); id <= s.units; id = s.after(id, s.crew) {
		if u := &s.unit[id]; u.skips > 0 && u.crew == s.crew {
			u.skips--
		}
	}
}
