package scenario

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// checkAll checks what a step expects besides error. now is nil after a creation that was refused.
func (r *run) checkAll(st *step, now *sight) {
	for i := range st.checks {
		c := &st.checks[i]
		if err := r.check(c, now); err != nil {
			var refusal *hosts.RuleError
			if errors.As(err, &refusal) {
				r.failed(c, Failure{Problem: "the game refuses to tell", Got: refusalJSON(refusal)})
			} else {
				r.failed(c, Failure{Problem: err.Error()})
			}
		}
	}
}

func (r *run) check(c *check, now *sight) error {
	if c.key == "detail" {
		r.checkDetail(c)
		return nil
	}
	switch c.key {
	case "events", "events_of", "events_include":
		if r.last == nil {
			return errors.New("no move was accepted, so there are no events")
		}
		seat := core.Referee
		if c.key == "events_of" {
			seat = c.seat
		}
		return r.checkEvents(c, r.last.Events(seat))
	case "view", "absent":
		return r.checkView(c, now)
	case "legal", "legal_at", "legal_include", "legal_exclude", "count":
		return r.checkLegal(c, now)
	case "actors":
		return r.compare(c, actorList(r.accepted.Actors))
	case "outcome":
		return r.compare(c, r.accepted.Outcome)
	case "same":
		return r.checkSame(c, now)
	}
	return fmt.Errorf("no expectation is called %q", c.key)
}

// compare reports a failure if the JSON of what came is not what was expected.
func (r *run) compare(c *check, came any) error {
	text, err := marshal(came)
	if err != nil {
		return err
	}
	got, err := parseGot(text)
	if err != nil {
		return err
	}
	if path, differ := difference(c.want, got); differ {
		r.failed(c, Failure{Problem: "it differs", Differs: path, Expected: appendJSON(nil, c.want), Got: text})
	}
	return nil
}

// marshal makes JSON of what came from a game.
func marshal(came any) ([]byte, error) {
	if m, ok := came.(json.Marshaler); ok {
		return m.MarshalJSON()
	}
	return json.Marshal(came)
}

func (r *run) checkDetail(c *check) {
	if r.refusal != nil && r.refusal.Detail != c.want {
		r.failed(c, Failure{Problem: "it differs", Expected: appendJSON(nil, c.want), Got: appendJSON(nil, r.refusal.Detail)})
	}
}

func actorList(set core.Seats) []json.RawMessage {
	list := []json.RawMessage{}
	for ; set != 0; set = set.Rest() {
		list = append(list, hosts.SeatJSON(set.First()))
	}
	return list
}

func (r *run) checkEvents(c *check, events []hosts.Event) error {
	if c.key != "events_include" {
		return r.compare(c, events)
	}
	want := c.want.([]any)
	found := 0
	from := 0
	for i, e := range events {
		if found == len(want) {
			break
		}
		text, err := e.MarshalJSON()
		if err != nil {
			return err
		}
		got, err := parseGot(text)
		if err != nil {
			return err
		}
		fields, _ := got.(map[string]any)
		if _, differ := partialDifference(want[found].(*object), fields); !differ {
			found++
			from = i + 1
		}
	}
	if found == len(want) {
		return nil
	}
	rest, err := json.Marshal(events[from:])
	if err != nil {
		return err
	}
	at := *c
	at.path = fmt.Sprintf("[%d]", found)
	problem := "it is not among the events"
	if from > 0 {
		problem = fmt.Sprintf("it is not among the events from number %d on", from)
	}
	r.failed(&at, Failure{Problem: problem, Expected: appendJSON(nil, want[found]), Got: rest})
	return nil
}

func (r *run) checkView(c *check, now *sight) error {
	view, err := now.view(c.seat)
	if err != nil {
		return err
	}
	part, ok := view.At(c.path)
	switch {
	case c.key == "view" && !ok:
		r.failed(c, Failure{Problem: "there is nothing with this path", Expected: appendJSON(nil, c.want)})
		return nil
	case c.key == "view":
		return r.compare(c, part)
	case ok:
		got, err := part.JSON()
		if err != nil {
			return err
		}
		r.failed(c, Failure{Problem: "it should not be there", Got: got})
	}
	return nil
}

func (r *run) checkLegal(c *check, now *sight) error {
	moves, err := now.legal(c.seat)
	if err != nil {
		return err
	}
	switch c.key {
	case "legal":
		return r.compare(c, moves)
	case "count":
		return r.compare(c, moves.Len())
	case "legal_at":
		i := c.number
		if i < 0 {
			i += moves.Len()
		}
		if i < 0 || i >= moves.Len() {
			r.failed(c, Failure{Problem: fmt.Sprintf("the seat has only %d moves", moves.Len()), Expected: appendJSON(nil, c.want)})
			return nil
		}
		return r.compare(c, moves.At(i))
	}
	for i, want := range c.want.([]any) {
		if err := r.checkAmong(c, i, want, moves); err != nil {
			return err
		}
	}
	return nil
}

// checkAmong checks element i of legal_include or legal_exclude. Moves of the manifest have one compact form, so that equal
// moves are equal bytes.
func (r *run) checkAmong(c *check, i int, want any, moves hosts.Moves) error {
	text := appendJSON(nil, want)
	move, err := r.game.Move(text)
	if err != nil {
		return err
	}
	at := *c
	at.path = fmt.Sprintf("[%d]", i)
	_, isMove := move.Core()
	found := moves.Index(move)
	switch {
	case !isMove:
		r.failed(&at, Failure{Problem: "this is no move of the game's manifest, so it is never legal", Expected: text})
	case c.key == "legal_include" && found < 0:
		got, err := moves.MarshalJSON()
		if err != nil {
			return err
		}
		r.failed(&at, Failure{Problem: "it is not among the legal moves", Expected: text, Got: got})
	case c.key == "legal_exclude" && found >= 0:
		r.failed(&at, Failure{Problem: fmt.Sprintf("it is legal move %d", found), Got: text})
	}
	return nil
}

func (r *run) checkSame(c *check, now *sight) error {
	before, err := r.seen[c.number].view(c.seat)
	if err != nil {
		return err
	}
	text, err := before.JSON()
	if err != nil {
		return err
	}
	view, err := now.view(c.seat)
	if err != nil {
		return err
	}
	got, err := view.JSON()
	if err != nil {
		return err
	}
	if string(before.Msgpack()) == string(view.Msgpack()) {
		return nil
	}
	was, err := parseGot(text)
	if err != nil {
		return err
	}
	is, err := parseGot(got)
	if err != nil {
		return err
	}
	path, _ := difference(asWritten(was), is)
	r.failed(c, Failure{Problem: fmt.Sprintf("the view is not the same as after step %d", c.number), Differs: path, Expected: text, Got: got})
	return nil
}
