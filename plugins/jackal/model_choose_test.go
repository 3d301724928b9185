package jackal_test

import "slices"

// modelMove is a move in its named form; to is also the argument `at`.
type modelMove struct {
	kind         string
	unit, vessel int
	to           modelSquare
	load         []string
}

// clearWay is the look-ahead of section 8.4, word for word.
func (m *model) clearWay(u *modelUnit, load []string, x modelSquare, how string) bool {
	passed := map[string]bool{}
	for {
		tile := m.tile(x)
		kind, _ := kindOfModelTile(tile)
		if m.isWater(x) {
			v := m.vesselAt(x)
			return v == nil || !m.enemies(u.Crew, &v.Crew)
		}
		if m.isFog(x) || isModelFort(tile) || kind == "jungle" {
			return len(load) == 0
		}
		if len(load) > 0 && len(m.enemiesIn(u, m.placeFor(u, x))) > 0 {
			return false
		}
		dirs := arrowModelDirs(tile)
		_, walking := modelVectors[how]
		key := ""
		switch {
		case len(dirs) == 1:
			how = dirs[0]
			key = string(rune(x[0])) + string(rune(x[1]))
		case kind == "ice" && walking:
			key = string(rune(x[0])) + string(rune(x[1])) + how
		default:
			return true
		}
		if passed[key] {
			return true
		}
		passed[key] = true
		x = x.plus(modelVectors[how])
	}
}

// checkLoad is the code bad_load: JK-30, JK-31, JK-33.
func checkModelLoad(u *modelUnit, load []string, there modelItems) bool {
	if len(load) == 0 {
		return true
	}
	if u.Kind == "missionary" || !there.has(load) {
		return false
	}
	if load[0] == "cart" {
		return len(load) <= 3 && !slices.Contains(load[1:], "cart")
	}
	return len(load) == 1
}

// isCanonical says whether a load is a canonical list; what is not is malformed.
func isModelCanonical(load []string) bool {
	return slices.Equal(load, modelItemsOf(load).canonical())
}

// mayChoose is what section 8.5 and JK-35, JK-36 say of a square that the geometry allows.
func (m *model) mayChoose(u *modelUnit, load []string, x modelSquare, how string, held bool) string {
	tile := m.tile(x)
	if v := m.vesselAt(x); v != nil && m.enemies(u.Crew, &v.Crew) { // JK-44
		return "entry_forbidden"
	}
	if !m.clearWay(u, nil, x, how) { // JK-44: without a load it fails on an enemy vessel alone
		return "entry_forbidden"
	}
	p := m.placeFor(u, x)
	foes := m.enemiesIn(u, p)
	if isModelFort(tile) && len(foes) > 0 { // JK-45
		return "entry_forbidden"
	}
	if tile != "jungle" && !m.mayMeet(u, p, held) { // JK-46, JK-47
		return "entry_forbidden"
	}
	if len(load) > 0 && (m.isFog(x) || isModelFort(tile) || tile == "jungle" || len(foes) > 0) { // JK-35, JK-46
		return "load_forbidden"
	}
	if !m.clearWay(u, load, x, how) { // JK-36
		return "load_forbidden"
	}
	return ""
}

// mayMeet is JK-46 without the load, and JK-47.
func (m *model) mayMeet(u *modelUnit, p modelSpot, held bool) bool {
	foes := m.enemiesIn(u, p)
	if len(foes) == 0 {
		return true
	}
	if held {
		return false
	}
	missionary, onlyChungas := false, true
	for _, v := range foes {
		missionary = missionary || v.Kind == "missionary"
		onlyChungas = onlyChungas && v.Kind == "chunga_changa"
	}
	switch {
	case missionary:
		return u.Kind == "chunga_changa"
	case u.fights():
		return true
	case u.Kind == "missionary":
		return onlyChungas
	}
	return false
}

// isHeld is JK-47: whether u shares its place with a missionary before the first step of the turn.
func (m *model) isHeld(u *modelUnit) bool {
	p, ok := u.spot()
	if !ok || !m.Options.MissionaryBars {
		return false
	}
	for _, v := range m.in(p) {
		if v != u && v.Kind == "missionary" {
			return true
		}
	}
	return false
}

// direction names the step from a to b.
func modelDirection(a, b modelSquare) string {
	for _, d := range modelDirections {
		if a.plus(modelVectors[d]) == b {
			return d
		}
	}
	return ""
}

// reaches is the geometry of a first step: JK-20 to JK-23. An enemy vessel counts as reached if a friendly one would be.
func (m *model) reaches(u *modelUnit, x modelSquare, load []string) bool {
	a := m.square(u)
	if !m.adjacent(a, x) {
		return false
	}
	ship := m.vesselAt(x) != nil
	switch {
	case u.Place.Vessel != nil:
		return ship || m.isLand(x) && m.orthogonal(a, x)
	case m.isWater(a):
		return m.isWater(x)
	}
	return ship || m.isLand(x) || len(load) == 1 && load[0] == "boat"
}

