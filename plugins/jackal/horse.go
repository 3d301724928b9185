package jackal

// mountHorse: the mover, of whatever kind, chooses a knight's jump in the same move.
//
// JK-112, JK-113.
func (s *state) mountHorse() { s.ask(decideHorse, diedNoWayOn) }
