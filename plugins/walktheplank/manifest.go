package walktheplank

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
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

var (
	cardType  = core.Word(cardWords...)
	seatField = core.F("seat", core.SeatType())
	slotField = core.F("slot", core.Int(1, slots))
	cardField = core.F("card", cardType)
	cardsType = core.List(cardType, 0, cardCount)
	colorType = core.Word(colorWords...)
)

func perSeat(t *core.Type) *core.Type { return core.List(t, 2, maxSeats) }

var (
	boardType     = perSeat(core.List(core.Int(0, crew), maxPlank+1, maxPlank+1))
	seatListType  = core.List(core.SeatType(), 0, maxSeats)
	survivorsType = perSeat(core.Int(0, crew))
	targetArg     = core.Arg{Name: "target", Type: core.SeatType(), Loose: true}
	spaceArg      = core.Arg{Name: "space", Type: core.Int(0, maxPlank), Loose: true}
)

var options = []core.Option{
	optSkullCards: {Name: "skull_cards", Type: cardsType,
		Default: core.Value([]string{"shove_anyone", "retract_plank", "dont_want_to_die", "charge"}),
		Doc:     "the cards that rest for one round after they were played; each at most once"},
	optChargeFirst: {Name: "charge_first", Type: core.Word("forbidden", "no_effect"), Default: core.Value("forbidden"),
		Doc: "whether charge may be laid in slot 1, where it does nothing"},
	optChargeShoves: {Name: "charge_shoves", Type: core.Word("all", "opponents", "one"), Default: core.Value("all"),
		Doc: "whom a charge pushes: all pirates on the space, those of other seats, or one that is chosen"},
	optFirstPlayer: {Name: "first_player", Type: core.Int(-1, maxSeats-1), Default: core.Value(-1),
		Doc: "the first captain; -1 draws one"},
	optAllowTwoPlayers: {Name: "allow_two_players", Type: core.Bool(), Default: core.Value(false), Doc: "lets two seats play"},
	optMaxRounds: {Name: "max_rounds", Type: core.Int(1, mostRounds), Default: core.Value(defaultRounds),
		Doc: "after this round nobody wins"},
	optColors: {Name: "colors", Type: core.List(colorType, 0, maxSeats), Default: core.Value([]string{}),
		Doc: "the colour of each seat, all different; an empty list stands for red, orange, yellow, green, blue"},
}

func optionFields() (fields []core.Field) {
	for _, o := range options {
		fields = append(fields, core.F(o.Name, o.Type))
	}
	return fields
}

