package pirati

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

const (
	gameID    = "pirati"
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
	gameWords  = []string{gameID}
	sideWords  = []string{"south", "west", "north", "east"}
	phaseWords = []string{"setup", "main", "choice", "over"}
	kindWords  = []string{"sea", "island", "mud2", "mud3", "mud4", "mud5", "arrow_straight", "arrow_diagonal", "double_straight",
		"double_diagonal", "quad_straight", "quad_diagonal", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish", "octopus",
		"mermaid", "genie", "turtle", "shark", "treasure1", "treasure2", "treasure3", "treasure4", "treasure5"}
	directionWords = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}
	byWords        = []string{"step", "mud_step", "swim", "genie", "arrow", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish",
		"ejected", "mermaid"}
	bankedWords  = []string{"carried", "mermaid"}
	causeWords   = []string{"shark", "trampled", "vicious_circle", "murdered", "run_over", "ship_sunk", "no_ship", "drowned"}
	reasonWords  = []string{"exhausted", "no_pirates", "decided", "quiet_limit", "all_passed", "stuck"}
	genieWords   = []string{"hidden", "unused", "used", "lost"}
	mermaidWords = []string{"hidden", "unused", "used"}
	startWords   = []string{"middle", "choose"}
	freesWords   = []string{"team", "seat"}
	entryWords   = []string{"unmanned_only", "never"}
)

// Types and lists of fields are package variables made of literals only, so that the compiler lays them out: constructors run
// when a module starts and make it larger.
var (
	boolType   = &core.Type{Kind: core.TBool}
	counter    = &core.Type{Kind: core.TInt, Max: wire.MaxInt}
	squareType = &core.Type{Kind: core.TSquare, Rows: grid, Cols: grid}
	squareNull = &core.Type{Kind: core.TNull, Of: squareType}
	pirateType = &core.Type{Kind: core.TInt, Max: crew - 1}
	countType  = &core.Type{Kind: core.TInt, Max: tokens}
	banked     = &core.Type{Kind: core.TInt, Min: 1, Max: tokens}
	tilesCount = &core.Type{Kind: core.TInt, Max: boardSize}
	footType   = &core.Type{Kind: core.TInt, Max: maxMud}
	delayType  = &core.Type{Kind: core.TInt, Max: 1}
	seatType   = &core.Type{Kind: core.TSeat}
	seatNumber = &core.Type{Kind: core.TInt, Max: maxSeats - 1}
	seatOrNone = &core.Type{Kind: core.TInt, Min: -1, Max: maxSeats - 1}
	seatsType  = &core.Type{Kind: core.TInt, Min: 2, Max: maxSeats}
	partType   = &core.Type{Kind: core.TInt, Min: -2, Max: 2}
	vecType    = &core.Type{Kind: core.TList, Of: partType, Min: 2, Max: 2} // rows and columns of a step or knight jump
	waysType   = &core.Type{Kind: core.TList, Of: vecType, Min: 2, Max: maxDirs}
	posType    = &core.Type{Kind: core.TInt, Min: 1, Max: grid - 2}

	gameType      = &core.Type{Kind: core.TWord, Words: gameWords}
	sideType      = &core.Type{Kind: core.TWord, Words: sideWords}
	sidesType     = &core.Type{Kind: core.TList, Of: sideType, Min: 2, Max: maxSeats}
	phaseType     = &core.Type{Kind: core.TWord, Words: phaseWords}
	kindType      = &core.Type{Kind: core.TWord, Words: kindWords}
	directionType = &core.Type{Kind: core.TWord, Words: directionWords}
	dirsType      = &core.Type{Kind: core.TList, Of: directionType, Max: maxDirs}
	byType        = &core.Type{Kind: core.TWord, Words: byWords}
	bankedType    = &core.Type{Kind: core.TWord, Words: bankedWords}
	causeType     = &core.Type{Kind: core.TWord, Words: causeWords}
	causeNull     = &core.Type{Kind: core.TNull, Of: causeType}
	reasonType    = &core.Type{Kind: core.TWord, Words: reasonWords}
	genieType     = &core.Type{Kind: core.TWord, Words: genieWords}
	mermaidType   = &core.Type{Kind: core.TWord, Words: mermaidWords}
	startType     = &core.Type{Kind: core.TWord, Words: startWords}
	freesType     = &core.Type{Kind: core.TWord, Words: freesWords}
	entryType     = &core.Type{Kind: core.TWord, Words: entryWords}
	quietType     = &core.Type{Kind: core.TInt, Min: 5, Max: 100_000}
	passesType    = &core.Type{Kind: core.TInt, Max: 100}

	placeType  = &core.Type{Kind: core.TRecord, Fields: placeFields}
	placeNull  = &core.Type{Kind: core.TNull, Of: placeType}
	totalsType = &core.Type{Kind: core.TList, Of: countType, Min: 2, Max: 2}
	hoardsType = &core.Type{Kind: core.TList, Of: countType, Min: 2, Max: maxSeats}
	winnerType = &core.Type{Kind: core.TInt, Min: -1, Max: 1}

	// A tile is face up, or face down as players see it, or face down as the referee does.
	tileTokens  = &core.Type{Kind: core.TList, Of: countType, Min: 1, Max: maxMud}
	upTile      = &core.Type{Kind: core.TRecord, Fields: upFields}
	downTile    = &core.Type{Kind: core.TRecord, Fields: downFields}
	refereeTile = &core.Type{Kind: core.TRecord, Fields: refereeFields}
	tileType    = &core.Type{Kind: core.TOneOf, Alts: []*core.Type{upTile, downTile, refereeTile}}
	tilesType   = &core.Type{Kind: core.TList, Of: tileType, Min: boardSize, Max: boardSize}

	optionsType    = &core.Type{Kind: core.TRecord, Fields: optionFields}
	faceDownType   = &core.Type{Kind: core.TRecord, Fields: faceDownFields}
	pirateState    = &core.Type{Kind: core.TRecord, Fields: pirateFields}
	crewType       = &core.Type{Kind: core.TList, Of: pirateState, Min: crew, Max: crew}
	crewsType      = &core.Type{Kind: core.TList, Of: crewType, Min: 2, Max: maxSeats}
	shipType       = &core.Type{Kind: core.TRecord, Fields: shipFields}
	shipsType      = &core.Type{Kind: core.TList, Of: shipType, Min: 2, Max: maxSeats}
	onePirate      = &core.Type{Kind: core.TList, Of: seatNumber, Min: 2, Max: 2}
	discovererType = &core.Type{Kind: core.TNull, Of: onePirate}
	usedWay        = &core.Type{Kind: core.TRecord, Fields: usedFields}
	usedType       = &core.Type{Kind: core.TList, Of: usedWay, Max: boardSize * maxDirs}
	pendingRecord  = &core.Type{Kind: core.TRecord, Fields: pendingFields}
	pendingType    = &core.Type{Kind: core.TNull, Of: pendingRecord}
	resultRecord   = &core.Type{Kind: core.TRecord, Fields: resultFields}
	resultType     = &core.Type{Kind: core.TNull, Of: resultRecord}
	viewType       = &core.Type{Kind: core.TRecord, Fields: viewFields}
)

