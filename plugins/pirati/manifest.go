package pirati

import "github.com/parley-rules/parley/core"

// The numbers of options, moves, events and codes are their places in the manifest.
const (
	optSides = iota
	optShipStart
	optFirstSeat
	optBanDirectSteps
	optOctopusLiberator
	optMermaidHeir
	optGenieToShip
	optEnemyShipEntry
	optEndWhenDecided
	optQuietRoundLimit
	optAllPassRounds
)

const (
	movePlaceShip = iota
	moveStep
	moveMudStep
	moveSwim
	moveSail
	moveUseGenie
	movePass
	moveChoose
)

const (
	eventBoardShuffled = iota
	eventShipPlaced
	eventTurnStarted
	eventPirateMoved
	eventTileRevealed
	eventChoicePending
	eventPirateBoarded
	eventTokensBanked
	eventTokenSunk
	eventPirateEjected
	eventPirateSwims
	eventPirateCaptured
	eventPirateFreed
	eventPirateDelayed
	eventPirateLost
	eventShipMoved
	eventShipSunk
	eventGenieUsed
	eventGenieLost
	eventMermaidUsed
	eventSeatEliminated
	eventTurnPassed
	eventGameOver
)

const (
	codePirateLost = core.FirstCode + iota
	codeWrongPlace
	codePirateHeld
	codeGenieUnavailable
	codeCannotSail
	codeNotAdjacent
	codeNoToken
	codeForbiddenSquare
	codeCannotCarry
	codeBadChoice
)

// options: that sides fit the number of seats and each other is the game's to ask.
var options = []core.Option{
	optSides: {Name: "sides", Type: core.List(core.Word(sideWords...), 2, maxSeats),
		Doc: "the side of each seat; by default south and north, with 4 seats south, west, north, east"},
	optShipStart: choice("ship_start", "ships start in the middle of their side, or where their seats choose", "middle", "choose"),
	optFirstSeat: {Name: "first_seat", Type: seatType, Default: core.Value(0), Doc: "who begins"},
	optBanDirectSteps: flag("ban_direct_steps", true,
		"starfish, mermaid and shark are closed to plain steps and genie flights too, not only to ways over other tiles"),
	optOctopusLiberator: choice("octopus_liberator", "whose pirates free a captive of the octopus", "team", "seat"),
	optMermaidHeir:      flag("mermaid_heir", true, "whoever waits on the mermaid earns, not only who revealed her"),
	optGenieToShip:      flag("genie_to_ship", false, "the genie also flies to ships"),
	optEnemyShipEntry:   choice("enemy_ship_entry", "whether a pirate can board an opposing ship", "unmanned_only", "never"),
	optEndWhenDecided:   flag("end_when_decided", false, "the game ends as soon as nobody can overtake"),
	optQuietRoundLimit: {Name: "quiet_round_limit", Type: core.Int(5, 100_000), Default: core.Value(2000),
		Doc: "rounds without progress that end the game"},
	optAllPassRounds: {Name: "all_pass_rounds", Type: core.Int(0, 100), Default: core.Value(2),
		Doc: "rounds of nothing but passes that end the game; 0: off"},
}

// flag is an option that is on or off.
func flag(name string, byDefault bool, doc string) core.Option {
	return core.Option{Name: name, Type: core.Bool(), Default: core.Value(byDefault), Doc: doc}
}

// choice is an option with several words, the first of which is the default.
func choice(name, doc string, words ...string) core.Option {
	return core.Option{Name: name, Type: core.Word(words...), Default: core.Value(words[0]), Doc: doc}
}

// Arguments out of range are malformed, but for vec, of which the game says bad_choice.
var (
	argPirate = core.Arg{Name: "pirate", Type: pirateType}
	argTo     = core.Arg{Name: "to", Type: squareType}
	argCarry  = core.Arg{Name: "carry", Type: core.Bool()}
)

var moves = []core.MoveKind{
	movePlaceShip: {Name: "place_ship", Args: []core.Arg{{Name: "pos", Type: core.Int(1, 11)}}, Doc: "the ship's first place on its side"},
	moveStep:      {Name: "step", Args: []core.Arg{argPirate, argTo, argCarry}, Doc: "one step of a pirate, with or without a token"},
	moveMudStep:   {Name: "mud_step", Args: []core.Arg{argPirate, argCarry}, Doc: "to the next footprint in the mud"},
	moveSwim:      {Name: "swim", Args: []core.Arg{argPirate, argTo}, Doc: "along the ring, or into a ship"},
	moveSail:      {Name: "sail", Args: []core.Arg{argTo}, Doc: "move the ship by one place"},
	moveUseGenie: {Name: "use_genie", Args: []core.Arg{argPirate, argTo, {Name: "footprint", Type: core.Int(0, maxMud)}},
		Doc: "fly to any square; footprint: where in the mud, otherwise 0"},
	movePass:   {Name: "pass", Doc: "do nothing"},
	moveChoose: {Name: "choose", Args: []core.Arg{{Name: "vec", Type: vecType, Loose: true}}, Doc: "which way the pirate goes on"},
}

// Fields that several events have.
var (
	fieldSeat   = core.F("seat", seatType)
	fieldPirate = core.F("pirate", pirateType)
	fieldAt     = core.F("at", squareType)
	fieldFrom   = core.F("from", placeType)
)

