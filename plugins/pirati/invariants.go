package pirati

import "math/bits"

// doubts are what a setup by hand can say and a state cannot hold. A body has none.
type doubts struct {
	pirates pirates // neither somewhere nor lost, or both, or delayed for too long, or on a footprint where there is no mud
	pending bool    // the square, the used ways or the ways to choose from cannot be so
	given   bool    // ways are to be compared
	ways    uint8   // the ways to choose from
}

// fault looks for a broken invariant, I1 to I17 of the rules text in their order, and returns the key of the view that is
// named for it, "" if there is none. The numbers that follow from others must be right: ashore, down.
//
// PI-12.
func (s *state) fault(d *doubts) string {
	if key := s.faultOfTokens(); key != "" { // I1, I2
		return key
	}
	if key := s.faultOfPlaces(d); key != "" { // I2 to I12
		return key
	}
	if key := s.faultOfWonders(); key != "" { // I13, I14
		return key
	}
	return s.faultOfPhase(d) // I15 to I17
}

// faultOfTokens is I1, and I2 in full.
//
// PI-160.
func (s *state) faultOfTokens() string {
	sum := int(s.bank) + int(s.ashore) + int(s.sunk) + number(s.carrying)
	for _, k := range s.hoard {
		sum += int(k)
		if k < 0 {
			return "bank"
		}
	}
	if sum != tokens || s.bank < 0 || s.sunk < 0 {
		return "bank"
	}
	for _, p := range s.place[:s.count] {
		if isCell(p) && s.tiles[cell(p)]&faceUp == 0 {
			return "pirates"
		}
	}
	for _, c := range boardCells {
		if t := s.tiles[c]; s.tokens[c] > 0 && (t&faceUp == 0 || !holdsTokens(kindOf(t))) {
			return "tiles"
		}
	}
	return ""
}

// mostOnSquare is how many pirates can stand at one place of the board: a whole team.
//
// PI-43.
const mostOnSquare = 6

// faultOfPlaces is I3 to I12. Who is not where others are, where he must be and as he must be?
//
// PI-43, PI-51, PI-146, PI-153.
func (s *state) faultOfPlaces(d *doubts) string {
	for i, p := range s.place[:s.count] { // I3
		if isCell(p) && i != int(s.mover) && s.noRest(cell(p)) {
			return "pirates"
		}
	}
	if s.mover != none && isCell(s.place[s.mover]) {
		switch kindOf(s.tiles[cell(s.place[s.mover])]) { // he stands on a transit tile, I16 says on which
		case kindStarfish, kindShark:
			return "pirates"
		}
	}
	for i, p := range s.place[:s.count] { // I4, I5
		if isLost(p) || s.swims(i) && s.shipOn(cell(p)) == none {
			continue
		}
		most := mostOnSquare
		if isAboard(p) {
			most = room
		}
		together := s.at(p)
		if together&^teams[teamOf(i)] != 0 || bits.OnesCount16(together) > most {
			return "pirates"
		}
	}
	for _, c := range boardCells { // I5
		if n := footprintsOf(s.tiles[c]); n > 0 && s.tokens[c]>>n != 0 {
			return "tiles"
		}
	}
	for i, p := range s.place[:s.count] { // I6
		if s.swims(i) && s.shipOn(cell(p)) != none {
			return "pirates"
		}
	}
	if s.faultOfFlags() { // I7
		return "pirates"
	}
	for i := range int(s.count) { // I8
		if s.hasGenie(i) && s.at(s.place[i]) != 1<<i {
			return "pirates"
		}
	}
	for i := range int(s.count) { // I9
		if s.swims(i) && !s.floating(teamOf(i)) {
			return "pirates"
		}
	}
	for ship := range int(s.n) { // I10
		if s.manned(ship) && s.opponentsAt(aboard+place(ship), ship&1) != 0 {
			return "pirates"
		}
	}
	if !s.shipsFit() { // I11
		return "ships"
	}
	for i, p := range s.place[:s.count] { // I11, I12
		if isAboard(p) && s.shipSunk[p-aboard] || !s.ordinary(i) {
			return "pirates"
		}
	}
	if d.pirates != 0 {
		return "pirates"
	}
	return ""
}

// noRest says whether no pirate can stay on a cell.
//
// PI-89.
func (s *state) noRest(c cell) bool {
	t := s.tiles[c]
	return isTransit(t) || kindOf(t) == kindStarfish || kindOf(t) == kindShark
}

// faultOfFlags is I7: where the captives, the freed and the delayed stand.
//
// PI-109, PI-110, PI-118, PI-132.
func (s *state) faultOfFlags() bool {
	for i, p := range s.place[:s.count] {
		kind := kindWater
		if isCell(p) {
			kind = kindOf(s.tiles[cell(p)])
		}
		if s.captive>>i&1 != 0 && kind != kindOctopus && (kind != kindMermaid || s.mermaid != powerUsed) ||
			s.freed>>i&1 != 0 && kind != kindOctopus || s.delayed>>i&1 != 0 && kind != kindTurtle {
			return true
		}
	}
	return false
}

