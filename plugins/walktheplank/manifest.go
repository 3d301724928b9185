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

var (
	cardType  = core.Word(cardWords...)
	cardsType = core.List(cardType, 0, cardCount)
	seatType  = core.SeatType()
	seatsType = core.List(seatType, 0, maxSeats)
	slotType  = core.Int(1, slots)
	spaceType = core.Int(0, maxPlank)
	plankType = core.Int(1, maxPlank)
	roundType = core.Int(1, mostRounds)
	colorType = core.Word(colorWords...)
	whyType   = core.Word(reasonWords...)
	endType   = core.Word(reasonWords[:2]...)
	boardType = perSeat(core.List(core.Int(0, crew), maxPlank+1, maxPlank+1))
	crewType  = perSeat(core.Int(0, crew))
	layType   = core.List(cardType, slots, slots)
	shownType = core.List(core.Word(append(cardWords[:cardCount:cardCount], "hidden")...), slots, slots)
)

//go:noinline
func perSeat(t *core.Type) *core.Type { return core.List(t, 2, maxSeats) }

// fields makes fields from their names, parted by single spaces, and their types. A name that ends in ? is optional.
func fields(names string, types ...*core.Type) []core.Field {
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
	return core.Record(fields(names, types...)...)
}

// eventKinds are the kinds of events under construction. Filling them by a call that is not inlined keeps the module small.
type eventKinds []core.EventKind

//go:noinline
func (k eventKinds) set(kind int, name, names string, types ...*core.Type) {
	k[kind] = core.EventKind{Name: name, Fields: fields(names, types...)}
}

var manifest = core.Manifest{
	Game:       gameID,
	Rules:      "1.0.0",
	Titles:     []core.Title{{Lang: "en", Text: "Walk the Plank!"}},
	Seats:      []int{2, 3, 4, 5}, // WP-01
	Options:    options,
	Moves:      moves(),
	Events:     events(),
	View:       view(),
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
	optChargeFirst: {Name: "charge_first", Type: core.Word("forbidden", "no_effect"), Default: core.Value("forbidden"),
		Doc: "whether charge may be laid in slot 1, where it does nothing"},
	optChargeShoves: {Name: "charge_shoves", Type: core.Word("all", "opponents", "one"), Default: core.Value("all"),
		Doc: "whom a charge pushes: all pirates on the space, those of other seats, or one that is chosen"},
	optFirstPlayer: {Name: "first_player", Type: core.Int(-1, maxSeats-1), Default: core.Value(-1),
		Doc: "the first captain; -1 draws one"},
	optAllowTwoPlayers: {Name: "allow_two_players", Type: core.Bool(), Default: core.Value(false), Doc: "lets two seats play"},
	optMaxRounds:       {Name: "max_rounds", Type: roundType, Default: core.Value(defaultRounds), Doc: "after this round nobody wins"},
	optColors: {Name: "colors", Type: core.List(colorType, 0, maxSeats), Default: core.Value([]string{}),
		Doc: "the colour of each seat, all different; an empty list stands for red, orange, yellow, green, blue"},
}

func moves() []core.MoveKind {
	target := core.Arg{Name: "target", Type: seatType, Loose: true}
	space := core.Arg{Name: "space", Type: spaceType, Loose: true}
	both := []core.Arg{target, space}
	return []core.MoveKind{
		moveChooseCards: {Name: "choose_cards", Args: []core.Arg{{Name: "cards", Type: layType, Loose: true}},
			Doc: "lay three different cards of the hand, in the order of play"},
		moveShove: {Name: "shove", Args: both, Doc: "move a pirate of target on space one space forward"},
		moveDrag:  {Name: "drag", Args: both, Doc: "move a pirate of one's own and one of target one space forward"},
		movePull:  {Name: "pull", Args: both, Doc: "move a pirate of one's own and one of target one space back"},
		moveRunAround: {Name: "run_around", Args: []core.Arg{space, {Name: "step", Type: core.Int(-1, 1), Loose: true}},
			Doc: "move a pirate of one's own one space back (-1) or forward (1)"},
		moveRetreat: {Name: "retreat", Args: []core.Arg{space, {Name: "steps", Type: core.Int(1, 2), Loose: true}},
			Doc: "move a pirate of one's own one or two spaces back"},
		moveCharge: {Name: "charge",
			Args: []core.Arg{space, {Name: "target", Type: core.Int(-1, maxSeats-1), Loose: true, Optional: true}},
			Doc:  "move a pirate of one's own forward, pushing who stands there; target only, and always, if charge_shoves is one (-1: nobody)"},
	}
}

