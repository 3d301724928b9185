package conformance

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// place is a place of a move's arguments with the values that it can take.
type place struct{ lo, hi int16 }

// makeDomain makes the moves that are tried in every position: all of the manifest's form if they are not too many; otherwise of
// each kind that has more than its share as many drawn by chance. A loose argument is also given a value outside its range, an
// optional one left out.
func (v *verifier) makeDomain() {
	kinds := make([][]core.Move, len(v.m.Moves))
	sum := 0
	for i := range kinds {
		all, ok := v.allMoves(i, v.o.Domain)
		if !ok {
			sum += v.o.Domain
		}
		kinds[i] = all
		sum += len(all)
	}
	v.whole = sum <= v.o.Domain
	share := max(1, v.o.Domain/len(kinds))
	for i, moves := range kinds {
		if !v.whole && (moves == nil || len(moves) > share) {
			moves = v.randomMoves(i, share)
		}
		for _, m := range moves {
			v.domain = append(v.domain, v.game.MoveOf(m))
		}
	}
}

// randomMoves draws moves of a kind.
func (v *verifier) randomMoves(kind, n int) []core.Move {
	list := make([]core.Move, n)
	for i := range list {
		list[i].Kind = uint8(kind)
		for j := range v.m.Moves[kind].Args {
			v.appendRandomArg(&list[i], &v.m.Moves[kind].Args[j])
		}
	}
	return list
}

// maxSeats is the largest number of seats, up to which moves may name seats.
func (v *verifier) maxSeats() int { return v.m.Seats[len(v.m.Seats)-1] }

// elementPlaces are the places of one value of a type.
func (v *verifier) elementPlaces(t *core.Type) []place {
	switch t.Kind {
	case core.TInt:
		return []place{{int16(t.Min), int16(t.Max)}}
	case core.TSeat:
		return []place{{0, int16(v.maxSeats() - 1)}}
	case core.TWord:
		return []place{{0, int16(len(t.Words) - 1)}}
	case core.TSquare:
		return []place{{0, int16(t.Rows - 1)}, {0, int16(t.Cols - 1)}}
	}
	return []place{{0, 1}} // a Bool
}

// allMoves lists the moves of a kind, false if they are more than limit.
func (v *verifier) allMoves(kind, limit int) ([]core.Move, bool) {
	moves := []core.Move{{Kind: uint8(kind)}}
	for i := range v.m.Moves[kind].Args {
		a := &v.m.Moves[kind].Args[i]
		var longer []core.Move
		for _, m := range moves {
			ok := true
			if longer, ok = v.extend(longer, m, a, limit); !ok {
				return nil, false
			}
		}
		moves = longer
	}
	return moves, len(moves) <= limit
}

// extend appends to list a move with each value of an argument added.
func (v *verifier) extend(list []core.Move, m core.Move, a *core.Arg, limit int) ([]core.Move, bool) {
	of, lo, hi := a.Type, 1, 1
	variable := false
	if of.Kind == core.TList {
		of, lo, hi, variable = of.Of, of.Min, of.Max, of.Min != of.Max
	}
	places := v.elementPlaces(of)
	slots := hi * len(places)
	if variable {
		slots++
	}
	if a.Optional {
		absent := m
		absent.Arg[m.N] = core.Absent
		absent.N += uint8(slots)
		list = append(list, absent)
	}
	for length := lo; length <= hi; length++ {
		some := []core.Move{m}
		if variable {
			some[0].Arg[m.N] = int16(length)
			some[0].N++
		}
		for range length {
			for j, p := range places {
				var longer []core.Move
				for _, m := range some {
					for x := int(p.lo); x <= int(p.hi); x++ {
						longer = append(longer, withPlace(m, int16(x)))
					}
					if a.Loose && j == 0 && of.Kind != core.TBool {
						longer = append(longer, withPlace(m, core.Outside))
					}
					if len(list)+len(longer) > limit {
						return nil, false
					}
				}
				some = longer
			}
		}
		for _, one := range some {
			one.N = m.N + uint8(slots)
			list = append(list, one)
		}
	}
	return list, len(list) <= limit
}

func withPlace(m core.Move, x int16) core.Move {
	m.Arg[m.N] = x
	m.N++
	return m
}

// appendRandomArg adds a random value of an argument to a move.
func (v *verifier) appendRandomArg(m *core.Move, a *core.Arg) {
	of, length, most := a.Type, 1, 1
	from := m.N
	if of.Kind == core.TList {
		length, most = of.Min+v.src.Below(of.Max-of.Min+1), of.Max
		if of.Min != of.Max {
			m.Arg[m.N] = int16(length)
			m.N++
		}
		of = of.Of
	}
	places := v.elementPlaces(of)
	end := m.N + uint8(most*len(places))
	for range length {
		for j, p := range places {
			x := int16(int(p.lo) + v.src.Below(int(p.hi)-int(p.lo)+1))
			if a.Loose && j == 0 && of.Kind != core.TBool && v.src.Below(12) == 0 {
				x = core.Outside
			}
			*m = withPlace(*m, x)
		}
	}
	m.N = end
	if a.Optional && v.src.Below(3) == 0 {
		m.Arg[from] = core.Absent
		for i := from + 1; i < end; i++ {
			m.Arg[i] = 0
		}
	}
}

// mutated returns a move with one of its arguments drawn anew, false if it has none.
func (v *verifier) mutated(move hosts.Move) (hosts.Move, bool) {
	c, ok := move.Core()
	if !ok || len(v.m.Moves[c.Kind].Args) == 0 {
		return move, false
	}
	args := v.m.Moves[c.Kind].Args
	changed := v.src.Below(len(args))
	m := core.Move{Kind: c.Kind}
	for i := range args {
		from := m.N
		v.appendRandomArg(&m, &args[i])
		if i != changed {
			copy(m.Arg[from:m.N], c.Arg[from:m.N])
		}
	}
	return v.game.MoveOf(m), true
}

// domainText says for reports whether the domain is all of it.
func (v *verifier) domainText() string {
	if v.whole {
		return "moves of the whole domain"
	}
	return "moves of the domain"
}