// shipsFit is I11: every ship afloat is on its side.
//
// PI-147.
func (s *state) shipsFit() bool {
	for i := range s.n {
		if c := s.ships[i]; c != noCell {
			pos := shipPos(s.sides[i], c)
			if pos < 1 || pos >= edge || shipCell(s.sides[i], pos) != c || s.shipSunk[i] {
				return false
			}
		}
	}
	return true
}

// ordinary is I12 for a pirate: his flags and his footprint fit. That the lost have no flags follows from I7.
//
// PI-76.
func (s *state) ordinary(pirate int) bool {
	p := s.place[pirate]
	foot, most := footOf(p), 0
	switch {
	case s.captive&s.freed>>pirate&1 != 0:
		return false
	case !isCell(p):
		return true
	}
	if t := s.tiles[cell(p)]; t&faceUp != 0 {
		most = footprintsOf(t)
	}
	return foot <= most && (foot > 0) == (most > 0)
}

// faultOfWonders is I13 and I14: genie, mermaid, and a bank that can pay.
//
// PI-116, PI-138.
func (s *state) faultOfWonders() string {
	var up, all [kinds]int
	for _, c := range boardCells {
		t := s.tiles[c]
		all[kindOf(t)]++
		if t&faceUp != 0 {
			up[kindOf(t)]++
		}
	}
	needed := s.tokensDown()
	if all[kindMermaid] > 0 && s.mermaid != powerUsed {
		needed += reward
	}
	switch {
	case all[kindGenie] > 1 || all[kindMermaid] > 1:
		return "tiles"
	case (s.genie == powerHidden) != (up[kindGenie] == 0):
		return "genie"
	case (s.mermaid == powerHidden) != (up[kindMermaid] == 0):
		return "mermaid"
	case s.discoverer != none && (s.mermaid != powerUnused || s.onMermaid(seatOf(int(s.discoverer)))>>uint(s.discoverer)&1 == 0):
		return "discoverer"
	case int(s.bank) < needed:
		return "bank"
	}
	return ""
}

// faultOfPhase is I15 to I17. Of I16 it finds the ways anew; that a setup names the same is seen elsewhere.
//
// PI-10, PI-25, PI-41, PI-64.
func (s *state) faultOfPhase(d *doubts) string {
	playing := s.phase == phaseMain || s.phase == phaseChoice
	switch {
	case (s.phase == phaseOver) != (s.toAct == none), playing && !s.alive(int(s.toAct)):
		return "to_act"
	case (s.mover != none) != (s.phase == phaseChoice):
		return "pending"
	case (s.reason != none) != (s.phase == phaseOver):
		return "result"
	case s.progress && s.phase != phaseChoice:
		return "progress"
	case s.phase == phaseChoice && (!s.choosing() || d.pending || d.given && d.ways != s.ways):
		return "pending"
	case !s.placed():
		return "phase"
	}
	return ""
}

// choosing is I16: the pirate of the acting seat stands on a choice tile and has two ways or more; ways that are used are ways
// of choice tiles. It sets what follows: the ways, and whether any
// is used.
func (s *state) choosing() bool {
	p := s.place[s.mover]
	if seatOf(int(s.mover)) != int(s.toAct) || !isCell(p) || classes[s.tiles[cell(p)]] != classChoice {
		return false
	}
	s.usedWays = false
	for _, c := range boardCells {
		u := s.used[c]
		if u == 0 {
			continue
		}
		if s.usedWays = true; classes[s.tiles[c]] != classChoice || u&^waysOf(s.tiles[c]) != 0 {
			return false
		}
	}
	pirate := int(s.mover)
	m := movement{pirate: pirate, team: teamOf(pirate), carry: s.carrying}
	s.ways = s.waysOn(&m, cell(p))
	return s.ways&(s.ways-1) != 0
}

// placed is I17: which ships have been placed so far.
//
// PI-5, PI-10.
func (s *state) placed() bool {
	if s.phase != phaseSetup {
		for i := range s.n {
			if s.ships[i] == noCell && !s.shipSunk[i] {
				return false
			}
		}
		return true
	}
	if !s.choosePlaces || s.turn != 1 {
		return false
	}
	for i, p := range s.place[:s.count] {
		if p != aboard+place(i/crew) {
			return false
		}
	}
	due := false
	for i, seat := 0, s.first; i < int(s.n); i++ {
		due = due || seat == s.toAct
		if (s.ships[seat] == noCell) != due || s.shipSunk[seat] {
			return false
		}
		if seat++; seat == s.n {
			seat = 0
		}
	}
	return true
}
