package hosts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"sync"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// ErrStale: the step that was named is not the last one any more, was taken back or never was. Look at the match again:
// what the player answered is not what is asked now.
var ErrStale = errors.New("this answers a step that is not the last of the match: look at it again")

// Match is a game under way: its last position, and how it came to it. It is safe for concurrent use, and nothing waits
// while the rules work: of two moves that answer the same step at once, one is played and the other is ErrStale.
//
// Steps are numbered: the creation is 0, and each move leads to the step with the next number. The number of a step that was
// taken back is not used again in this Match. A Match keeps all of its steps.
type Match struct {
	game  *Game
	start NewGame

	mu    sync.Mutex
	steps []matchStep // ascending by n
	next  int         // the number of the next step
}

type matchStep struct {
	n    int
	seat core.Seat
	move Move
	step *Step
}

// NewMatch creates a game. start.Look is looked at in every step of the match, so that a server that asks for what it will show
// needs one call per move. Errors are those of Game.Init. The Game stays the caller's to close.
func NewMatch(ctx context.Context, g *Game, start NewGame) (*Match, error) {
	step, err := g.Init(ctx, start)
	if err != nil {
		return nil, err
	}
	return &Match{game: g, start: start, steps: []matchStep{{step: step}}, next: 1}, nil
}

