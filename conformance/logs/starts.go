package logs

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// values lists the values of a type that coverage asks for, as JSON: both of a Bool, all Words and Seats, the ends of an Int's
// range, the corners of a Square, and of a List the empty one, and for each value of its elements the shortest list and the list of an
// element per seat that begin with it.
func values(t *core.Type, seats int) []string {
	switch t.Kind {
	case core.TBool:
		return []string{"false", "true"}
	case core.TInt:
		if t.Min == t.Max {
			return []string{jsonOf(t.Min)}
		}
		return []string{jsonOf(t.Min), jsonOf(t.Max)}
	case core.TSeat:
		var list []string
		for s := range seats {
			list = append(list, jsonOf(s))
		}
		return list
	case core.TWord:
		var list []string
		for _, w := range t.Words {
			list = append(list, jsonOf(w))
		}
		return list
	case core.TText:
		return []string{`""`, jsonOf(strings.Repeat("x", min(t.Max, 8)))}
	case core.TSquare:
		return []string{"[0,0]", jsonOf([]int{t.Rows - 1, t.Cols - 1})}
	case core.TNull:
		return append([]string{"null"}, values(t.Of, seats)...)
	case core.TOneOf:
		var list []string
		for _, alt := range t.Alts {
			list = append(list, values(alt, seats)...)
		}
		return list
	case core.TList:
		return listValues(t, seats)
	}
	return nil // a Record or Dict: the game's tests know what to put there
}

func listValues(t *core.Type, seats int) []string {
	var list []string
	if t.Min == 0 {
		list = append(list, "[]")
	}
	if t.Max == 0 {
		return list
	}
	of := values(t.Of, seats)
	lengths := []int{max(1, t.Min)}
	if seats > lengths[0] && seats <= t.Max {
		lengths = append(lengths, seats)
	}
	for i := range of {
		for _, n := range lengths {
			var items []string // different ones, as far as there are enough
			for j := range n {
				items = append(items, of[(i+j)%len(of)])
			}
			list = append(list, "["+strings.Join(items, ",")+"]")
		}
	}
	return list
}

func jsonOf(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // ints, strings and lists of them: it cannot fail
		return err.Error()
	}
	return string(b)
}

// choice is an option with a value, as JSON.
type choice struct {
	name, value string
	byDefault   bool
}

// items lists what a choice covers: of a list that is not empty its elements, since the lists that can be are too many.
func (c choice) items() []string {
	var elements []json.RawMessage
	if json.Unmarshal([]byte(c.value), &elements) != nil || len(elements) == 0 {
		return []string{"option " + c.name + "=" + c.value}
	}
	list := make([]string, len(elements))
	for i, e := range elements {
		list[i] = "option " + c.name + " has " + string(e)
	}
	return list
}

// choices lists the values of options that are tried for coverage: each one's default, if it has one, and the values of its type.
func choices(m *core.Manifest) []choice {
	seats := m.Seats[len(m.Seats)-1]
	var list []choice
	for i := range m.Options {
		o := &m.Options[i]
		all := values(o.Type, seats)
		if text, ok := defaultJSON(o); ok {
			all = append([]string{text}, all...)
		}
		seen := map[string]bool{}
		for _, v := range all {
			if !seen[v] {
				seen[v] = true
				list = append(list, choice{o.Name, v, isDefault(o, v)})
			}
		}
	}
	return list
}

func isDefault(o *core.Option, value string) bool {
	text, ok := defaultJSON(o)
	return ok && text == value
}

func defaultJSON(o *core.Option) (string, bool) {
	if o.Default == nil {
		return "", false
	}
	r := wire.NewReader(o.Default)
	b, ok := hosts.AppendJSON(nil, &r)
	return string(b), ok
}

// start is how a game of the golden logs begins.
type start struct {
	seats   int
	host    bool
	options []choice
	setup   []byte
	seed    uint64
}

func (s *start) newGame() (hosts.NewGame, error) {
	n := hosts.NewGame{Seats: s.seats, Seed: hosts.SeedOf(s.seed), HostChance: s.host, Setup: s.setup, Look: hosts.LookAll(s.seats)}
	var b bytes.Buffer
	for i, c := range s.options {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(jsonOf(c.name) + ":" + c.value)
	}
	var err error
	n.Options, err = hosts.FromJSON([]byte("{" + b.String() + "}"))
	return n, err
}

// name is a file name without its ending that tells what is special about the game: `3-seats-host-charge_shoves-one`.
func (s *start) name() string {
	parts := []string{jsonOf(s.seats), "seats"}
	if s.host {
		parts = append(parts, "host")
	}
	if s.setup != nil {
		parts = append(parts, "setup")
	}
	for _, c := range s.options {
		value := strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
				return r
			case r == ',':
				return '.'
			}
			return -1
		}, c.value)
		switch {
		case value == "":
			value = "empty"
		case strings.Contains(c.value, "{"):
			value = "own"
		}
		parts = append(parts, c.name, value)
	}
	name := strings.Join(parts, "-")
	return name[:min(len(name), 80)]
}

// randomStart draws a start.
func (m *maker) randomStart() start { return randomStart(m.manifest, &m.rand) }

// randomStart draws a start: each option is left alone in half of the cases.
func randomStart(m *core.Manifest, rand *core.Source) start {
	s := start{seats: m.Seats[rand.Below(len(m.Seats))], seed: rand.Uint64() >> 11}
	s.host = m.Features.Chance && rand.Below(2) == 1
	for i := range m.Options {
		o := &m.Options[i]
		if all := values(o.Type, s.seats); len(all) > 0 && rand.Below(2) == 1 {
			s.options = append(s.options, choice{name: o.Name, value: all[rand.Below(len(all))]})
		}
	}
	return s
}

// RandomStart draws a start of a game: seats, seed, chance mode and options, each of them left alone in half of the cases. Not
// every start is one that the rules take. Its Look shows all that digests of whole steps are made of.
func RandomStart(m *core.Manifest, rand *core.Source) (hosts.NewGame, error) {
	s := randomStart(m, rand)
	return s.newGame()
}
