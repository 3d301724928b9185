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

	sideType = core.OneOf(record("ship", seat), record("fortress", fortressNumber))
	hitsType = core.List(record("field what value", core.Int(1, fields), thing, chestValue), 0, maxDice)

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

	mapOption = record("name? seas edges fortresses coords? fortress_coords? sea_names? fortress_names?",
		core.Null(core.Text(wide)), anyInt, pairs, core.List(anyInts, 0, wide), core.Null(pairs), core.Null(pairs), core.Null(names), core.Null(names))
	tilesOption = core.List(record("fields vault", anyInts, anyInts), 0, wide)
)

// The map as a view has it: complete and checked.
var (
	coord    = core.List(core.Int(0, 1000), 2, 2)
	shownMap = record("name seas edges fortresses coords fortress_coords sea_names fortress_names",
		core.Text(wide),
		core.Int(1, maxNode),
		core.List(core.List(node, 2, 2), 1, maxEdges),
		core.List(core.List(core.Int(1, maxNode), 1, maxNode), 1, maxFortresses),
		core.Null(core.List(coord, 2, maxNodes)),
		core.Null(core.List(coord, 1, maxFortresses)),
		core.List(core.Text(wide), 2, maxNodes),
		core.List(core.Text(wide), 1, maxFortresses))
)

// view is the type of every view. Viewers differ in the key viewer, in the choices that are still secret, of which a seat
// sees its own and the referee all, and in the tiles of hidden fortresses, which only the referee sees.
var view = record("game viewer n options map tiles phase turn round action actors ships choices fortresses tiles_left supply combat result",
	core.Word(gameID),
	core.OneOf(seat, core.Word("spectator", "referee")),
	core.Int(2, maxSeats),
	shownOptions(),
	shownMap,
	core.List(record("fields vault", tileFields, chests), 1, maxFortresses),
	core.Word(phases...),
	core.Null(seat),
	core.Int(0, maxRounds),
	core.Null(core.Int(1, 2)),
	core.OneOf(core.List(seat, 0, maxSeats), core.List(core.Word("chance"), 1, 1)),
	core.List(record("node fields hold secured equipped", node, shipFields, chests, perValue, core.Bool()), 2, maxSeats),
	core.List(core.Null(equipment), 2, maxSeats),
	core.List(record("state tile fields vault", core.Word(states...), core.Null(fortressNumber), core.Null(tileFields), core.Null(chests)),
		1, maxFortresses),
	core.List(fortressNumber, 0, maxFortresses),
	record("crew cannons chests", core.Null(core.Int(0, maxParts)), core.Null(core.Int(0, maxParts)), perValue),
	core.Null(record("attacker target salvos shooter dice dice_left loot",
		seat, sideType, core.Int(0, maxSalvos), sideType, dice, core.Int(0, maxDice), core.Null(chests))),
	core.Null(record("reason scores places winners", reason, scores, places, winners)))

// shownOptions are the options as a view has them: all but map and tiles, which have keys of their own.
func shownOptions() *core.Type {
	shown := make([]core.Field, optMap)
	for i := range shown {
		shown[i].Name, shown[i].Type = options[i].Name, options[i].Type
	}
	return core.Record(shown...)
}

// fieldsOf makes fields from their names, parted by single spaces, and their types. A name that ends in ? is optional. Like the
// other makers of the manifest it is not inlined, which would make the module larger by 60 KB.
//
//go:noinline
func fieldsOf(names string, types ...*core.Type) []core.Field {
	list := make([]core.Field, len(types))
	for i, t := range types {
		end := 0
		for end < len(names) && names[end] != ' ' {
			end++
		}
		name := names[:end]
		if optional := name[end-1] == '?'; optional {
			name, list[i].Optional = name[:end-1], true
		}
		list[i].Name, list[i].Type = name, t
		names = names[min(end+1, len(names)):]
	}
	return list
}

//go:noinline
func record(names string, types ...*core.Type) *core.Type {
	return core.Record(fieldsOf(names, types...)...)
}
