package pirates

import "github.com/parley-rules/parley/core"

// Apply carries out a legal move and all that follows by itself.
func (s *state) Apply(seat core.Seat, m core.Move, events *core.Events) {
	switch m.Kind {
	case moveRoll:
		s.roll(int8(m.Arg[0]), events)
	case moveMove:
		s.sail(int8(m.Arg[0]), events)
	case moveAttackShip:
		s.attack(side(m.Arg[0]), events)
	case moveAttackFortress:
		s.attack(fort(m.Int(0)-1), events)
	case movePass:
		if events.Recording() { // a call costs a guest most, even for nothing
			s.tellPass(0, events)
		}
		s.endAction(events)
	case moveRepair:
		s.repair(&s.ships[seat], layShapes[layOf(&m)].outfit, events)
	case moveRefit:
		s.refitAll(&s.ships[seat], layShapes[layOf(&m)].outfit, events)
	case moveCounterattack:
		s.fire()
	case moveDecline:
		events.Emit(eventCounterDeclined, int(seat))
		s.endAction(events)
	case moveStow:
		s.stow(m.Int(0), events)
	case moveEquip:
		s.choose(int(seat), layShapes[layOf(&m)].outfit, events)
	}
}

// repair puts parts on empty fields.
//
// RP-63.
func (s *state) repair(x *ship, o outfit, events *core.Events) {
	s.putParts(x, o)
	tellParts(eventRepaired, int(s.turn), o, events)
	s.endAction(events)
}

// refitAll returns all parts to the supply and puts others aboard.
//
// RP-69.
func (s *state) refitAll(x *ship, o outfit, events *core.Events) {
	s.dropParts(x, allFields)
	s.putParts(x, o)
	tellParts(eventRefitted, int(s.turn), o, events)
	s.endAction(events)
}
