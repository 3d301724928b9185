package pirati

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// setupForm is a key of a setup by hand with its form, and what takes its value into the state. take is called with every
// value that has the form, and says whether it can be.
type setupForm struct {
	name string
	form *core.Type
	take func(g *giving, r wire.Reader) bool
}

// setupForms are the keys in the order in which they are checked: that of the view, tiles_rest after tiles. What can be left
// out of a list is optional; what has the form but cannot be breaks an invariant.
//
// PI-12.
var setupForms = [...]setupForm{
	{"game", core.Word(manifest.Game), nil},
	{"seats", core.Count(), func(g *giving, r wire.Reader) bool { return readInt(r) == int(g.s.n) }},
	{"options", viewType.Fields[keyOptions].Type, (*giving).options},
	{"phase", core.Word(phaseWords...), (*giving).phase},
	{"turn", core.Int(1, wire.MaxInt), func(g *giving, r wire.Reader) bool { return readCounter(r, &g.s.turn) }},
	{"to_act", core.Int(none, maxSeats-1), (*giving).toAct},
	{"tiles", core.List(core.Record(core.F("at", squareType), core.F("face_up", core.Bool()), core.F("kind", kindType), core.Opt("dirs", dirsType),
		core.Opt("tokens", core.List(core.Count(), 1, maxMud))), 0, boardSize), (*giving).tiles},
	{"tiles_rest", restType, nil},
	{"face_down", viewType.Fields[keyFaceDown].Type, (*giving).faceDown},
	{"pirates", core.List(core.List(core.Record(core.Opt("place", core.Null(core.Record(core.Opt("at", core.Null(squareType)),
		core.Opt("footprint", core.Int(0, maxMud)), core.Opt("ship", core.Int(none, maxSeats-1))))),
		core.Opt("captive", core.Bool()), core.Opt("freed", core.Bool()), core.Opt("delay", core.Count()), core.Opt("cause", core.Null(causeType))),
		crew, crew), 2, maxSeats), (*giving).pirates},
	{"ships", shipsForm, func(g *giving, _ wire.Reader) bool { return g.shipsFit }},
	{"genie", viewType.Fields[keyGenie].Type, func(g *giving, r wire.Reader) bool { return readWordTo(r, viewType.Fields[keyGenie].Type, &g.s.genie) }},
	{"mermaid", viewType.Fields[keyMermaid].Type, func(g *giving, r wire.Reader) bool {
		return readWordTo(r, viewType.Fields[keyMermaid].Type, &g.s.mermaid)
	}},
	{"discoverer", viewType.Fields[keyDiscoverer].Type, (*giving).discoverer},
	{"bank", core.Count(), (*giving).bank},
	{"sunk_tokens", core.Count(), func(g *giving, r wire.Reader) bool { g.s.sunk = int32(readSmall(r)); return true }},
	{"pending", core.Null(core.Record(core.F("pirate", pirateType), core.F("at", squareType), core.F("carrying", core.Bool()),
		core.F("used", core.List(core.Record(core.F("at", squareType), core.F("vec", vecType)), 0, wire.MaxInt)),
		core.F("options", core.List(vecType, 0, wire.MaxInt)))), (*giving).pending},
	{"progress", core.Bool(), func(g *giving, r wire.Reader) bool { g.s.progress = readBool(r); return true }},
	{"quiet_turns", core.Count(), func(g *giving, r wire.Reader) bool { return readCounter(r, &g.s.quiet) }},
	{"pass_streak", core.Count(), func(g *giving, r wire.Reader) bool { return readCounter(r, &g.s.passes) }},
	{"result", core.Null(core.Record(core.F("reason", reasonType), core.F("totals", core.List(core.Count(), 2, 2)),
		core.F("hoards", core.List(core.Count(), 2, maxSeats)), core.F("winner_team", winnerType))), (*giving).result},
}

var (
	restType  = core.Word("dealt", "sea")
	shipsForm = core.List(core.Record(core.Opt("at", core.Null(squareType)), core.Opt("sunk", core.Bool()), core.Opt("hoard", core.Count())),
		2, maxSeats)
)

// giving is a setup by hand that is being taken into a state.
type giving struct {
	s         *state
	from      wire.Reader // the whole setup
	doubts    doubts
	shipsFit  bool // the ships have their form
	bankGiven bool
}

// setup turns the start into the position of a setup by hand. It refuses the key that is at fault: an unknown one, then what
// has not its form or does not follow from the rest, then invariants.
//
// PI-12, PI-13.
func (s *state) setup(b []byte) core.Refusal {
	from := wire.NewReader(b)
	if from.Kind() != wire.Map {
		return core.Refuse(core.BadSetup, "setup")
	}
	if key, found := unknownKey(from); found { // the key may be ""
		return core.Refuse(core.BadSetup, key)
	}
	g := giving{s: s, from: from}
	if key := g.take(); key != "" {
		return core.Refuse(core.BadSetup, key)
	}
	return core.Refusal{}
}

// unknownKey finds the first unknown key in ascending order.
func unknownKey(r wire.Reader) (least string, found bool) {
	n, _ := r.Map()
	for range n {
		key, _ := r.Str()
		known := false
		for i := range setupForms {
			known = known || setupForms[i].name == string(key)
		}
		if !known && (!found || string(key) < least) {
			least, found = string(key), true
		}
		r.Skip()
	}
	return least, found
}