var manifest = core.Manifest{
	Game:    gameID,
	Rules:   "1.0.0",
	Titles:  []core.Title{{Lang: "en", Text: "Walk the Plank!"}},
	Seats:   []int{2, 3, 4, 5},
	Options: options,
	Moves: []core.MoveKind{
		moveChooseCards: {Name: "choose_cards", Args: []core.Arg{{Name: "cards", Type: core.List(cardType, slots, slots), Loose: true}},
			Doc: "lay three different cards of the hand, in the order of play"},
		moveShove: {Name: "shove", Args: []core.Arg{targetArg, spaceArg}, Doc: "move a pirate of target on space one space forward"},
		moveDrag:  {Name: "drag", Args: []core.Arg{targetArg, spaceArg}, Doc: "move a pirate of one's own and one of target one space forward"},
		movePull:  {Name: "pull", Args: []core.Arg{targetArg, spaceArg}, Doc: "move a pirate of one's own and one of target one space back"},
		moveRunAround: {Name: "run_around", Args: []core.Arg{spaceArg, {Name: "step", Type: core.Int(-1, 1), Loose: true}},
			Doc: "move a pirate of one's own one space back (-1) or forward (1)"},
		moveRetreat: {Name: "retreat", Args: []core.Arg{spaceArg, {Name: "steps", Type: core.Int(1, 2), Loose: true}},
			Doc: "move a pirate of one's own one or two spaces back"},
		moveCharge: {Name: "charge",
			Args: []core.Arg{spaceArg, {Name: "target", Type: core.Int(-1, maxSeats-1), Loose: true, Optional: true}},
			Doc:  "move a pirate of one's own forward, pushing who stands there; target only, and always, if charge_shoves is one (-1: nobody)"},
	},
	Events: []core.EventKind{
		eventGameStarted: {Name: "game_started", Fields: []core.Field{
			core.F("n", core.Int(2, maxSeats)), core.F("colors", perSeat(colorType)), core.F("captain", core.SeatType()),
			core.F("plank_length", core.Int(1, maxPlank)), core.F("pirates", boardType), core.F("set_aside", perSeat(cardsType))}},
		eventRoundStarted: {Name: "round_started", Fields: []core.Field{core.F("round", core.Int(1, mostRounds)), core.F("captain", core.SeatType())}},
		eventCardsChosen:  {Name: "cards_chosen", Fields: []core.Field{seatField}},
		eventProgramSet: {Name: "program_set", Fields: []core.Field{seatField, core.F("cards", core.List(cardType, slots, slots))},
			Doc: "for this seat only"},
		eventCardRevealed: {Name: "card_revealed", Fields: []core.Field{seatField, slotField, cardField}, Reveals: true},
		eventCardNoEffect: {Name: "card_no_effect", Fields: []core.Field{seatField, slotField, cardField,
			core.F("reason", core.Word("plank_at_maximum", "plank_at_minimum", "charge_first", "no_target"))}},
		eventChoiceRequired: {Name: "choice_required", Fields: []core.Field{seatField, slotField, cardField}},
		eventPlankChanged: {Name: "plank_changed", Fields: []core.Field{
			core.F("from", core.Int(1, maxPlank)), core.F("to", core.Int(1, maxPlank)), core.F("by", core.SeatType())}},
		eventPirateMoved: {Name: "pirate_moved", Fields: []core.Field{seatField, core.F("from", core.Int(0, maxPlank)),
			core.F("to", core.Int(0, maxPlank)), core.F("by", core.SeatType()), cardField}},
		eventPirateDied: {Name: "pirate_died", Fields: []core.Field{seatField, core.F("from", core.Int(1, maxPlank)),
			core.F("by", core.SeatType()), cardField}},
		eventPlayerEliminated: {Name: "player_eliminated", Fields: []core.Field{seatField}},
		eventEndTriggered:     {Name: "end_triggered", Fields: []core.Field{core.F("reason", core.Word(reasonWords[:2]...))}},
		eventRoundEnded:       {Name: "round_ended", Fields: []core.Field{core.F("round", core.Int(1, mostRounds))}},
		eventCardsReturned:    {Name: "cards_returned", Fields: []core.Field{seatField, core.F("cards", cardsType)}},
		eventCardsSetAside:    {Name: "cards_set_aside", Fields: []core.Field{seatField, core.F("cards", cardsType)}},
		eventCaptainPassed:    {Name: "captain_passed", Fields: []core.Field{core.F("from", core.SeatType()), core.F("to", core.SeatType())}},
		eventGameOver: {Name: "game_over", Fields: []core.Field{core.F("winners", seatListType),
			core.F("reason", core.Word(reasonWords...)), core.F("survivors", survivorsType)}},
	},
	View: core.Record(
		core.F("game", core.Word(gameID)),
		core.F("n", core.Int(2, maxSeats)),
		core.F("options", core.Record(optionFields()...)),
		core.F("colors", perSeat(colorType)),
		core.F("viewer", core.OneOf(core.SeatType(), core.Word("spectator", "referee"))),
		core.F("phase", core.Word(phaseWords...)),
		core.F("round", core.Int(1, mostRounds)),
		core.F("slot", core.Int(0, slots)),
		core.F("captain", core.SeatType()),
		core.F("plank_length", core.Int(1, maxPlank)),
		core.F("pirates", boardType),
		core.F("lost", survivorsType),
		core.F("eliminated", perSeat(core.Bool())),
		core.F("committed", perSeat(core.Bool())),
		core.F("revealed", perSeat(core.Int(0, slots))),
		core.F("program", perSeat(core.Null(core.List(core.Word(append(cardWords[:cardCount:cardCount], "hidden")...), slots, slots)))),
		core.F("set_aside", perSeat(cardsType)),
		core.F("hand_count", perSeat(core.Int(0, cardCount))),
		core.Opt("my_hand", cardsType),
		core.Opt("hand", perSeat(cardsType)),
		core.F("pending", core.Null(core.Record(seatField, slotField, cardField))),
		core.F("actors", seatListType),
		core.F("end_reason", core.Null(core.Word(reasonWords[:2]...))),
		core.F("result", core.Null(core.Record(core.F("winners", seatListType), core.F("reason", core.Word(reasonWords...)),
			core.F("survivors", survivorsType)))),
	),
	Codes: []core.CodeDoc{
		{Code: "unknown_card", Text: "One of the cards is none of the ten."},
		{Code: "duplicate_card", Text: "The three cards must be different."},
		{Code: "card_set_aside", Text: "One of the cards rests this round."},
		{Code: "charge_first", Text: "Charge! may only be the second or third card."},
		{Code: "illegal_target", Text: "The card cannot be carried out in this way."},
	},
	EndReasons: reasonWords,
	Features:   core.Features{Hidden: true, Simultaneous: true},
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

// Prepared words of what is written often.
var (
	cardKeys   = wire.Keys(cardWords...)
	colorKeys  = wire.Keys(colorWords...)
	reasonKeys = wire.Keys(reasonWords...)
	phaseKeys  = wire.Keys(phaseWords...)
)
