package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The largest numbers that the types allow.
const (
	maxSeats = 4
	maxCrews = 4
	maxBoard = 13    // rows and columns of the standard board; on smaller ones the game refuses what is off the board
	maxLand  = 117   // land squares of the standard board
	maxCount = 65535 // of things in a setup, and so in a position
	maxTurn  = 1<<31 - 1
	maxID    = maxUnits - 1
	maxHits  = 9
)

// The words, in the order of the rules text.
var (
	modes      = []string{"auto", "duel", "duel_double", "ffa", "teams"}
	phases     = []string{"action", "decision", "over"}
	directions = []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
	items      = []string{"coin", "bullion", "cannonball", "boat", "cart"}
	unitKinds  = []string{"pirate", "ben_gunn", "missionary", "chunga_changa"}
	shipKinds  = []string{"ship", "boat"}
	decisions  = []string{"arrow", "horse", "ice_jump", "ice_flight", "cave", "lighthouse", "quake_1", "quake_2"}
	movedHow   = []string{"walk", "advance", "jump", "flight", "cannon", "balloon", "cave", "return", "pickup", "rum"}
	deaths     = []string{"water", "vessel", "enemy_vessel", "cannonball", "cannibal", "crocodile", "circle", "no_way_on", "fort",
		"missionary", "pirate", "sunk", "no_vessel", "rum", "meeting", "ban"}
	reasons = []string{"fleet_sunk", "no_movers", "all_stuck", "gold_decided", "quiet"}
)

// tileCodes are the codes that tiles have in views and events: those of one kind in the canonical order of the kinds, then
// the arrows by their sets of directions (bit i for direction i), the cannons, and the fog.
var tileCodes = []string{"empty", "horse", "labyrinth:2", "labyrinth:3", "labyrinth:4", "labyrinth:5", "ice", "trap", "fort",
	"resurrection_fort", "rum_barrel", "crocodile", "cannibal", "balloon", "airplane", "coins:1", "coins:2", "coins:3", "coins:4",
	"coins:5", "bullion", "cannonball", "boat", "cart", "rum_bottles:1", "rum_bottles:2", "rum_bottles:3", "lighthouse",
	"ben_gunn", "missionary", "chunga_changa", "cave", "earthquake", "jungle", "shaitan_grass"}

// addCodes adds the codes of arrows, cannons and the fog.
func addCodes() {
	codes := tileCodes
	for set := 1; set < 1<<len(directions); set++ {
		code, sep := "arrow", ":"
		for i, d := range directions {
			if set>>i&1 != 0 {
				code += sep + d
				sep = "+"
			}
		}
		codes = append(codes, code)
	}
	for i := 0; i < len(directions); i += 2 {
		codes = append(codes, "cannon:"+directions[i])
	}
	tileCodes = append(codes, "fog")
}

// Types, fields and kinds are package variables made of literals only, so that the compiler lays them out: constructors, which run
// when a module starts, would make it larger by 40 KB.
var (
	square   = &core.Type{Kind: core.TSquare, Rows: maxBoard, Cols: maxBoard}
	crew     = &core.Type{Kind: core.TInt, Max: maxCrews - 1}
	id       = &core.Type{Kind: core.TInt, Max: maxID}
	count    = &core.Type{Kind: core.TInt, Max: maxCount}
	some     = &core.Type{Kind: core.TInt, Min: 1, Max: maxCount}
	points   = &core.Type{Kind: core.TInt, Max: wire.MaxInt}
	yesNo    = &core.Type{Kind: core.TBool}
	seat     = &core.Type{Kind: core.TSeat}
	turn     = &core.Type{Kind: core.TInt, Min: 1, Max: maxTurn}
	hits     = &core.Type{Kind: core.TInt, Min: 1, Max: maxHits}
	item     = &core.Type{Kind: core.TWord, Words: items}
	inHand   = &core.Type{Kind: core.TList, Of: item, Max: 3}                            // what a unit holds
	anyLoad  = &core.Type{Kind: core.TList, Of: item, Min: 1, Max: itemKinds * maxCount} // what an event tells of
	unitKind = &core.Type{Kind: core.TWord, Words: unitKinds}
	unitIDs  = &core.Type{Kind: core.TList, Of: id, Max: maxUnits}
	tileCode = &core.Type{Kind: core.TWord} // tileCodes, see init
	side     = &core.Type{Kind: core.TList, Of: crew, Min: 1, Max: maxCrews}
	shipKind = &core.Type{Kind: core.TWord, Words: shipKinds}
	phase    = &core.Type{Kind: core.TWord, Words: phases}
	barrel   = &core.Type{Kind: core.TWord, Words: []string{"N", "E", "S", "W"}} // where a cannon points
	entered  = &core.Type{Kind: core.TWord, Words: []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW", "jump", "flight"}}
	choice   = &core.Type{Kind: core.TWord, Words: decisions}
	modeWord = &core.Type{Kind: core.TWord, Words: []string{"duel", "duel_double", "ffa", "teams"}} // not auto
	reason   = &core.Type{Kind: core.TWord, Words: reasons}

	squareOrNull = &core.Type{Kind: core.TNull, Of: square}
	idOrNull     = &core.Type{Kind: core.TNull, Of: id}
	crewOrNull   = &core.Type{Kind: core.TNull, Of: crew}
	placeOrNull  = &core.Type{Kind: core.TNull, Of: place}

	place = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "sq", Type: squareOrNull}, {Name: "step", Type: &core.Type{Kind: core.TInt, Max: 5}}, {Name: "tunnel", Type: yesNo}, {Name: "vessel", Type: idOrNull}}}
	// itemCounts has a key for each kind of which there is some.
	itemCounts = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "coin", Type: some, Optional: true}, {Name: "bullion", Type: some, Optional: true},
		{Name: "cannonball", Type: some, Optional: true}, {Name: "boat", Type: some, Optional: true}, {Name: "cart", Type: some, Optional: true}}}
	rank = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "side", Type: side}, {Name: "score", Type: points}, {Name: "rank", Type: &core.Type{Kind: core.TInt, Min: 1, Max: maxCrews}}}}
	ranking = &core.Type{Kind: core.TList, Of: rank, Min: 2, Max: maxCrews}
	winners = &core.Type{Kind: core.TList, Of: side, Min: 1, Max: maxCrews}
)

