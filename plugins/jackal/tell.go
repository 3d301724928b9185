package jackal

// inLoads is the canonical order of the items in a load.
var inLoads = [itemKinds]uint8{cart, coin, bullion, cannonball, boat}

// tellGoods writes items as the next field of an event, in the canonical order of loads.
func (s *state) tellGoods(g *goods) {
	w := s.tell.Field()
	n := 0
	for _, k := range g {
		n += int(k)
	}
	w.Array(n)
	for _, item := range inLoads {
		for range g[item] {
			w.Key(itemKeys[item])
		}
	}
}

func (s *state) tellSquare(sq uint8) { s.tell.Field().Ints(rowOf(sq), colOf(sq)) }

// tellLoad tells an event with a unit, items and a square.
func (s *state) tellLoad(event int, u uint8, g *goods, sq uint8) {
	if s.tell == nil {
		return
	}
	s.tell.Begin(event)
	s.tell.Int(int(u) - 1)
	s.tellGoods(g)
	s.tellSquare(sq)
	s.tell.End()
}

// tellMoved tells that a unit moved.
func (s *state) tellMoved(u, from, to uint8, how int) {
	if s.tell != nil {
		s.tell.Emit(eventUnitMoved, int(u)-1, rowOf(from), colOf(from), rowOf(to), colOf(to), how)
	}
}

// tellUnit tells an event with a unit and perhaps a number.
func (s *state) tellUnit(event int, u uint8) {
	if s.tell != nil {
		s.tell.Emit(event, int(u)-1)
	}
}

//go:noinline
func (s *state) tellUnitAnd(event int, u uint8, more int) {
	if s.tell != nil {
		s.tell.Emit(event, int(u)-1, more)
	}
}

// tellUnitAt tells an event with a unit and a square.
func (s *state) tellUnitAt(event int, u, sq uint8) {
	if s.tell != nil {
		s.tell.Emit(event, int(u)-1, rowOf(sq), colOf(sq))
	}
}

// The words of unit_moved.
const (
	movedWalk = iota
	movedAdvance
	movedJump
	movedFlight
	movedCannon
	movedBalloon
	movedCave
	movedReturn
	movedPickup
	movedRum
)

// movedBy is the word for a way to enter a square.
var movedBy = [...]uint8{0, 0, 0, 0, 0, 0, 0, 0, movedJump, movedFlight, movedCannon, movedBalloon, movedCave}

// The words of unit_died.
const (
	diedWater = iota
	diedVessel
	diedEnemyVessel
	diedCannonball
	diedCannibal
	diedCrocodile
	diedCircle
	diedNoWayOn
	diedFort
	diedMissionary
	diedPirate
	diedSunk
	diedNoVessel
	diedRum
	diedMeeting
	diedBan
)