// flown says whether u is the unit that an airplane on its square flies: JK-170, JK-173 to JK-176.
func (m *model) flown(u *modelUnit) bool {
	p, ok := u.spot()
	if !ok || p.vessel >= 0 {
		return false
	}
	l := m.land(p.sq)
	if l == nil || !l.Ready {
		return false
	}
	seat := slices.Index(l.Units, u.ID)
	switch {
	case m.Options.PlaneSeats == "one":
		return seat == 0
	case m.Options.PlaneSeats == "chosen":
		return seat <= 1
	case len(l.Units) == 1:
		return seat == 0
	}
	return seat == 1
}

// lands is the geometry of flights: JK-63, JK-172. An enemy vessel counts as reached if a friendly one would be.
func (m *model) lands(from, x modelSquare) bool {
	return x != from && (m.isLand(x) || m.Options.PlaneToShip && m.isSquare(x) && m.vesselAt(x) != nil)
}

func (m *model) canAct(u *modelUnit) bool { // JK-11
	return u.alive() && !u.Trapped && !u.Place.Tunnel && u.Skips == 0
}

// check is the code with which a well-formed move of the actor is refused, "" for a legal move: section 7.
func (m *model) check(mv modelMove) string {
	decision := ""
	if m.Decision != nil {
		decision = map[string]string{"arrow": "go", "horse": "go", "ice_jump": "go", "ice_flight": "go", "cave": "exit_cave",
			"lighthouse": "open_tile", "quake_1": "quake", "quake_2": "quake"}[m.Decision.Kind]
	}
	isDecisionMove := slices.Contains([]string{"go", "exit_cave", "open_tile", "quake"}, mv.kind)
	if isDecisionMove != (decision != "") || isDecisionMove && mv.kind != decision {
		return "wrong_move_type"
	}
	switch mv.kind {
	case "serve_rum":
		return m.checkRum(mv.to)
	case "move", "advance", "fly":
		return m.checkUnit(mv)
	case "sail":
		return m.checkSail(mv)
	case "resurrect":
		return m.checkResurrect(mv.to)
	case "pass":
		if !m.Options.VoluntaryPass && len(m.mainActions()) > 0 { // JK-12
			return "must_move"
		}
		return ""
	case "go":
		return m.checkGo(mv)
	case "exit_cave":
		if !slices.Contains(m.freeCaves(m.Units[m.Decision.Unit], m.Decision.At), mv.to) {
			return "bad_target"
		}
	case "open_tile":
		if !m.isFog(mv.to) {
			return "bad_target"
		}
	case "quake":
		if !m.canQuake(mv.to) || m.Decision.First != nil && *m.Decision.First == mv.to {
			return "bad_target"
		}
	}
	return ""
}

func (m *model) checkUnit(mv modelMove) string {
	u := m.unit(mv.unit)
	if u == nil || !u.alive() {
		return "unknown_id"
	}
	if u.Crew == nil || *u.Crew != m.Crew {
		return "not_yours"
	}
	if !m.canAct(u) {
		return "cannot_act"
	}
	p, _ := u.spot()
	below := p.vessel < 0 && m.isLand(p.sq) && p.step < labyrinthModelSteps(m.tile(p.sq))
	if below != (mv.kind == "advance") || mv.kind == "fly" && !m.flown(u) {
		return "cannot_act"
	}
	held := m.isHeld(u)
	if mv.kind == "advance" { // JK-26
		if !m.mayMeet(u, modelSpot{sq: p.sq, step: p.step + 1, vessel: -1}, held) {
			return "entry_forbidden"
		}
		return ""
	}
	if !checkModelLoad(u, mv.load, m.itemsIn(p)) {
		return "bad_load"
	}
	how := "flight"
	if mv.kind == "move" {
		if !m.reaches(u, mv.to, mv.load) {
			return "bad_target"
		}
		how = modelDirection(m.square(u), mv.to)
	} else if !m.lands(p.sq, mv.to) {
		return "bad_target"
	}
	return m.mayChoose(u, mv.load, mv.to, how, held)
}

func (m *model) checkGo(mv modelMove) string {
	d := m.Decision
	u := m.Units[d.Unit]
	ice := d.Kind == "ice_jump" || d.Kind == "ice_flight"
	if ice && !slices.Equal(mv.load, d.Load) || !ice && !checkModelLoad(u, mv.load, m.land(d.At).Items) {
		return "bad_load"
	}
	if !m.isSquare(mv.to) || !m.goReaches(d, mv.to) || m.excluded(d, mv.to) {
		return "bad_target"
	}
	how := map[string]string{"arrow": modelDirection(d.At, mv.to), "horse": "jump", "ice_jump": "jump", "ice_flight": "flight"}[d.Kind]
	return m.mayChoose(u, mv.load, mv.to, how, d.Held)
}

