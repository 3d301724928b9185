package pirati

import (
	"math/bits"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The phases, by their words.
const (
	phaseSetup = iota
	phaseMain
	phaseChoice
	phaseOver
)

// What has become of the genie and of the mermaid, by their words. Only the genie can be powerLost.
const (
	powerHidden = iota
	powerUnused
	powerUsed
	powerLost
)

// The reasons for the end, by their words.
const (
	endExhausted = iota
	endNoPirates
	endDecided
	endQuietLimit
	endAllPassed
	endStuck
)

const (
	none       = -1
	maxPirates = maxSeats * crew
)

// A set of pirates: bit 3*seat + index.
type pirates = uint16

// teams are the pirates of both teams. The team of a seat is its number modulo 2.
//
// PI-2, PI-3, PI-51.
var teams = [2]pirates{0b000_111_000_111, 0b111_000_111_000}

// state is a position. It has no pointers and is copied by assignment.
type state struct {
	table
	phase      int8
	toAct      int8 // none in phaseOver
	genie      int8
	mermaid    int8
	discoverer int8 // the pirate who revealed the mermaid and still waits there, or none
	reason     int8 // why the game ended
	mover      int8 // the pirate whose way is to be chosen, or none
	ways       uint8
	carrying   bool // his token is in transit
	progress   bool
	usedWays   bool // used is not empty

	bank, sunk int32 // tokens: in the bank, lost in the mud
	ashore     int32 // tokens on the board; follows from tokens
	hoard      [maxSeats]int16
	turn       int64
	quiet      int64 // turns without progress
	passes     int64 // turns passed one after the other

	ships    [maxSeats]cell // noCell before a ship is placed and after it has sunk; changed by moor only
	shipSunk [maxSeats]bool
	place    [maxPirates]place
	captive  pirates
	freed    pirates
	delayed  pirates // those with delay 1
	slowed   pirates // those with delay 2, inside the turn of their arrival only

	// What follows from the others, and is kept up to date because looking for it is dear.
	gone  pirates      // those who are lost
	down  [kinds]uint8 // face-down tiles of each kind
	known area         // where everybody may step without a token
	calm  area         // where everybody may step with a token too
	odd   area         // where who may step has to be looked for

	tiles  [cells]tile  // of the ring too: open water, or a ship
	tokens [cells]uint8 // how many lie there; in mud bit k-1 for footprint k
	used   [cells]uint8 // the ways taken this turn from a choice tile, bits as in waysOf
}

// A place is where a pirate can be: a cell, with the footprint in the mud from bit 8 on; or aboard a ship; or nowhere, while
// he is moved; or lost for a cause.
//
// PI-160.
type place = uint16

const (
	footShift       = 8
	aboard    place = 1 << 11 // + the ship's seat
	nowhere   place = 1 << 12
	lost      place = 1 << 13 // + the cause
)

func placeAt(c cell, foot int) place { return place(c) | place(foot)<<footShift }

func isLost(p place) bool { return p >= lost }

func isAboard(p place) bool { return p&^(maxSeats-1) == aboard }

// isCell says whether a place is a cell, of the board or the ring.
func isCell(p place) bool { return p < aboard }

func footOf(p place) int { return int(p >> footShift) }

// table is what the number of seats and the options say.
type table struct {
	n, count     int8 // seats and pirates
	first        int8
	sides        [maxSeats]int8
	choosePlaces bool // ship_start
	barDirect    bool // ban_direct_steps
	seatFrees    bool // octopus_liberator is seat
	anyHeir      bool // mermaid_heir
	genieToShip  bool
	neverEnemy   bool // enemy_ship_entry is never
	whenDecided  bool
	quietRounds  int32
	passRounds   int8
}

// takeOptions reads the options and returns the name of the first with a value that it cannot have with so many seats, ""
// if there is none. In a game of four partners sit opposite each other.
//
// PI-2, PI-5.
func (t *table) takeOptions(from *core.Table) string {
	o := &from.Options
	*t = table{n: int8(from.Seats), count: int8(crew * from.Seats)}
	switch {
	case o.Given(optSides):
		var buf [maxSeats]int
		list := o.Words(optSides, buf[:0])
		if len(list) != from.Seats {
			return "sides"
		}
		seen := 0
		for i, side := range list {
			if seen>>side&1 != 0 || i >= 2 && (list[i-2]+2)%len(sideWords) != side {
				return "sides"
			}
			seen |= 1 << side
			t.sides[i] = int8(side)
		}
	case t.n == 2:
		t.sides = [maxSeats]int8{sideSouth, sideNorth}
	default:
		t.sides = [maxSeats]int8{sideSouth, sideWest, sideNorth, sideEast}
	}
	t.choosePlaces = o.Word(optShipStart) == 1
	t.first = int8(o.Int(optFirstSeat))
	t.barDirect = o.Bool(optBanDirectSteps)
	t.seatFrees = o.Word(optOctopusLiberator) == 1
	t.anyHeir = o.Bool(optMermaidHeir)
	t.genieToShip = o.Bool(optGenieToShip)
	t.neverEnemy = o.Word(optEnemyShipEntry) == 1
	t.whenDecided = o.Bool(optEndWhenDecided)
	t.quietRounds = int32(o.Int(optQuietRoundLimit))
	t.passRounds = int8(o.Int(optAllPassRounds))
	return ""
}

// Start sets up a game: a normal one, or from a setup by hand. Nothing happens by itself in either.
//
// PI-5, PI-11, PI-12, PI-13, PI-14.
func (s *state) Start(start *core.Start) core.Refusal {
	*s = state{}
	if name := s.takeOptions(start.Table); name != "" {
		return core.Refuse(core.BadOption, name)
	}
	s.begin()
	s.deal(start.Rand)
	if start.Setup == nil {
		s.survey()
	} else if r := s.setup(start.Setup); r.Refused() {
		return r
	}
	e := start.Events
	e.Emit(eventBoardShuffled)
	if start.Setup == nil && !s.choosePlaces {
		for seat := range int(s.n) {
			s.tellPlaced(seat, e)
		}
	}
	switch s.phase {
	case phaseMain:
		s.tellTurn(e)
	case phaseChoice:
		s.tellChoice(e)
	case phaseOver:
		s.tellEnd(e)
	}
	return core.Refusal{}
}

// begin sets up the start, but for the tiles: all pirates aboard, the bank full.
//
// PI-4, PI-5, PI-8, PI-9.
func (s *state) begin() {
	s.phase, s.toAct, s.turn = phaseMain, s.first, 1
	s.discoverer, s.mover, s.reason, s.bank = none, none, none, tokens
	for i := range s.count {
		s.place[i] = aboard + place(i/crew)
	}
	s.ships = [maxSeats]cell{noCell, noCell, noCell, noCell}
	if s.choosePlaces {
		s.phase = phaseSetup
		return
	}
	for i := range s.n {
		s.ships[i] = shipCell(s.sides[i], middle)
	}
}

// deal shuffles the tiles and lays them face down, each turned by chance.
//
// PI-6, PI-7, PI-14.
func (s *state) deal(r *core.Rand) {
	var list [boardSize]tile
	n := 0
	for kind, k := range kindCount {
		for range k {
			list[n] = tile(kind)
			n++
		}
	}
	r.Shuffle(boardSize, func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i := range s.tiles {
		s.tiles[i] = waterTile
	}
	for i, t := range list {
		s.tiles[boardCells[i]] = t | turned(t, r.Below(manyTurns))
	}
	s.down = kindCount
}

// turned is the orientation that a draw from 0 to 3 gives a tile, in its place.
//
// PI-7.
func turned(t tile, draw int) tile { return tile(draw&(turnsOf(kindOf(t))-1)) << turnShift }

// CopyTo makes dst equal to s.
func (s *state) CopyTo(dst core.State) { *dst.(*state) = *s }

// Actors is the one seat that has something to decide, nobody after the game.
func (s *state) Actors() core.Seats {
	if s.phase == phaseOver {
		return 0
	}
	return 1 << uint(s.toAct)
}

// at is the set of the pirates at a place.
func (s *state) at(p place) pirates {
	return s.teamAt(p, 0) | s.teamAt(p, 1)
}

// opponentsAt are the pirates of the other team at a place.
//
// PI-51.
func (s *state) opponentsAt(p place, team int) pirates { return s.teamAt(p, team^1) }

// teamAt are the pirates of a team at a place.
func (s *state) teamAt(p place, team int) pirates {
	set := s.crewAt(p, team)
	if s.n == maxSeats {
		set |= s.crewAt(p, team+2)
	}
	return set
}

// crewAt are the pirates of a seat at a place.
func (s *state) crewAt(p place, seat int) (set pirates) {
	own := (*[crew]place)(s.place[crew*seat:])
	if own[0] == p {
		set = 1
	}
	if own[1] == p {
		set |= 2
	}
	if own[2] == p {
		set |= 4
	}
	return set << uint(crew*seat)
}

// seatOf and indexOf take a pirate's number apart, teamOf is his team.
func seatOf(pirate int) int  { return int(uint(pirate) / crew) }
func indexOf(pirate int) int { return int(uint(pirate) % crew) }
func teamOf(pirate int) int  { return seatOf(pirate) & 1 }

// ofSeat are the pirates of a seat.
//
// PI-4.
func ofSeat(seat int) pirates { return 0b111 << uint(crew*seat) }

// first is the pirate of a set with the lowest seat, then index.
func first(set pirates) int { return bits.TrailingZeros16(set) }

// cellOf is the cell where a pirate is, that of his ship if he is aboard. It is noCell in a ship that is not placed.
func (s *state) cellOf(p place) cell {
	if isAboard(p) {
		return s.ships[p-aboard]
	}
	return cell(p)
}

// shipOn is the seat whose ship is afloat at a cell, or none.
func (s *state) shipOn(c cell) int {
	if t := s.tiles[c]; kindOf(t) == kindShip {
		return shipOf(t)
	}
	return none
}

// moor puts a ship on a square of the ring, or takes it off the ring if that is noCell.
func (s *state) moor(seat int, to cell) {
	if from := s.ships[seat]; from != noCell {
		s.tiles[from] = waterTile
		s.mark(from)
	}
	s.ships[seat] = to
	if to != noCell {
		s.tiles[to] = shipTile(seat)
		s.mark(to)
	}
}

// mark keeps the areas up to date with the tile of a cell, which has changed.
func (s *state) mark(c cell) {
	row, col := c/stride+1, c%stride+1
	may, bit := uint16(entries[number(s.barDirect)][s.tiles[c]]), uint16(1)<<col
	s.known[row] = s.known[row]&^bit | may&bare<<col
	s.calm[row] = s.calm[row]&^bit | may&laden>>1<<col
	s.odd[row] = s.odd[row]&^bit | may&ask>>2<<col
}

// survey finds all that follows from the tiles, the ships and the places, but for what is counted. A ship that is not on the
// ring breaks an invariant.
func (s *state) survey() {
	for seat := range int(s.n) {
		if c := s.ships[seat]; c != noCell && isRing(s.tiles[c]) {
			s.tiles[c] = shipTile(seat)
		}
	}
	list := &entries[number(s.barDirect)]
	for row := range grid {
		var known, calm, odd uint16
		for col, t := range s.tiles[row*stride : row*stride+grid] {
			may := uint16(list[t])
			known |= may & bare << col
			calm |= may & laden >> 1 << col
			odd |= may & ask >> 2 << col
		}
		s.known[row+1], s.calm[row+1], s.odd[row+1] = known<<1, calm<<1, odd<<1
	}
	for i, p := range s.place[:s.count] {
		if isLost(p) {
			s.gone |= 1 << i
		}
	}
}

// alive says whether a seat has a pirate who is not lost. Captives, swimmers and the delayed count.
//
// PI-25.
func (s *state) alive(seat int) bool { return ofSeat(seat)&^s.gone != 0 }

// tokensAt is the number of tokens at a place: none lie in a ship or in the water.
//
// PI-82, PI-160.
func (s *state) tokensAt(p place) int {
	if !isCell(p) {
		return 0
	}
	n := int(s.tokens[cell(p)])
	if foot := footOf(p); foot > 0 {
		return n >> (foot - 1) & 1
	}
	return n
}

// totals are the tokens in the ships of both teams. The hoards of sunk ships and of seats without pirates count.
//
// PI-165, PI-166, PI-169, PI-188.
func (s *state) totals() (sum [2]int16) {
	for i, k := range s.hoard {
		sum[i&1] += k
	}
	return sum
}

// winner is the team with more tokens, none in a draw.
//
// PI-188.
func (s *state) winner() int {
	sum := s.totals()
	switch {
	case sum[0] > sum[1]:
		return 0
	case sum[1] > sum[0]:
		return 1
	}
	return none
}

// Outcome tells how the game ended. The seats of a team win together; in a draw nobody wins.
//
// PI-168, PI-188.
func (s *state) Outcome() core.Outcome {
	o := core.Outcome{Reason: reasonWords[s.reason], Scored: true}
	sum, winner := s.totals(), s.winner()
	for i := range int(s.n) {
		o.Scores[i] = int32(sum[i&1])
		switch winner {
		case none:
			o.Places[i] = 1
		case i & 1:
			o.Places[i] = 1
			o.Winners = o.Winners.With(core.Seat(i))
		default:
			o.Places[i] = 2
		}
	}
	return o
}

// counted is the next number. The counters of turns stop at the largest number that there is.
func counted(n int64) int64 { return min(n+1, wire.MaxInt) }