var events = []core.EventKind{
	eventBoardShuffled: {Name: "board_shuffled"},
	eventShipPlaced:    {Name: "ship_placed", Fields: []core.Field{fieldSeat, fieldAt}},
	eventTurnStarted:   {Name: "turn_started", Fields: []core.Field{fieldSeat, core.F("turn", core.Count())}},
	eventPirateMoved: {Name: "pirate_moved", Fields: []core.Field{fieldSeat, fieldPirate, fieldFrom, core.F("to", placeType),
		core.F("by", core.Word(byWords...)), core.F("carry", core.Bool())}},
	eventTileRevealed: {Name: "tile_revealed", Fields: []core.Field{fieldAt, core.F("kind", kindType), core.F("dirs", dirsType),
		core.F("tokens", countType)}, Reveals: true},
	eventChoicePending: {Name: "choice_pending", Fields: []core.Field{fieldSeat, fieldPirate, fieldAt, core.F("options", waysType)}},
	eventPirateBoarded: {Name: "pirate_boarded", Fields: []core.Field{fieldSeat, fieldPirate, core.F("ship", seatType)}},
	eventTokensBanked: {Name: "tokens_banked", Fields: []core.Field{fieldSeat, core.F("count", core.Int(1, tokens)),
		core.F("by", core.Word("carried", "mermaid")), core.F("hoard", countType)}},
	eventTokenSunk:      {Name: "token_sunk", Fields: []core.Field{fieldAt, core.F("footprint", core.Int(0, maxMud))}},
	eventPirateEjected:  {Name: "pirate_ejected", Fields: []core.Field{fieldSeat, fieldPirate, fieldFrom}},
	eventPirateSwims:    {Name: "pirate_swims", Fields: []core.Field{fieldSeat, fieldPirate, fieldAt}},
	eventPirateCaptured: {Name: "pirate_captured", Fields: []core.Field{fieldSeat, fieldPirate, fieldAt}},
	eventPirateFreed:    {Name: "pirate_freed", Fields: []core.Field{fieldSeat, fieldPirate, fieldAt}},
	eventPirateDelayed:  {Name: "pirate_delayed", Fields: []core.Field{fieldSeat, fieldPirate, fieldAt}},
	eventPirateLost:     {Name: "pirate_lost", Fields: []core.Field{fieldSeat, fieldPirate, fieldAt, core.F("cause", causeType)}},
	eventShipMoved:      {Name: "ship_moved", Fields: []core.Field{fieldSeat, core.F("from", squareType), core.F("to", squareType)}},
	eventShipSunk:       {Name: "ship_sunk", Fields: []core.Field{fieldSeat, fieldAt}},
	eventGenieUsed:      {Name: "genie_used", Fields: []core.Field{fieldSeat, fieldPirate}},
	eventGenieLost:      {Name: "genie_lost", Fields: []core.Field{fieldSeat, fieldPirate}},
	eventMermaidUsed:    {Name: "mermaid_used", Fields: []core.Field{fieldSeat}},
	eventSeatEliminated: {Name: "seat_eliminated", Fields: []core.Field{fieldSeat}},
	eventTurnPassed:     {Name: "turn_passed", Fields: []core.Field{fieldSeat, core.F("auto", core.Bool())}},
	eventGameOver: {Name: "game_over", Fields: []core.Field{core.F("reason", reasonType), core.F("totals", totalsType),
		core.F("hoards", hoardsType), core.F("winner_team", winnerType)}},
}

var codes = []core.CodeDoc{
	codePirateLost - core.FirstCode:       {Code: "pirate_lost", Text: "This pirate is out of the game."},
	codeWrongPlace - core.FirstCode:       {Code: "wrong_place", Text: "The pirate cannot move like that from where he is."},
	codePirateHeld - core.FirstCode:       {Code: "pirate_held", Text: "The pirate is a captive or still delayed."},
	codeGenieUnavailable - core.FirstCode: {Code: "genie_unavailable", Text: "The pirate does not stand on an unused genie."},
	codeCannotSail - core.FirstCode:       {Code: "cannot_sail", Text: "The ship has sunk or has no pirate of its own aboard."},
	codeNotAdjacent - core.FirstCode:      {Code: "not_adjacent", Text: "That is not one step away."},
	codeNoToken - core.FirstCode:          {Code: "no_token", Text: "There is no token to carry."},
	codeForbiddenSquare - core.FirstCode:  {Code: "forbidden_square", Text: "The pirate or ship may not go there."},
	codeCannotCarry - core.FirstCode:      {Code: "cannot_carry", Text: "The pirate may go there only without a token."},
	codeBadChoice - core.FirstCode:        {Code: "bad_choice", Text: "This is none of the ways to choose from."},
}

var manifest = core.Manifest{
	Game:       "pirati",
	Rules:      "1.0.0",
	Titles:     []core.Title{{Lang: "en", Text: "Pirates"}, {Lang: "cs", Text: "Piráti"}},
	Seats:      []int{2, 4},
	Options:    options,
	Moves:      moves,
	Events:     events,
	View:       viewType,
	SetupKeys:  []core.Field{core.Opt("tiles_rest", core.Word("dealt", "sea"))},
	Codes:      codes,
	EndReasons: reasonWords,
	Features:   core.Features{Hidden: true},
}

// Rules are the rules of Piráti.
type Rules struct{}

// Manifest describes the game.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }
