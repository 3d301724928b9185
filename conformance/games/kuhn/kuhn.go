// Package kuhn is Kuhn poker, the smallest game with a hidden hand: the example of private cards that chance deals.
//
// The pack is a jack, a queen and a king. Both players put one chip into the pot and get a card each. Seat 0 checks or
// bets. Whoever faces a bet calls or folds; seat 1, after a check, checks or bets too. After a fold the other player takes
// the pot and the cards stay hidden. Otherwise both are shown and the higher card takes it.
package kuhn

import (
	"github.com/parley-rules/parley/core"
)

// The numbers of options, moves, events and cards are their places in the manifest.
const optBet = 0

const (
	moveDeal = iota
	moveCheck
	moveBet
	moveCall
	moveFold
)

const (
	eventDealt = iota
	eventCardDealt
	eventChecked
	eventBet
	eventCalled
	eventFolded
	eventShown
	eventGameOver
)

const (
	reasonFold = iota
	reasonShowdown
)

const (
	seats = 2
	cards = 3
	ante  = 1

	codeCardNotInPack = core.FirstCode
)

var (
	cardNames   = []string{"jack", "queen", "king"}
	playNames   = []string{"check", "bet", "call", "fold"} // in the order of their moves
	phaseNames  = []string{"deal", "play", "over"}
	reasonNames = []string{reasonFold: "fold", reasonShowdown: "showdown"}

	card = core.Word(cardNames...)
	seat = core.F("seat", core.SeatType())
)

var manifest = core.Manifest{
	Game:   "kuhn",
	Rules:  "1.0.0",
	Titles: []core.Title{{Lang: "en", Text: "Kuhn poker"}},
	Seats:  []int{seats},
	Options: []core.Option{
		{Name: "bet", Type: core.Int(1, 10), Default: core.Value(1), Doc: "the chips that a bet puts into the pot"},
	},
	Moves: []core.MoveKind{
		moveDeal:  {Name: "deal", Args: []core.Arg{{Name: "card", Type: card}}, Doc: "chance: the card goes to the next seat"},
		moveCheck: {Name: "check", Doc: "put nothing in"},
		moveBet:   {Name: "bet", Doc: "put a bet in"},
		moveCall:  {Name: "call", Doc: "match the bet, and show the cards"},
		moveFold:  {Name: "fold", Doc: "give up the pot"},
	},
	Events: []core.EventKind{
		eventDealt:     {Name: "dealt", Fields: []core.Field{seat, core.F("card", card)}, Reveals: true, Doc: "told to this seat alone"},
		eventCardDealt: {Name: "card_dealt", Fields: []core.Field{seat}},
		eventChecked:   {Name: "checked", Fields: []core.Field{seat}},
		eventBet:       {Name: "bet", Fields: []core.Field{seat}},
		eventCalled:    {Name: "called", Fields: []core.Field{seat}},
		eventFolded:    {Name: "folded", Fields: []core.Field{seat}},
		eventShown:     {Name: "shown", Fields: []core.Field{seat, core.F("card", card)}, Reveals: true},
		eventGameOver: {Name: "game_over", Fields: []core.Field{core.F("winner", core.SeatType()), core.F("chips", core.Int(1, 11)),
			core.F("reason", core.Word(reasonNames...))}, Doc: "chips: what the winner wins and the other loses"},
	},
	View: core.Record( // in the order of keyPhase to keyPot
		core.F("phase", core.Word(phaseNames...)),
		core.F("actor", core.Null(core.SeatType())),
		core.F("dealt", core.Int(0, seats)),
		core.F("cards", core.List(core.Null(card), seats, seats)),
		core.F("history", core.List(core.Word(playNames...), 0, maxPlays)),
		core.F("pot", core.Int(2, 22)),
	),
	Codes:      []core.CodeDoc{{Code: "card_not_in_pack", Text: "Somebody has this card already."}},
	EndReasons: reasonNames,
	Features:   core.Features{Chance: true, Hidden: true},
}

// Rules are the rules of Kuhn poker.
type Rules struct{}

// Manifest describes the game.
func (Rules) Manifest() *core.Manifest { return &manifest }

// New returns an empty state.
func (Rules) New() core.State { return &state{} }

const maxPlays = 3 // check, bet, call or fold

type state struct {
	bet   int
	dealt int             // how many cards, seat 0's first
	cards [seats]uint8    // 0 if not yet dealt
	n     int             // how many plays
	plays [maxPlays]uint8 // the kinds of the moves after the deal; 0 from n on
}

func (s *state) Start(start *core.Start) core.Refusal {
	*s = state{bet: start.Options.Int(optBet)}
	if start.Setup == nil {
		return core.Refusal{}
	}
	return s.setup(start.Setup)
}

// Load reads a byte per seat, 0 or 1 + its card, and a byte per play.
func (s *state) Load(t *core.Table, body []byte) bool {
	*s = state{bet: t.Options.Int(optBet)}
	if len(body) < seats {
		return false
	}
	for i, c := range body[:seats] {
		if c != 0 && (c > cards || s.dealt != i || !s.deal(int(c)-1)) {
			return false
		}
	}
	for _, kind := range body[seats:] {
		if !s.play(kind) {
			return false
		}
	}
	return true
}