var (
	placeFields = []core.Field{{Name: "at", Type: squareNull}, {Name: "footprint", Type: footType}, {Name: "ship", Type: seatOrNone}}
	upFields    = []core.Field{{Name: "at", Type: squareType}, {Name: "face_up", Type: boolType}, {Name: "kind", Type: kindType},
		{Name: "dirs", Type: dirsType}, {Name: "tokens", Type: tileTokens}}
	downFields    = []core.Field{{Name: "at", Type: squareType}, {Name: "face_up", Type: boolType}}
	refereeFields = []core.Field{{Name: "at", Type: squareType}, {Name: "face_up", Type: boolType}, {Name: "kind", Type: kindType},
		{Name: "dirs", Type: dirsType}}
	pirateFields = []core.Field{{Name: "place", Type: placeNull}, {Name: "captive", Type: boolType}, {Name: "freed", Type: boolType},
		{Name: "delay", Type: delayType}, {Name: "cause", Type: causeNull}}
	shipFields    = []core.Field{{Name: "at", Type: squareNull}, {Name: "sunk", Type: boolType}, {Name: "hoard", Type: countType}}
	usedFields    = []core.Field{{Name: "at", Type: squareType}, {Name: "vec", Type: vecType}}
	pendingFields = []core.Field{{Name: "pirate", Type: pirateType}, {Name: "at", Type: squareType}, {Name: "carrying", Type: boolType},
		{Name: "used", Type: usedType}, {Name: "options", Type: waysType}}
	resultFields = []core.Field{{Name: "reason", Type: reasonType}, {Name: "totals", Type: totalsType}, {Name: "hoards", Type: hoardsType},
		{Name: "winner_team", Type: winnerType}}
)

