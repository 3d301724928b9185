package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The values of options that are words.
const (
	modeDuel       = 1
	modeDuelDouble = 2
	modeFFA        = 3
	modeTeams      = 4

	shipsRing = 1

	distanceSteps    = 1
	distanceStraight = 2

	seatsOne    = 1
	seatsChosen = 2

	rumTurn        = 1
	recruitNeutral = 1
	endCatchUp     = 1

	noSide = 8 // of neutrals
)

// settings is what the options say. What its pointers point to never changes.
type settings struct {
	*board
	opening   []byte   // what all views begin with
	crewTexts []string // what their entries of crews begin with, up to the score
	seats     uint8
	mode      uint8 // never auto
	tileSet   uint8
	mapSize   uint8
	pirates   uint8 // pirates_per_crew
	first     int8  // first_crew
	fixed     bool  // layout was given: nothing was turned
	hits      uint8 // ship_hits_to_sink
	ships     uint8 // ship_movement
	distance  uint8 // ship_distance
	planes    uint8 // plane_seats
	rumAction uint8
	recruits  uint8 // remote_recruit
	endRule   uint8
	rounds    uint16           // quiet_rounds
	counts    [tileKinds]uint8 // of the tiles, with tile_counts
	commander [maxCrews]uint8
	side      [maxCrews + 1]uint8

	missionaryBlocks, banKills, ballKills, rumNotWasted, fortShelters, ballSparesFog, friendlyFire, stuckCannotServe,
	tabletopCaves, shipDestruction, barrelConverts, planeToShip, voluntaryPass bool
}

// crewsOf is the number of crews in a mode.
func crewsOf(mode, seats int) int {
	if mode == modeDuelDouble {
		return 4
	}
	return seats
}

// modeOf is the mode of a game: auto is duel for two seats, otherwise ffa.
func modeOf(o *core.Options, seats int) int {
	mode := o.Word(optMode)
	switch {
	case mode != 0:
		return mode
	case seats == 2:
		return modeDuel
	}
	return modeFFA
}

// Players says whether a mode takes so many seats.
func (Rules) Players(seats int, options *core.Options) bool {
	switch modeOf(options, seats) {
	case modeDuel, modeDuelDouble:
		return seats == 2
	case modeTeams:
		return seats == 4
	}
	return seats > 2
}

// checked remembers the last options that were read, since they are the same in all positions of a game.
type checked struct {
	raw      []byte
	seats    int
	settings settings
}

// takeOptions reads the options and returns the name of the first with a value that it cannot have, "" if there is none.
func (s *state) takeOptions(from *core.Table) string {
	raw := from.Options.Bytes()
	c := &s.checked
	if c.seats == from.Seats && wire.Equal(raw, c.raw) {
		s.settings = c.settings
		return ""
	}
	s.settings = settings{}
	if name := s.settings.take(&from.Options, from.Seats); name != "" {
		return name
	}
	c.raw, c.seats, c.settings = append(c.raw[:0], raw...), from.Seats, s.settings
	return ""
}

func (t *settings) take(o *core.Options, seats int) string {
	mode := modeOf(o, seats)
	t.seats, t.mode = uint8(seats), uint8(mode)
	for option, flag := range [...]*bool{optMissionaryBlocksAttack: &t.missionaryBlocks, optBanBreakDeath: &t.banKills, optCannonballKills: &t.ballKills,
		optRumNotWasted: &t.rumNotWasted, optFortShelters: &t.fortShelters, optCannonballSparesFog: &t.ballSparesFog, optFriendlyFire: &t.friendlyFire,
		optStuckCannotServe: &t.stuckCannotServe, optTabletopCaves: &t.tabletopCaves, optShipDestruction: &t.shipDestruction,
		optBarrelConvertsMissionary: &t.barrelConverts, optPlaneToShip: &t.planeToShip, optVoluntaryPass: &t.voluntaryPass} {
		if flag != nil {
			*flag = o.Bool(option)
		}
	}
	for option, word := range [...]*uint8{optMapSize: &t.mapSize, optTileSet: &t.tileSet, optShipMovement: &t.ships, optShipDistance: &t.distance,
		optPlaneSeats: &t.planes, optRumAction: &t.rumAction, optRemoteRecruit: &t.recruits, optEndRule: &t.endRule} {
		if word != nil {
			*word = uint8(o.Word(option))
		}
	}
	t.board = boards[t.mapSize]
	t.pirates, t.first, t.hits, t.rounds = uint8(o.Int(optPiratesPerCrew)), int8(o.Int(optFirstCrew)), uint8(o.Int(optShipHitsToSink)), uint16(o.Int(optQuietRounds))
	crews := crewsOf(mode, seats)
	for c := range maxCrews {
		t.commander[c], t.side[c] = uint8(c), uint8(c)
		if mode == modeDuelDouble {
			t.commander[c] = uint8(c % 2)
		}
		if mode == modeDuelDouble || mode == modeTeams {
			t.side[c] = uint8(c % 2)
		}
	}
	t.side[neutral] = noSide
	if !t.takeCounts(o) {
		return "tile_counts"
	}
	t.fixed = o.Given(optLayout)
	if !t.checkLayout(o) {
		return "layout"
	}
	if int(t.first) >= crews {
		return "first_crew"
	}
	t.prepare(o, crews)
	return ""
}

// takeCounts makes the counts of all tiles: those of the set, those that tile_counts has in their place, and empty ones for the rest.
func (t *settings) takeCounts(o *core.Options) bool {
	for i := range mix {
		t.counts[i] = mix[i].counts[2*t.mapSize+1-t.tileSet]
	}
	if o.Given(optTileCounts) {
		r := o.Reader(optTileCounts)
		n, _ := r.Map()
		for range n {
			name, _ := r.Str()
			count, _ := r.Int()
			kind := 1 // not empty
			for mix[kind].name != string(name) {
				kind++
			}
			t.counts[kind] = uint8(count)
		}
	}
	left := len(t.land)
	for _, n := range t.counts[1:] {
		left -= int(n)
	}
	t.counts[0] = uint8(max(left, 0))
	return left >= 0
}

// checkLayout says whether a layout has a code for each land square.
func (t *settings) checkLayout(o *core.Options) bool {
	if !o.Given(optLayout) {
		return true
	}
	r := o.Reader(optLayout)
	n, _ := r.Array()
	if n != len(t.land) {
		return false
	}
	for range n {
		code, _ := r.Str()
		if _, ok := parseTile(code); !ok {
			return false
		}
	}
	return true
}

// prepare encodes what all views of a game begin with, up to the size of the map, and what they tell of each crew. Of the options it is
// all but the layout.
//
// JK-262.
func (t *settings) prepare(o *core.Options, crews int) {
	var w wire.Writer
	w.Map(len(viewFields))
	putWord(&w, nameGame, gameKey)
	putInt(&w, nameSeats, int(t.seats))
	w.Key(nameOptions)
	w.Map(len(options) - 1)
	for i := range options {
		if i != optLayout {
			w.Str(options[i].Name)
			w.Raw(o.Raw(i))
		}
	}
	putWord(&w, nameMode, modeKeys[t.mode-1])
	putInt(&w, nameSize, t.board.side)
	t.opening = w.B
	t.crewTexts = make([]string, crews)
	for c := range t.crewTexts {
		w := wire.Writer{}
		w.Map(4)
		putInt(&w, nameCommander, int(t.commander[c]))
		w.Key(nameSide)
		w.B = t.appendSide(w.B, uint8(crews), t.side[c])
		w.Key(nameScore)
		t.crewTexts[c] = string(w.B)
	}
}
