package jackal

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// setup turns the normal start into the position of a setup by hand. It returns false and the key that is at fault if that is no position.
//
// JK-263, JK-264, JK-265.
func (s *state) setup(b []byte) (key string, ok bool) {
	from := wire.NewReader(b)
	if key, ok = formFault(from, int(s.seats)); !ok {
		return key, false
	}
	s.takeScalars(from)
	for _, part := range [...]struct {
		key  string
		take func(from wire.Reader) bool
	}{
		{keyCrews, s.takeCrews}, {keyLand, s.takeLand}, {keyVessels, s.takeVessels}, {keyUnits, s.takeUnits},
		{keyVessels, s.orderVessels}, {keyLand, s.orderLand}, {keyWater, s.orderWater}, {keyTunnelList, s.orderTunnel}, {keyDecision, s.takeDecision},
	} {
		if !part.take(from) {
			return part.key, false
		}
	}
	if key = s.account(s.land); key != "" {
		return key, false
	}
	if key = s.fault(s.land); key != "" {
		return key, false
	}
	s.setActor()
	key = s.faultOfRest(from)
	return key, key == ""
}

const (
	keyWater  = "water"
	keyResult = "result"
	keyRest   = "land_rest"
)

// formFault checks keys, types, words and the ranges of numbers. It returns false and the first key at fault, which may be the empty one.
//
// JK-265.
func formFault(from wire.Reader, seats int) (key string, ok bool) {
	r := from
	n, ok := r.Map()
	if !ok {
		return "setup", false
	}
	for range n {
		name, _ := r.Str()
		t := formOf(string(name))
		if t == nil || !t.Holds(&r, seats) {
			return string(name), false
		}
	}
	return "", true
}

// formOf is the type of a key of a setup, nil if there is no such key.
func formOf(key string) *core.Type {
	for _, f := range manifest.SetupKeys {
		if f.Name == key {
			return f.Type
		}
	}
	for _, f := range view.Fields {
		if f.Name == key {
			return partial(f.Type, key != keyDecision)
		}
	}
	return nil
}

// partial is a type of the view as setups have it: keys of maps may be missing, lists may be short, counts are bounded.
//
// JK-264.
func partial(t *core.Type, open bool) *core.Type {
	p := *t
	switch t.Kind {
	case core.TRecord:
		p.Fields = nil
		for _, f := range t.Fields {
			f.Optional = f.Optional || open
			f.Type = partial(f.Type, true)
			p.Fields = append(p.Fields, f)
		}
	case core.TList:
		p.Min, p.Of = 0, partial(t.Of, open)
	case core.TNull:
		p.Of = partial(t.Of, open)
	case core.TInt:
		if t.Max != maxTurn {
			p.Max = min(t.Max, maxCount)
		}
	case core.TWord:
		if t == tileCode {
			p.Words = t.Words[:fogCode] // not the fog
		}
	}
	return &p
}

// number is the number under a key, or another one if there is none.
func numberAt(r wire.Reader, key string, otherwise int) int {
	if value, ok := r.Find(key); ok {
		if v, ok := value.Int(); ok {
			return v
		}
	}
	return otherwise
}

func flagAt(r wire.Reader, key string, otherwise bool) bool {
	if value, ok := r.Find(key); ok {
		if v, ok := value.Bool(); ok {
			return v
		}
	}
	return otherwise
}

// wordAt is the number of the word under a key among words.
func wordAt(r wire.Reader, key string, words []string, otherwise int) int {
	if value, ok := r.Find(key); ok {
		if s, ok := value.Str(); ok {
			return wordIn(words, s)
		}
	}
	return otherwise
}

func wordIn(words []string, s []byte) int {
	for i, w := range words {
		if w == string(s) {
			return i
		}
	}
	return -1
}

// squareAt is the square under a key, nowhere if it is null, or another one if there is none. The corner [0,0] is outside, since
// nowhere has its number.
func squareAt(r wire.Reader, key string, otherwise uint8) uint8 {
	value, ok := r.Find(key)
	if !ok {
		return otherwise
	}
	if n, ok := value.Array(); !ok || n != 2 {
		return nowhere
	}
	row, _ := value.Int()
	col, _ := value.Int()
	if row|col == 0 {
		return outside
	}
	return square8(row, col)
}

// each calls a function for each element of the list under a key, as long as it returns true.
func each(r wire.Reader, key string, take func(e wire.Reader) bool) bool {
	list, ok := r.Find(key)
	if !ok {
		return true
	}
	n, _ := list.Array()
	for range n {
		if !take(list) {
			return false
		}
		list.Skip()
	}
	return true
}