func (s *state) Append(buf []byte) []byte {
	for i, c := range s.cards {
		if i < s.dealt {
			c++
		}
		buf = append(buf, c)
	}
	return append(buf, s.plays[:s.n]...)
}

func (s *state) CopyTo(dst core.State) { *dst.(*state) = *s }

// deal gives the next seat a card, false if the card is not in the pack.
func (s *state) deal(card int) bool {
	if !s.inPack(card) {
		return false
	}
	s.cards[s.dealt] = uint8(card)
	s.dealt++
	return true
}

func (s *state) inPack(card int) bool {
	for _, c := range s.cards[:s.dealt] {
		if int(c) == card {
			return false
		}
	}
	return true
}

// play adds a play to the history, false if it does not belong there.
func (s *state) play(kind uint8) bool {
	if s.dealt < seats || s.over() || !s.allowed(kind) {
		return false
	}
	s.plays[s.n] = kind
	s.n++
	return true
}

// allowed says whether a play belongs to the present decision.
func (s *state) allowed(kind uint8) bool {
	if s.last() == moveBet {
		return kind == moveCall || kind == moveFold
	}
	return kind == moveCheck || kind == moveBet
}

// last is the kind of the last play, moveDeal before the first.
func (s *state) last() uint8 {
	if s.n == 0 {
		return moveDeal
	}
	return s.plays[s.n-1]
}

func (s *state) over() bool { return s.last() == moveFold || s.showdown() }

// showdown says whether the cards lie open.
func (s *state) showdown() bool { return s.last() == moveCall || s.last() == moveCheck && s.n == 2 }

func (s *state) Actors() core.Seats {
	switch {
	case s.dealt < seats:
		return core.SeatsOf(core.Chance)
	case s.over():
		return 0
	}
	return core.SeatsOf(core.Seat(s.n % seats))
}

func (s *state) Check(_ core.Seat, m core.Move) core.Code {
	switch {
	case s.dealt < seats && m.Kind != moveDeal, s.dealt == seats && !s.allowed(m.Kind):
		return core.WrongMoveType
	case s.dealt < seats && !s.inPack(m.Int(0)):
		return codeCardNotInPack
	}
	return core.OK
}

func (s *state) Moves(_ core.Seat, buf []core.Move) []core.Move {
	switch {
	case s.dealt < seats:
		for c := range cards {
			if s.inPack(c) {
				buf = append(buf, core.M(moveDeal, int16(c)))
			}
		}
		return buf
	case s.last() == moveBet:
		return append(buf, core.M(moveCall), core.M(moveFold))
	}
	return append(buf, core.M(moveCheck), core.M(moveBet))
}

// playEvents has the event of each kind of play.
var playEvents = [...]int{moveCheck: eventChecked, moveBet: eventBet, moveCall: eventCalled, moveFold: eventFolded}

func (s *state) Apply(actor core.Seat, m core.Move, events *core.Events) {
	if m.Kind == moveDeal {
		to, card := s.dealt, m.Int(0)
		s.deal(card)
		events.EmitTo(core.SeatsOf(core.Seat(to)), eventDealt, to, card)
		events.Emit(eventCardDealt, to)
		return
	}
	s.play(m.Kind)
	events.Emit(playEvents[m.Kind], int(actor))
	if !s.over() {
		return
	}
	reason := reasonFold
	if s.showdown() {
		reason = reasonShowdown
		for i, c := range s.cards {
			events.Emit(eventShown, i, int(c))
		}
	}
	winner := s.winner()
	events.Emit(eventGameOver, winner, s.paid(1-winner), reason)
}

// winner of a game that is over.
func (s *state) winner() int {
	switch {
	case s.last() == moveFold: // the other one than who folded
		return s.n % seats
	case s.cards[0] > s.cards[1]:
		return 0
	}
	return 1
}

// paid is how many chips of the pot are a seat's.
func (s *state) paid(seat int) int {
	chips := ante
	for i, kind := range s.plays {
		if i%seats == seat && (kind == moveBet || kind == moveCall) {
			chips += s.bet
		}
	}
	return chips
}

// Outcome: the scores are the chips won or lost.
func (s *state) Outcome() core.Outcome {
	winner := s.winner()
	loser := 1 - winner
	o := core.Outcome{Reason: reasonNames[reasonFold], Winners: core.SeatsOf(core.Seat(winner)), Scored: true}
	if s.showdown() {
		o.Reason = reasonNames[reasonShowdown]
	}
	chips := int32(s.paid(loser))
	o.Places[winner], o.Scores[winner] = 1, chips
	o.Places[loser], o.Scores[loser] = 2, -chips
	return o
}

// Resample deals anew the cards that the viewer has not seen, all deals being equally likely.
func (s *state) Resample(viewer core.Seat, src *core.Source) {
	if s.showdown() {
		return
	}
	taken := [cards]bool{}
	if viewer >= 0 && int(viewer) < s.dealt {
		taken[s.cards[viewer]] = true
	}
	for i := range s.dealt {
		if core.Seat(i) == viewer {
			continue
		}
		var pack [cards]uint8
		n := 0
		for c := range uint8(cards) {
			if !taken[c] {
				pack[n] = c
				n++
			}
		}
		c := pack[src.Below(n)]
		s.cards[i], taken[c] = c, true
	}
}
