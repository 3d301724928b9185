package hosts

import (
	"encoding/json"
	"fmt"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Move is a move of a game, as the module gave it or as it was made from JSON. It prints and marshals with its names, and is
// played back without being encoded again. The zero Move is none.
type Move struct {
	game *Game
	raw  []byte // compact if it can be, else a map as it was given
}

// IsZero says whether this is no move.
func (m Move) IsZero() bool { return m.raw == nil }

// Core decodes the move, false if it has not the form that the manifest says.
func (m Move) Core() (core.Move, bool) {
	var c core.Move
	if m.game == nil || m.game.codec.Parse(wire.NewReader(m.raw), &c).Refused() {
		return c, false
	}
	return c, true
}

// Type is the name of the move's kind, "" if it has none.
func (m Move) Type() string {
	c, ok := m.Core()
	if !ok {
		return ""
	}
	return m.game.manifest.Moves[c.Kind].Name
}

// Equal says whether two moves are the same.
func (m Move) Equal(other Move) bool { return string(m.raw) == string(other.raw) }

// MarshalJSON gives the named form, {"type": ..., argument: ...}.
func (m Move) MarshalJSON() ([]byte, error) {
	if m.raw == nil {
		return []byte("null"), nil
	}
	if c, ok := m.Core(); ok {
		if named, ok := m.game.appendNamed(nil, m.raw, &c); ok {
			return named, nil
		}
	}
	return toJSON(m.raw)
}

// String is the named form without quotes: `shove target=1 space=2`.
func (m Move) String() string {
	c, ok := m.Core()
	if !ok {
		b, err := m.MarshalJSON()
		if err != nil {
			return "a move that cannot be read"
		}
		return string(b)
	}
	kind := &m.game.manifest.Moves[c.Kind]
	s := kind.Name
	r := wire.NewReader(m.raw)
	m.game.eachArg(&r, kind, func(a *core.Arg, value []byte) {
		s += " " + a.Name + "=" + plainText(value)
	})
	return s
}

func plainText(jsonText []byte) string {
	var s string
	if json.Unmarshal(jsonText, &s) == nil {
		return s
	}
	var list []string
	if json.Unmarshal(jsonText, &list) == nil {
		out := ""
		for i, s := range list {
			if i > 0 {
				out += ","
			}
			out += s
		}
		return out
	}
	return string(jsonText)
}

// Move makes a move from its named or compact JSON. Only what is no JSON is an error: a move without the manifest's form can
// be made, and the rules refuse it when it is played.
func (g *Game) Move(data []byte) (Move, error) {
	raw, err := FromJSON(data)
	if err != nil {
		return Move{}, fmt.Errorf("move: %w", err)
	}
	var c core.Move
	if !g.codec.Parse(wire.NewReader(raw), &c).Refused() && !outside(&c) {
		return g.MoveOf(c), nil
	}
	return Move{g, raw}, nil
}

func outside(c *core.Move) bool {
	for _, v := range c.Arg[:c.N] {
		if v == core.Outside {
			return true
		}
	}
	return false
}

// MoveOf makes a move from its numbers, which must be in their ranges.
func (g *Game) MoveOf(c core.Move) Move {
	var w wire.Writer
	g.codec.Append(&w, &c)
	return Move{g, w.B}
}

// eachArg gives the arguments of a compact move, with their values as JSON in words.
func (g *Game) eachArg(r *wire.Reader, kind *core.MoveKind, f func(a *core.Arg, value []byte)) bool {
	if r.Kind() != wire.Array {
		return false
	}
	n, _ := r.Array()
	r.Skip()
	for i := range kind.Args {
		if i >= n-1 || r.Nil() {
			continue
		}
		b, ok := argJSON(nil, r, kind.Args[i].Type)
		if !ok {
			return false
		}
		f(&kind.Args[i], b)
	}
	return true
}

func argJSON(b []byte, r *wire.Reader, t *core.Type) ([]byte, bool) {
	switch t.Kind {
	case core.TWord:
		i, ok := r.Int()
		if !ok || i < 0 || i >= len(t.Words) {
			return nil, false
		}
		q, err := marshalText(t.Words[i])
		return append(b, q...), err == nil
	case core.TList:
		n, ok := r.Array()
		b = append(b, '[')
		for i := 0; i < n && ok; i++ {
			if i > 0 {
				b = append(b, ',')
			}
			b, ok = argJSON(b, r, t.Of)
		}
		return append(b, ']'), ok
	}
	return AppendJSON(b, r)
}

func (g *Game) appendNamed(b []byte, raw []byte, c *core.Move) ([]byte, bool) {
	kind := &g.manifest.Moves[c.Kind]
	b = append(b, `{"type":"`...)
	b = append(b, kind.Name...)
	b = append(b, '"')
	r := wire.NewReader(raw)
	ok := g.eachArg(&r, kind, func(a *core.Arg, value []byte) {
		b = append(b, `,"`...)
		b = append(b, a.Name...)
		b = append(b, `":`...)
		b = append(b, value...)
	})
	return append(b, '}'), ok
}

// Moves is a list of legal moves, in the order of the rules. Nothing of it is decoded before it is asked for.
type Moves struct {
	game    *Game
	raw     []byte   // the elements, one after the other
	ends    []uint32 // where each ends
	weights []byte   // msgpack list, for chance
}

// Len is the number of moves.
func (m Moves) Len() int { return len(m.ends) }

// At returns move i.
func (m Moves) At(i int) Move {
	from := uint32(0)
	if i > 0 {
		from = m.ends[i-1]
	}
	return Move{m.game, m.raw[from:m.ends[i]:m.ends[i]]}
}

// Index finds a move, -1 if it is not in the list.
func (m Moves) Index(move Move) int {
	from := uint32(0)
	for i, end := range m.ends {
		if string(m.raw[from:end]) == string(move.raw) {
			return i
		}
		from = end
	}
	return -1
}

// Weight is the weight of chance move i; 1 for the moves of seats.
func (m Moves) Weight(i int) int {
	r := wire.NewReader(m.weights)
	if n, ok := r.Array(); !ok || i >= n {
		return 1
	}
	for range i {
		r.Skip()
	}
	v, _ := r.Int()
	return v
}

// MarshalJSON gives the list in the named form.
func (m Moves) MarshalJSON() ([]byte, error) {
	list := make([]Move, m.Len())
	for i := range list {
		list[i] = m.At(i)
	}
	return json.Marshal(list)
}

// moves reads a list of moves.
func (g *Game) moves(r *wire.Reader) (Moves, error) {
	n, ok := r.Array()
	if !ok {
		return Moves{}, brokenAnswer("a list of moves")
	}
	m := Moves{game: g, ends: make([]uint32, n)}
	b := r.Rest()
	at := 0
	for i := range m.ends {
		size := moveSize(b[at:])
		if size == 0 {
			return Moves{}, brokenAnswer("a move")
		}
		at += size
		m.ends[i] = uint32(at)
	}
	m.raw = b[:at]
	r.Advance(at)
	return m, nil
}

// moveSize is the length of the compact move with which b begins, 0 if that is none. It has a short way for moves of small
// numbers, which nearly all are.
func moveSize(b []byte) int {
	if len(b) == 0 || b[0]&0xf0 != 0x90 {
		return slowMoveSize(b)
	}
	left := 1
	for i, c := range b {
		switch {
		case c < 0x80: // a small number
		case c&0xf0 == 0x90: // a short list
			left += int(c & 0x0f)
		case c == 0xc0 || c == 0xc2 || c == 0xc3: // nil, bool
		default:
			return slowMoveSize(b)
		}
		if left--; left == 0 {
			return i + 1
		}
	}
	return 0
}

func slowMoveSize(b []byte) int {
	r := wire.NewReader(b)
	if r.Kind() != wire.Array || !r.Skip() {
		return 0
	}
	return len(b) - r.Len()
}

func brokenAnswer(what string) error {
	return &ABIError{Have: "its answer is not " + what, Hint: "report it to the module's author"}
}

// Msgpack is the move as it is sent to the rules.
func (m Move) Msgpack() []byte { return m.raw }
