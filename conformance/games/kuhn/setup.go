package kuhn

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// setup takes a position by hand, in the form of the referee's view. What is left out is as before the deal, or follows:
// phase, actor, dealt and pot must be what follows from the cards and the history, if they are given.
func (s *state) setup(b []byte) core.Refusal {
	bad := func(key int) core.Refusal { return core.Refuse(core.BadSetup, manifest.View.Fields[key].Name) }
	r := wire.NewReader(b)
	n, ok := r.Map()
	if !ok {
		return core.Refuse(core.BadSetup, "setup")
	}
	for range n {
		name, _ := r.Str()
		value := r
		if key := keyOf(name); key < 0 || !manifest.View.Fields[key].Type.Holds(&value, seats) {
			return core.Refuse(core.BadSetup, string(name))
		}
		r.Skip()
	}
	whole := wire.NewReader(b)
	if r, ok := whole.Find("cards"); ok && !s.setCards(r) {
		return bad(keyCards)
	}
	if r, ok := whole.Find("history"); ok && !s.setHistory(r) {
		return bad(keyPlays)
	}
	var own wire.Writer
	s.View(core.Referee, &own)
	follows := wire.NewReader(own.B)
	for key, field := range manifest.View.Fields {
		given, ok := whole.Find(field.Name)
		if !ok {
			continue
		}
		want, _ := follows.Find(field.Name)
		if !same(field.Type, given, want) {
			return bad(key)
		}
	}
	return core.Refusal{}
}

// keyOf finds a key of the view, -1 if it has none of this name.
func keyOf(name []byte) int {
	for i, field := range manifest.View.Fields {
		if field.Name == string(name) {
			return i
		}
	}
	return -1
}

// setCards deals a list of cards, of which the last may be null.
func (s *state) setCards(r wire.Reader) bool {
	r.Array()
	for i := range seats {
		if r.Nil() {
			continue
		}
		name, _ := r.Str()
		if s.dealt != i || !s.deal(card.Word(name)) {
			return false
		}
	}
	return true
}

func (s *state) setHistory(r wire.Reader) bool {
	plays := manifest.View.Fields[keyPlays].Type.Of
	n, _ := r.Array()
	for range n {
		name, _ := r.Str()
		if !s.play(uint8(moveCheck + plays.Word(name))) {
			return false
		}
	}
	return true
}

// same compares two values of a type.
func same(t *core.Type, a, b wire.Reader) bool {
	var x, y wire.Writer
	return t.Canon(&a, &x, seats) && t.Canon(&b, &y, seats) && wire.Equal(x.B, y.B)
}