func (s *state) takeScalars(from wire.Reader) {
	s.phase = uint8(wordAt(from, keyPhase, phases, phaseAction))
	s.turn = uint32(numberAt(from, keyTurn, 1))
	s.crew = uint8(numberAt(from, keyCrew, int(s.crew)))
	s.grass = uint8(numberAt(from, keyGrass, 0))
	s.hitsNeeded = uint8(numberAt(from, keyHits, int(s.hitsNeeded)))
	s.quiet = uint16(numberAt(from, keyQuiet, 0))
	s.progress = flagAt(from, "progress", false)
	if gold, ok := from.Find(keyGold); ok {
		s.lost = int32(numberAt(gold, "lost", 0))
	}
}

func (s *state) takeCrews(from wire.Reader) bool {
	c := 0
	if !each(from, keyCrews, func(e wire.Reader) bool {
		if c == int(s.crews) {
			return false
		}
		s.score[c], s.rum[c] = int32(numberAt(e, "score", 0)), uint16(numberAt(e, "rum", 0))
		c++
		return true
	}) {
		return false
	}
	_, given := from.Find(keyCrews)
	return !given || c == int(s.crews)
}

// takeLand takes land_rest and land.
//
// JK-264.
func (s *state) takeLand(from wire.Reader) bool {
	rest, _ := from.Find(keyRest)
	word, _ := rest.Str()
	bare := string(word) == "empty"
	if bare {
		for _, sq := range s.land {
			c := &s.cell[sq]
			c.kind, c.under, c.arg = empty, 0, 0
		}
	}
	var listed [256]bool
	return each(from, keyLand, func(e wire.Reader) bool {
		sq := squareAt(e, "at", nowhere)
		if !is(s.cell[sq].kind, isLand|1<<fog) || listed[sq] {
			return false
		}
		listed[sq] = true
		return s.takeSquare(&s.cell[sq], e, bare)
	})
}

func (s *state) takeSquare(c *cell, e wire.Reader, bare bool) bool {
	t := c.tile()
	if c.kind == fog {
		t = c.hidden()
	}
	if value, ok := e.Find("tile"); ok {
		code, _ := value.Str()
		if t, ok = parseTile(code); !ok {
			return false
		}
	}
	up := flagAt(e, "face_up", bare)
	c.kind, c.under, c.arg = t.kind, 0, t.arg
	if !up {
		c.kind, c.under = fog, t.kind
	}
	used, ready, struck := flagAt(e, "used", false), flagAt(e, "ready", c.kind == airplane), flagAt(e, "struck", false)
	if used && !is(c.kind, isOneShot) || ready && c.kind != airplane || struck && up {
		return false
	}
	c.marked = used || ready || struck
	s.takeGoods(e, "items", &s.pile[c.land], &c.goods)
	return true
}

func (s *state) takeGoods(e wire.Reader, key string, g *goods, some *bool) {
	if counts, ok := e.Find(key); ok {
		for i, name := range items {
			g[i] = uint16(numberAt(counts, name, 0))
		}
		*some = g.any()
	}
}

// takeVessels takes the vessels, without those aboard.
//
// JK-264.
func (s *state) takeVessels(from wire.Reader) bool {
	for v := uint8(1); v <= s.crews; v++ {
		s.cell[s.vessel[v].sq].vessel = 0
	}
	last := -1
	return each(from, keyVessels, func(e wire.Reader) bool {
		id := numberAt(e, "id", -1)
		kind, crew := wordAt(e, "kind", shipKinds, -1), numberAt(e, "crew", -1)
		if id <= last || id > int(s.vessels) || id >= maxVessels {
			return false
		}
		last = id
		v := &s.vessel[id+1]
		if id < int(s.crews) {
			if kind > 0 || crew >= 0 && crew != id {
				return false
			}
		} else {
			_, placed := e.Find("at")
			if kind != 1 || crew < 0 || crew >= int(s.crews) || !placed {
				return false
			}
			s.vessels++
			*v = vessel{crew: uint8(crew)}
		}
		v.sq, v.hits = squareAt(e, "at", v.sq), uint16(numberAt(e, "hits", 0))
		s.takeGoods(e, "deck", &s.deck[id+1], &v.goods)
		return true
	})
}