// LoadMatch goes on with a game on record: it replays the log and compares every digest. Errors are those of Log.Replay, a
// *Difference among them. The match's steps have the numbers of the log's.
func LoadMatch(ctx context.Context, g *Game, l *Log, look Look) (*Match, error) {
	m := &Match{game: g, start: l.Header.Start, next: len(l.Steps)}
	m.start.Look = look
	err := l.Replay(ctx, g, look, func(i int, step *Step) error {
		s := matchStep{n: i, step: step}
		if i > 0 {
			move, err := g.Move(l.Steps[i].Move)
			if err != nil {
				return err
			}
			s.seat, s.move = l.Steps[i].Seat, move
		}
		m.steps = append(m.steps, s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Game is what the match is a match of.
func (m *Match) Game() *Game { return m.game }

// Seats is the number of seats.
func (m *Match) Seats() int { return m.start.Seats }

// Last returns the last step with its number, which is the one that the next move must answer.
func (m *Match) Last() (n int, step *Step) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &m.steps[len(m.steps)-1]
	return s.n, s.step
}

// Moves is how many moves have led to the last step, without those taken back.
func (m *Match) Moves() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.steps) - 1
}

// Step returns step n, false if there is none or it was taken back.
func (m *Match) Step(n int) (*Step, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := sort.Search(len(m.steps), func(i int) bool { return m.steps[i].n >= n })
	if i == len(m.steps) || m.steps[i].n != n {
		return nil, false
	}
	return m.steps[i].step, true
}

// Move returns the move that led to step n and whose it was, false if there is no such step or it is the creation.
func (m *Match) Move(n int) (core.Seat, Move, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := sort.Search(len(m.steps), func(i int) bool { return m.steps[i].n >= n })
	if i == 0 || i == len(m.steps) || m.steps[i].n != n {
		return 0, Move{}, false
	}
	return m.steps[i].seat, m.steps[i].move, true
}

// LegalMoves lists the legal moves of a seat at step n. Errors are ErrStale if there is no such step, and those of
// Game.LegalMoves.
func (m *Match) LegalMoves(ctx context.Context, n int, seat core.Seat) (Moves, error) {
	step, ok := m.Step(n)
	if !ok {
		return Moves{}, ErrStale
	}
	if moves, ok := step.Moves(seat); ok {
		return moves, nil
	}
	return m.game.LegalMoves(ctx, step.Position, seat)
}

// View shows what a viewer sees at step n. Errors are ErrStale if there is no such step, and those of Game.View.
func (m *Match) View(ctx context.Context, n int, viewer core.Seat) (View, error) {
	step, ok := m.Step(n)
	if !ok {
		return View{}, ErrStale
	}
	if view, ok := step.View(viewer); ok {
		return view, nil
	}
	return m.game.View(ctx, step.Position, viewer)
}

// Play plays a seat's move that answers step n, and returns the step that it leads to with its number. Errors are ErrStale if
// n is not the last step, and those of Game.Apply; the match is unchanged then.
func (m *Match) Play(ctx context.Context, n int, seat core.Seat, move Move) (next int, step *Step, err error) {
	last, from := m.Last()
	if n != last {
		return 0, nil, ErrStale
	}
	step, err = m.game.Apply(ctx, from.Position, seat, move, m.start.Look)
	if err != nil {
		return 0, nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.steps[len(m.steps)-1].n != n {
		return 0, nil, ErrStale
	}
	next = m.next
	m.steps = append(m.steps, matchStep{next, seat, move, step})
	m.next++
	return next, step, nil
}

// UndoError: the last step cannot be taken back, since somebody has learnt something by it.
type UndoError struct {
	N      int    // the step's number
	Reason string // "creation", "draw", "private" or "reveals"
	What   string // the type of the event, or the move that chance drew; "" for the creation. It may be secret
}

func (e *UndoError) Error() string {
	why := map[string]string{
		"creation": "it is the creation of the game",
		"draw":     "chance has played " + e.What,
		"private":  "the event " + e.What + " was not for everybody",
		"reveals":  "the event " + e.What + " has disclosed what was hidden",
	}
	return fmt.Sprintf("step %d cannot be taken back: %s", e.N, why[e.Reason])
}

// Undo takes the last move back and returns the step that is the last again, under its old number. It goes back only over
// steps by which nobody has learnt anything: those without a random result, without an event that was not for everybody and
// without an event that reveals. Otherwise nothing changes and the error is an *UndoError that says what stopped it.
func (m *Match) Undo() (n int, step *Step, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	end := len(m.steps) - 1
	if err := m.steps[end].undoError(); err != nil {
		return 0, nil, err
	}
	m.steps[end] = matchStep{}
	m.steps = m.steps[:end]
	last := &m.steps[end-1]
	return last.n, last.step, nil
}

func (s *matchStep) undoError() error {
	if s.move.IsZero() {
		return &UndoError{s.n, "creation", ""}
	}
	if s.seat == core.Chance {
		return &UndoError{s.n, "draw", s.move.String()}
	}
	if draws := s.step.Draws(); len(draws) > 0 {
		return &UndoError{s.n, "draw", draws[0].String()}
	}
	if what := s.step.privateEvent(); what != "" {
		return &UndoError{s.n, "private", what}
	}
	if what := s.step.Reveals(); what != "" {
		return &UndoError{s.n, "reveals", what}
	}
	return nil
}

// privateEvent is the type of the first event that was not for everybody, "" if all were.
func (s *Step) privateEvent() string {
	r := wire.NewReader(s.events)
	n, _ := r.Array()
	for range n {
		r.Array()
		public := r.Nil()
		if !public {
			r.Skip()
		}
		raw, _ := r.Raw()
		if !public {
			return Event{raw}.Type()
		}
	}
	return ""
}

// Log is the match on record, as it stands now. Its steps are numbered without gaps, whatever was taken back.
func (m *Match) Log() (*Log, error) {
	m.mu.Lock()
	steps := slices.Clone(m.steps)
	m.mu.Unlock()
	l := &Log{Header: NewLogHeader(m.game, m.start), Outcome: steps[len(steps)-1].step.Outcome}
	for i := range steps {
		s, err := NewLogStep(i, steps[i].seat, steps[i].move, steps[i].step, false)
		if err != nil {
			return nil, err
		}
		l.Steps = append(l.Steps, s)
	}
	return l, nil
}

// Save writes the match as a log, from which ReadLog and LoadMatch make it again.
func (m *Match) Save(w io.Writer) error {
	l, err := m.Log()
	if err != nil {
		return err
	}
	_, err = l.WriteTo(w)
	return err
}
