package jackal_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/plugins/jackal"
)

// modelRules make a game of the model, so that scenarios can be run on it. It trusts setups.
type modelRules struct{}

func (modelRules) Manifest() *core.Manifest { return jackal.Manifest() }

func (modelRules) New() core.State { return &modelState{} }

// Players is section 4, 1.
func (modelRules) Players(seats int, options *core.Options) bool {
	switch modelOptionsOf(options).Mode {
	case "duel", "duel_double":
		return seats == 2
	case "ffa":
		return seats == 3 || seats == 4
	case "teams":
		return seats == 4
	}
	return seats >= 2 && seats <= 4
}

type modelState struct{ model }

// modelJSON turns msgpack into JSON.
func modelJSON(b []byte) []byte {
	var v any
	if err := msgpack.Unmarshal(b, &v); err != nil {
		panic(err)
	}
	j, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return j
}

// modelMsgpack encodes anything that JSON can hold.
func modelMsgpack(v any) []byte {
	j, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	d := json.NewDecoder(bytes.NewReader(j))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		panic(err)
	}
	var w wire.Writer
	modelWrite(&w, tree)
	return w.B
}

func modelWrite(w *wire.Writer, v any) {
	switch v := v.(type) {
	case nil:
		w.Nil()
	case bool:
		w.Bool(v)
	case string:
		w.Str(v)
	case json.Number:
		n, _ := v.Int64()
		w.Int(int(n))
	case []any:
		w.Array(len(v))
		for _, x := range v {
			modelWrite(w, x)
		}
	case map[string]any:
		w.Map(len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			w.Str(k)
			modelWrite(w, v[k])
		}
	}
}

// modelRaw are all option values by name, as JSON.
func modelRaw(options *core.Options) map[string]json.RawMessage {
	raw := map[string]json.RawMessage{}
	for i, o := range jackal.Manifest().Options {
		raw[o.Name] = json.RawMessage("null")
		if b := options.Raw(i); b != nil {
			raw[o.Name] = modelJSON(b)
		}
	}
	return raw
}

func modelOptionsOf(options *core.Options) (o modelOptions) {
	j, _ := json.Marshal(modelRaw(options))
	if err := json.Unmarshal(j, &o); err != nil {
		panic(err)
	}
	return o
}

// The mixes of section 2: standard classic, standard extended, medium, ..., small extended.
var modelMix = []struct {
	kind string
	n    [6]int
}{
	{"empty", [6]int{40, 13, 27, 6, 17, 2}}, {"arrow_1_straight", [6]int{3, 3, 2, 2, 1, 1}}, {"arrow_1_diagonal", [6]int{3, 3, 2, 2, 1, 1}},
	{"arrow_2_straight", [6]int{3, 3, 2, 2, 1, 1}}, {"arrow_2_diagonal", [6]int{3, 3, 2, 2, 1, 1}}, {"arrow_3", [6]int{3, 3, 2, 2, 1, 1}},
	{"arrow_4_straight", [6]int{3, 3, 2, 2, 1, 1}}, {"arrow_4_diagonal", [6]int{3, 3, 2, 2, 1, 1}}, {"horse", [6]int{2, 2, 2, 2, 1, 1}},
	{"labyrinth:2", [6]int{5, 5, 3, 3, 1, 1}}, {"labyrinth:3", [6]int{4, 4, 2, 2, 1, 1}}, {"labyrinth:4", [6]int{2, 2, 1, 1, 1, 1}},
	{"labyrinth:5", [6]int{1, 1, 1, 1, 0, 0}}, {"ice", [6]int{6, 6, 4, 4, 2, 2}}, {"trap", [6]int{3, 3, 2, 2, 1, 1}},
	{"cannon", [6]int{2, 2, 2, 2, 1, 1}}, {"fort", [6]int{2, 2, 1, 1, 1, 1}}, {"resurrection_fort", [6]int{1, 1, 1, 1, 1, 1}},
	{"rum_barrel", [6]int{4, 4, 2, 2, 1, 1}}, {"crocodile", [6]int{4, 4, 2, 2, 1, 1}}, {"cannibal", [6]int{1, 1, 1, 1, 1, 1}},
	{"balloon", [6]int{2, 2, 1, 1, 1, 1}}, {"airplane", [6]int{1, 1, 1, 1, 1, 1}}, {"coins:1", [6]int{5, 5, 3, 3, 2, 2}},
	{"coins:2", [6]int{5, 5, 3, 3, 2, 2}}, {"coins:3", [6]int{3, 3, 2, 2, 1, 1}}, {"coins:4", [6]int{2, 2, 1, 1, 1, 1}},
	{"coins:5", [6]int{1, 1, 1, 1, 0, 0}}, {"bullion", [6]int{0, 1, 0, 1, 0, 1}}, {"cannonball", [6]int{0, 3, 0, 2, 0, 1}},
	{"boat", [6]int{0, 2, 0, 1, 0, 0}}, {"cart", [6]int{0, 1, 0, 1, 0, 0}}, {"rum_bottles:1", [6]int{0, 3, 0, 2, 0, 1}},
	{"rum_bottles:2", [6]int{0, 2, 0, 1, 0, 1}}, {"rum_bottles:3", [6]int{0, 1, 0, 1, 0, 0}}, {"lighthouse", [6]int{0, 1, 0, 1, 0, 1}},
	{"ben_gunn", [6]int{0, 1, 0, 1, 0, 1}}, {"missionary", [6]int{0, 1, 0, 1, 0, 1}}, {"chunga_changa", [6]int{0, 1, 0, 1, 0, 1}},
	{"cave", [6]int{0, 4, 0, 4, 0, 4}}, {"earthquake", [6]int{0, 1, 0, 1, 0, 1}}, {"jungle", [6]int{0, 3, 0, 2, 0, 1}},
	{"shaitan_grass", [6]int{0, 2, 0, 1, 0, 1}},
}

