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
	optSides: {Name: "sides", Type: sidesType, Doc: "the side of each seat; by default south and north, with 4 seats south, west, north, east"},
	optShipStart: {Name: "ship_start", Type: startType, Default: core.Value("middle"),
		Doc: "ships start in the middle of their side, or where their seats choose"},
	optFirstSeat: {Name: "first_seat", Type: seatType, Default: core.Value(0), Doc: "who begins"},
	optBanDirectSteps: {Name: "ban_direct_steps", Type: boolType, Default: core.Value(true),
		Doc: "starfish, mermaid and shark are closed to plain steps and genie flights too, not only to ways over other tiles"},
	optOctopusLiberator: {Name: "octopus_liberator", Type: freesType, Default: core.Value("team"),
		Doc: "whose pirates free a captive of the octopus"},
	optMermaidHeir: {Name: "mermaid_heir", Type: boolType, Default: core.Value(true),
		Doc: "whoever waits on the mermaid earns, not only who revealed her"},
	optGenieToShip: {Name: "genie_to_ship", Type: boolType, Default: core.Value(false), Doc: "the genie also flies to ships"},
	optEnemyShipEntry: {Name: "enemy_ship_entry", Type: entryType, Default: core.Value("unmanned_only"),
		Doc: "whether a pirate can board an opposing ship"},
	optEndWhenDecided:  {Name: "end_when_decided", Type: boolType, Default: core.Value(false), Doc: "the game ends as soon as nobody can overtake"},
	optQuietRoundLimit: {Name: "quiet_round_limit", Type: quietType, Default: core.Value(2000), Doc: "rounds without progress that end the game"},
	optAllPassRounds: {Name: "all_pass_rounds", Type: passesType, Default: core.Value(2),
		Doc: "rounds of nothing but passes that end the game; 0: off"},
}

// Arguments out of range are malformed, but for vec, of which the game says bad_choice.
var moves = []core.MoveKind{
	movePlaceShip: {Name: "place_ship", Args: []core.Arg{{Name: "pos", Type: posType}}, Doc: "the ship's first place on its side"},
	moveStep: {Name: "step", Args: []core.Arg{{Name: "pirate", Type: pirateType}, {Name: "to", Type: squareType}, {Name: "carry", Type: boolType}},
		Doc: "one step of a pirate, with or without a token"},
	moveMudStep: {Name: "mud_step", Args: []core.Arg{{Name: "pirate", Type: pirateType}, {Name: "carry", Type: boolType}},
		Doc: "to the next footprint in the mud"},
	moveSwim: {Name: "swim", Args: []core.Arg{{Name: "pirate", Type: pirateType}, {Name: "to", Type: squareType}}, Doc: "along the ring, or into a ship"},
	moveSail: {Name: "sail", Args: []core.Arg{{Name: "to", Type: squareType}}, Doc: "move the ship by one place"},
	moveUseGenie: {Name: "use_genie", Args: []core.Arg{{Name: "pirate", Type: pirateType}, {Name: "to", Type: squareType}, {Name: "footprint", Type: footType}},
		Doc: "fly to any square; footprint: where in the mud, otherwise 0"},
	movePass:   {Name: "pass", Doc: "do nothing"},
	moveChoose: {Name: "choose", Args: []core.Arg{{Name: "vec", Type: vecType, Loose: true}}, Doc: "which way the pirate goes on"},
}

// eventPirateAt are the fields of events that tell a pirate and a square.
var eventPirateAt = []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType}, {Name: "at", Type: squareType}}

var events = []core.EventKind{
	eventBoardShuffled: {Name: "board_shuffled"},
	eventShipPlaced:    {Name: "ship_placed", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "at", Type: squareType}}},
	eventTurnStarted:   {Name: "turn_started", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "turn", Type: counter}}},
	eventPirateMoved: {Name: "pirate_moved", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType},
		{Name: "from", Type: placeType}, {Name: "to", Type: placeType}, {Name: "by", Type: byType}, {Name: "carry", Type: boolType}}},
	eventTileRevealed: {Name: "tile_revealed", Fields: []core.Field{{Name: "at", Type: squareType}, {Name: "kind", Type: kindType},
		{Name: "dirs", Type: dirsType}, {Name: "tokens", Type: countType}}, Reveals: true},
	eventChoicePending: {Name: "choice_pending", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType},
		{Name: "at", Type: squareType}, {Name: "options", Type: waysType}}},
	eventPirateBoarded: {Name: "pirate_boarded", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType},
		{Name: "ship", Type: seatType}}},
	eventTokensBanked: {Name: "tokens_banked", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "count", Type: banked},
		{Name: "by", Type: bankedType}, {Name: "hoard", Type: countType}}},
	eventTokenSunk: {Name: "token_sunk", Fields: []core.Field{{Name: "at", Type: squareType}, {Name: "footprint", Type: footType}}},
	eventPirateEjected: {Name: "pirate_ejected", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType},
		{Name: "from", Type: placeType}}},
	eventPirateSwims:    {Name: "pirate_swims", Fields: eventPirateAt},
	eventPirateCaptured: {Name: "pirate_captured", Fields: eventPirateAt},
	eventPirateFreed:    {Name: "pirate_freed", Fields: eventPirateAt},
	eventPirateDelayed:  {Name: "pirate_delayed", Fields: eventPirateAt},
	eventPirateLost: {Name: "pirate_lost", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType},
		{Name: "at", Type: squareType}, {Name: "cause", Type: causeType}}},
	eventShipMoved: {Name: "ship_moved", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "from", Type: squareType},
		{Name: "to", Type: squareType}}},
	eventShipSunk:       {Name: "ship_sunk", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "at", Type: squareType}}},
	eventGenieUsed:      {Name: "genie_used", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType}}},
	eventGenieLost:      {Name: "genie_lost", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "pirate", Type: pirateType}}},
	eventMermaidUsed:    {Name: "mermaid_used", Fields: []core.Field{{Name: "seat", Type: seatType}}},
	eventSeatEliminated: {Name: "seat_eliminated", Fields: []core.Field{{Name: "seat", Type: seatType}}},
	eventTurnPassed:     {Name: "turn_passed", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "auto", Type: boolType}}},
	eventGameOver: {Name: "game_over", Fields: []core.Field{{Name: "reason", Type: reasonType}, {Name: "totals", Type: totalsType},
		{Name: "hoards", Type: hoardsType}, {Name: "winner_team", Type: winnerType}}},
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
	Game:       gameID,
	Rules:      "1.0.0",
	Titles:     []core.Title{{Lang: "en", Text: "Pirates"}, {Lang: "cs", Text: "Piráti"}},
	Seats:      []int{2, 4},
	Options:    options,
	Moves:      moves,
	Events:     events,
	View:       viewType,
	SetupKeys:  []core.Field{{Optional: true, Name: "tiles_rest", Type: restType}},
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
