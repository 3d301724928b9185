package pirati

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// The places in setupForms.
const (
	formGame = iota
	formSeats
	formOptions
	formPhase
	formTurn
	formToAct
	formTiles
	formTilesRest
	formFaceDown
	formPirates
	formShips
	formGenie
	formMermaid
	formDiscoverer
	formBank
	formSunkTokens
	formPending
	formProgress
	formQuietTurns
	formPassStreak
	formResult
)

// setupForms are the keys in the order in which they are checked: that of the view, tiles_rest after tiles. What can be left
// out of a list is optional; what has the form but cannot be breaks an invariant.
var setupForms = [...]core.Field{
	formGame:       {Name: "game", Type: gameType},
	formSeats:      {Name: "seats", Type: counter},
	formOptions:    {Name: "options", Type: optionsType},
	formPhase:      {Name: "phase", Type: phaseType},
	formTurn:       {Name: "turn", Type: fromOne},
	formToAct:      {Name: "to_act", Type: seatOrNone},
	formTiles:      {Name: "tiles", Type: tilesForm},
	formTilesRest:  {Name: "tiles_rest", Type: restType},
	formFaceDown:   {Name: "face_down", Type: faceDownType},
	formPirates:    {Name: "pirates", Type: crewsForm},
	formShips:      {Name: "ships", Type: shipsForm},
	formGenie:      {Name: "genie", Type: genieType},
	formMermaid:    {Name: "mermaid", Type: mermaidType},
	formDiscoverer: {Name: "discoverer", Type: discovererType},
	formBank:       {Name: "bank", Type: counter},
	formSunkTokens: {Name: "sunk_tokens", Type: counter},
	formPending:    {Name: "pending", Type: pendingForm},
	formProgress:   {Name: "progress", Type: boolType},
	formQuietTurns: {Name: "quiet_turns", Type: counter},
	formPassStreak: {Name: "pass_streak", Type: counter},
	formResult:     {Name: "result", Type: resultForm},
}

var (
	fromOne    = &core.Type{Kind: core.TInt, Min: 1, Max: wire.MaxInt}
	restType   = &core.Type{Kind: core.TWord, Words: []string{"dealt", "sea"}}
	tokensForm = &core.Type{Kind: core.TList, Of: counter, Min: 1, Max: maxMud}
	tileForm   = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "at", Type: squareType}, {Name: "face_up", Type: boolType},
		{Name: "kind", Type: kindType}, {Optional: true, Name: "dirs", Type: dirsType}, {Optional: true, Name: "tokens", Type: tokensForm}}}
	tilesForm = &core.Type{Kind: core.TList, Of: tileForm, Max: boardSize}
	placeForm = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Optional: true, Name: "at", Type: squareNull},
		{Optional: true, Name: "footprint", Type: footType}, {Optional: true, Name: "ship", Type: seatOrNone}}}
	placeOrNull = &core.Type{Kind: core.TNull, Of: placeForm}
	pirateForm  = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Optional: true, Name: "place", Type: placeOrNull},
		{Optional: true, Name: "captive", Type: boolType}, {Optional: true, Name: "freed", Type: boolType},
		{Optional: true, Name: "delay", Type: counter}, {Optional: true, Name: "cause", Type: causeNull}}}
	crewForm  = &core.Type{Kind: core.TList, Of: pirateForm, Min: crew, Max: crew}
	crewsForm = &core.Type{Kind: core.TList, Of: crewForm, Min: 2, Max: maxSeats}
	shipForm  = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Optional: true, Name: "at", Type: squareNull},
		{Optional: true, Name: "sunk", Type: boolType}, {Optional: true, Name: "hoard", Type: counter}}}
	shipsForm  = &core.Type{Kind: core.TList, Of: shipForm, Min: 2, Max: maxSeats}
	usedForm   = &core.Type{Kind: core.TList, Of: usedWay, Max: wire.MaxInt}
	waysForm   = &core.Type{Kind: core.TList, Of: vecType, Max: wire.MaxInt}
	choiceForm = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "pirate", Type: pirateType}, {Name: "at", Type: squareType},
		{Name: "carrying", Type: boolType}, {Name: "used", Type: usedForm}, {Name: "options", Type: waysForm}}}
	pendingForm = &core.Type{Kind: core.TNull, Of: choiceForm}
	sumsForm    = &core.Type{Kind: core.TList, Of: counter, Min: 2, Max: maxSeats}
	endForm     = &core.Type{Kind: core.TRecord, Fields: []core.Field{{Name: "reason", Type: reasonType}, {Name: "totals", Type: sumsForm},
		{Name: "hoards", Type: sumsForm}, {Name: "winner_team", Type: winnerType}}}
	resultForm = &core.Type{Kind: core.TNull, Of: endForm}
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
			known = known || setupForms[i].Name == string(key)
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
		switch i {
		case formTiles:
			g.layRest()
		case formFaceDown:
			g.countTiles()
		case formPirates:
			g.shipsFit = g.takeShips()
		}
		value, ok := g.from.Find(f.Name)
		if !ok {
			if i == formShips && !g.shipsFit {
				return f.Name
			}
			continue
		}
		probe := value
		if !f.Type.Holds(&probe, int(g.s.n)) || !g.takeForm(i, value) {
			return f.Name
		}
	}
	if !g.bankGiven {
		g.s.bank = g.s.leftInBank()
	}
	g.s.survey()
	return g.s.fault(&g.doubts)
}

// takeForm takes the value of a key, which has its form. It returns false if it cannot be, whatever the other keys say, or does
// not follow from those before it.
func (g *giving) takeForm(form int, r wire.Reader) bool {
	s := g.s
	switch form {
	case formSeats:
		return readInt(r) == int(s.n)
	case formOptions:
		return follows(r, optionsType, s.n, s.writeOptions)
	case formPhase:
		s.phase = int8(readWord(r, phaseType))
	case formTurn:
		s.turn = int64(readInt(r))
	case formToAct:
		s.toAct = int8(readInt(r))
		return s.toAct < s.n
	case formTiles:
		return g.tiles(r)
	case formFaceDown:
		return follows(r, faceDownType, s.n, s.writeFaceDown)
	case formPirates:
		return g.pirates(r)
	case formShips:
		return g.shipsFit
	case formGenie:
		s.genie = int8(readWord(r, genieType))
	case formMermaid:
		s.mermaid = int8(readWord(r, mermaidType))
	case formDiscoverer:
		return g.discoverer(r)
	case formBank:
		s.bank, g.bankGiven = int32(readSmall(r)), true
	case formSunkTokens:
		s.sunk = int32(readSmall(r))
	case formPending:
		g.pending(r)
	case formProgress:
		s.progress = readBool(r)
	case formQuietTurns:
		s.quiet = int64(readInt(r))
	case formPassStreak:
		s.passes = int64(readInt(r))
	case formResult:
		return g.result(r)
	}
	return true
}

// follows says whether a value, of a type, is what is written of the position as it is now.
func follows(r wire.Reader, t *core.Type, seats int8, write func(w *wire.Writer)) bool {
	var want, got wire.Writer
	write(&want)
	return t.Canon(&r, &got, int(seats)) && wire.Equal(got.B, want.B)
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
	return follows(totals, sumsForm, s.n, s.writeTotals) && follows(hoards, sumsForm, s.n, s.writeHoards) && readInt(winner) == s.winner()
}

// pending takes a choice. Whether it is one that the rules ask for is seen with the invariants.
//
// PI-64.
func (g *giving) pending(r wire.Reader) {
	if r.Nil() {
		return
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