// goReaches is JK-63.
func (m *model) goReaches(d *modelDecision, x modelSquare) bool {
	switch d.Kind {
	case "arrow":
		return slices.Contains(arrowModelDirs(m.tile(d.At)), modelDirection(d.At, x))
	case "ice_flight":
		return m.lands(d.At, x)
	}
	return slices.Contains(modelKnight, modelSquare{x[0] - d.At[0], x[1] - d.At[1]})
}

// excluded is JK-64.
func (m *model) excluded(d *modelDecision, x modelSquare) bool {
	tile := m.tile(x)
	for _, key := range d.Trail {
		if key.At != x {
			continue
		}
		switch {
		case tile == "crocodile":
			return true
		case tile == "horse" && (d.Kind == "horse" || d.Kind == "ice_jump"):
			return true
		case tile == "ice" && (d.Kind == "horse" || d.Kind == "ice_jump") && *key.How == "jump":
			return true
		case tile == "ice" && d.Kind == "ice_flight" && *key.How == "flight":
			return true
		}
	}
	return false
}

func (m *model) checkSail(mv modelMove) string { // JK-220 to JK-223
	v := m.vessel(mv.vessel)
	if v == nil || v.At == nil {
		return "unknown_id"
	}
	if v.Crew != m.Crew {
		return "not_yours"
	}
	own, fighter, missionary := false, false, false
	for _, u := range m.unitsOf(v.Units) {
		own = own || u.Crew != nil && *u.Crew == m.Crew
		fighter = fighter || u.fights()
		missionary = missionary || u.Kind == "missionary"
	}
	if !own {
		return "cannot_act"
	}
	if !m.orthogonal(*v.At, mv.to) || !m.isWater(mv.to) {
		return "bad_target"
	}
	if v.Kind == "ship" && m.Options.ShipMovement == "side" { // JK-221
		last := m.Size - 1
		row := v.At[0] == mv.to[0] && (mv.to[0] == 0 || mv.to[0] == last) && mv.to[1] >= 2 && mv.to[1] <= m.Size-3
		col := v.At[1] == mv.to[1] && (mv.to[1] == 0 || mv.to[1] == last) && mv.to[0] >= 2 && mv.to[0] <= m.Size-3
		if !row && !col {
			return "bad_target"
		}
	}
	if m.vesselAt(mv.to) != nil {
		return "entry_forbidden"
	}
	foes := false
	for _, s := range m.on(mv.to) {
		if m.enemies(&v.Crew, s.Crew) {
			foes = true
			if s.Kind == "missionary" {
				return "entry_forbidden"
			}
		}
	}
	if foes && (!fighter || m.Options.MissionaryBars && missionary) {
		return "entry_forbidden"
	}
	return ""
}

// checkResurrect is JK-152.
func (m *model) checkResurrect(x modelSquare) string {
	if m.tile(x) != "resurrection_fort" || !slices.ContainsFunc(m.on(x), func(u *modelUnit) bool { return u.Crew != nil && *u.Crew == m.Crew }) {
		return "bad_target"
	}
	if m.deadPirate() == nil {
		return "nobody_to_resurrect"
	}
	return ""
}

func (m *model) deadPirate() *modelUnit {
	for _, u := range m.Units {
		if !u.alive() && u.Kind == "pirate" && u.Crew != nil && *u.Crew == m.Crew {
			return u
		}
	}
	return nil
}

// checkRum is JK-230, JK-231, JK-234.
func (m *model) checkRum(x modelSquare) string {
	if m.Crews[m.Crew].Rum == 0 {
		return "no_rum"
	}
	if m.GrassLeft > 0 {
		return "rum_blocked"
	}
	drinkers := m.drinkers(x)
	near := false
	for _, u := range m.Units {
		if !u.alive() || u.Crew == nil || *u.Crew != m.Crew || u.Place.Tunnel && m.Options.StuckNoServe {
			continue
		}
		if q := m.square(u); q == x || m.adjacent(q, x) {
			near = true
		}
	}
	if !near || len(drinkers) == 0 {
		return "out_of_reach"
	}
	if m.Options.RumNotWasted {
		for _, u := range drinkers {
			if u.Kind == "chunga_changa" || u.Kind == "missionary" || u.Trapped ||
				u.Place.Vessel == nil && m.isLand(x) && u.Place.Step < labyrinthModelSteps(m.tile(x)) {
				return ""
			}
		}
		return "rum_wasted"
	}
	return ""
}

