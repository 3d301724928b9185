package scenario

import (
	"strconv"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// expectation reads one key that expects something of a step, and returns false if there is no such key.
func (r *reader) expectation(p pair, st *step, number int) bool {
	c := check{file: p.at.file, line: p.at.Line, key: p.key}
	add := func(c check) { st.checks = append(st.checks, c) }
	switch p.key {
	case "error":
		code := r.text(p.value, "error")
		if !wordPattern.MatchString(code) {
			r.wrong(p.value, "error must be a code like not_actor, not %q", code)
		}
		c.want = code
		st.refused = &c
	case "detail":
		c.want = r.text(p.value, "detail")
		add(c)
	case "events":
		c.want = r.maps(p.value, "events", 0, true)
		add(c)
	case "events_include":
		c.want = r.maps(p.value, "events_include", 1, false)
		add(c)
	case "events_of":
		r.each(p, isViewer, func(c check, n node) {
			c.want = r.maps(n, "events", 0, true)
			add(c)
		})
	case "view":
		r.each(p, isViewer, func(c check, n node) { r.view(c, n, add) })
	case "absent":
		r.each(p, isViewer, func(c check, n node) {
			for _, e := range r.list(n, "the paths of a viewer", 1) {
				c.line, c.path = e.Line, r.text(e, "a path")
				if path, ok := parsePath(c.path); !ok || len(path) == 0 {
					r.wrong(e, "%q is no path like a.b[2].c", c.path)
				}
				add(c)
			}
		})
	case "legal", "legal_include", "legal_exclude":
		atLeast := 1
		if p.key == "legal" {
			atLeast = 0
		}
		r.each(p, isActor, func(c check, n node) {
			c.want = r.maps(n, "the moves of a seat", atLeast, true)
			add(c)
		})
	case "legal_at":
		r.each(p, isActor, func(c check, n node) { r.legalAt(c, n, add) })
	case "count":
		r.each(p, isActor, func(c check, n node) {
			if c.want = r.value(n); !isInt(c.want, 0) {
				r.wrong(n, "count must be a whole number from 0")
			}
			add(c)
		})
	case "actors":
		r.actors(c, p.value, add)
	case "outcome":
		c.want = r.outcome(p.value)
		add(c)
	case "same":
		r.same(c, p.value, number, add)
	default:
		return false
	}
	return true
}

// isViewer and isActor say which pseudo-seats may stand in a key.
func isViewer(s core.Seat) bool { return s == core.Spectator || s == core.Referee }
func isActor(s core.Seat) bool  { return s == core.Chance }

// each reads a map of viewers or seats.
func (r *reader) each(p pair, allowed func(core.Seat) bool, f func(c check, n node)) {
	pairs := r.pairs(p.value, p.key, true)
	if len(pairs) == 0 {
		r.wrong(p.value, "%s must not be empty", p.key)
	}
	for _, e := range pairs {
		seat, ok := parseSeat(e.key)
		if !ok || seat < 0 && !allowed(seat) {
			r.wrong(e.at, "%s is of seats, not of %q", p.key, e.key)
			return
		}
		f(check{file: e.at.file, line: e.at.Line, key: p.key, seat: seat, who: e.key}, e.value)
		if r.err != nil {
			return
		}
	}
}

// parseSeat reads a seat's number, of which the game says whether it exists, or a word.
func parseSeat(s string) (core.Seat, bool) {
	for _, word := range []core.Seat{core.Chance, core.Spectator, core.Referee} {
		if s == word.String() {
			return word, true
		}
	}
	i, ok := parseIndex(s)
	return core.Seat(i), ok && i <= wire.MaxInt
}

// maps reads a list of maps: events or moves, which have a type, or parts of events.
func (r *reader) maps(n node, what string, atLeast int, typed bool) []any {
	elements := r.list(n, what, atLeast)
	list := make([]any, len(elements))
	for i, e := range elements {
		list[i] = r.mapping(e, typed)
		if r.err != nil {
			return nil
		}
	}
	return list
}

func (r *reader) mapping(n node, typed bool) *object {
	o, ok := r.value(n).(*object)
	if !ok || len(o.keys) == 0 {
		r.wrong(n, "this must be a map {type: ...}")
		return nil
	}
	if _, ok := o.at["type"].(string); typed && !ok {
		r.wrong(n, "the type is missing")
	}
	return o
}

func (r *reader) view(c check, n node, add func(check)) {
	pairs := r.pairs(n, "what a viewer sees", false)
	if len(pairs) == 0 {
		r.wrong(n, "what a viewer sees must not be empty")
	}
	for _, p := range pairs {
		c.line, c.path = p.at.Line, p.key
		if _, ok := parsePath(p.key); !ok {
			r.wrong(p.at, "%q is no path like a.b[2].c", p.key)
		}
		c.want = r.value(p.value)
		add(c)
		if r.err != nil {
			return
		}
	}
}

func (r *reader) legalAt(c check, n node, add func(check)) {
	pairs := r.pairs(n, "the moves of a seat", true)
	if len(pairs) == 0 {
		r.wrong(n, "the moves of a seat must not be empty")
	}
	for _, p := range pairs {
		i, err := strconv.Atoi(p.key)
		if err != nil || !decimal.MatchString(p.key) {
			r.wrong(p.at, "%q is no index like 0 or -1", p.key)
		}
		c.line, c.number, c.path = p.at.Line, i, "["+p.key+"]"
		c.want = r.mapping(p.value, true)
		add(c)
		if r.err != nil {
			return
		}
	}
}

func (r *reader) actors(c check, n node, add func(check)) {
	seats := []any{}
	seen := map[any]bool{}
	for _, e := range r.list(n, "actors", 0) {
		v := r.value(e)
		if !isInt(v, 0) && v != "chance" || seen[v] {
			r.wrong(e, "actors must be different seats")
			return
		}
		seen[v] = true
		seats = append(seats, v)
	}
	c.want = seats
	add(c)
}

func (r *reader) outcome(n node) any {
	v := r.value(n)
	if v == nil {
		return nil
	}
	o, ok := v.(*object)
	if ok {
		_, hasReason := o.at["reason"].(string)
		scores, hasScores := o.at["scores"]
		ok = len(o.keys) == 4 && hasReason && areInts(o.at["winners"], 0) && areInts(o.at["places"], 1) &&
			hasScores && (scores == nil || areInts(scores, -wire.MaxInt))
	}
	if !ok {
		r.wrong(n, "outcome must be null or {reason, winners, places, scores}")
	}
	return v
}

func areInts(v any, low int64) bool {
	list, ok := v.([]any)
	for _, x := range list {
		ok = ok && isInt(x, low)
	}
	return ok
}

func (r *reader) same(c check, n node, number int, add func(check)) {
	pairs := r.pairs(n, "same", false)
	hasAs := false
	var viewers []node
	for _, p := range pairs {
		switch p.key {
		case "as":
			hasAs = true
			if c.number = r.integer(p.value, "as"); c.number < 0 || c.number >= number {
				r.wrong(p.value, "as must be the number of an earlier step, less than %d", number)
			}
		case "viewers":
			viewers = r.list(p.value, "viewers", 1)
		default:
			r.wrong(p.at, "same has no key %q", p.key)
		}
	}
	if !hasAs || viewers == nil {
		r.wrong(n, "same needs as and viewers")
	}
	seen := map[any]bool{}
	for _, e := range viewers {
		v := r.value(e)
		if i, ok := v.(int64); ok && i >= 0 {
			c.seat, c.who = core.Seat(i), strconv.FormatInt(i, 10)
		} else if w, _ := v.(string); w == core.Spectator.String() || w == core.Referee.String() {
			c.seat, _ = parseSeat(w)
			c.who = w
		} else {
			r.wrong(e, "viewers must be seats, spectator or referee")
			return
		}
		if seen[v] {
			r.wrong(e, "the viewer %s is there twice", c.who)
		}
		seen[v] = true
		c.line = e.Line
		add(c)
	}
}
