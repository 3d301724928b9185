package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

// Run plays a scenario and returns what did not hold: nothing if all is well. After a step with failures the later ones are
// not run. A trap, a limit or the end of the context is a failure too.
func Run(ctx context.Context, game *hosts.Game, s *Scenario) []Failure {
	r := &run{ctx: ctx, game: game, scenario: s}
	if id := game.Manifest().Game; id != s.Game {
		r.fail(Failure{File: s.File, Line: s.Line, Key: "game", Problem: "this is a module of another game",
			Expected: appendJSON(nil, s.Game), Got: appendJSON(nil, id)})
		return r.failures
	}
	for i := range s.steps {
		if r.number = i; !r.step(&s.steps[i]) || len(r.failures) > 0 {
			break
		}
	}
	return r.failures
}

type run struct {
	ctx      context.Context
	game     *hosts.Game
	scenario *Scenario
	number   int
	failures []Failure

	seen     []*sight // the position after each step
	accepted *hosts.Step
	last     *hosts.Step      // what the present step has made, nil if nothing
	refusal  *hosts.RuleError // of the present step
}

func (r *run) fail(f Failure) {
	f.Scenario, f.Document, f.Step = r.scenario.Name, r.scenario.Document, r.number
	if f.File != r.scenario.File {
		f.Document = 0
	}
	r.failures = append(r.failures, f)
}

// failed reports a check that does not hold.
func (r *run) failed(c *check, f Failure) {
	f.File, f.Line, f.Key, f.Who, f.Path = c.file, c.line, c.key, c.who, c.path
	r.fail(f)
}

// broken reports an error that is no refusal.
func (r *run) broken(st *step, key string, err error) bool {
	r.fail(Failure{File: st.file, Line: st.line, Key: key, Problem: err.Error()})
	return false
}

// step runs one step and returns false if there is nothing to go on with.
func (r *run) step(st *step) bool {
	key := "move"
	if r.number == 0 {
		key = "expect"
	}
	r.last, r.refusal = nil, nil
	var before *sight
	if st.hasMove && st.refused != nil {
		before = r.now()
		if err := before.lookAll(); err != nil {
			return r.broken(st, key, err)
		}
	}
	if r.number == 0 || st.hasMove {
		step, err := r.play(st)
		if err != nil && !errors.As(err, &r.refusal) {
			return r.broken(st, key, err)
		}
		if err == nil {
			r.last, r.accepted = step, step
		}
	}
	switch {
	case st.refused == nil && r.refusal != nil:
		r.fail(Failure{File: st.file, Line: st.line, Key: key, Problem: "this was refused", Got: refusalJSON(r.refusal)})
		return false
	case st.refused != nil && r.refusal == nil:
		r.failed(st.refused, Failure{Problem: "this was accepted", Expected: appendJSON(nil, st.refused.want)})
	case st.refused != nil && r.refusal.Code != st.refused.want:
		r.failed(st.refused, Failure{Problem: "another refusal", Expected: appendJSON(nil, st.refused.want), Got: refusalJSON(r.refusal)})
	}
	if r.accepted == nil { // a creation that was refused
		r.checkAll(st, nil)
		return false
	}
	now := newSight(r.ctx, r.game, r.accepted.Position, r.scenario.start.Seats)
	if r.last == nil && len(r.seen) > 0 && before == nil {
		now = r.now() // nothing has happened
	}
	r.seen = append(r.seen, now)
	if before != nil && r.refusal != nil {
		if err := r.unchanged(st, before, now); err != nil {
			return r.broken(st, "error", err)
		}
	}
	r.checkAll(st, now)
	return true
}

// now is the last position.
func (r *run) now() *sight { return r.seen[len(r.seen)-1] }

// play creates the game or plays the move.
func (r *run) play(st *step) (*hosts.Step, error) {
	if r.number == 0 {
		return r.game.Init(r.ctx, r.scenario.start)
	}
	position := r.accepted.Position
	if seat, ok := knownSeat(st.seat); ok {
		move, err := r.game.Move(st.move)
		if err != nil {
			return nil, err
		}
		return r.game.Apply(r.ctx, position, seat, move, hosts.Look{})
	}
	return nil, r.playAs(position, st)
}

// knownSeat turns a seat as it was written into a seat that Game.Apply sends as it was written.
func knownSeat(v any) (core.Seat, bool) {
	switch v := v.(type) {
	case int64:
		return core.Seat(v), v >= 0
	case string:
		for _, s := range []core.Seat{core.Chance, core.Spectator, core.Referee} {
			if v == s.String() {
				return s, true
			}
		}
	}
	return 0, false
}

