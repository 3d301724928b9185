package jackal

import "github.com/parley-rules/parley/core"

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
var tileCodes = func() []string {
	codes := []string{"empty", "horse", "labyrinth:2", "labyrinth:3", "labyrinth:4", "labyrinth:5", "ice", "trap", "fort",
		"resurrection_fort", "rum_barrel", "crocodile", "cannibal", "balloon", "airplane", "coins:1", "coins:2", "coins:3", "coins:4",
		"coins:5", "bullion", "cannonball", "boat", "cart", "rum_bottles:1", "rum_bottles:2", "rum_bottles:3", "lighthouse",
		"ben_gunn", "missionary", "chunga_changa", "cave", "earthquake", "jungle", "shaitan_grass"}
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
	return append(codes, "fog")
}()

// The types of the parts.
var (
	square   = core.Square(maxBoard, maxBoard)
	crew     = core.Int(0, maxCrews-1)
	id       = core.Int(0, maxID)
	count    = core.Int(0, maxCount)
	item     = core.Word(items...)
	inHand   = core.List(item, 0, 3)                   // what a unit holds
	anyLoad  = core.List(item, 1, len(items)*maxCount) // what an event tells of
	unitKind = core.Word(unitKinds...)
	unitIDs  = core.List(id, 0, maxID+1)
	tileCode = core.Word(tileCodes...)
	side     = core.List(crew, 1, maxCrews)
	barrel   = core.Word("N", "E", "S", "W") // where a cannon points

	place = core.Record(
		core.F("sq", core.Null(square)),
		core.F("step", core.Int(0, 5)),
		core.F("tunnel", core.Bool()),
		core.F("vessel", core.Null(id)),
	)
	itemCounts = core.Record(
		core.Opt("coin", core.Int(1, maxCount)),
		core.Opt("bullion", core.Int(1, maxCount)),
		core.Opt("cannonball", core.Int(1, maxCount)),
		core.Opt("boat", core.Int(1, maxCount)),
		core.Opt("cart", core.Int(1, maxCount)),
	)
	reason  = core.Word(reasons...)
	rank    = core.Record(core.F("side", side), core.F("score", core.Count()), core.F("rank", core.Int(1, maxCrews)))
	ranking = core.List(rank, 2, maxCrews)
	winners = core.List(side, 1, maxCrews)
)

// view is the type of every view. Viewers differ in the tiles of face-down squares, which are "fog" for all but the
// referee, and in gold.hidden_lost, which is null for them.
var view = core.Record(
	core.F("game", core.Word("jackal")),
	core.F("seats", core.Int(2, maxSeats)),
	core.F("options", shownOptions()),
	core.F("mode", core.Word(modes[1:]...)),
	core.F("size", core.Int(9, maxBoard)),
	core.F("phase", core.Word(phases...)),
	core.F("turn", core.Int(1, maxTurn)),
	core.F("crew", crew),
	core.F("actor", core.Null(core.SeatType())),
	core.F("crews", core.List(core.Record(
		core.F("commander", core.SeatType()),
		core.F("side", side),
		core.F("score", core.Count()),
		core.F("rum", count),
	), 2, maxCrews)),
	core.F("vessels", core.List(core.Record(
		core.F("id", id),
		core.F("kind", core.Word(shipKinds...)),
		core.F("crew", crew),
		core.F("at", core.Null(square)),
		core.F("hits", count), // of a ship that has sunk in a setup: any number
		core.F("deck", itemCounts),
		core.F("units", unitIDs),
	), 2, maxID+1)),
	core.F("units", core.List(core.Record(
		core.F("id", id),
		core.F("kind", unitKind),
		core.F("crew", core.Null(crew)),
		core.F("place", core.Null(place)),
		core.F("trapped", core.Bool()),
		core.F("skips", core.Int(0, 2)),
	), 2, maxID+1)),
	core.F("land", core.List(core.Record(
		core.F("at", square),
		core.F("face_up", core.Bool()),
		core.F("tile", tileCode),
		core.F("used", core.Bool()),
		core.F("ready", core.Bool()),
		core.F("struck", core.Bool()),
		core.F("items", itemCounts),
		core.F("units", unitIDs),
	), 45, maxLand)),
	core.F("water", core.List(core.Record(core.F("at", square), core.F("units", unitIDs)), 0, 48)),
	core.F("tunnel", core.List(core.Record(core.F("unit", id), core.F("entry", square)), 0, maxLand)),
	core.F("decision", core.Null(core.Record(
		core.F("kind", core.Word(decisions...)),
		core.F("unit", id),
		core.F("at", square),
		core.F("load", inHand),
		core.F("start", core.Null(place)),
		core.F("path", core.List(core.Record(core.F("at", square), core.F("how", entered)), 0, maxTrail)),
		core.F("trail", core.List(core.Record(core.F("at", square), core.F("how", core.Null(entered))), 0, maxTrail)),
		core.F("held", core.Bool()),
		core.F("picks", core.Int(0, 4)),
		core.F("first", core.Null(square)),
	))),
	core.F("grass_left", core.Int(0, maxCrews)),
	core.F("hits_needed", core.Int(1, maxHits)),
	core.F("quiet", count),
	core.F("progress", core.Bool()),
	core.F("gold", core.Record(
		core.F("total", core.Count()),
		core.F("lost", core.Count()),
		core.F("hidden_lost", core.Null(core.Count())),
	)),
	core.F("result", core.Null(core.Record(
		core.F("reason", reason),
		core.F("ranking", ranking),
		core.F("winners", winners),
	))),
)

// entered is how a square of a path was entered: a direction when walking, or a jump or flight.
var entered = core.Word("N", "NE", "E", "SE", "S", "SW", "W", "NW", "jump", "flight")

// maxTrail bounds a chain of entries: each land square is entered at most once in each way.
const maxTrail = maxLand * 10

// shownOptions are the options as a view has them: all but the layout.
func shownOptions() *core.Type {
	var fields []core.Field
	for i, o := range options {
		if i != optLayout {
			fields = append(fields, core.F(o.Name, o.Type))
		}
	}
	return core.Record(fields...)
}
