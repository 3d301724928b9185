package jackal

import "github.com/parley-rules/parley/core"

// The phases.
const (
	phaseAction = iota
	phaseDecision
	phaseOver
)

// The kinds of decisions, by their places in the words, plus 1.
const (
	noDecision = iota
	decideArrow
	decideHorse
	decideIceJump
	decideIceFlight
	decideCave
	decideLighthouse
	decideQuake1
	decideQuake2
)

// cell is a square.
type cell struct {
	kind   uint8 // as everybody sees it
	arg    uint8 // the number of its tile, of the hidden one in the fog
	under  uint8 // the kind of the hidden tile in the fog, otherwise 0
	marked bool  // a one-shot tile: used; an airplane: ready; fog: struck
	first  uint8 // the first of the units on the square in arrival order
	vessel uint8 // the vessel on the square
	land   uint8 // the place among the land squares
	goods  bool  // items lie on it
}

func (c *cell) tile() tile { return tile{c.kind, c.arg} }

// dark says whether a square is face down and has not been struck. Nothing lies on it then, and nobody is there.
func (c *cell) dark() bool { return c.kind == fog && !c.marked }

// hidden is the tile of a face-down square.
func (c *cell) hidden() tile { return tile{c.under, c.arg} }

// Units and vessels are numbered from 1 in the state, so that 0 is none: unit u has the id u-1.
const (
	maxUnits   = 144
	maxVessels = 124
	neutral    = 4 // as a crew
	noKind     = 0xff
)

// The kinds of units.
const (
	pirate = iota
	benGunn
	missionary
	chunga
)

// unit is a unit. Its place is a square, with a step in a labyrinth, or a vessel; a dead one has neither. In the tunnel it
// has its entry's square.
type unit struct {
	kind    uint8
	crew    uint8
	sq      uint8 // nowhere aboard
	vessel  uint8
	step    uint8
	skips   uint8
	trapped bool
	tunnel  bool
	next    uint8 // who came next to the same place (a vessel, a square with all its steps, the tunnel)
}

func (u *unit) alive() bool { return u.sq|u.vessel != 0 }

// vessel is a ship or a boat. A crew's ship has the crew's number plus 1.
type vessel struct {
	crew  uint8
	sq    uint8 // nowhere: sunk
	first uint8 // the first of the units aboard
	goods bool  // items are on deck
	hits  uint16
}

// wayPoint is a square of a path or a key of a trail: how it was entered, noHow where that makes no difference.
type wayPoint struct{ sq, how uint8 }

const noHow = 0xff

// spot is where a unit's turn began.
type spot struct{ sq, step, vessel uint8 }

// position is all of a position but the options and the chain that waits for a decision. It has no pointers.
type position struct {
	_          [0]func()
	phase      uint8
	crew       uint8 // the crew to move
	crews      uint8 // C
	actor      uint8
	grass      uint8 // grass_left
	hitsNeeded uint8
	progress   bool
	units      uint8 // how many there are, the dead included
	vessels    uint8
	stuck      uint8 // the first unit in the tunnel
	quiet      uint16
	turn       uint32

	total      int32 // gold in points
	lost       int32
	hiddenLost int32
	score      [maxCrews]int32
	rum        [maxCrews]uint16

	decision uint8
	mover    uint8 // the unit that moves or waits
	hand     uint8 // its load in hand
	held     bool
	picks    uint8
	pick     uint8 // the first pick of an earthquake
	begun    bool  // start is a place
	start    spot
	path     uint16 // the length of path
	trail    uint16

	cell   [256]cell
	unit   [256]unit   // as long as a byte can say, so that no bounds are checked
	vessel [256]vessel //
	pile   [maxLand]goods
	deck   [maxVessels + 1]goods
}

// state is a position with what is fixed, the chain's way, and what one move needs.
type state struct {
	_ [0]func() // not comparable, which saves the code for comparing
	settings
	position
	ways [2][maxTrail]wayPoint // path and trail, as long as position says

	// For one move only.
	tell       *core.Events
	going      bool  // the chain goes on to the square to, entered by how
	to, how    uint8 //
	grassFound bool
	options    []core.Move // of a choice
	checked    checked

	// Room for the codec.
	raw     [256]byte  // the land squares as they stand in a body
	squares [256]uint8 // some of the land squares
}

// The places in ways.
const (
	pathWay = iota
	trailWay
)

var _ interface {
	core.State
	core.MalformedChecker
	core.Resampler
	core.Describer
} = (*state)(nil)

// CopyTo makes dst equal to s.
func (s *state) CopyTo(dst core.State) {
	d := dst.(*state)
	d.settings, d.position = s.settings, s.position
	copy(d.ways[pathWay][:], s.ways[pathWay][:s.path])
	copy(d.ways[trailWay][:], s.ways[trailWay][:s.trail])
}

// Actors is the deciding seat, or nobody after the game.
//
// JK-14, JK-16.
func (s *state) Actors() core.Seats {
	if s.phase == phaseOver {
		return 0
	}
	return 1 << s.actor
}

// setActor finds the seat that decides for the crew to move: its commander, under shaitan grass that of the crew before it.
//
// JK-16, JK-207.
func (s *state) setActor() {
	c := s.crew
	if s.grass > 0 {
		c = (c + s.crews - 1) % s.crews
	}
	s.actor = s.commander[c]
}

// enemies says whether units or vessels of two crews are enemies. Neutrals are nobody's.
//
// JK-4, JK-5.
func (s *state) enemies(a, b uint8) bool {
	x, y := s.side[a], s.side[b]
	return x != y && x|y < noSide
}

// friendly says whether two crews are of one side.
//
// JK-4.
func (s *state) friendly(a, b uint8) bool { return s.side[a] == s.side[b] && a != neutral }