// takeUnits takes the units and puts them into their places, by ascending id.
//
// JK-264.
func (s *state) takeUnits(from wire.Reader) bool {
	last, pirates := -1, int(s.units)
	ok := each(from, keyUnits, func(e wire.Reader) bool {
		id := numberAt(e, "id", -1)
		kind, crew := wordAt(e, "kind", unitKinds, -1), numberAt(e, "crew", -1)
		if id <= last || id > int(s.units) || id >= maxUnits || crew >= int(s.crews) {
			return false
		}
		last = id
		u := &s.unit[id+1]
		where, placed := e.Find("place")
		_, hasCrew := e.Find("crew")
		if hasCrew && crew < 0 {
			crew = neutral
		}
		if id >= pirates {
			if kind < 0 || !hasCrew || !placed {
				return false
			}
			s.units++
			*u = unit{kind: uint8(kind), crew: uint8(crew)}
		} else if kind > 0 || hasCrew && crew != int(u.crew) {
			return false
		}
		u.trapped, u.skips = flagAt(e, "trapped", false), uint8(numberAt(e, "skips", 0))
		return !placed || s.takePlace(u, where)
	})
	if !ok {
		return false
	}
	for v := uint8(1); v <= s.vessels; v++ {
		s.vessel[v].first = 0
	}
	for id := uint8(1); id <= s.units; id++ {
		u := &s.unit[id]
		u.next = 0
		if !s.placeable(u) {
			return false
		}
		if u.alive() {
			s.queue(id)
		}
	}
	return true
}

// takePlace takes a unit's place, null for a dead one.
//
// JK-264.
func (s *state) takePlace(u *unit, r wire.Reader) bool {
	u.sq, u.vessel, u.step, u.tunnel = nowhere, 0, 0, false
	if r.Nil() {
		return true
	}
	at, ok := s.spotOf(r)
	u.sq, u.step, u.vessel, u.tunnel = at.sq, at.step, at.vessel, flagAt(r, "tunnel", false)
	return ok
}

// spotOf reads a place. It must be a square of the board or a vessel.
func (s *state) spotOf(r wire.Reader) (at spot, ok bool) {
	at.sq, at.step = squareAt(r, "sq", nowhere), uint8(numberAt(r, "step", 0))
	v := numberAt(r, "vessel", -1)
	if v >= int(s.vessels) {
		return at, false
	}
	at.vessel = uint8(v + 1)
	return at, (v >= 0) != (at.sq != nowhere) && (v >= 0 || s.cell[at.sq].kind != void)
}

// order puts the list that begins at first into the order of the ids under a key, if it is there. They must be the same units.
//
// JK-264.
func (s *state) order(e wire.Reader, key string, first *uint8) bool {
	if _, ok := e.Find(key); !ok {
		return true
	}
	return s.reorder(first, func(take func(id int) bool) bool {
		return each(e, key, func(x wire.Reader) bool {
			id, _ := x.Int()
			return take(id)
		})
	})
}

// reorder moves the units that ids names, one by one, from the list that begins at first to its new order.
func (s *state) reorder(first *uint8, ids func(take func(id int) bool) bool) bool {
	sorted, last := uint8(0), uint8(0)
	ok := ids(func(n int) bool {
		id := uint8(n + 1)
		at := first
		for *at != 0 && *at != id {
			at = &s.unit[*at].next
		}
		if *at == 0 {
			return false
		}
		*at = s.unit[id].next
		s.unit[id].next = 0
		if last == 0 {
			sorted = id
		} else {
			s.unit[last].next = id
		}
		last = id
		return true
	})
	if !ok || *first != 0 {
		return false
	}
	*first = sorted
	return true
}

func (s *state) orderVessels(from wire.Reader) bool {
	return each(from, keyVessels, func(e wire.Reader) bool {
		return s.order(e, "units", &s.vessel[numberAt(e, "id", 0)+1].first)
	})
}

func (s *state) orderLand(from wire.Reader) bool {
	return each(from, keyLand, func(e wire.Reader) bool {
		return s.order(e, "units", &s.cell[squareAt(e, "at", nowhere)].first)
	})
}

// orderWater takes water, which must list exactly the squares with swimmers.
func (s *state) orderWater(from wire.Reader) bool {
	if _, ok := from.Find(keyWater); !ok {
		return true
	}
	var listed [256]bool
	if !each(from, keyWater, func(e wire.Reader) bool {
		sq := squareAt(e, "at", nowhere)
		c := &s.cell[sq]
		if c.kind != water || c.first == 0 || listed[sq] {
			return false
		}
		listed[sq] = true
		return s.order(e, "units", &c.first)
	}) {
		return false
	}
	for _, sq := range s.all {
		if c := &s.cell[sq]; c.kind == water && c.first != 0 && !listed[sq] {
			return false
		}
	}
	return true
}

