package walktheplank

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The places in setupForms.
const (
	formPhase = iota
	formRound
	formPlank
	formPirates
	formSetAside
	formProgram
	formCaptain
	formPending
	formRevealed
	formEndReason
	formResult
)

// setupForms are the keys that describe a position, in the order in which they are checked, with their forms. Whatever has
// the form but cannot be breaks a condition.
var setupForms = [...]core.Field{
	formPhase:     {Name: "phase", Type: phaseType},
	formRound:     {Name: "round", Type: countType},
	formPlank:     {Name: "plank_length", Type: countType},
	formPirates:   {Name: "pirates", Type: boardForm},
	formSetAside:  {Name: "set_aside", Type: cardSetsForm},
	formProgram:   {Name: "program", Type: programsForm},
	formCaptain:   {Name: "captain", Type: seatType},
	formPending:   {Name: "pending", Type: pendingForm},
	formRevealed:  {Name: "revealed", Type: countsForm},
	formEndReason: {Name: "end_reason", Type: endOrNull},
	formResult:    {Name: "result", Type: resultForm},
}

var (
	countType     = &core.Type{Kind: core.TInt, Max: wire.MaxInt}
	countsForm    = &core.Type{Kind: core.TList, Of: countType, Min: 2, Max: maxSeats}
	rowForm       = &core.Type{Kind: core.TList, Of: countType, Min: maxPlank + 1, Max: maxPlank + 1}
	boardForm     = &core.Type{Kind: core.TList, Of: rowForm, Min: 2, Max: maxSeats}
	anyCards      = &core.Type{Kind: core.TList, Of: cardType, Min: 0, Max: wire.MaxInt}
	cardSetsForm  = &core.Type{Kind: core.TList, Of: anyCards, Min: 2, Max: maxSeats}
	layOrNull     = &core.Type{Kind: core.TNull, Of: layType}
	programsForm  = &core.Type{Kind: core.TList, Of: layOrNull, Min: 2, Max: maxSeats}
	pendingRecord = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "seat", Type: seatType}, {Name: "slot", Type: countType}, {Name: "card", Type: cardType}}}
	pendingForm   = &core.Type{Kind: core.TNull, Of: pendingRecord}
	anySeats      = &core.Type{Kind: core.TList, Of: seatType, Min: 0, Max: wire.MaxInt}
	resultRecord  = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "winners", Type: anySeats}, {Name: "reason", Type: whyType}, {Name: "survivors", Type: countsForm}}}
	resultForm    = &core.Type{Kind: core.TNull, Of: resultRecord}
)

// setupOthers are the keys that follow from the others, in the order of the view.
var setupOthers = []string{
	"game", "n", "options", "colors", "viewer", "slot", "lost", "eliminated", "committed", "hand_count", "hand", "actors",
}

// setup turns the start into the position of a setup by hand. It refuses the key that is at fault: unknown keys, then the
// forms, then the conditions, then what must follow.
//
// WP-84.
func (s *state) setup(b []byte, r *core.Rand) core.Refusal {
	from := wire.NewReader(b)
	if from.Kind() != wire.Map {
		return core.Refuse(core.BadSetup, "setup")
	}
	if key, found := unknownKey(from); found { // the key may be ""
		return core.Refuse(core.BadSetup, key)
	}
	if key := s.take(from, r); key != "" {
		return core.Refuse(core.BadSetup, key)
	}
	return core.Refusal{}
}

// take takes a setup with known keys only. It returns the key that is at fault, "" if there is none.
func (s *state) take(from wire.Reader, r *core.Rand) string {
	for i := range setupForms {
		name := setupForms[i].Name
		if value, ok := from.Find(name); ok && !s.takeForm(i, value) {
			return name
		}
	}
	if key := s.faultOfBoard(); key != "" { // WP-84
		return key
	}
	if s.captain == none { // not in the setup
		s.captain = s.first
	}
	if s.captain == none && s.phase == phaseChoose {
		s.captain = s.drawCaptain(r)
	}
	if key := s.faultOfPlay(); key != "" { // WP-84
		return key
	}
	return s.faultOfRest(from)
}

