package logs

import (
	"context"
	"errors"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// play plays a game by chance, to its end or to the limit. A start that the rules refuse is a *hosts.RuleError.
func (m *maker) play(ctx context.Context, s start) (*played, error) {
	n, err := s.newGame()
	if err != nil {
		return nil, err
	}
	step, err := m.game.Init(ctx, n)
	if err != nil {
		return nil, err
	}
	p := &played{start: s, log: &hosts.Log{Header: hosts.NewLogHeader(m.game, n)}, items: startItems(m.manifest, &s)}
	var seat core.Seat
	var move hosts.Move
	for i := 0; ; i++ {
		line, err := hosts.NewLogStep(i, seat, move, step, true)
		if err != nil {
			return nil, err
		}
		p.log.Steps = append(p.log.Steps, line)
		p.note(move, step)
		if err := m.probe(ctx, step, s.seats); err != nil {
			return nil, err
		}
		if step.Actors == 0 || i == m.options.Limit {
			break
		}
		view, err := m.game.View(ctx, step.Position, core.Referee)
		if err != nil {
			return nil, err
		}
		p.views = append(p.views, view)
		if seat, move, err = m.choose(step); err != nil {
			return nil, err
		}
		if step, err = m.game.Apply(ctx, step.Position, seat, move, n.Look); err != nil {
			return nil, errNotPlayed{err, move.String()}
		}
	}
	if p.log.Outcome = step.Outcome; step.Outcome != nil {
		p.items = append(p.items, "end "+step.Outcome.Reason)
	}
	return p, nil
}

// errNotPlayed: a legal move was not played. It hides a *hosts.RuleError, which would look like a start that is refused.
type errNotPlayed struct {
	err  error
	move string
}

func (e errNotPlayed) Error() string {
	return "the listed move " + e.move + " was not played: " + e.err.Error()
}

// note takes down what a step covers.
func (p *played) note(move hosts.Move, step *hosts.Step) {
	if !move.IsZero() {
		p.items = append(p.items, "move "+move.Type())
	}
	for _, draw := range step.Draws() {
		p.items = append(p.items, "move "+draw.Type())
	}
	for _, e := range step.Events(core.Referee) {
		p.items = append(p.items, "event "+e.Type())
	}
}

// choose picks one of the actors and one of its moves; chance moves by their weights.
func (m *maker) choose(step *hosts.Step) (core.Seat, hosts.Move, error) {
	actors := step.Actors
	for range m.rand.Below(actors.Len()) {
		actors = actors.Rest()
	}
	seat := actors.First()
	moves, ok := step.Moves(seat)
	if !ok || moves.Len() == 0 {
		return seat, hosts.Move{}, errors.New("the seat " + seat.String() + " is to act and has no move: report it to the module's author")
	}
	if seat != core.Chance {
		return seat, moves.At(m.options.Choose(&m.rand, step, seat, moves)), nil
	}
	sum := 0
	for i := range moves.Len() {
		sum += moves.Weight(i)
	}
	x, i := m.rand.Below(sum), 0
	for x -= moves.Weight(0); x >= 0; x -= moves.Weight(i) {
		i++
	}
	return seat, moves.At(i), nil
}

// chooseByKind picks a kind of move and then one of its moves, so that the rare kinds come too.
func chooseByKind(rand *core.Source, _ *hosts.Step, _ core.Seat, moves hosts.Moves) int {
	var byKind [256][]int
	var kinds []uint8
	for i := range moves.Len() {
		c, ok := moves.At(i).Core()
		if !ok {
			continue
		}
		if byKind[c.Kind] == nil {
			kinds = append(kinds, c.Kind)
		}
		byKind[c.Kind] = append(byKind[c.Kind], i)
	}
	if len(kinds) == 0 {
		return rand.Below(moves.Len())
	}
	list := byKind[kinds[rand.Below(len(kinds))]]
	return list[rand.Below(len(list))]
}

// probe tries moves by chance for the codes of their refusals. A move that is accepted changes nothing: its step is forgotten.
func (m *maker) probe(ctx context.Context, step *hosts.Step, seats int) error {
	if step.Actors == 0 {
		return nil
	}
	for range probes {
		seat := step.Actors.First()
		move, err := m.game.Move(m.randomMove(seats))
		if err != nil {
			return err
		}
		_, err = m.game.Apply(ctx, step.Position, seat, move, hosts.Look{})
		var refused *hosts.RuleError
		if errors.As(err, &refused) {
			m.covered["code "+refused.Code] = true
		} else if err != nil {
			return err
		}
	}
	return nil
}

// randomMove makes a move of the manifest's form, its arguments in their ranges or, where the rules have a code for that, beyond.
func (m *maker) randomMove(seats int) []byte {
	kind := &m.manifest.Moves[m.rand.Below(len(m.manifest.Moves))]
	move := map[string]any{"type": kind.Name}
	for i := range kind.Args {
		a := &kind.Args[i]
		if a.Optional && m.rand.Below(2) == 0 {
			continue
		}
		move[a.Name] = m.randomArg(a.Type, seats, a.Loose)
	}
	return []byte(jsonOf(move))
}

func (m *maker) randomArg(t *core.Type, seats int, loose bool) any {
	outside := loose && m.rand.Below(8) == 0
	switch t.Kind {
	case core.TInt:
		if outside {
			return t.Max + 1
		}
		return t.Min + m.rand.Below(t.Max-t.Min+1)
	case core.TSeat:
		if outside {
			return core.MaxSeats
		}
		return m.rand.Below(seats)
	case core.TWord:
		if outside {
			return ""
		}
		return t.Words[m.rand.Below(len(t.Words))]
	case core.TSquare:
		if outside {
			return []int{t.Rows, t.Cols}
		}
		return []int{m.rand.Below(t.Rows), m.rand.Below(t.Cols)}
	case core.TList:
		list := []any{}
		for range t.Min + m.rand.Below(t.Max-t.Min+1) {
			list = append(list, m.randomArg(t.Of, seats, loose))
		}
		return list
	}
	return m.rand.Below(2) == 1 // a Bool
}