// optionFields are the options as a view has them, with the defaults filled in.
var optionFields = []core.Field{
	optSides:            {Name: "sides", Type: sidesType},
	optShipStart:        {Name: "ship_start", Type: startType},
	optFirstSeat:        {Name: "first_seat", Type: seatType},
	optBanDirectSteps:   {Name: "ban_direct_steps", Type: boolType},
	optOctopusLiberator: {Name: "octopus_liberator", Type: freesType},
	optMermaidHeir:      {Name: "mermaid_heir", Type: boolType},
	optGenieToShip:      {Name: "genie_to_ship", Type: boolType},
	optEnemyShipEntry:   {Name: "enemy_ship_entry", Type: entryType},
	optEndWhenDecided:   {Name: "end_when_decided", Type: boolType},
	optQuietRoundLimit:  {Name: "quiet_round_limit", Type: quietType},
	optAllPassRounds:    {Name: "all_pass_rounds", Type: passesType},
}

// faceDownFields have a number for each kind of tile.
var faceDownFields = []core.Field{
	{Name: "sea", Type: tilesCount}, {Name: "island", Type: tilesCount}, {Name: "mud2", Type: tilesCount}, {Name: "mud3", Type: tilesCount},
	{Name: "mud4", Type: tilesCount}, {Name: "mud5", Type: tilesCount}, {Name: "arrow_straight", Type: tilesCount},
	{Name: "arrow_diagonal", Type: tilesCount}, {Name: "double_straight", Type: tilesCount}, {Name: "double_diagonal", Type: tilesCount},
	{Name: "quad_straight", Type: tilesCount}, {Name: "quad_diagonal", Type: tilesCount}, {Name: "compass_rose", Type: tilesCount},
	{Name: "sea_horse", Type: tilesCount}, {Name: "whirlpool", Type: tilesCount}, {Name: "fish", Type: tilesCount},
	{Name: "starfish", Type: tilesCount}, {Name: "octopus", Type: tilesCount}, {Name: "mermaid", Type: tilesCount},
	{Name: "genie", Type: tilesCount}, {Name: "turtle", Type: tilesCount}, {Name: "shark", Type: tilesCount},
	{Name: "treasure1", Type: tilesCount}, {Name: "treasure2", Type: tilesCount}, {Name: "treasure3", Type: tilesCount},
	{Name: "treasure4", Type: tilesCount}, {Name: "treasure5", Type: tilesCount},
}

// The places of the view's keys.
const (
	keyGame = iota
	keySeats
	keyOptions
	keyPhase
	keyTurn
	keyToAct
	keyTiles
	keyFaceDown
	keyPirates
	keyShips
	keyGenie
	keyMermaid
	keyDiscoverer
	keyBank
	keySunkTokens
	keyPending
	keyProgress
	keyQuietTurns
	keyPassStreak
	keyResult
	viewKeys
)

// viewFields are the keys of every view. Viewers differ in nothing but the kinds and directions of face-down tiles, which only
// the referee sees.
var viewFields = []core.Field{
	keyGame:       {Name: "game", Type: gameType},
	keySeats:      {Name: "seats", Type: seatsType},
	keyOptions:    {Name: "options", Type: optionsType},
	keyPhase:      {Name: "phase", Type: phaseType},
	keyTurn:       {Name: "turn", Type: counter},
	keyToAct:      {Name: "to_act", Type: seatOrNone},
	keyTiles:      {Name: "tiles", Type: tilesType},
	keyFaceDown:   {Name: "face_down", Type: faceDownType},
	keyPirates:    {Name: "pirates", Type: crewsType},
	keyShips:      {Name: "ships", Type: shipsType},
	keyGenie:      {Name: "genie", Type: genieType},
	keyMermaid:    {Name: "mermaid", Type: mermaidType},
	keyDiscoverer: {Name: "discoverer", Type: discovererType},
	keyBank:       {Name: "bank", Type: countType},
	keySunkTokens: {Name: "sunk_tokens", Type: countType},
	keyPending:    {Name: "pending", Type: pendingType},
	keyProgress:   {Name: "progress", Type: boolType},
	keyQuietTurns: {Name: "quiet_turns", Type: counter},
	keyPassStreak: {Name: "pass_streak", Type: counter},
	keyResult:     {Name: "result", Type: resultType},
}
