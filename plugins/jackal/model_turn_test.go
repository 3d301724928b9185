package jackal_test

import "slices"

// apply plays a legal move with all that follows, and tells the events.
func (m *model) apply(mv modelMove) {
	m.events, m.grass, m.inChain = nil, false, modelChain{}
	switch mv.kind {
	case "go", "exit_cave", "open_tile", "quake":
		m.resolve(mv)
	case "serve_rum":
		m.serve(mv.to)
		if m.Options.RumAction == "free" {
			m.action()
			return
		}
	case "move", "fly":
		u := m.Units[mv.unit]
		m.inChain = modelChain{start: u.Place, held: m.isHeld(u)}
		how := "flight"
		if mv.kind == "move" {
			how = modelDirection(m.square(u), mv.to)
		} else if l := m.land(m.square(u)); len(l.Units) == 1 || m.Options.PlaneSeats == "one" { // JK-174, JK-175
			l.Ready = false
		}
		m.enter(u, mv.load, mv.to, how, false)
	case "advance": // JK-26
		u := m.Units[mv.unit]
		m.inChain = modelChain{held: m.isHeld(u)}
		x := m.square(u)
		p := modelSpot{sq: x, step: u.Place.Step + 1, vessel: -1}
		m.leave(u)
		m.tell("unit_moved", "unit", u.ID, "from", x, "to", x, "how", "advance")
		m.put(u, p)
		m.meetFightJoin(u, nil, x)
	case "sail": // JK-220, JK-222
		v := m.Vessels[mv.vessel]
		swimmers := m.on(mv.to)
		to := mv.to
		v.At = &to
		m.tell("vessel_moved", "vessel", v.ID, "to", to)
		m.takeAboard(v, swimmers, to)
	case "resurrect": // JK-152
		u := m.deadPirate()
		m.put(u, modelSpot{sq: mv.to, vessel: -1})
		m.tell("resurrected", "unit", u.ID, "at", mv.to)
	}
	if m.Decision == nil {
		m.endTurn()
	}
}

// serve is JK-232.
func (m *model) serve(x modelSquare) {
	m.Crews[m.Crew].Rum--
	m.Progress = true
	m.tell("rum_served", "crew", m.Crew, "at", x)
	for _, u := range m.drinkers(x) {
		if u.Kind == "chunga_changa" {
			m.die(u, "rum")
			continue
		}
		if u.Kind == "missionary" {
			u.Kind = "pirate"
			m.tell("unit_converted", "unit", u.ID)
		}
		if u.Trapped {
			u.Trapped = false
			m.tell("unit_freed", "unit", u.ID)
		}
		if k := labyrinthModelSteps(m.tile(x)); u.Place.Vessel == nil && u.Place.Step < k {
			u.Place.Step = k
			m.tell("unit_moved", "unit", u.ID, "from", x, "to", x, "how", "rum")
		}
	}
}

// endTurn is END_TURN of section 6.
func (m *model) endTurn() {
	m.Phase = "action"
	m.release()                 // 1
	for _, u := range m.Units { // 2, JK-17
		if u.Crew != nil && *u.Crew == m.Crew && u.Skips > 0 {
			u.Skips--
		}
	}
	if m.grass { // 3, JK-208
		m.GrassLeft, m.grass = len(m.Crews), false
	} else if m.GrassLeft > 0 {
		m.GrassLeft--
	}
	m.Quiet++ // 4, JK-252
	if m.Progress {
		m.Quiet = 0
	}
	m.Progress = false
	if reason, winner := m.ended(); reason != "" { // 5
		m.over(reason, winner)
		return
	}
	m.Turn++ // 6
	m.Crew = (m.Crew + 1) % len(m.Crews)
	m.startTurn()
}

// startTurn is ACTION of section 6 at the start of a turn.
func (m *model) startTurn() {
	actor := m.Crews[m.Crew].Commander // JK-16, JK-207
	if m.GrassLeft > 0 {
		actor = m.Crews[(m.Crew+len(m.Crews)-1)%len(m.Crews)].Commander
	}
	m.Actor = &actor
	m.tell("turn_started", "turn", m.Turn, "crew", m.Crew, "actor", actor)
	m.action()
}