// tileCounts has a key for each kind of tiles but the empty ones, in the canonical order.
var (
	ofKind     = &core.Type{Kind: core.TInt, Max: maxLand}
	tileCounts = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "arrow_1_straight", Type: ofKind, Optional: true}, {Name: "arrow_1_diagonal", Type: ofKind, Optional: true}, {Name: "arrow_2_straight", Type: ofKind, Optional: true},
		{Name: "arrow_2_diagonal", Type: ofKind, Optional: true}, {Name: "arrow_3", Type: ofKind, Optional: true}, {Name: "arrow_4_straight", Type: ofKind, Optional: true},
		{Name: "arrow_4_diagonal", Type: ofKind, Optional: true}, {Name: "horse", Type: ofKind, Optional: true}, {Name: "labyrinth:2", Type: ofKind, Optional: true},
		{Name: "labyrinth:3", Type: ofKind, Optional: true}, {Name: "labyrinth:4", Type: ofKind, Optional: true}, {Name: "labyrinth:5", Type: ofKind, Optional: true},
		{Name: "ice", Type: ofKind, Optional: true}, {Name: "trap", Type: ofKind, Optional: true}, {Name: "cannon", Type: ofKind, Optional: true},
		{Name: "fort", Type: ofKind, Optional: true}, {Name: "resurrection_fort", Type: ofKind, Optional: true}, {Name: "rum_barrel", Type: ofKind, Optional: true},
		{Name: "crocodile", Type: ofKind, Optional: true}, {Name: "cannibal", Type: ofKind, Optional: true}, {Name: "balloon", Type: ofKind, Optional: true},
		{Name: "airplane", Type: ofKind, Optional: true}, {Name: "coins:1", Type: ofKind, Optional: true}, {Name: "coins:2", Type: ofKind, Optional: true},
		{Name: "coins:3", Type: ofKind, Optional: true}, {Name: "coins:4", Type: ofKind, Optional: true}, {Name: "coins:5", Type: ofKind, Optional: true},
		{Name: "bullion", Type: ofKind, Optional: true}, {Name: "cannonball", Type: ofKind, Optional: true}, {Name: "boat", Type: ofKind, Optional: true},
		{Name: "cart", Type: ofKind, Optional: true}, {Name: "rum_bottles:1", Type: ofKind, Optional: true}, {Name: "rum_bottles:2", Type: ofKind, Optional: true},
		{Name: "rum_bottles:3", Type: ofKind, Optional: true}, {Name: "lighthouse", Type: ofKind, Optional: true}, {Name: "ben_gunn", Type: ofKind, Optional: true},
		{Name: "missionary", Type: ofKind, Optional: true}, {Name: "chunga_changa", Type: ofKind, Optional: true}, {Name: "cave", Type: ofKind, Optional: true},
		{Name: "earthquake", Type: ofKind, Optional: true}, {Name: "jungle", Type: ofKind, Optional: true}, {Name: "shaitan_grass", Type: ofKind, Optional: true},
	}}
)

