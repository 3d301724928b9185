package pirati_test

import "slices"

// lose: the pirate is out of the game for good.
func (m *model) lose(w modelWho, at modelAt, cause string) {
	m.leave(w)
	p := m.pirate(w)
	p.Place, p.Cause = nil, &cause
	m.Progress = true
	m.tellOf("pirate_lost", w, "at", at, "cause", cause)
	if !m.alive(w[0]) { // PI-25
		m.tell("seat_eliminated", "seat", w[0])
	}
}

func (m *model) alive(seat int) bool {
	return slices.ContainsFunc(m.Pirates[seat], func(p modelPirate) bool { return p.Place != nil })
}

// eject puts pirates off their place, all together, and at the end of the queue (PI-54).
func (m *model) eject(list []modelWho) {
	for _, w := range list {
		from := m.place(w)
		m.queue = append(m.queue, modelEjected{w, from})
		m.leave(w)
		nowhere := modelAt{-9, -9}
		m.pirate(w).Place = &modelPlace{&nowhere, 0, -1}
		m.tellOf("pirate_ejected", w, "from", from)
	}
}

// workOff puts the ejected pirates into their ships, one by one.
func (m *model) workOff() {
	for len(m.queue) > 0 {
		next := m.queue[0]
		m.queue = m.queue[1:]
		m.bringHome(next.who, next.from, "ejected")
	}
}

// bringHome puts a pirate into his own ship (PI-52, PI-56).
func (m *model) bringHome(w modelWho, from modelPlace, by string) {
	ship := m.Ships[w[0]]
	if ship.At == nil {
		m.lose(w, *from.At, "no_ship")
		return
	}
	if from.Ship >= 0 && m.shipAt(*from.At) != from.Ship {
		from.Ship = -1
	}
	m.moved(w, from, modelPlace{ship.At, 0, w[0]}, by, false)
	m.boardQueued(w, w[0], false)
}

// board is BOARD (PI-151, PI-152), after which the queue is worked off (PI-54).
func (m *model) board(w modelWho, ship int, carry bool) {
	m.boardQueued(w, ship, carry)
	m.workOff()
}

func (m *model) boardQueued(w modelWho, ship int, carry bool) {
	at := *m.Ships[ship].At
	if !m.mayEnter(w, ship, carry) {
		m.lose(w, at, "murdered")
		return
	}
	var foes []modelWho
	for _, v := range m.aboard(ship) {
		if m.opposing(v, w) {
			foes = append(foes, v)
		}
	}
	m.eject(foes)
	if carry { // PI-165
		m.bank(ship, 1, "carried")
	}
	m.pirate(w).Place = &modelPlace{&at, 0, ship}
	m.tellOf("pirate_boarded", w, "ship", ship)
	if crew := m.aboard(ship); len(crew) > 3 { // PI-146
		m.Ships[ship].At, m.Ships[ship].Sunk = nil, true
		m.tell("ship_sunk", "seat", ship, "at", at)
		for _, v := range crew {
			m.lose(v, at, "ship_sunk")
		}
		if !m.afloat(modelTeam(ship)) { // PI-158
			for _, v := range m.everybody() {
				if modelTeam(v[0]) == modelTeam(ship) && m.swims(v) {
					m.lose(v, m.at(v), "drowned")
				}
			}
		}
	}
}

func (m *model) bank(seat, count int, by string) {
	m.Ships[seat].Hoard += count
	m.Progress = true
	m.tell("tokens_banked", "seat", seat, "count", count, "by", by, "hoard", m.Ships[seat].Hoard)
}

func (m *model) afloat(team int) bool {
	for s := team; s < m.Seats; s += 2 {
		if m.Ships[s].At != nil {
			return true
		}
	}
	return false
}

// water is WATER: PI-153.
func (m *model) water(w modelWho, at modelAt) {
	if !m.afloat(modelTeam(w[0])) {
		m.lose(w, at, "drowned")
		return
	}
	m.tellOf("pirate_swims", w, "at", at)
}

// mermaidCalls: PI-115 to PI-122, once the revealing pirate is at rest.
func (m *model) mermaidCalls(seat int) {
	if !m.found || m.Ships[seat].At == nil {
		return
	}
	var list []modelWho
	pays := m.Mermaid == "unused"
	for _, w := range m.everybody() {
		at := m.at(w)
		if w[0] != seat || !at.onBoard() || m.tile(at).Kind != "mermaid" || !m.tile(at).FaceUp {
			continue
		}
		if pays && (m.Options.Heir || m.Discoverer != nil && *m.Discoverer == w) || !pays && m.pirate(w).Captive {
			list = append(list, w)
		}
	}
	if len(list) == 0 {
		return
	}
	if pays {
		m.Mermaid, m.Discoverer = "used", nil
		m.Bank -= 3
		m.tell("mermaid_used", "seat", seat)
		m.bank(seat, 3, "mermaid")
	}
	for _, w := range list {
		from := m.place(w)
		if !pays && m.Ships[seat].At != nil {
			m.tellOf("pirate_freed", w, "at", *from.At)
		}
		m.leave(w)
		m.bringHome(w, from, "mermaid")
		m.workOff()
	}
}

