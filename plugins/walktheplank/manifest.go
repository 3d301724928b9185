package walktheplank

import (
	"github.com/parley-rules/parley/core"
)

const (
	gameID   = "walk_the_plank"
	maxSeats = 5
	maxPlank = 3 // plank tiles
	crew     = 3 // pirates of a seat
	slots    = 3 // cards of a program
)

// The cards, by their index in the canonical order.
const (
	shoveLeft = iota
	shoveRight
	shoveAnyone
	extendPlank
	retractPlank
	drag
	pull
	runAround
	dontWantToDie
	charge
	cardCount
)

// allCards is the set of all cards: bit i is card i.
const allCards = 1<<cardCount - 1

// defaultSkulls is the default of option skull_cards.
const defaultSkulls = 1<<shoveAnyone | 1<<retractPlank | 1<<dontWantToDie | 1<<charge

var cardWords = []string{
	"shove_left", "shove_right", "shove_anyone", "extend_plank", "retract_plank",
	"drag", "pull", "run_around", "dont_want_to_die", "charge",
}

// The options, by their places in the manifest.
const (
	optSkullCards = iota
	optChargeFirst
	optChargeShoves
	optFirstPlayer
	optAllowTwoPlayers
	optMaxRounds
	optColors
)

// The values of charge_first and charge_shoves.
const (
	chargeForbidden = iota
	chargeNoEffect
)

const (
	shovesAll = iota
	shovesOpponents
	shovesOne
)

const (
	mostRounds    = 1000
	defaultRounds = 50
)

var colorWords = []string{"red", "orange", "yellow", "green", "blue"}

// The kinds of moves.
const (
	moveChooseCards = iota
	moveShove
	moveDrag
	movePull
	moveRunAround
	moveRetreat
	moveCharge
	moveNone = 255 // extend_plank and retract_plank are never decided upon
)

// moveOf has the kind of move that answers each card.
var moveOf = [cardCount]uint8{
	moveShove, moveShove, moveShove, moveNone, moveNone, moveDrag, movePull, moveRunAround, moveRetreat, moveCharge,
}

// The kinds of events.
const (
	eventGameStarted = iota
	eventRoundStarted
	eventCardsChosen
	eventProgramSet
	eventCardRevealed
	eventCardNoEffect
	eventChoiceRequired
	eventPlankChanged
	eventPirateMoved
	eventPirateDied
	eventPlayerEliminated
	eventEndTriggered
	eventRoundEnded
	eventCardsReturned
	eventCardsSetAside
	eventCaptainPassed
	eventGameOver
)

// The reasons of card_no_effect.
const (
	plankAtMaximum = iota
	plankAtMinimum
	chargeFirst
	noTarget
)

// The game's own codes.
const (
	codeUnknownCard = core.FirstCode + iota
	codeDuplicateCard
	codeCardSetAside
	codeChargeFirst
	codeIllegalTarget
)

// The reasons why a game ends, 0 standing for none: end_reason is 0, 1 or 2, the reason of a result 1, 2 or 3.
const (
	notEnded = iota
	twoOrFewer
	oneColor
	roundLimit
)

var reasonWords = []string{"two_or_fewer", "one_color", "round_limit"}