type turnedModelTile struct {
	code string
	dirs []int
}

// The directions of arrow kinds and cannons before they are turned, clockwise from N.
var modelTurned = map[string]*turnedModelTile{
	"arrow_1_straight": {"arrow:", []int{0}}, "arrow_1_diagonal": {"arrow:", []int{1}}, "arrow_2_straight": {"arrow:", []int{2, 6}},
	"arrow_2_diagonal": {"arrow:", []int{1, 5}}, "arrow_3": {"arrow:", []int{2, 4, 7}}, "arrow_4_straight": {"arrow:", []int{0, 2, 4, 6}},
	"arrow_4_diagonal": {"arrow:", []int{1, 3, 5, 7}}, "cannon": {"cannon:", []int{0}},
}

// Start is section 4 and 5.4.
func (s *modelState) Start(start *core.Start) core.Refusal {
	o := modelOptionsOf(&start.Options)
	s.model = model{}
	v := &s.modelView
	*v = modelView{Game: "jackal", Seats: start.Seats, Options: o, Mode: o.Mode, Phase: "action", Turn: 1, HitsNeeded: o.HitsToSink,
		Water: []modelWater{}, Tunnel: []modelStuck{}, Gold: modelGold{HiddenLost: new(int)}}
	v.Size = map[string]int{"standard": 13, "medium": 11, "small": 9}[o.MapSize]
	if o.Mode == "auto" {
		v.Mode = map[bool]string{true: "duel", false: "ffa"}[start.Seats == 2]
	}
	crews := map[string]int{"duel": 2, "duel_double": 4, "ffa": start.Seats, "teams": 4}[v.Mode]
	mid, last := (v.Size-1)/2, v.Size-1
	ships := map[int][]modelSquare{2: {{0, mid}, {last, mid}}, 3: {{0, mid}, {mid, last}, {last, mid}}, 4: {{0, mid}, {mid, last}, {last, mid}, {mid, 0}}}[crews]
	for c := range crews {
		crew := modelCrew{Commander: c, Side: []int{c}}
		if v.Mode == "duel_double" {
			crew.Commander = c % 2
		}
		if v.Mode == "duel_double" || v.Mode == "teams" {
			crew.Side = []int{c % 2, c%2 + 2}
		}
		v.Crews = append(v.Crews, crew)
		ship := &modelVessel{ID: c, Kind: "ship", Crew: c, At: &ships[c], Deck: modelItems{}, Units: []int{}}
		v.Vessels = append(v.Vessels, ship)
		for range o.PiratesPerCrew {
			u := &modelUnit{ID: len(v.Units), Kind: "pirate", Crew: &ship.Crew, Place: &modelPlace{Vessel: &ship.ID}}
			v.Units = append(v.Units, u)
			ship.Units = append(ship.Units, u.ID)
		}
	}
	if option := s.deal(start, modelRaw(&start.Options)["layout"]); option != "" {
		return core.Refuse(core.BadOption, option)
	}
	if o.FirstCrew >= crews {
		return core.Refuse(core.BadOption, "first_crew")
	}
	if v.Crew = o.FirstCrew; v.Crew < 0 {
		v.Crew = start.Rand.Below(crews)
	}
	if start.Setup != nil {
		s.setup(modelJSON(start.Setup))
	}
	s.follow()
	switch s.Phase {
	case "action":
		s.startTurn()
	case "decision":
		s.tell("decision_needed", "kind", s.Decision.Kind, "actor", *s.Actor)
	default:
		s.tell("game_over", "reason", s.Result.Reason, "ranking", s.Result.Ranking, "winners", s.Result.Winners)
	}
	s.emit(start.Events)
	return core.Refusal{}
}