// take takes all keys in their order, with the defaults of those that are left out where others depend on them. It returns
// the key that is at fault, "" if there is none.
func (g *giving) take() string {
	for i := range setupForms {
		f := &setupForms[i]
		switch f.name {
		case "tiles":
			g.layRest()
		case "face_down":
			g.countTiles()
		case "pirates":
			g.shipsFit = g.takeShips()
		}
		value, ok := g.from.Find(f.name)
		if !ok {
			if f.name == "ships" && !g.shipsFit {
				return f.name
			}
			continue
		}
		probe := value
		if !f.form.Holds(&probe, int(g.s.n)) || f.take != nil && !f.take(g, value) {
			return f.name
		}
	}
	if !g.bankGiven {
		g.s.bank = g.s.leftInBank()
	}
	return g.s.fault(&g.doubts)
}

// follows says whether a value, of a type, is what the referee sees in the position as it is now.
func (g *giving) follows(r wire.Reader, t *core.Type, write func(w *wire.Writer)) bool {
	var want, got wire.Writer
	write(&want)
	return t.Canon(&r, &got, int(g.s.n)) && wire.Equal(got.B, want.B)
}

func (g *giving) options(r wire.Reader) bool {
	return g.follows(r, viewType.Fields[keyOptions].Type, g.s.writeOptions)
}

func (g *giving) faceDown(r wire.Reader) bool {
	return g.follows(r, viewType.Fields[keyFaceDown].Type, g.s.writeFaceDown)
}

func (g *giving) phase(r wire.Reader) bool {
	return readWordTo(r, viewType.Fields[keyPhase].Type, &g.s.phase)
}

func (g *giving) toAct(r wire.Reader) bool {
	g.s.toAct = int8(readInt(r))
	return g.s.toAct < g.s.n
}

func (g *giving) discoverer(r wire.Reader) bool {
	if r.Nil() {
		return true
	}
	r.Array()
	seat, _ := r.Int()
	pirate, _ := r.Int()
	g.s.discoverer = int8(crew*seat + pirate)
	return seat < int(g.s.n) && pirate < crew
}

func (g *giving) bank(r wire.Reader) bool {
	g.s.bank, g.bankGiven = int32(readSmall(r)), true
	return true
}

// result: totals, hoards and winner follow from the ships, which come before it.
//
// PI-188.
func (g *giving) result(r wire.Reader) bool {
	if r.Nil() {
		return true
	}
	s := g.s
	reason, _ := r.Find("reason")
	s.reason = int8(readWord(reason, reasonType))
	totals, _ := r.Find("totals")
	hoards, _ := r.Find("hoards")
	winner, _ := r.Find("winner_team")
	return g.follows(totals, core.List(core.Count(), 2, 2), s.writeTotals) &&
		g.follows(hoards, core.List(core.Count(), 2, maxSeats), s.writeHoards) && readInt(winner) == s.winner()
}

// pending takes a choice. Whether it is one that the rules ask for is seen with the invariants.
//
// PI-64.
func (g *giving) pending(r wire.Reader) bool {
	if r.Nil() {
		return true
	}
	s, d := g.s, &g.doubts
	pirate, _ := r.Find("pirate")
	at, _ := r.Find("at")
	carrying, _ := r.Find("carrying")
	used, _ := r.Find("used")
	ways, _ := r.Find("options")
	s.mover = int8(readInt(pirate) + crew*max(0, int(s.toAct)))
	s.carrying = readBool(carrying)
	stands := readCell(at)
	d.pending = s.place[s.mover] != placeAt(stands, 0)
	for n, _ := used.Array(); n > 0; n-- {
		square, _ := used.Find("at")
		vec, _ := used.Find("vec")
		c := readCell(square)
		d.pending = !g.addWay(&s.used[c], c, vec) || d.pending
		for _, later := range boardCells {
			d.pending = d.pending || later > c && s.used[later] != 0 // not in order
		}
		used.Skip()
	}
	d.given = true
	for n, _ := ways.Array(); n > 0; n-- {
		d.pending = !g.addWay(&d.ways, stands, ways) || d.pending
		ways.Skip()
	}
	return true
}

// addWay adds a way from a choice tile to a set, if it is one and comes after all that are in the set.
func (g *giving) addWay(set *uint8, c cell, vec wire.Reader) bool {
	vec.Array()
	dr, _ := vec.Int()
	dc, _ := vec.Int()
	m := core.M(moveChoose, int16(dr), int16(dc))
	t := g.s.tiles[c]
	way := wayOf(t, &m)
	if way == none || classes[t] != classChoice || *set>>way != 0 {
		return false
	}
	*set |= 1 << way
	return true
}

// The functions below read values that have their form.

func readInt(r wire.Reader) int {
	v, _ := r.Int()
	return v
}

// readSmall reads a count that may be too large for anything.
func readSmall(r wire.Reader) int { return min(readInt(r), 100) }

func readBool(r wire.Reader) bool {
	v, _ := r.Bool()
	return v
}

func readCell(r wire.Reader) cell {
	r.Array()
	row, _ := r.Int()
	col, _ := r.Int()
	return cellAt(row, col)
}

func readWord(r wire.Reader, t *core.Type) int {
	word, _ := r.Str()
	return t.Word(word)
}

func readWordTo(r wire.Reader, t *core.Type, to *int8) bool {
	*to = int8(readWord(r, t))
	return true
}

func readCounter(r wire.Reader, to *int64) bool {
	*to = int64(readInt(r))
	return true
}