// drinkers are all units on a square, aboard too, the tunnel not: JK-231, JK-232.
func (m *model) drinkers(x modelSquare) []*modelUnit {
	if v := m.vesselAt(x); v != nil {
		return m.unitsOf(v.Units)
	}
	return m.on(x)
}

// freeCaves are the other face-up caves that are free for u: JK-180, JK-182, JK-187.
func (m *model) freeCaves(u *modelUnit, x modelSquare) (list []modelSquare) {
	for _, l := range m.Land {
		if l.At != x && m.tile(l.At) == "cave" && m.isFree(u, l) {
			list = append(list, l.At)
		}
	}
	return list
}

func (m *model) isFree(u *modelUnit, cave *modelLand) bool {
	if m.Options.TabletopCaves {
		return !slices.ContainsFunc(m.unitsOf(cave.Units), func(v *modelUnit) bool { return m.enemies(u.Crew, v.Crew) })
	}
	return len(cave.Units) == 0
}

// canQuake is JK-197.
func (m *model) canQuake(x modelSquare) bool {
	l := m.land(x)
	return l != nil && l.FaceUp && len(l.Units) == 0 && len(l.Items) == 0 &&
		!slices.ContainsFunc(m.Tunnel, func(s modelStuck) bool { return s.Entry == x })
}

// modelLoads are all loads that can be held, in the order of section 7.
var modelLoads = func() [][]string {
	loads := [][]string{{}}
	for _, a := range modelOrder {
		loads = append(loads, []string{a})
	}
	for i, a := range modelOrder[:4] {
		loads = append(loads, []string{"cart", a})
		for _, b := range modelOrder[i:4] {
			loads = append(loads, []string{"cart", a, b})
		}
	}
	return loads
}()

// squares are all squares of the board, row-major.
func (m *model) squares() (list []modelSquare) {
	for r := range m.Size {
		for c := range m.Size {
			list = append(list, modelSquare{r, c})
		}
	}
	return list
}

// legal lists the actor's moves in canonical order: whatever check lets pass.
func (m *model) legal() []modelMove {
	if m.Phase == "over" {
		return nil
	}
	var list []modelMove
	try := func(mv modelMove) {
		if m.check(mv) == "" {
			list = append(list, mv)
		}
	}
	if m.Phase == "action" {
		list = append(list, m.rums()...)
		list = append(list, m.mainActions()...)
		try(modelMove{kind: "pass"})
		return list
	}
	for _, x := range m.squares() {
		for _, load := range modelLoads {
			try(modelMove{kind: "go", to: x, load: load})
		}
		try(modelMove{kind: "exit_cave", to: x})
		try(modelMove{kind: "open_tile", to: x})
		try(modelMove{kind: "quake", to: x})
	}
	return list
}

func (m *model) rums() (list []modelMove) {
	for _, x := range m.squares() {
		if mv := (modelMove{kind: "serve_rum", to: x}); m.check(mv) == "" {
			list = append(list, mv)
		}
	}
	return list
}

// mainActions are the legal main actions but pass.
func (m *model) mainActions() (list []modelMove) {
	try := func(mv modelMove) {
		if m.check(mv) == "" {
			list = append(list, mv)
		}
	}
	nowhere := modelSquare{-1, -1}
	steps := func(kind string) {
		for _, u := range m.Units {
			var loads [][]string
			for _, load := range modelLoads {
				if m.check(modelMove{kind: kind, unit: u.ID, to: nowhere, load: load}) == "bad_target" {
					loads = append(loads, load)
				}
			}
			if loads == nil {
				continue
			}
			for _, x := range m.squares() {
				if kind == "move" && !m.adjacent(m.square(u), x) {
					continue
				}
				for _, load := range loads {
					try(modelMove{kind: kind, unit: u.ID, to: x, load: load})
				}
			}
		}
	}
	steps("move")
	for _, u := range m.Units {
		try(modelMove{kind: "advance", unit: u.ID})
	}
	steps("fly")
	for _, v := range m.Vessels {
		for _, x := range m.squares() {
			try(modelMove{kind: "sail", vessel: v.ID, to: x})
		}
	}
	for _, x := range m.squares() {
		try(modelMove{kind: "resurrect", to: x})
	}
	return list
}

// named is a move with its arguments' names.
func (mv modelMove) named() map[string]any {
	n := map[string]any{"type": mv.kind}
	switch mv.kind {
	case "move", "fly":
		n["unit"], n["to"], n["load"] = mv.unit, mv.to, mv.load
	case "advance":
		n["unit"] = mv.unit
	case "sail":
		n["vessel"], n["to"] = mv.vessel, mv.to
	case "go":
		n["to"], n["load"] = mv.to, mv.load
	case "exit_cave":
		n["to"] = mv.to
	case "serve_rum", "resurrect", "open_tile", "quake":
		n["at"] = mv.to
	}
	return n
}