// Types, fields and kinds are package variables made of literals only, before anything that must be called (options): so the
// compiler lays them out, and the module is 30 KB smaller than with constructors, which run when a module starts.
var (
	boolType  = &core.Type{Kind: core.TBool}
	cardType  = &core.Type{Kind: core.TWord, Words: cardWords}
	cardsType = &core.Type{Kind: core.TList, Of: cardType, Min: 0, Max: cardCount}
	seatType  = &core.Type{Kind: core.TSeat}
	seatsType = &core.Type{Kind: core.TList, Of: seatType, Min: 0, Max: maxSeats}
	slotType  = &core.Type{Kind: core.TInt, Min: 1, Max: slots}
	spaceType = &core.Type{Kind: core.TInt, Min: 0, Max: maxPlank}
	plankType = &core.Type{Kind: core.TInt, Min: 1, Max: maxPlank}
	roundType = &core.Type{Kind: core.TInt, Min: 1, Max: mostRounds}
	colorType = &core.Type{Kind: core.TWord, Words: colorWords}
	phaseType = &core.Type{Kind: core.TWord, Words: phaseWords}
	whyType   = &core.Type{Kind: core.TWord, Words: reasonWords}
	endType   = &core.Type{Kind: core.TWord, Words: []string{"two_or_fewer", "one_color"}}
	endOrNull = &core.Type{Kind: core.TNull, Of: endType}
	seatCount = &core.Type{Kind: core.TInt, Min: 2, Max: maxSeats}
	layType   = &core.Type{Kind: core.TList, Of: cardType, Min: slots, Max: slots}
	stepType  = &core.Type{Kind: core.TInt, Min: -1, Max: 1}
	stepsType = &core.Type{Kind: core.TInt, Min: 1, Max: 2}

	crewSize  = &core.Type{Kind: core.TInt, Min: 0, Max: crew}
	rowType   = &core.Type{Kind: core.TList, Of: crewSize, Min: maxPlank + 1, Max: maxPlank + 1}
	boardType = &core.Type{Kind: core.TList, Of: rowType, Min: 2, Max: maxSeats}
	crewType  = &core.Type{Kind: core.TList, Of: crewSize, Min: 2, Max: maxSeats}
	shownCard = &core.Type{Kind: core.TWord, Words: []string{"shove_left", "shove_right", "shove_anyone", "extend_plank", "retract_plank",
		"drag", "pull", "run_around", "dont_want_to_die", "charge", "hidden"}}
	shownLay     = &core.Type{Kind: core.TList, Of: shownCard, Min: slots, Max: slots}
	shownOrNull  = &core.Type{Kind: core.TNull, Of: shownLay}
	programsType = &core.Type{Kind: core.TList, Of: shownOrNull, Min: 2, Max: maxSeats}
	cardSetsType = &core.Type{Kind: core.TList, Of: cardsType, Min: 2, Max: maxSeats}
	handCount    = &core.Type{Kind: core.TInt, Min: 0, Max: cardCount}
	handCounts   = &core.Type{Kind: core.TList, Of: handCount, Min: 2, Max: maxSeats}
	slotOrZero   = &core.Type{Kind: core.TInt, Min: 0, Max: slots}
	slotsType    = &core.Type{Kind: core.TList, Of: slotOrZero, Min: 2, Max: maxSeats}
	boolsType    = &core.Type{Kind: core.TList, Of: boolType, Min: 2, Max: maxSeats}
	seatColors   = &core.Type{Kind: core.TList, Of: colorType, Min: 2, Max: maxSeats}
	gameType     = &core.Type{Kind: core.TWord, Words: []string{gameID}}
	watcherType  = &core.Type{Kind: core.TWord, Words: []string{"spectator", "referee"}}
	viewerType   = &core.Type{Kind: core.TOneOf, Alts: []*core.Type{seatType, watcherType}}
	noEffectType = &core.Type{Kind: core.TWord, Words: []string{"plank_at_maximum", "plank_at_minimum", "charge_first", "no_target"}}

	chargeFirstType  = &core.Type{Kind: core.TWord, Words: []string{"forbidden", "no_effect"}}
	chargeShovesType = &core.Type{Kind: core.TWord, Words: []string{"all", "opponents", "one"}}
	seatOrNone       = &core.Type{Kind: core.TInt, Min: -1, Max: maxSeats - 1}
	colorsType       = &core.Type{Kind: core.TList, Of: colorType, Min: 0, Max: maxSeats}

	settingsType = &core.Type{Kind: core.TRecord, Fields: settingsFields}
	pendingType  = &core.Type{Kind: core.TRecord, Fields: pendingFields}
	pendingNull  = &core.Type{Kind: core.TNull, Of: pendingType}
	resultType   = &core.Type{Kind: core.TRecord, Fields: resultFields}
	resultNull   = &core.Type{Kind: core.TNull, Of: resultType}
)

var settingsFields = []core.Field{
	{Name: "skull_cards", Type: cardsType}, {Name: "charge_first", Type: chargeFirstType},
	{Name: "charge_shoves", Type: chargeShovesType}, {Name: "first_player", Type: seatOrNone},
	{Name: "allow_two_players", Type: boolType}, {Name: "max_rounds", Type: roundType}, {Name: "colors", Type: colorsType},
}

var pendingFields = []core.Field{{Name: "seat", Type: seatType}, {Name: "slot", Type: slotType}, {Name: "card", Type: cardType}}

var resultFields = []core.Field{{Name: "winners", Type: seatsType}, {Name: "reason", Type: whyType}, {Name: "survivors", Type: crewType}}

var (
	targetArg = core.Arg{Name: "target", Type: seatType, Loose: true}
	spaceArg  = core.Arg{Name: "space", Type: spaceType, Loose: true}
)