// The parts of the view.
var (
	crewsType = &core.Type{Kind: core.TList, Min: 2, Max: maxCrews, Of: crewType}
	crewType  = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "commander", Type: seat}, {Name: "side", Type: side}, {Name: "score", Type: points}, {Name: "rum", Type: count}}}
	// A ship that has sunk in a setup may have any number of hits.
	vesselsType = &core.Type{Kind: core.TList, Min: 2, Max: maxVessels, Of: vesselType}
	vesselType  = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "id", Type: id}, {Name: "kind", Type: shipKind}, {Name: "crew", Type: crew}, {Name: "at", Type: squareOrNull},
		{Name: "hits", Type: count}, {Name: "deck", Type: itemCounts}, {Name: "units", Type: unitIDs}}}
	unitsType = &core.Type{Kind: core.TList, Min: 2, Max: maxUnits, Of: unitType}
	unitType  = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "id", Type: id}, {Name: "kind", Type: unitKind}, {Name: "crew", Type: crewOrNull}, {Name: "place", Type: placeOrNull}, {Name: "trapped", Type: yesNo},
		{Name: "skips", Type: &core.Type{Kind: core.TInt, Max: 2}}}}
	landType = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "at", Type: square}, {Name: "face_up", Type: yesNo}, {Name: "tile", Type: tileCode}, {Name: "used", Type: yesNo}, {Name: "ready", Type: yesNo},
		{Name: "struck", Type: yesNo}, {Name: "items", Type: itemCounts}, {Name: "units", Type: unitIDs}}}
	waterType  = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "at", Type: square}, {Name: "units", Type: unitIDs}}}
	tunnelType = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "unit", Type: id}, {Name: "entry", Type: square}}}
	pathType   = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "at", Type: square}, {Name: "how", Type: entered}}}
	trailType  = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "at", Type: square}, {Name: "how", Type: &core.Type{Kind: core.TNull, Of: entered}}}}

	decisionType = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "kind", Type: choice}, {Name: "unit", Type: id}, {Name: "at", Type: square}, {Name: "load", Type: inHand}, {Name: "start", Type: placeOrNull},
		{Name: "path", Type: &core.Type{Kind: core.TList, Of: pathType, Max: maxTrail}}, {Name: "trail", Type: &core.Type{Kind: core.TList, Of: trailType, Max: maxTrail}},
		{Name: "held", Type: yesNo}, {Name: "picks", Type: &core.Type{Kind: core.TInt, Max: maxPicks}}, {Name: "first", Type: squareOrNull}}}
	goldType = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "total", Type: points}, {Name: "lost", Type: points}, {Name: "hidden_lost", Type: &core.Type{Kind: core.TNull, Of: points}}}}
	resultType = &core.Type{Kind: core.TRecord, Fields: []core.Field{
		{Name: "reason", Type: reason}, {Name: "ranking", Type: ranking}, {Name: "winners", Type: winners}}}
)

// view is the type of every view. Viewers differ in the tiles of face-down squares, which are "fog" for all but the
// referee, and in gold.hidden_lost, which is null for them.
var view = &core.Type{Kind: core.TRecord, Fields: viewFields}

var viewFields = []core.Field{
	{Name: "game", Type: &core.Type{Kind: core.TWord, Words: []string{"jackal"}}},
	{Name: "seats", Type: &core.Type{Kind: core.TInt, Min: 2, Max: maxSeats}},
	{Name: "options", Type: shownOptions},
	{Name: "mode", Type: modeWord},
	{Name: "size", Type: &core.Type{Kind: core.TInt, Min: 9, Max: maxBoard}},
	{Name: "phase", Type: phase},
	{Name: "turn", Type: turn},
	{Name: "crew", Type: crew},
	{Name: "actor", Type: &core.Type{Kind: core.TNull, Of: seat}},
	{Name: "crews", Type: crewsType},
	{Name: "vessels", Type: vesselsType},
	{Name: "units", Type: unitsType},
	{Name: "land", Type: &core.Type{Kind: core.TList, Of: landType, Min: 45, Max: maxLand}},
	{Name: "water", Type: &core.Type{Kind: core.TList, Of: waterType, Max: 48}},
	{Name: "tunnel", Type: &core.Type{Kind: core.TList, Of: tunnelType, Max: maxLand}},
	{Name: "decision", Type: &core.Type{Kind: core.TNull, Of: decisionType}},
	{Name: "grass_left", Type: &core.Type{Kind: core.TInt, Max: maxCrews}},
	{Name: "hits_needed", Type: hits},
	{Name: "quiet", Type: count},
	{Name: "progress", Type: yesNo},
	{Name: "gold", Type: goldType},
	{Name: "result", Type: &core.Type{Kind: core.TNull, Of: resultType}},
}

// maxTrail bounds a chain of entries: each land square is entered at most once in each way.
const maxTrail = maxLand * 10

// shownOptions are the options as a view has them: all but the layout. See init.
var shownOptions = &core.Type{Kind: core.TRecord}

// init fills in what the compiler cannot lay out: the codes of tiles, the defaults of options, and the options that are shown.
func init() {
	addCodes()
	tileCode.Words = tileCodes
	for i := range options {
		o := &options[i]
		var value any
		switch {
		case i == optTileCounts:
			value = core.RawValue{0x80}
		case i == optLayout:
		case o.Type.Kind == core.TWord:
			value = o.Type.Words[0]
		case o.Type.Kind == core.TInt:
			value = defaultNumber[i]
		default:
			value = i == optFortShelters || i == optBarrelConvertsMissionary
		}
		o.Default = core.Value(value)
		if i != optLayout {
			shownOptions.Fields = append(shownOptions.Fields, core.Field{Name: o.Name, Type: o.Type})
		}
	}
}
