package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// typeText says in words what a value of a type is.
func typeText(t *core.Type) string {
	switch t.Kind {
	case core.TBool:
		return "true or false"
	case core.TInt:
		switch {
		case t.Max == wire.MaxInt && t.Min == -wire.MaxInt:
			return "a whole number"
		case t.Max == wire.MaxInt:
			return fmt.Sprintf("a whole number from %d on", t.Min)
		}
		return fmt.Sprintf("a whole number from %d to %d", t.Min, t.Max)
	case core.TSeat:
		return "a seat"
	case core.TWord:
		if len(t.Words) == 1 {
			return "the word " + t.Words[0]
		}
		return "one of " + strings.Join(t.Words, ", ")
	case core.TText:
		return fmt.Sprintf("a text of at most %d characters", t.Max)
	case core.TSquare:
		return fmt.Sprintf("a square [row, column] of %d by %d", t.Rows, t.Cols)
	case core.TList:
		of := " [" + typeText(t.Of) + "]"
		switch {
		case t.Min == t.Max:
			return fmt.Sprintf("a list of %d", t.Min) + of
		case t.Max == wire.MaxInt:
			return fmt.Sprintf("a list of %d or more", t.Min) + of
		}
		return fmt.Sprintf("a list of %d to %d", t.Min, t.Max) + of
	case core.TRecord:
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, fieldText(f.Name, f.Type, f.Optional))
		}
		return "a record {" + strings.Join(fields, "; ") + "}"
	case core.TDict:
		return "a map from names to [" + typeText(t.Of) + "]"
	case core.TNull:
		return typeText(t.Of) + ", or null"
	case core.TOneOf:
		var alts []string
		for _, x := range t.Alts {
			alts = append(alts, typeText(x))
		}
		return strings.Join(alts, ", or ")
	}
	return t.Kind.String()
}

const mayBeMissing = " (may be missing)"

func fieldText(name string, t *core.Type, optional bool) string {
	if optional {
		name += mayBeMissing
	}
	return name + ": " + typeText(t)
}

// seatsText lists numbers of seats: "2 to 8 seats", "3, 5 seats".
func seatsText(seats []int) string {
	last := len(seats) - 1
	if last > 0 && seats[last]-seats[0] == last {
		return fmt.Sprintf("%d to %d seats", seats[0], seats[last])
	}
	var list []string
	for _, n := range seats {
		list = append(list, strconv.Itoa(n))
	}
	if last == 0 && seats[0] == 1 {
		return "1 seat"
	}
	return strings.Join(list, ", ") + " seats"
}

// eventText tells an event: "rolled: seat 0, pips 4".
func eventText(e hosts.Event) string {
	r := wire.NewReader(e.Msgpack())
	n, _ := r.Map()
	kind, fields := "", make([]string, 0, n)
	for range n {
		key, _ := r.Str()
		if string(key) == "type" {
			s, _ := r.Str()
			kind = string(s)
			continue
		}
		value, ok := appendPlain(nil, &r)
		if !ok {
			return "an event that cannot be read"
		}
		fields = append(fields, string(key)+" "+string(value))
	}
	if len(fields) == 0 {
		return kind
	}
	return kind + ": " + strings.Join(fields, ", ")
}

// appendPlain appends the next value of r for people: words without quotes, null as "none".
func appendPlain(b []byte, r *wire.Reader) ([]byte, bool) {
	switch r.Kind() {
	case wire.Nil:
		r.Nil()
		return append(b, "none"...), true
	case wire.Str:
		s, ok := r.Str()
		return append(b, s...), ok
	case wire.Array:
		n, ok := r.Array()
		b = append(b, '[')
		for i := 0; i < n && ok; i++ {
			if i > 0 {
				b = append(b, ' ')
			}
			b, ok = appendPlain(b, r)
		}
		return append(b, ']'), ok
	case wire.Map:
		n, ok := r.Map()
		b = append(b, '{')
		for i := 0; i < n && ok; i++ {
			if i > 0 {
				b = append(b, ", "...)
			}
			if b, ok = appendPlain(b, r); ok {
				b, ok = appendPlain(append(b, ' '), r)
			}
		}
		return append(b, '}'), ok
	}
	return hosts.AppendJSON(b, r)
}

// outcomeText tells how a game has ended.
func outcomeText(o *hosts.Outcome) string {
	s := "The game is over (" + o.Reason + "). "
	switch len(o.Winners) {
	case 0:
		s += "Nobody wins."
	case 1:
		s += fmt.Sprintf("Seat %d wins.", o.Winners[0])
	default:
		s += "Seats " + joinInts(o.Winners) + " win."
	}
	s += " Places: " + joinInts(o.Places) + "."
	if o.Scores != nil {
		s += " Scores: " + joinInts(o.Scores) + "."
	}
	return s
}

func joinInts(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ", ")
}

// longestWord is the longest word of an error that is shown whole, in bytes: longer than the path of any file.
const longestWord = 5000

// shortened cuts the words of a text that nobody can read, as they come from the command line.
func shortened(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if len(word) > longestWord {
			words[i] = fmt.Sprintf("%s...(%d bytes more)", strings.ToValidUTF8(word[:100], ""), len(word)-100)
		}
	}
	return strings.Join(words, " ")
}