var errNoSeat = errors.New("the game accepts a move of a seat that cannot be")

// playAs sends a move of what is no seat, exactly as it was written. It always returns an error.
func (r *run) playAs(position hosts.Position, st *step) error {
	seat, err := hosts.FromJSON(appendJSON(nil, st.seat))
	if err != nil {
		return err
	}
	move, err := hosts.FromJSON(st.move)
	if err != nil {
		return err
	}
	var w wire.Writer
	w.Map(3)
	w.Str("position")
	w.Bin(position)
	w.Str("seat")
	w.Raw(seat)
	w.Str("move")
	w.Raw(move)
	response, err := r.game.Caller().Call(r.ctx, abi.Apply, w.B, nil)
	if err != nil {
		return err
	}
	refusal, ok := wire.NewReader(response).Find("error")
	if !ok || wire.Check(response) != wire.Fine {
		return errNoSeat
	}
	code, _ := refusal.Find("code")
	detail, _ := refusal.Find("detail")
	c, _ := code.Str()
	d, _ := detail.Str()
	return &hosts.RuleError{Code: string(c), Detail: string(d)}
}

func refusalJSON(e *hosts.RuleError) json.RawMessage {
	return appendJSON(nil, &object{keys: []string{"error", "detail"}, at: map[string]any{"error": e.Code, "detail": e.Detail}})
}

// sight is what can be seen of a position, each thing asked for once.
type sight struct {
	ctx      context.Context
	game     *hosts.Game
	position hosts.Position
	seats    int
	views    map[core.Seat]hosts.View
	moves    map[core.Seat]hosts.Moves
}

func newSight(ctx context.Context, game *hosts.Game, p hosts.Position, seats int) *sight {
	return &sight{ctx: ctx, game: game, position: p, seats: seats, views: map[core.Seat]hosts.View{}, moves: map[core.Seat]hosts.Moves{}}
}

func (s *sight) view(viewer core.Seat) (hosts.View, error) {
	if v, ok := s.views[viewer]; ok {
		return v, nil
	}
	v, err := s.game.View(s.ctx, s.position, viewer)
	if err == nil {
		s.views[viewer] = v
	}
	return v, err
}

func (s *sight) legal(seat core.Seat) (hosts.Moves, error) {
	if m, ok := s.moves[seat]; ok {
		return m, nil
	}
	m, err := s.game.LegalMoves(s.ctx, s.position, seat)
	if err == nil {
		s.moves[seat] = m
	}
	return m, err
}

// viewers are all who can look.
func (s *sight) viewers() []core.Seat {
	list := []core.Seat{core.Spectator, core.Referee}
	for i := range core.Seat(s.seats) {
		list = append(list, i)
	}
	return list
}

// actors are all who may have moves.
func (s *sight) actors() []core.Seat {
	var list []core.Seat
	if s.game.Manifest().Features.Chance {
		list = append(list, core.Chance)
	}
	for i := range core.Seat(s.seats) {
		list = append(list, i)
	}
	return list
}

// lookAll asks for everything.
func (s *sight) lookAll() error {
	for _, v := range s.viewers() {
		if _, err := s.view(v); err != nil {
			return fmt.Errorf("view of %s: %w", v, err)
		}
	}
	for _, a := range s.actors() {
		if _, err := s.legal(a); err != nil {
			return fmt.Errorf("moves of %s: %w", a, err)
		}
	}
	return nil
}

// unchanged reports what a refused move has changed. now must not have been looked at before the move.
func (r *run) unchanged(st *step, before, now *sight) error {
	if err := now.lookAll(); err != nil {
		return err
	}
	report := func(who core.Seat, what string, before, now json.Marshaler) {
		want, _ := before.MarshalJSON()
		got, _ := now.MarshalJSON()
		r.failed(st.refused, Failure{Problem: "the refused move has changed the " + what + " of " + who.String(), Expected: want, Got: got})
	}
	for _, v := range now.viewers() {
		if string(before.views[v].Msgpack()) != string(now.views[v].Msgpack()) {
			report(v, "view", before.views[v], now.views[v])
		}
	}
	for _, a := range now.actors() {
		if !sameMoves(before.moves[a], now.moves[a]) {
			report(a, "moves", before.moves[a], now.moves[a])
		}
	}
	return nil
}

func sameMoves(a, b hosts.Moves) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !a.At(i).Equal(b.At(i)) {
			return false
		}
	}
	return true
}