// action skips the turn if nothing is left to do: JK-13.
func (m *model) action() {
	m.Phase = "action"
	if len(m.rums()) == 0 && len(m.mainActions()) == 0 {
		m.tell("turn_skipped", "crew", m.Crew)
		m.endTurn()
	}
}

// sides are the sides in the order of their lowest crews.
func (m *model) sides() (list [][]int) {
	for c := range m.Crews {
		if m.Crews[c].Side[0] == c {
			list = append(list, m.Crews[c].Side)
		}
	}
	return list
}

func (m *model) score(side []int) (score int) {
	for _, c := range side {
		score += m.Crews[c].Score
	}
	return score
}

// ended is JK-241 to JK-246: the reason, "" if the game goes on, and the side that wins whatever the score.
func (m *model) ended() (reason string, winner []int) {
	if m.Options.Destruction { // JK-242
		afloat := m.sidesWith(func(side []int) bool {
			return slices.ContainsFunc(m.Vessels, func(v *modelVessel) bool { return v.At != nil && slices.Contains(side, v.Crew) })
		})
		if len(afloat) == 1 {
			return "fleet_sunk", afloat[0]
		}
		if len(afloat) == 0 {
			return "fleet_sunk", nil
		}
	}
	able := m.sidesWith(func(side []int) bool {
		return slices.ContainsFunc(m.Units, func(u *modelUnit) bool {
			return u.Crew != nil && slices.Contains(side, *u.Crew) && u.alive() && !u.Place.Tunnel && (!u.Trapped || m.Crews[*u.Crew].Rum > 0)
		})
	})
	if m.Mode == "duel" || m.Mode == "duel_double" { // JK-243
		if len(able) == 1 {
			return "no_movers", able[0]
		}
		if len(able) == 0 {
			return "no_movers", nil
		}
	} else if len(able) == 0 { // JK-244
		return "all_stuck", nil
	}
	left := m.Gold.Total - m.Gold.Lost - *m.Gold.HiddenLost // JK-245
	for c := range m.Crews {
		left -= m.Crews[c].Score
	}
	best := slices.MaxFunc(m.sides(), func(a, b []int) int { return m.score(a) - m.score(b) })
	decided := true
	for _, side := range m.sides() {
		if slices.Equal(side, best) {
			continue
		}
		x := m.score(side)
		if m.Options.EndRule == "overtake" && x+left > m.score(best) || m.Options.EndRule == "catch_up" && x+left >= m.score(best) && left != 0 {
			decided = false
		}
	}
	if decided {
		return "gold_decided", nil
	}
	if m.Quiet >= m.Options.QuietRounds*len(m.Crews) { // JK-246
		return "quiet", nil
	}
	return "", nil
}

func (m *model) sidesWith(has func(side []int) bool) (list [][]int) {
	for _, side := range m.sides() {
		if has(side) {
			list = append(list, side)
		}
	}
	return list
}

// over is JK-248.
func (m *model) over(reason string, winner []int) {
	m.Phase, m.Actor = "over", nil
	m.Result = m.resultFor(reason, winner)
	m.tell("game_over", "reason", reason, "ranking", m.Result.Ranking, "winners", m.Result.Winners)
}

func (m *model) resultFor(reason string, winner []int) *modelResult {
	sides := m.sides()
	slices.SortStableFunc(sides, func(a, b []int) int {
		if winner != nil && (slices.Equal(a, winner) || slices.Equal(b, winner)) {
			if slices.Equal(a, winner) {
				return -1
			}
			return 1
		}
		return m.score(b) - m.score(a)
	})
	result := &modelResult{Reason: reason}
	for i, side := range sides {
		rank := i + 1
		if i > 0 && m.score(side) == m.score(sides[i-1]) && !(winner != nil && i == 1) {
			rank = result.Ranking[i-1].Rank
		}
		result.Ranking = append(result.Ranking, modelRank{Side: side, Score: m.score(side), Rank: rank})
		if rank == 1 {
			result.Winners = append(result.Winners, side)
		}
	}
	return result
}