// deal is section 4, 2. It names an option that is refused.
func (s *modelState) deal(start *core.Start, layout json.RawMessage) string {
	last := s.Size - 1
	for _, x := range s.squares() {
		corner := (x[0] == 1 || x[0] == last-1) && (x[1] == 1 || x[1] == last-1)
		if x[0] > 0 && x[0] < last && x[1] > 0 && x[1] < last && !corner {
			s.Land = append(s.Land, &modelLand{At: x, Items: modelItems{}, Units: []int{}})
		}
	}
	column := map[string]int{"standard": 0, "medium": 2, "small": 4}[s.Options.MapSize]
	if s.Options.TileSet == "extended" {
		column++
	}
	counts, sum := map[string]int{}, 0
	for _, row := range modelMix {
		counts[row.kind] = row.n[column]
	}
	for kind, n := range maps.All(s.Options.TileCounts) {
		if _, known := counts[kind]; !known || kind == "empty" {
			return "tile_counts"
		}
		counts[kind] = n
	}
	counts["empty"] = 0
	for _, n := range maps.All(counts) {
		sum += n
	}
	if counts["empty"] = len(s.Land) - sum; sum > len(s.Land) {
		return "tile_counts"
	}
	var codes []string
	if err := json.Unmarshal(layout, &codes); err != nil {
		panic(err)
	}
	if codes == nil {
		for _, row := range modelMix {
			codes = append(codes, slices.Repeat([]string{row.kind}, counts[row.kind])...)
		}
		start.Rand.Shuffle(len(codes), func(i, j int) { codes[i], codes[j] = codes[j], codes[i] })
		for i, kind := range codes {
			if turned, ok := modelTurned[kind]; ok {
				codes[i] = turned.turn(start.Rand.Below(4))
			}
		}
	} else if len(codes) != len(s.Land) || slices.ContainsFunc(codes, func(code string) bool { return !slices.Contains(modelCodes, code) }) {
		return "layout"
	}
	balls := 0
	for i, l := range s.Land {
		if l.Tile = codes[i]; l.Tile == "cannonball" {
			balls++
		}
	}
	if s.HitsNeeded == 0 { // JK-226
		s.HitsNeeded = map[bool]int{true: 1, false: 2}[balls == 1]
	}
	return ""
}

func (t *turnedModelTile) turn(rot int) string {
	var dirs []int
	for _, d := range t.dirs {
		dirs = append(dirs, (d+2*rot)%8)
	}
	slices.Sort(dirs)
	var words []string
	for _, d := range dirs {
		words = append(words, modelDirections[d])
	}
	return t.code + strings.Join(words, "+")
}

// modelCodes are the tile codes of section 5.2.
var modelCodes = func() []string {
	codes := strings.Fields(`empty horse labyrinth:2 labyrinth:3 labyrinth:4 labyrinth:5 ice trap cannon:N cannon:E cannon:S cannon:W fort
		resurrection_fort rum_barrel crocodile cannibal balloon airplane coins:1 coins:2 coins:3 coins:4 coins:5 bullion cannonball boat cart
		rum_bottles:1 rum_bottles:2 rum_bottles:3 lighthouse ben_gunn missionary chunga_changa cave earthquake jungle shaitan_grass`)
	for set := 1; set < 256; set++ {
		var dirs []string
		for i, d := range modelDirections {
			if set>>i&1 == 1 {
				dirs = append(dirs, d)
			}
		}
		codes = append(codes, "arrow:"+strings.Join(dirs, "+"))
	}
	return codes
}()