func unknownKey(r wire.Reader) (key string, found bool) {
	n, _ := r.Map()
	for range n {
		key, _ := r.Str()
		known := false
		for i := range setupForms {
			known = known || setupForms[i].Name == string(key)
		}
		for _, name := range setupOthers {
			known = known || name == string(key)
		}
		if !known {
			return string(key), true
		}
		r.Skip()
	}
	return "", false
}

// takeForm takes one of the eleven keys into the state. It returns false if the value has not its form. Numbers that are too
// large to be kept become such as break the condition all the same.
func (s *state) takeForm(form int, r wire.Reader) bool {
	n := int(s.n)
	t, probe := setupForms[form].Type, r
	if !t.Holds(&probe, n) {
		return false
	}
	if t.Kind == core.TList {
		if k, _ := r.Array(); k != n {
			return false
		}
	}
	switch form {
	case formPhase:
		s.phase = readWord(&r, t)
	case formRound:
		v, _ := r.Int()
		s.round = int16(min(v, mostRounds+1))
	case formPlank:
		s.plank = readSmall(&r)
	case formPirates:
		for i := range n {
			r.Array()
			for q := range s.pirates[i] {
				s.pirates[i][q] = readSmall(&r)
			}
		}
	case formSetAside:
		for i := range n {
			s.aside[i] = readSet(&r)
		}
	case formProgram:
		for i := range n {
			if r.Nil() {
				continue
			}
			r.Array()
			for j := range slots {
				s.program[i][j] = readWord(&r, cardType)
			}
		}
	case formCaptain:
		s.captain = readSmall(&r)
	case formPending:
		if seat, ok := r.Find("seat"); ok {
			slot, _ := r.Find("slot")
			card, _ := r.Find("card")
			s.pendingSeat, s.pendingSlot, s.pendingCard = readSmall(&seat), readSmall(&slot), readWord(&card, cardType)
		}
	case formRevealed:
		for i := range n {
			s.revealed[i] = readSmall(&r)
		}
	case formEndReason:
		s.endReason = 0
		if !r.Nil() {
			s.endReason = 1 + readWord(&r, t.Of)
		}
	case formResult: // follows from the rest, see faultOfRest
		if value, ok := r.Find("survivors"); ok {
			k, _ := value.Array()
			return k == n
		}
	}
	return true
}

func readSmall(r *wire.Reader) int8 {
	v, _ := r.Int()
	return int8(min(v, 100))
}

func readWord(r *wire.Reader, t *core.Type) int8 {
	word, _ := r.Str()
	return int8(t.Word(word))
}

// twice is in a set that readSet read from a list with a card twice. No set of cards may have it.
const twice = 1 << 15

func readSet(r *wire.Reader) (set uint16) {
	n, _ := r.Array()
	for range n {
		bit := uint16(1) << uint(readWord(r, cardType))
		if set&bit != 0 {
			bit = twice
		}
		set |= bit
	}
	return set
}

// faultOfRest compares the result and the keys that follow from others, where they are given, with what the referee sees in
// the position now. Like every map they may have their keys in any order.
func (s *state) faultOfRest(from wire.Reader) string {
	var w, got wire.Writer
	s.View(core.Referee, &w)
	view := wire.NewReader(w.B)
	if _, given := from.Find("result"); !given && s.phase == phaseOver {
		return "result"
	}
	if !s.follows("result", resultForm, from, view, &got) {
		return "result"
	}
	for i := range manifest.View.Fields {
		f := &manifest.View.Fields[i]
		for _, name := range setupOthers {
			if name == f.Name && !s.follows(name, f.Type, from, view, &got) {
				return name
			}
		}
	}
	return ""
}

func (s *state) follows(key string, t *core.Type, from, view wire.Reader, got *wire.Writer) bool {
	value, given := from.Find(key)
	if !given {
		return true
	}
	got.Reset()
	if !t.Canon(&value, got, int(s.n)) {
		return false
	}
	want, _ := view.Find(key)
	raw, _ := want.Raw()
	return wire.Equal(got.B, raw)
}
