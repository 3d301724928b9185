package jackal

import "github.com/parley-rules/parley/core"

// The reasons of the end, by their places in the words, plus 1.
const (
	notEnded = iota
	endFleetSunk
	endNoMovers
	endAllStuck
	endGoldDecided
	endQuiet
)

// ending is how a game ends: why, and which side wins whatever the score, -1 for none.
type ending struct {
	reason int
	winner int
}

// sides is the number of sides. Side i consists of the crews c with side[c] == i.
func (s *settings) sides(crews uint8) int {
	if s.mode == modeDuelDouble || s.mode == modeTeams {
		return 2
	}
	return int(crews)
}

// ending says whether the game ends now, and how: the first condition that holds.
//
// JK-241, JK-246.
func (s *state) ending() ending {
	if s.shipDestruction {
		if e := s.oneFleet(); e.reason != notEnded {
			return e
		}
	}
	if e := s.oneAble(); e.reason != notEnded {
		return e
	}
	switch {
	case s.goldDecided(s.left()):
		return ending{endGoldDecided, -1}
	case int(s.quiet) >= int(s.rounds)*int(s.crews):
		return ending{endQuiet, -1}
	}
	return ending{notEnded, -1}
}

// oneFleet looks whether at most one side has a floating vessel.
//
// JK-242.
func (s *state) oneFleet() ending {
	fleets := uint8(0)
	for v := uint8(1); v <= s.vessels; v++ {
		if ship := &s.vessel[v]; ship.sq != nowhere {
			fleets |= 1 << s.side[ship.crew]
		}
	}
	return ended(endFleetSunk, fleets)
}

// ended is the end by a reason if at most one side is left of a set, which then wins.
func ended(reason int, left uint8) ending {
	switch {
	case left&(left-1) != 0:
		return ending{notEnded, -1}
	case left == 0:
		return ending{reason, -1}
	}
	return ending{reason, int(directionIn(left))}
}

// oneAble looks whether a side of a duel has no able unit, in other modes whether no side has one.
//
// JK-243, JK-244.
func (s *state) oneAble() ending {
	duel := s.mode == modeDuel || s.mode == modeDuelDouble
	able := uint8(0)
	for crew := range s.crews {
		if s.anyAble(crew) {
			if !duel {
				return ending{notEnded, -1}
			}
			able |= 1 << s.side[crew]
		}
	}
	if duel {
		return ended(endNoMovers, able)
	}
	return ending{endAllStuck, -1}
}

// anyAble says whether a crew has a unit that can act or be freed by its rum.
//
// JK-243.
func (s *state) anyAble(crew uint8) bool {
	for id := s.firstOf(crew); id <= s.units; id = s.after(id, crew) {
		if u := &s.unit[id]; u.crew == crew && u.alive() && !u.tunnel && (!u.trapped || s.rum[crew] > 0) {
			return true
		}
	}
	return false
}

// left is R, the gold that is neither delivered nor lost, hidden losses included.
//
// JK-245.
func (s *state) left() int32 {
	r := s.total - s.lost - s.hiddenLost
	for _, x := range s.score[:s.crews] {
		r -= x
	}
	return r
}

// sideScores are the sums of the crews' scores.
//
// JK-240.
func (s *state) sideScores() (sum [maxCrews]int32) {
	for c, x := range s.score[:s.crews] {
		sum[s.side[c]] += x
	}
	return sum
}

// goldDecided says whether nobody can overtake the leader any more with the gold that is left; with catch_up, not even
// catch up.
//
// JK-245.
func (s *state) goldDecided(left int32) bool {
	if delivered := s.total - s.lost - s.hiddenLost - left; left > delivered {
		return false // more than any side has
	}
	sums := s.sideScores()
	best, second := int32(-1), int32(-1)
	for _, x := range sums[:s.sides(s.crews)] {
		if x > best {
			best, second = x, best
		} else if x > second {
			second = x
		}
	}
	if s.endRule == endCatchUp {
		return second+left < best || left == 0
	}
	return second+left <= best
}

// standing is the ranking: the sides in order, the score and the rank of each side.
type standing struct {
	n     int
	order [maxCrews]uint8
	score [maxCrews]int32
	rank  [maxCrews]int8
}

// rank ranks the sides: the one that wins whatever the score first, then by score, equal ones by their lowest crew. Equal scores
// share a rank, but not with that winner.
//
// JK-248.
func (s *state) rank(e ending) (t standing) {
	t.n, t.score = s.sides(s.crews), s.sideScores()
	better := func(a, b uint8) bool {
		return int(a) == e.winner || int(b) != e.winner && t.score[a] > t.score[b]
	}
	for i := range t.n {
		side := uint8(i)
		j := i
		for ; j > 0 && better(side, t.order[j-1]); j-- {
			t.order[j] = t.order[j-1]
		}
		t.order[j] = side
	}
	for i, side := range t.order[:t.n] {
		t.rank[side] = int8(i + 1)
		if i > 0 {
			if before := t.order[i-1]; !better(before, side) {
				t.rank[side] = t.rank[before]
			}
		}
	}
	return t
}

// Outcome tells how the game ended, each seat by its side.
//
// JK-257.
func (s *state) Outcome() core.Outcome {
	e := s.ending()
	t := s.rank(e)
	o := core.Outcome{Reason: reasons[e.reason-1], Scored: true}
	for c := range s.crews {
		seat, side := s.commander[c], s.side[c]
		o.Places[seat], o.Scores[seat] = t.rank[side], t.score[side]
		if t.rank[side] == 1 {
			o.Winners = o.Winners.With(core.Seat(seat))
		}
	}
	return o
}