func events() []core.EventKind {
	list := make(eventKinds, eventGameOver+1)
	list.set(eventGameStarted, "game_started", "n colors captain plank_length pirates set_aside",
		core.Int(2, maxSeats), perSeat(colorType), seatType, plankType, boardType, perSeat(cardsType))
	list.set(eventRoundStarted, "round_started", "round captain", roundType, seatType)
	list.set(eventCardsChosen, "cards_chosen", "seat", seatType)
	list.set(eventProgramSet, "program_set", "seat cards", seatType, layType)
	list.set(eventCardRevealed, "card_revealed", "seat slot card", seatType, slotType, cardType)
	list.set(eventCardNoEffect, "card_no_effect", "seat slot card reason", seatType, slotType, cardType,
		core.Word("plank_at_maximum", "plank_at_minimum", "charge_first", "no_target"))
	list.set(eventChoiceRequired, "choice_required", "seat slot card", seatType, slotType, cardType)
	list.set(eventPlankChanged, "plank_changed", "from to by", plankType, plankType, seatType)
	list.set(eventPirateMoved, "pirate_moved", "seat from to by card", seatType, spaceType, spaceType, seatType, cardType)
	list.set(eventPirateDied, "pirate_died", "seat from by card", seatType, plankType, seatType, cardType)
	list.set(eventPlayerEliminated, "player_eliminated", "seat", seatType)
	list.set(eventEndTriggered, "end_triggered", "reason", endType)
	list.set(eventRoundEnded, "round_ended", "round", roundType)
	list.set(eventCardsReturned, "cards_returned", "seat cards", seatType, cardsType)
	list.set(eventCardsSetAside, "cards_set_aside", "seat cards", seatType, cardsType)
	list.set(eventCaptainPassed, "captain_passed", "from to", seatType, seatType)
	list.set(eventGameOver, "game_over", "winners reason survivors", seatsType, whyType, crewType)
	list[eventCardRevealed].Reveals = true
	list[eventProgramSet].Doc = "for this seat only"
	return list
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

func view() *core.Type {
	settings := make([]core.Field, len(options))
	for i := range options {
		settings[i] = core.Field{Name: options[i].Name, Type: options[i].Type}
	}
	return record("game n options colors viewer phase round slot captain plank_length pirates lost eliminated committed revealed "+
		"program set_aside hand_count my_hand? hand? pending actors end_reason result",
		core.Word(gameID),
		core.Int(2, maxSeats),
		core.Record(settings...),
		perSeat(colorType),
		core.OneOf(seatType, core.Word("spectator", "referee")),
		core.Word(phaseWords...),
		roundType,
		core.Int(0, slots),
		seatType,
		plankType,
		boardType,
		crewType,
		perSeat(core.Bool()),
		perSeat(core.Bool()),
		perSeat(core.Int(0, slots)),
		perSeat(core.Null(shownType)),
		perSeat(cardsType),
		perSeat(core.Int(0, cardCount)),
		cardsType,
		perSeat(cardsType),
		core.Null(record("seat slot card", seatType, slotType, cardType)),
		seatsType,
		core.Null(endType),
		core.Null(record("winners reason survivors", seatsType, whyType, crewType)))
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