// setup is JK-264, for setups that JK-265 does not refuse.
func (s *modelState) setup(given []byte) {
	var setup map[string]json.RawMessage
	modelInto(given, &setup)
	var rest string
	if setup["land_rest"] != nil {
		modelInto(setup["land_rest"], &rest)
	}
	if rest == "empty" {
		for _, l := range s.Land {
			l.FaceUp, l.Tile = true, "empty"
		}
	}
	var list []json.RawMessage
	take := func(key string) []json.RawMessage {
		list = nil
		if raw := setup[key]; raw != nil {
			modelInto(raw, &list)
		}
		delete(setup, key)
		return list
	}
	for _, raw := range take("land") {
		var at struct{ At modelSquare }
		var ready struct{ Ready *bool }
		modelInto(raw, &at)
		modelInto(raw, &ready)
		l := s.land(at.At)
		l.Units = nil
		modelInto(raw, l)
		if ready.Ready == nil {
			l.Ready = l.FaceUp && l.Tile == "airplane"
		}
	}
	for _, v := range s.Vessels {
		v.Units = nil
	}
	for _, raw := range take("vessels") {
		var id struct{ ID int }
		modelInto(raw, &id)
		if id.ID == len(s.Vessels) {
			s.Vessels = append(s.Vessels, &modelVessel{Deck: modelItems{}})
		}
		modelInto(raw, s.Vessels[id.ID])
	}
	for _, raw := range take("units") {
		var id struct{ ID int }
		modelInto(raw, &id)
		if id.ID == len(s.Units) {
			s.Units = append(s.Units, &modelUnit{})
		}
		u := s.Units[id.ID]
		// A unit's crew and place are not shared with others.
		u.Crew, u.Place = modelCopy(u.Crew), modelCopy(u.Place)
		var place struct{ Place *modelPlace }
		modelInto(raw, &place)
		if place.Place != nil {
			u.Place = nil
		}
		modelInto(raw, u)
	}
	for i, raw := range take("crews") {
		modelInto(raw, &s.Crews[i])
	}
	s.Water = nil
	s.Tunnel = nil
	delete(setup, "land_rest")
	delete(setup, "options")
	others, _ := json.Marshal(setup)
	modelInto(others, &s.modelView)
	s.order()
}

func modelInto(raw []byte, into any) {
	if err := json.Unmarshal(raw, into); err != nil {
		panic(err)
	}
}

func modelCopy[T any](p *T) *T {
	if p == nil {
		return nil
	}
	x := *p
	return &x
}

// order fills the lists of units from the units' places; lists that were given keep their order.
func (s *modelState) order() {
	sort := func(given []int, ids []int) []int {
		if ids == nil {
			ids = []int{}
		}
		slices.SortStableFunc(ids, func(a, b int) int { return slices.Index(given, a) - slices.Index(given, b) })
		return ids
	}
	water, tunnel := map[modelSquare][]int{}, map[int]modelSquare{}
	aboard, onLand := map[int][]int{}, map[modelSquare][]int{}
	for _, u := range s.Units {
		switch p := u.Place; {
		case p == nil:
		case p.Tunnel:
			tunnel[u.ID] = *p.Sq
		case p.Vessel != nil:
			aboard[*p.Vessel] = append(aboard[*p.Vessel], u.ID)
		case s.isLand(*p.Sq):
			onLand[*p.Sq] = append(onLand[*p.Sq], u.ID)
		default:
			water[*p.Sq] = append(water[*p.Sq], u.ID)
		}
	}
	for _, v := range s.Vessels {
		v.Units = sort(v.Units, aboard[v.ID])
	}
	for _, l := range s.Land {
		l.Units = sort(l.Units, onLand[l.At])
	}
	given := s.Water
	s.Water = []modelWater{}
	for _, x := range s.squares() {
		if water[x] == nil {
			continue
		}
		var list []int
		for _, w := range given {
			if w.At == x {
				list = w.Units
			}
		}
		s.Water = append(s.Water, modelWater{At: x, Units: sort(list, water[x])})
	}
	if len(s.Tunnel) == 0 {
		s.Tunnel = []modelStuck{}
		for _, id := range slices.Sorted(maps.Keys(tunnel)) {
			s.Tunnel = append(s.Tunnel, modelStuck{Unit: id, Entry: tunnel[id]})
		}
	}
}

// follow fills in what follows from the rest.
func (s *modelState) follow() {
	if s.Result == nil && s.Phase == "over" {
		panic("a setup with an end gives its result")
	}
	total, hidden := s.Gold.Lost, 0
	for _, c := range s.Crews {
		total += c.Score
	}
	for _, l := range s.Land {
		total += modelPoints(l.Items.canonical())
		if !l.FaceUp {
			total += modelPoints(modelFind(l.Tile))
			if l.Struck {
				hidden += modelPoints(modelFind(l.Tile))
			}
		}
	}
	if s.Decision != nil {
		total += modelPoints(s.Decision.Load)
	}
	s.Gold.Total, s.Gold.HiddenLost = total, &hidden
	if s.Phase != "over" {
		actor := s.Crews[s.Crew].Commander
		if s.GrassLeft > 0 {
			actor = s.Crews[(s.Crew+len(s.Crews)-1)%len(s.Crews)].Commander
		}
		s.Actor = &actor
	}
}