// endTurn is END_TURN of section 6.
func (m *model) endTurn(seat int, auto bool) {
	for p := range m.Pirates[seat] {
		m.Pirates[seat][p].Delay = max(0, m.Pirates[seat][p].Delay-1)
	}
	m.Quiet++
	if m.Progress {
		m.Quiet = 0
	}
	if m.passed {
		m.Streak++
		m.tell("turn_passed", "seat", seat, "auto", auto)
	} else {
		m.Streak = 0
	}
	m.Turn++
	m.Progress = false
	m.Phase = "main"
	if reason := m.ended(); reason != "" {
		m.over(reason)
		return
	}
	next := (seat + 1) % m.Seats
	for !m.alive(next) {
		next = (next + 1) % m.Seats
	}
	if m.stuck() {
		m.over("stuck")
		return
	}
	m.ToAct = next
	if len(m.mainMoves(next)) == 1 { // PI-23
		m.passed = true
		m.endTurn(next, true)
		return
	}
	m.tell("turn_started", "seat", next, "turn", m.Turn)
}

// ended: PI-180 to PI-186.
func (m *model) ended() string {
	onBoard, shown, alive := 0, 0, 0
	for i := range m.Tiles {
		for _, n := range m.Tiles[i].Tokens {
			onBoard += n
		}
		if !m.Tiles[i].FaceUp {
			shown += modelTreasure[m.Tiles[i].Kind]
		}
	}
	for s := range m.Seats {
		if m.alive(s) {
			alive++
		}
	}
	if shown == 0 && onBoard == 0 {
		return "exhausted"
	}
	if alive == 0 {
		return "no_pirates"
	}
	if m.Options.Decided {
		gain := onBoard + shown
		if m.Mermaid != "used" && shown > 0 {
			gain += 3
		}
		totals := m.totals()
		for team := range 2 {
			other := 1 - team
			can := 0
			for s := other; s < m.Seats; s += 2 {
				if m.alive(s) {
					can = gain
				}
			}
			if totals[team] > totals[other]+can {
				return "decided"
			}
		}
	}
	if m.Quiet >= m.Options.QuietLimit*m.Seats {
		return "quiet_limit"
	}
	if m.Options.AllPass > 0 && m.Streak >= m.Options.AllPass*alive {
		return "all_passed"
	}
	return ""
}

// stuck: PI-187, on a copy without delays.
func (m *model) stuck() bool {
	free := &model{modelView: m.modelView}
	free.Pirates = nil
	for s := range m.Pirates {
		free.Pirates = append(free.Pirates, slices.Clone(m.Pirates[s]))
		for p := range free.Pirates[s] {
			free.Pirates[s][p].Delay = 0
		}
	}
	for s := range m.Seats {
		if len(free.mainMoves(s)) > 1 {
			return false
		}
	}
	return true
}

func (m *model) totals() []int {
	totals := []int{0, 0}
	for s, ship := range m.Ships {
		totals[modelTeam(s)] += ship.Hoard
	}
	return totals
}

// over: PI-188.
func (m *model) over(reason string) {
	r := &modelResult{Reason: reason, Totals: m.totals(), Winning: -1}
	for _, ship := range m.Ships {
		r.Hoards = append(r.Hoards, ship.Hoard)
	}
	if r.Totals[0] != r.Totals[1] {
		r.Winning = 0
		if r.Totals[1] > r.Totals[0] {
			r.Winning = 1
		}
	}
	m.Phase, m.ToAct, m.Result = "over", -1, r
	m.tell("game_over", "reason", reason, "totals", r.Totals, "hoards", r.Hoards, "winner_team", r.Winning)
}

// outcome is what the step says at the end, as JSON.
func (m *model) outcome() map[string]any {
	winners, places, scores := []int{}, []int{}, []int{}
	for s := range m.Seats {
		place := 2
		if m.Result.Winning == modelTeam(s) {
			winners = append(winners, s)
			place = 1
		}
		if m.Result.Winning < 0 {
			place = 1
		}
		places = append(places, place)
		scores = append(scores, m.Result.Totals[modelTeam(s)])
	}
	return map[string]any{"reason": m.Result.Reason, "winners": winners, "places": places, "scores": scores}
}

// creation are the events at creation, PI-13.
func (m *model) creation(byHand bool) []map[string]any {
	list := []map[string]any{modelEvent("board_shuffled")}
	for s, ship := range m.Ships {
		if !byHand && m.Options.ShipStart == "middle" {
			list = append(list, modelEvent("ship_placed", "seat", s, "at", ship.At))
		}
	}
	switch m.Phase {
	case "main":
		list = append(list, modelEvent("turn_started", "seat", m.ToAct, "turn", m.Turn))
	case "choice":
		n := m.Pending
		list = append(list, modelEvent("choice_pending", "seat", m.ToAct, "pirate", n.Pirate, "at", n.At, "options", n.Options))
	}
	return list
}
