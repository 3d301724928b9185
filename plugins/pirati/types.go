package pirati

import "github.com/parley-rules/parley/core"

const (
	maxSeats  = 4
	crew      = 3  // pirates of a seat
	grid      = 13 // rows and columns of the board with the ring around it
	boardSize = 121
	tokens    = 39 // treasures in the game
	maxDirs   = 8
	maxMud    = 5 // footprints of the deepest mud
)

// The words, in the order of the rules text.
var (
	sideWords  = []string{"south", "west", "north", "east"}
	phaseWords = []string{"setup", "main", "choice", "over"}
	kindWords  = []string{"sea", "island", "mud2", "mud3", "mud4", "mud5", "arrow_straight", "arrow_diagonal", "double_straight",
		"double_diagonal", "quad_straight", "quad_diagonal", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish", "octopus",
		"mermaid", "genie", "turtle", "shark", "treasure1", "treasure2", "treasure3", "treasure4", "treasure5"}
	directionWords = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}
	byWords        = []string{"step", "mud_step", "swim", "genie", "arrow", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish",
		"ejected", "mermaid"}
	causeWords  = []string{"shark", "trampled", "vicious_circle", "murdered", "run_over", "ship_sunk", "no_ship", "drowned"}
	reasonWords = []string{"exhausted", "no_pirates", "decided", "quiet_limit", "all_passed", "stuck"}
)

// The types of the parts.
var (
	squareType = core.Square(grid, grid)
	pirateType = core.Int(0, crew-1)
	countType  = core.Int(0, tokens)
	kindType   = core.Word(kindWords...)
	dirsType   = core.List(core.Word(directionWords...), 0, maxDirs)
	causeType  = core.Word(causeWords...)
	vecType    = core.List(core.Int(-2, 2), 2, 2) // rows and columns of a step or knight jump
	seatType   = core.SeatType()
	waysType   = core.List(vecType, 2, 8)

	placeType = core.Record(
		core.F("at", core.Null(squareType)),
		core.F("footprint", core.Int(0, maxMud)),
		core.F("ship", core.Int(-1, maxSeats-1)),
	)

	reasonType = core.Word(reasonWords...)
	totalsType = core.List(countType, 2, 2)
	hoardsType = core.List(countType, 2, maxSeats)
	winnerType = core.Int(-1, 1)
)

// tile is face up, or face down as players see it, or face down as the referee does.
var tileType = core.OneOf(
	core.Record(core.F("at", squareType), core.F("face_up", core.Bool()), core.F("kind", kindType), core.F("dirs", dirsType),
		core.F("tokens", core.List(countType, 1, maxMud))),
	core.Record(core.F("at", squareType), core.F("face_up", core.Bool())),
	core.Record(core.F("at", squareType), core.F("face_up", core.Bool()), core.F("kind", kindType), core.F("dirs", dirsType)),
)

// view is the type of every view. Viewers differ in nothing but the kinds and directions of face-down tiles, which only the
// referee sees.
var viewType = core.Record(
	core.F("game", core.Word("pirati")),
	core.F("seats", core.Int(2, maxSeats)),
	core.F("options", shownOptions()),
	core.F("phase", core.Word(phaseWords...)),
	core.F("turn", core.Count()),
	core.F("to_act", core.Int(-1, maxSeats-1)),
	core.F("tiles", core.List(tileType, boardSize, boardSize)),
	core.F("face_down", faceDown()),
	core.F("pirates", core.List(core.List(core.Record(
		core.F("place", core.Null(placeType)),
		core.F("captive", core.Bool()),
		core.F("freed", core.Bool()),
		core.F("delay", core.Int(0, 1)),
		core.F("cause", core.Null(causeType)),
	), crew, crew), 2, maxSeats)),
	core.F("ships", core.List(core.Record(
		core.F("at", core.Null(squareType)),
		core.F("sunk", core.Bool()),
		core.F("hoard", countType),
	), 2, maxSeats)),
	core.F("genie", core.Word("hidden", "unused", "used", "lost")),
	core.F("mermaid", core.Word("hidden", "unused", "used")),
	core.F("discoverer", core.Null(core.List(core.Int(0, maxSeats-1), 2, 2))),
	core.F("bank", countType),
	core.F("sunk_tokens", countType),
	core.F("pending", core.Null(core.Record(
		core.F("pirate", pirateType),
		core.F("at", squareType),
		core.F("carrying", core.Bool()),
		core.F("used", core.List(core.Record(core.F("at", squareType), core.F("vec", vecType)), 0, boardSize*maxDirs)),
		core.F("options", waysType),
	))),
	core.F("progress", core.Bool()),
	core.F("quiet_turns", core.Count()),
	core.F("pass_streak", core.Count()),
	core.F("result", core.Null(core.Record(
		core.F("reason", reasonType),
		core.F("totals", totalsType),
		core.F("hoards", hoardsType),
		core.F("winner_team", winnerType),
	))),
)

// faceDown has a number for each kind of tile.
func faceDown() *core.Type {
	var fields []core.Field
	for _, k := range kindWords {
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