func (s *modelState) emit(events *core.Events) {
	kinds := jackal.Manifest().Events
	for _, e := range s.events {
		kind := slices.IndexFunc(kinds, func(k core.EventKind) bool { return k.Name == e["type"] })
		events.Begin(kind)
		for _, f := range kinds[kind].Fields {
			if w := events.Field(); w != nil {
				w.Raw(modelMsgpack(e[f.Name]))
			}
		}
		events.End()
	}
	s.events = nil
}

func (s *modelState) Load(_ *core.Table, body []byte) bool { return s.read(body) == nil }

func (s *modelState) Append(buf []byte) []byte {
	j, err := json.Marshal(s.modelView)
	if err != nil {
		panic(err)
	}
	return append(buf, j...)
}

func (s *modelState) CopyTo(dst core.State) { dst.Load(nil, s.Append(nil)) }

func (s *modelState) Actors() core.Seats {
	if s.Actor == nil {
		return 0
	}
	return core.SeatsOf(core.Seat(*s.Actor))
}

// modelMoveOf reads the numbers of a move.
func modelMoveOf(c core.Move) modelMove {
	mv := modelMove{kind: jackal.Manifest().Moves[c.Kind].Name}
	i := 0
	for _, a := range jackal.Manifest().Moves[c.Kind].Args {
		switch a.Name {
		case "unit":
			mv.unit = c.Int(i)
			i++
		case "vessel":
			mv.vessel = c.Int(i)
			i++
		case "to", "at":
			mv.to = modelSquare{c.Int(i), c.Int(i + 1)}
			i += 2
		case "load":
			mv.load = []string{}
			for j := range c.Int(i) {
				mv.load = append(mv.load, modelOrder[c.Int(i+1+j)])
			}
			i += 4
		}
	}
	return mv
}

// core is the move in numbers.
func (mv modelMove) core() core.Move {
	kind := slices.IndexFunc(jackal.Manifest().Moves, func(k core.MoveKind) bool { return k.Name == mv.kind })
	var args []int16
	for _, a := range jackal.Manifest().Moves[kind].Args {
		switch a.Name {
		case "unit":
			args = append(args, int16(mv.unit))
		case "vessel":
			args = append(args, int16(mv.vessel))
		case "to", "at":
			args = append(args, int16(mv.to[0]), int16(mv.to[1]))
		case "load":
			args = append(args, int16(len(mv.load)))
			for i := range 3 {
				word := int16(0)
				if i < len(mv.load) {
					word = int16(slices.Index(modelOrder, mv.load[i]))
				}
				args = append(args, word)
			}
		}
	}
	return core.M(kind, args...)
}

func (s *modelState) Malformed(c core.Move) bool { return !isModelCanonical(modelMoveOf(c).load) }

func (s *modelState) Check(_ core.Seat, c core.Move) core.Code {
	switch code := s.check(modelMoveOf(c)); code {
	case "":
		return core.OK
	case "wrong_move_type":
		return core.WrongMoveType
	default:
		i := slices.IndexFunc(jackal.Manifest().Codes, func(d core.CodeDoc) bool { return d.Code == code })
		return core.FirstCode + core.Code(i)
	}
}

func (s *modelState) Moves(_ core.Seat, buf []core.Move) []core.Move {
	for _, mv := range s.legal() {
		buf = append(buf, mv.core())
	}
	return buf
}

func (s *modelState) Apply(_ core.Seat, c core.Move, events *core.Events) {
	s.apply(modelMoveOf(c))
	s.emit(events)
}

// View is section 5.3.
func (s *modelState) View(viewer core.Seat, w *wire.Writer) {
	var shown model
	if err := shown.read(s.Append(nil)); err != nil {
		panic(err)
	}
	if viewer != core.Referee && s.Phase != "over" {
		shown.Gold.HiddenLost = nil
		for _, l := range shown.Land {
			if !l.FaceUp {
				l.Tile = "fog"
			}
		}
	}
	w.Raw(modelMsgpack(shown.modelView))
}

// Outcome is JK-257.
func (s *modelState) Outcome() core.Outcome {
	o := core.Outcome{Reason: s.Result.Reason, Scored: true}
	for _, rank := range s.Result.Ranking {
		for _, c := range rank.Side {
			seat := s.Crews[c].Commander
			o.Places[seat], o.Scores[seat] = int8(rank.Rank), int32(rank.Score)
			if rank.Rank == 1 {
				o.Winners = o.Winners.With(core.Seat(seat))
			}
		}
	}
	return o
}
