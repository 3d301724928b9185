package scenario

import (
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

var (
	rulePattern = regexp.MustCompile(`^[A-Z]+-[0-9]+[a-z]?$`)
	wordPattern = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
)

// form is the keys of a scenario, with those of its base.
type form map[string]pair

// isKey says whether a scenario and a base may have a key.
func isKey(key string) bool {
	switch key {
	case "rules", "game", "seats", "seed", "options", "chance", "setup", "patch", "expect", "steps":
		return true
	}
	return false
}

// scenario reads one document.
func (r *reader) scenario(n node) *Scenario {
	s := &Scenario{File: n.file, Document: r.doc, Line: n.Line}
	pairs := r.pairs(n, "a scenario", false)
	f := form{}
	for _, p := range pairs {
		switch {
		case p.key == "base":
			base := r.base(p.value)
			if r.err == nil {
				r.addBase(f, base)
			}
		case p.key == "name":
			s.Name = r.text(p.value, "name")
			if s.Name == "" || strings.Contains(s.Name, "\n") {
				r.wrong(p.value, "name must be one line of text")
			}
		case !isKey(p.key):
			r.wrong(p.at, "a scenario has no key %q", p.key)
		}
		if r.err != nil {
			return s
		}
	}
	for _, p := range pairs {
		f[p.key] = p
	}
	for _, key := range []string{"name", "game", "seats"} {
		if _, ok := f[key]; !ok {
			r.wrong(n, "the key %q is missing", key)
		}
	}
	r.head(f, s)
	r.position(f, &s.start)
	r.body(n, f, s)
	return s
}

func (r *reader) addBase(f form, base node) {
	pairs := r.pairs(base, "a base file", false)
	if r.err == nil && len(pairs) == 0 {
		r.wrong(base, "this base file says nothing")
	}
	for _, p := range pairs {
		if !isKey(p.key) {
			r.wrong(p.at, "a base file has no key %q", p.key)
			return
		}
		f[p.key] = p
	}
}

// head reads everything but positions and expectations.
func (r *reader) head(f form, s *Scenario) {
	if p, ok := f["rules"]; ok {
		seen := map[string]bool{}
		for _, e := range r.list(p.value, "rules", 0) {
			id := r.text(e, "a rule ID")
			if !rulePattern.MatchString(id) || seen[id] {
				r.wrong(e, "rules must be different IDs like WP-33, not %q", id)
			}
			seen[id] = true
			s.Rules = append(s.Rules, id)
		}
	}
	if p, ok := f["game"]; ok {
		if s.Game = r.text(p.value, "game"); !wordPattern.MatchString(s.Game) {
			r.wrong(p.value, "game must be a game's id like pig, not %q", s.Game)
		}
	}
	if p, ok := f["seats"]; ok {
		s.start.Seats = r.integer(p.value, "seats")
	}
	s.start.Seed = hosts.SeedOf(0)
	if p, ok := f["seed"]; ok {
		s.start.Seed = r.seed(p.value)
	}
	if p, ok := f["chance"]; ok {
		word := r.text(p.value, "chance")
		if word != "auto" && word != "host" {
			r.wrong(p.value, "chance must be auto or host, not %q", word)
		}
		s.start.HostChance = word == "host"
	}
}

func (r *reader) seed(n node) []byte {
	switch v := r.value(n).(type) {
	case int64:
		if v >= 0 {
			return hosts.SeedOf(uint64(v))
		}
	case string:
		if digits, ok := strings.CutPrefix(v, "hex:"); ok {
			b, err := hex.DecodeString(digits)
			if err == nil && len(b) >= 1 && len(b) <= 32 {
				return b
			}
		}
	}
	r.wrong(n, `seed must be a whole number from 0, or "hex:..." with 1 to 32 bytes`)
	return nil
}

// position reads what is sent to create the game: the options, and the setup with its patch.
func (r *reader) position(f form, start *hosts.NewGame) {
	if p, ok := f["options"]; ok {
		options := r.value(p.value)
		if _, ok := options.(*object); !ok {
			r.wrong(p.value, "options must be a map")
		}
		start.Options = r.sendable(p.value, options)
	}
	var setup any
	if p, ok := f["setup"]; ok {
		setup = r.value(p.value)
		start.Setup = r.sendable(p.value, setup)
	}
	p, ok := f["patch"]
	if !ok {
		return
	}
	if setup == nil {
		setup = &object{}
	}
	changes := r.pairs(p.value, "patch", false)
	if len(changes) == 0 {
		r.wrong(p.value, "patch must not be empty")
	}
	for _, c := range changes {
		path, ok := parsePath(c.key)
		if !ok || len(path) == 0 {
			r.wrong(c.at, "%q is no path like a.b[2].c", c.key)
		}
		value := r.value(c.value)
		if r.err != nil {
			return
		}
		var problem string
		setup, problem = set(setup, path, value, func(n int) bool { return r.spend(c.at, n) })
		if problem != "" {
			r.wrong(c.at, "%s: %s", c.key, problem)
			return
		}
	}
	start.Setup = r.sendable(p.value, setup)
}

// sendable turns a value into msgpack, nil for null.
func (r *reader) sendable(n node, v any) []byte {
	if r.err != nil || v == nil {
		return nil
	}
	b, err := hosts.FromJSON(appendJSON(nil, v))
	if err != nil {
		r.wrong(n, "this cannot be sent to a game: %v", err)
	}
	return b
}

// body reads the expectations and steps.
func (r *reader) body(n node, f form, s *Scenario) {
	first := step{file: n.file, line: n.Line}
	expect, hasExpect := f["expect"]
	if hasExpect {
		first.file, first.line = expect.at.file, expect.at.Line
		pairs := r.pairs(expect.value, "expect", false)
		if len(pairs) == 0 {
			r.wrong(expect.value, "expect must not be empty")
		}
		for _, p := range pairs {
			if p.key == "same" || !r.expectation(p, &first, 0) {
				r.wrong(p.at, "expect has no key %q", p.key)
			}
		}
		r.refusal(expect.at, pairs, &first)
	}
	s.steps = append(s.steps, first)
	steps, hasSteps := f["steps"]
	switch {
	case !hasSteps && !hasExpect:
		r.wrong(n, "neither expect nor steps: this cannot fail")
	case hasSteps && first.refused != nil:
		r.wrong(steps.at, "a game whose creation is refused has no steps")
	}
	if !hasSteps {
		return
	}
	for _, e := range r.list(steps.value, "steps", 1) {
		if r.err != nil {
			return
		}
		s.steps = append(s.steps, r.step(e, len(s.steps)))
	}
}

func (r *reader) step(n node, number int) step {
	st := step{file: n.file, line: n.Line}
	pairs := r.pairs(n, "a step", false)
	hasSeat, needsMove := false, ""
	for _, p := range pairs {
		switch p.key {
		case "seat":
			hasSeat = true
			st.seat = r.value(p.value)
			_, isInt := st.seat.(int64)
			if _, isText := st.seat.(string); !isInt && !isText {
				r.wrong(p.value, "seat must be a number or a word")
			}
		case "move":
			st.hasMove = true
			v := r.value(p.value)
			st.move = appendJSON(nil, v)
			r.sendable(p.value, v)
		case "error", "events", "events_include", "events_of":
			needsMove = p.key
			r.expectation(p, &st, number)
		default:
			if !r.expectation(p, &st, number) {
				r.wrong(p.at, "a step has no key %q", p.key)
			}
		}
	}
	switch {
	case r.err != nil:
	case st.hasMove != hasSeat:
		r.wrong(n, "seat and move belong together")
	case !st.hasMove && needsMove != "":
		r.wrong(n, "%s needs a move", needsMove)
	case !st.hasMove && len(st.checks) == 0:
		r.wrong(n, "a step without a move must expect something")
	}
	r.refusal(n, pairs, &st)
	return st
}

// refusal checks what may stand beside error and detail.
func (r *reader) refusal(n node, pairs []pair, st *step) {
	hasDetail := false
	for _, p := range pairs {
		switch p.key {
		case "detail":
			hasDetail = true
		case "error":
		case "events", "events_include", "events_of":
			if st.refused != nil {
				r.wrong(p.at, "a refused move has no events: %s cannot stand beside error", p.key)
			}
		default:
			if st.refused != nil && !st.hasMove {
				r.wrong(p.at, "a refused creation leaves nothing to look at: only detail may stand beside error, not %s", p.key)
			}
		}
	}
	if hasDetail && st.refused == nil {
		r.wrong(n, "detail belongs to error")
	}
}

// isInt says whether a written value is a whole number in a range.
func isInt(v any, low int64) bool {
	i, ok := v.(int64)
	return ok && i >= low && i <= wire.MaxInt
}