func (s *state) orderTunnel(from wire.Reader) bool {
	if _, ok := from.Find(keyTunnelList); !ok {
		return true
	}
	return s.reorder(&s.stuck, func(take func(id int) bool) bool {
		return each(from, keyTunnelList, func(e wire.Reader) bool {
			id := numberAt(e, "unit", -1)
			return take(id) && squareAt(e, "entry", s.unit[id+1].sq) == s.unit[id+1].sq
		})
	})
}

// takeDecision takes the decision, which has all its keys.
//
// JK-264, JK-265.
func (s *state) takeDecision(from wire.Reader) bool {
	r, ok := from.Find(keyDecision)
	if !ok || r.Nil() {
		return true
	}
	id := numberAt(r, "unit", -1)
	if id >= int(s.units) {
		return false
	}
	s.decision, s.mover = uint8(1+wordAt(r, "kind", decisions, 0)), uint8(id+1)
	if s.unit[s.mover].sq != squareAt(r, "at", nowhere) {
		return false
	}
	m := core.Move{}
	each(r, "load", func(e wire.Reader) bool {
		word, _ := e.Str()
		m.Arg[1+m.Arg[0]] = int16(wordIn(items, word))
		m.Arg[0]++
		return true
	})
	if s.hand = loadIn(&m, 0); s.hand >= loadCount {
		s.hand = noLoad
		return false
	}
	if value, _ := r.Find("start"); !value.Nil() {
		if s.start, ok = s.spotOf(value); !ok || flagAt(value, "tunnel", false) {
			return false
		}
		s.begun = true
	}
	s.held, s.picks, s.pick = flagAt(r, "held", false), uint8(numberAt(r, "picks", 0)), squareAt(r, "first", nowhere)
	return s.takeWay(r, "path", pathWay, &s.path) && s.takeWay(r, "trail", trailWay, &s.trail)
}

func (s *state) takeWay(r wire.Reader, key string, way int, n *uint16) bool {
	return each(r, key, func(e wire.Reader) bool {
		at := wayPoint{squareAt(e, "at", nowhere), uint8(wordAt(e, "how", entered.Words, noHow))}
		if *n == maxTrail || at.sq == nowhere {
			return false
		}
		s.ways[way][*n] = at
		*n++
		return true
	})
}

// faultOfRest compares what follows from the rest, where it is given, with what the referee sees in the position now.
//
// JK-264, JK-265.
func (s *state) faultOfRest(from wire.Reader) string {
	var w wire.Writer
	s.View(core.Referee, &w)
	view := wire.NewReader(w.B)
	for _, key := range [...]string{"game", "seats", "options", "mode", "size", "actor", keyCrews, keyGold, keyResult} {
		given, ok := from.Find(key)
		if !ok {
			if key == keyResult && s.phase == phaseOver {
				return key
			}
			continue
		}
		want, _ := view.Find(key)
		if !agrees(&given, &want, key == keyGold) {
			return key
		}
	}
	return ""
}

// agrees says whether all that is given is in what is wanted: keys of maps may be missing. Where unknown is true, null agrees
// with everything inside a map.
func agrees(given, want *wire.Reader, unknown bool) bool {
	switch given.Kind() {
	case wire.Map:
		all := *want
		n, _ := given.Map()
		if all.Kind() != wire.Map {
			return false
		}
		for range n {
			key, _ := given.Str()
			value, ok := all.Find(string(key))
			if unknown && given.Nil() {
				continue
			}
			if !ok || !agrees(given, &value, unknown) {
				return false
			}
		}
		return want.Skip()
	case wire.Array:
		n, _ := given.Array()
		if m, ok := want.Array(); !ok || m != n {
			return false
		}
		for range n {
			if !agrees(given, want, unknown) {
				return false
			}
		}
		return true
	case wire.Int:
		a, _ := given.Int()
		b, ok := want.Int()
		return ok && a == b
	case wire.Str:
		a, _ := given.Str()
		b, ok := want.Str()
		return ok && string(a) == string(b)
	}
	a, _ := given.Raw()
	b, _ := want.Raw()
	return string(a) == string(b)
}