var moves = []core.MoveKind{
	moveChooseCards: {Name: "choose_cards", Args: []core.Arg{{Name: "cards", Type: layType, Loose: true}},
		Doc: "lay three different cards of the hand, in the order of play"},
	moveShove: {Name: "shove", Args: []core.Arg{targetArg, spaceArg}, Doc: "move a pirate of target on space one space forward"},
	moveDrag:  {Name: "drag", Args: []core.Arg{targetArg, spaceArg}, Doc: "move a pirate of one's own and one of target one space forward"},
	movePull:  {Name: "pull", Args: []core.Arg{targetArg, spaceArg}, Doc: "move a pirate of one's own and one of target one space back"},
	moveRunAround: {Name: "run_around", Args: []core.Arg{spaceArg, {Name: "step", Type: stepType, Loose: true}},
		Doc: "move a pirate of one's own one space back (-1) or forward (1)"},
	moveRetreat: {Name: "retreat", Args: []core.Arg{spaceArg, {Name: "steps", Type: stepsType, Loose: true}},
		Doc: "move a pirate of one's own one or two spaces back"},
	moveCharge: {Name: "charge",
		Args: []core.Arg{spaceArg, {Name: "target", Type: seatOrNone, Loose: true, Optional: true}},
		Doc:  "move a pirate of one's own forward, pushing who stands there; target only, and always, if charge_shoves is one (-1: nobody)"},
}

var events = []core.EventKind{
	eventGameStarted: {Name: "game_started", Fields: []core.Field{
		{Name: "n", Type: seatCount}, {Name: "colors", Type: seatColors}, {Name: "captain", Type: seatType},
		{Name: "plank_length", Type: plankType}, {Name: "pirates", Type: boardType}, {Name: "set_aside", Type: cardSetsType}}},
	eventRoundStarted: {Name: "round_started", Fields: []core.Field{{Name: "round", Type: roundType}, {Name: "captain", Type: seatType}}},
	eventCardsChosen:  {Name: "cards_chosen", Fields: []core.Field{{Name: "seat", Type: seatType}}},
	eventProgramSet: {Name: "program_set", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "cards", Type: layType}},
		Doc: "for this seat only"},
	eventCardRevealed: {Name: "card_revealed", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "slot", Type: slotType}, {Name: "card", Type: cardType}},
		Reveals: true},
	eventCardNoEffect: {Name: "card_no_effect", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "slot", Type: slotType}, {Name: "card", Type: cardType},
		{Name: "reason", Type: noEffectType}}},
	eventChoiceRequired: {Name: "choice_required", Fields: []core.Field{
		{Name: "seat", Type: seatType}, {Name: "slot", Type: slotType}, {Name: "card", Type: cardType}}},
	eventPlankChanged: {Name: "plank_changed", Fields: []core.Field{
		{Name: "from", Type: plankType}, {Name: "to", Type: plankType}, {Name: "by", Type: seatType}}},
	eventPirateMoved: {Name: "pirate_moved", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "from", Type: spaceType},
		{Name: "to", Type: spaceType}, {Name: "by", Type: seatType}, {Name: "card", Type: cardType}}},
	eventPirateDied: {Name: "pirate_died", Fields: []core.Field{
		{Name: "seat", Type: seatType}, {Name: "from", Type: plankType}, {Name: "by", Type: seatType}, {Name: "card", Type: cardType}}},
	eventPlayerEliminated: {Name: "player_eliminated", Fields: []core.Field{{Name: "seat", Type: seatType}}},
	eventEndTriggered:     {Name: "end_triggered", Fields: []core.Field{{Name: "reason", Type: endType}}},
	eventRoundEnded:       {Name: "round_ended", Fields: []core.Field{{Name: "round", Type: roundType}}},
	eventCardsReturned:    {Name: "cards_returned", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "cards", Type: cardsType}}},
	eventCardsSetAside:    {Name: "cards_set_aside", Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "cards", Type: cardsType}}},
	eventCaptainPassed:    {Name: "captain_passed", Fields: []core.Field{{Name: "from", Type: seatType}, {Name: "to", Type: seatType}}},
	eventGameOver: {Name: "game_over", Fields: []core.Field{
		{Name: "winners", Type: seatsType}, {Name: "reason", Type: whyType}, {Name: "survivors", Type: crewType}}},
}

