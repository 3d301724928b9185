package pirates

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

const (
	gameID        = "ravensburger_pirates"
	maxSeats      = 6
	fields        = 6 // of a ship and of a tile
	maxNode       = 60
	maxNodes      = maxNode + 1
	maxEdges      = maxNodes * 8 / 2 // a node has at most 8 neighbours
	maxFortresses = 20
	maxParts      = 30 // crew, and cannons
	perKind       = 6  // chests of one value
	maxChests     = 18
	maxValue      = 36 // of all chests
	maxDice       = 5
	maxSalvos     = 20
	holdLimit     = 6 // chests in a hold, or their value
	maxRounds     = 1000
	wide          = 1 << 16 // a length that only the size of a request bounds: the game has codes of its own for wrong ones
)

// The words, in the order of the rules text.
var (
	phases  = []string{"equip", "action1", "action2", "roll", "counter", "stow", "over"}
	states  = []string{"hidden", "open", "plundered"}
	things  = []string{"crew", "cannon", "chest"}
	reasons = []string{"target", "all_plundered", "round_limit"}
)

// The types of the parts.
var (
	seat           = core.SeatType()
	node           = core.Int(0, maxNode)
	fortressNumber = core.Int(1, maxFortresses)
	equipment      = core.List(core.Int(0, 2), fields, fields) // 0 empty, 1 crew, 2 cannon
	shipFields     = core.List(core.Int(0, 3), fields, fields) // 3: chests, on the last field
	tileFields     = core.List(core.OneOf(core.Int(0, 2), core.Int(11, 13)), fields, fields)
	chests         = core.List(core.Int(1, 3), 0, maxChests) // from high to low
	perValue       = core.List(core.Int(0, 6), 3, 3)
	die            = core.Int(1, 6)
	dice           = core.List(die, 0, maxDice)
	thing          = core.Word(things...)
	part           = core.Word(things[:2]...)
	chestValue     = core.Int(0, 3) // 0: no chest

	sideType = core.OneOf(core.Record(core.F("ship", seat)), core.Record(core.F("fortress", fortressNumber)))
	hits     = core.List(core.Record(core.F("field", core.Int(1, fields)), core.F("what", thing), core.F("value", chestValue)), 0, maxDice)

	reason  = core.Word(reasons...)
	scores  = core.List(core.Int(0, maxValue), 2, maxSeats)
	places  = core.List(core.Int(1, maxSeats), 2, maxSeats)
	winners = core.List(seat, 1, maxSeats)
)

// mapOption and tilesOption are so wide that all numbers and lengths reach the game, which has codes for wrong ones.
var (
	anyInt  = core.Int(-wire.MaxInt, wire.MaxInt)
	anyInts = core.List(anyInt, 0, wide)
	pairs   = core.List(core.List(anyInt, 2, 2), 0, wide)
	names   = core.List(core.Text(wide), 0, wide)

	mapOption = core.Record(
		core.Opt("name", core.Null(core.Text(wide))),
		core.F("seas", anyInt),
		core.F("edges", pairs),
		core.F("fortresses", core.List(anyInts, 0, wide)),
		core.Opt("coords", core.Null(pairs)),
		core.Opt("fortress_coords", core.Null(pairs)),
		core.Opt("sea_names", core.Null(names)),
		core.Opt("fortress_names", core.Null(names)),
	)
	tilesOption = core.List(core.Record(core.F("fields", anyInts), core.F("vault", anyInts)), 0, wide)
)

// The map as a view has it: complete and checked.
var (
	coord    = core.List(core.Int(0, 1000), 2, 2)
	shownMap = core.Record(
		core.F("name", core.Text(wide)),
		core.F("seas", core.Int(1, maxNode)),
		core.F("edges", core.List(core.List(node, 2, 2), 1, maxEdges)),
		core.F("fortresses", core.List(core.List(core.Int(1, maxNode), 1, maxNode), 1, maxFortresses)),
		core.F("coords", core.Null(core.List(coord, 2, maxNodes))),
		core.F("fortress_coords", core.Null(core.List(coord, 1, maxFortresses))),
		core.F("sea_names", core.List(core.Text(wide), 2, maxNodes)),
		core.F("fortress_names", core.List(core.Text(wide), 1, maxFortresses)),
	)
)

// view is the type of every view. Viewers differ in the key viewer, in the choices that are still secret, of which a seat
// sees its own and the referee all, and in the tiles of hidden fortresses, which only the referee sees.
var view = core.Record(
	core.F("game", core.Word(gameID)),
	core.F("viewer", core.OneOf(seat, core.Word("spectator", "referee"))),
	core.F("n", core.Int(2, maxSeats)),
	core.F("options", shownOptions()),
	core.F("map", shownMap),
	core.F("tiles", core.List(core.Record(core.F("fields", tileFields), core.F("vault", chests)), 1, maxFortresses)),
	core.F("phase", core.Word(phases...)),
	core.F("turn", core.Null(seat)),
	core.F("round", core.Int(0, maxRounds)),
	core.F("action", core.Null(core.Int(1, 2))),
	core.F("actors", core.OneOf(core.List(seat, 0, maxSeats), core.List(core.Word("chance"), 1, 1))),
	core.F("ships", core.List(core.Record(
		core.F("node", node),
		core.F("fields", shipFields),
		core.F("hold", chests),
		core.F("secured", perValue),
		core.F("equipped", core.Bool()),
	), 2, maxSeats)),
	core.F("choices", core.List(core.Null(equipment), 2, maxSeats)),
	core.F("fortresses", core.List(core.Record(
		core.F("state", core.Word(states...)),
		core.F("tile", core.Null(fortressNumber)),
		core.F("fields", core.Null(tileFields)),
		core.F("vault", core.Null(chests)),
	), 1, maxFortresses)),
	core.F("tiles_left", core.List(fortressNumber, 0, maxFortresses)),
	core.F("supply", core.Record(
		core.F("crew", core.Null(core.Int(0, maxParts))),
		core.F("cannons", core.Null(core.Int(0, maxParts))),
		core.F("chests", perValue),
	)),
	core.F("combat", core.Null(core.Record(
		core.F("attacker", seat),
		core.F("target", sideType),
		core.F("salvos", core.Int(0, maxSalvos)),
		core.F("shooter", sideType),
		core.F("dice", dice),
		core.F("dice_left", core.Int(0, maxDice)),
		core.F("loot", core.Null(chests)),
	))),
	core.F("result", core.Null(core.Record(
		core.F("reason", reason),
		core.F("scores", scores),
		core.F("places", places),
		core.F("winners", winners),
	))),
)

// shownOptions are the options as a view has them: all but map and tiles, which have keys of their own.
func shownOptions() *core.Type {
	var shown []core.Field
	for i, o := range options {
		if i != optMap && i != optTiles {
			shown = append(shown, core.F(o.Name, o.Type))
		}
	}
	return core.Record(shown...)
}
