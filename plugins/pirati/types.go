package pirati

import "github.com/parley-rules/parley/core"

const (
	maxSeats  = 4
	pirates   = 3  // of a seat
	grid      = 13 // rows and columns of the board with the ring around it
	boardSize = 121
	tokens    = 39 // treasures in the game
	maxDirs   = 8
	maxMud    = 5 // footprints of the deepest mud
)

// The words, in the order of the rules text.
var (
	sides     = []string{"south", "west", "north", "east"}
	phases    = []string{"setup", "main", "choice", "over"}
	tileKinds = []string{"sea", "island", "mud2", "mud3", "mud4", "mud5", "arrow_straight", "arrow_diagonal", "double_straight",
		"double_diagonal", "quad_straight", "quad_diagonal", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish", "octopus",
		"mermaid", "genie", "turtle", "shark", "treasure1", "treasure2", "treasure3", "treasure4", "treasure5"}
	directions = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}
	movedBy    = []string{"step", "mud_step", "swim", "genie", "arrow", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish",
		"ejected", "mermaid"}
	causes  = []string{"shark", "trampled", "vicious_circle", "murdered", "run_over", "ship_sunk", "no_ship", "drowned"}
	reasons = []string{"exhausted", "no_pirates", "decided", "quiet_limit", "all_passed", "stuck"}
)

// The types of the parts.
var (
	square = core.Square(grid, grid)
	pirate = core.Int(0, pirates-1)
	count  = core.Int(0, tokens)
	kind   = core.Word(tileKinds...)
	dirs   = core.List(core.Word(directions...), 0, maxDirs)
	cause  = core.Word(causes...)
	vec    = core.List(core.Int(-2, 2), 2, 2) // rows and columns of a step or knight jump
	seat   = core.SeatType()
	ways   = core.List(vec, 2, 8)

	place = core.Record(
		core.F("at", core.Null(square)),
		core.F("footprint", core.Int(0, maxMud)),
		core.F("ship", core.Int(-1, maxSeats-1)),
	)

	reason     = core.Word(reasons...)
	totals     = core.List(count, 2, 2)
	hoards     = core.List(count, 2, maxSeats)
	winnerTeam = core.Int(-1, 1)
)

// tile is face up, or face down as players see it, or face down as the referee does.
var tile = core.OneOf(
	core.Record(core.F("at", square), core.F("face_up", core.Bool()), core.F("kind", kind), core.F("dirs", dirs),
		core.F("tokens", core.List(count, 1, maxMud))),
	core.Record(core.F("at", square), core.F("face_up", core.Bool())),
	core.Record(core.F("at", square), core.F("face_up", core.Bool()), core.F("kind", kind), core.F("dirs", dirs)),
)

// view is the type of every view. Viewers differ in nothing but the kinds and directions of face-down tiles, which only the
// referee sees.
var view = core.Record(
	core.F("game", core.Word("pirati")),
	core.F("seats", core.Int(2, maxSeats)),
	core.F("options", shownOptions()),
	core.F("phase", core.Word(phases...)),
	core.F("turn", core.Count()),
	core.F("to_act", core.Int(-1, maxSeats-1)),
	core.F("tiles", core.List(tile, boardSize, boardSize)),
	core.F("face_down", faceDown()),
	core.F("pirates", core.List(core.List(core.Record(
		core.F("place", core.Null(place)),
		core.F("captive", core.Bool()),
		core.F("freed", core.Bool()),
		core.F("delay", core.Int(0, 1)),
		core.F("cause", core.Null(cause)),
	), pirates, pirates), 2, maxSeats)),
	core.F("ships", core.List(core.Record(
		core.F("at", core.Null(square)),
		core.F("sunk", core.Bool()),
		core.F("hoard", count),
	), 2, maxSeats)),
	core.F("genie", core.Word("hidden", "unused", "used", "lost")),
	core.F("mermaid", core.Word("hidden", "unused", "used")),
	core.F("discoverer", core.Null(core.List(core.Int(0, maxSeats-1), 2, 2))),
	core.F("bank", count),
	core.F("sunk_tokens", count),
	core.F("pending", core.Null(core.Record(
		core.F("pirate", pirate),
		core.F("at", square),
		core.F("carrying", core.Bool()),
		core.F("used", core.List(core.Record(core.F("at", square), core.F("vec", vec)), 0, boardSize*maxDirs)),
		core.F("options", ways),
	))),
	core.F("progress", core.Bool()),
	core.F("quiet_turns", core.Count()),
	core.F("pass_streak", core.Count()),
	core.F("result", core.Null(core.Record(
		core.F("reason", reason),
		core.F("totals", totals),
		core.F("hoards", hoards),
		core.F("winner_team", winnerTeam),
	))),
)

// faceDown has a number for each kind of tile.
func faceDown() *core.Type {
	var fields []core.Field
	for _, k := range tileKinds {
		fields = append(fields, core.F(k, core.Int(0, boardSize)))
	}
	return core.Record(fields...)
}

// shownOptions are the options as a view has them, with the defaults filled in.
func shownOptions() *core.Type {
	var fields []core.Field
	for _, o := range options {
		fields = append(fields, core.F(o.Name, o.Type))
	}
	return core.Record(fields...)
}