// The places of the view's keys.
const (
	keyGame = iota
	keyN
	keyOptions
	keyColors
	keyViewer
	keyPhase
	keyRound
	keySlot
	keyCaptain
	keyPlank
	keyPirates
	keyLost
	keyEliminated
	keyCommitted
	keyRevealed
	keyProgram
	keySetAside
	keyHandCount
	keyMyHand
	keyHand
	keyPending
	keyActors
	keyEndReason
	keyResult
	viewKeys
)

var view = &core.Type{Kind: core.TRecord, Fields: viewFields}

var viewFields = []core.Field{
	keyGame:       {Name: "game", Type: gameType},
	keyN:          {Name: "n", Type: seatCount},
	keyOptions:    {Name: "options", Type: settingsType},
	keyColors:     {Name: "colors", Type: seatColors},
	keyViewer:     {Name: "viewer", Type: viewerType},
	keyPhase:      {Name: "phase", Type: phaseType},
	keyRound:      {Name: "round", Type: roundType},
	keySlot:       {Name: "slot", Type: slotOrZero},
	keyCaptain:    {Name: "captain", Type: seatType},
	keyPlank:      {Name: "plank_length", Type: plankType},
	keyPirates:    {Name: "pirates", Type: boardType},
	keyLost:       {Name: "lost", Type: crewType},
	keyEliminated: {Name: "eliminated", Type: boolsType},
	keyCommitted:  {Name: "committed", Type: boolsType},
	keyRevealed:   {Name: "revealed", Type: slotsType},
	keyProgram:    {Name: "program", Type: programsType},
	keySetAside:   {Name: "set_aside", Type: cardSetsType},
	keyHandCount:  {Name: "hand_count", Type: handCounts},
	keyMyHand:     {Optional: true, Name: "my_hand", Type: cardsType},
	keyHand:       {Optional: true, Name: "hand", Type: cardSetsType},
	keyPending:    {Name: "pending", Type: pendingNull},
	keyActors:     {Name: "actors", Type: seatsType},
	keyEndReason:  {Name: "end_reason", Type: endOrNull},
	keyResult:     {Name: "result", Type: resultNull},
}

var manifest = core.Manifest{
	Game:       gameID,
	Rules:      "1.0.0",
	Titles:     []core.Title{{Lang: "en", Text: "Walk the Plank!"}},
	Seats:      []int{2, 3, 4, 5}, // WP-01
	Options:    options,
	Moves:      moves,
	Events:     events,
	View:       view,
	EndReasons: reasonWords,
	Codes: []core.CodeDoc{
		{Code: "unknown_card", Text: "One of the cards is none of the ten."},
		{Code: "duplicate_card", Text: "The three cards must be different."},
		{Code: "card_set_aside", Text: "One of the cards rests this round."},
		{Code: "charge_first", Text: "Charge! may only be the second or third card."},
		{Code: "illegal_target", Text: "The card cannot be carried out in this way."},
	},
	Features: core.Features{Hidden: true, Simultaneous: true},
}

var options = []core.Option{
	optSkullCards: {Name: "skull_cards", Type: cardsType,
		Default: core.Value([]string{"shove_anyone", "retract_plank", "dont_want_to_die", "charge"}),
		Doc:     "the cards that rest for one round after they were played; each at most once"},
	optChargeFirst: {Name: "charge_first", Type: chargeFirstType, Default: core.Value("forbidden"),
		Doc: "whether charge may be laid in slot 1, where it does nothing"},
	optChargeShoves: {Name: "charge_shoves", Type: chargeShovesType, Default: core.Value("all"),
		Doc: "whom a charge pushes: all pirates on the space, those of other seats, or one that is chosen"},
	optFirstPlayer: {Name: "first_player", Type: seatOrNone, Default: core.Value(-1),
		Doc: "the first captain; -1 draws one"},
	optAllowTwoPlayers: {Name: "allow_two_players", Type: boolType, Default: core.Value(false), Doc: "lets two seats play"},
	optMaxRounds:       {Name: "max_rounds", Type: roundType, Default: core.Value(defaultRounds), Doc: "after this round nobody wins"},
	optColors: {Name: "colors", Type: colorsType, Default: core.Value([]string{}),
		Doc: "the colour of each seat, all different; an empty list stands for red, orange, yellow, green, blue"},
}

// Rules are the rules of Walk the Plank!.
type Rules struct{}

var _ core.PlayerCounter = Rules{}

// Manifest describes the game.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }

// Players says whether so many seats may play: two only if the options allow it.
//
// WP-01.
func (Rules) Players(seats int, options *core.Options) bool {
	return seats > 2 || options.Bool(optAllowTwoPlayers)
}
