package pirates

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The numbers of the words of option count_aboard.
const (
	aboardNotAtTarget = iota
	aboardAlways
	aboardNever
)

// setting is what the options of a game say. It is built once and never changed, so that copies of a state share it.
type setting struct {
	options []byte // which options they are: their canonical bytes
	seats   int

	inTurn        bool // setup_order
	safeHarbour   bool
	chestsHit     bool // treasure_hits
	vaults        bool // fortress_treasure
	duel          bool // combat
	counterLoot   bool // counter_plunder
	holdByValue   bool // hold_unit
	refit         bool // harbour_refit
	unlimited     bool // unlimited_supply
	supply        int  // of crew, and of cannons; more than are ever needed if it is unlimited
	countAboard   int8
	maxRounds     int16
	target        int
	worth         [chestKinds]int // score_unit: what a chest of each value counts
	exactly, upTo uint64          // movement and harbour_entry: which of the ends of exact and of shorter paths count

	board *board
	tiles [maxFortresses]parts

	// The lists of sailings, by crew and node, one after the other: a guest copies a whole list in the time of two moves.
	sailMoves  []core.Move
	sailStarts [(maxCrew+1)*maxNodes + 1]uint16

	shownOptions, shownTiles []byte // as a view has them
}

// targets are the amounts that end the game, by score_unit and number of seats from 2.
var targets = [2][maxSeats - 1]int{{9, 7, 6, 5, 5}, {5, 4, 3, 3, 3}}

// newSetting reads the options: the values of each, then the map, then the tiles.
//
// RP-20, RP-22, RP-71, RP-74, RP-75.
func newSetting(table *core.Table) (*setting, core.Refusal) {
	o := &table.Options
	t := &setting{options: append([]byte(nil), o.Bytes()...), seats: table.Seats}
	t.inTurn = o.Word(optSetupOrder) == 1
	t.safeHarbour = o.Bool(optSafeHarbour)
	t.chestsHit = o.Word(optTreasureHits) == 0
	t.vaults = o.Word(optFortressTreasure) == 1
	t.duel = o.Word(optCombat) == 1
	t.counterLoot = o.Bool(optCounterPlunder)
	t.holdByValue = o.Word(optHoldUnit) == 1
	t.refit = o.Bool(optHarbourRefit)
	t.unlimited = o.Bool(optUnlimitedSupply)
	t.supply = maxParts
	if t.unlimited {
		t.supply = (maxSeats + maxFortresses) * fields
	}
	t.countAboard = int8(o.Word(optCountAboard))
	t.maxRounds = int16(o.Int(optMaxRounds))

	unit := o.Word(optScoreUnit)
	for v := range t.worth {
		t.worth[v] = 1
		if unit == 0 {
			t.worth[v] = v + 1
		}
	}
	if t.target = o.Int(optTreasureTarget); t.target == 0 {
		t.target = targets[unit][t.seats-2]
	}

	switch {
	case o.Word(optMovement) == 1:
		t.upTo = ^uint64(0)
	case o.Word(optHarbourEntry) == 1:
		t.exactly = ^uint64(0)
	default:
		t.exactly, t.upTo = ^uint64(0), 1<<harbour
	}

	t.board = standardBoard
	if o.Given(optMap) {
		own, code := newBoard(o.Reader(optMap))
		if code != core.OK {
			return nil, core.Refuse(code, "")
		}
		t.board = own
	}
	if code := t.takeTiles(o); code != core.OK {
		return nil, core.Refuse(code, "")
	}
	t.listSailings()
	t.show(o)
	return t, core.Refusal{}
}

// show writes what a view says of the options.
func (t *setting) show(o *core.Options) {
	var w wire.Writer
	w.Map(optMap)
	for i := range optMap {
		w.Str(options[i].Name)
		w.Raw(o.Raw(i))
	}
	t.shownOptions = w.B
	w.B = nil
	t.writeTiles(&w)
	t.shownTiles = w.B
}

// shelfSize is how many settings a state keeps.
const shelfSize = 8

// shelf is the settings that a state has met. Each state has its own: it is no part of the position.
type shelf struct {
	list [shelfSize]*setting
	next int // the place for the next new one
}

// find returns the setting for a table, built anew only if it is not on the shelf.
func (s *shelf) find(table *core.Table) (*setting, core.Refusal) {
	raw := table.Options.Bytes()
	for _, t := range s.list {
		if t != nil && t.seats == table.Seats && wire.Equal(t.options, raw) {
			return t, core.Refusal{}
		}
	}
	t, r := newSetting(table)
	if !r.Refused() {
		s.list[s.next] = t
		s.next = (s.next + 1) % shelfSize
	}
	return t, r
}
