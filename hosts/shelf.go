package hosts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Shelf keeps games, or what opens them, and finds the one with which a log was played. It is safe for concurrent use. The zero
// value is empty and ready.
type Shelf struct {
	mu    sync.Mutex
	items []*shelfItem
}

type shelfItem struct {
	Edition
	open func(ctx context.Context) (*Game, error)

	mu     sync.Mutex // held while it opens
	game   *Game      // nil until it is open
	closed bool
}

// Edition says which rules something is: a game's id, the version of its rules, and the hex SHA-256 of the module, "" for native
// rules.
type Edition struct{ Game, Rules, SHA256 string }

// String is the edition on one line.
func (t Edition) String() string {
	if t.SHA256 == "" {
		return t.Game + " " + t.Rules + " (native)"
	}
	return t.Game + " " + t.Rules + " (module " + t.SHA256 + ")"
}

// Edition says which rules a log was played with.
func (h *LogHeader) Edition() Edition { return Edition{h.Game, h.Rules, h.Module} }

// Edition says which rules a game has.
func (g *Game) Edition() Edition { return Edition{g.manifest.Game, g.manifest.Rules, g.Info().SHA256} }

// ErrOnShelf: a game of this edition is on the shelf already.
var ErrOnShelf = errors.New("this game is on the shelf already")

// MissingError: the shelf has not what was asked for.
type MissingError struct {
	Want Edition
	Have []Edition // what there is of the same game, or everything if there is nothing of it
	// SameGame says whether Have is of the same game.
	SameGame bool
}

func (e *MissingError) Error() string {
	s := "there is no " + e.Want.String() + " on the shelf"
	if len(e.Have) == 0 {
		return s + ": it is empty"
	}
	names := make([]string, len(e.Have))
	for i, t := range e.Have {
		names[i] = t.String()
	}
	if e.SameGame {
		return s + ": of this game there is " + strings.Join(names, ", ")
	}
	return s + ": there is " + strings.Join(names, ", ")
}

// Add puts something that opens a game on the shelf. It is called when the game is first asked for, and again after it
// failed; what it opens must be of that edition, and is the shelf's from then on. The error is ErrOnShelf or nil.
func (s *Shelf) Add(edition Edition, open func(ctx context.Context) (*Game, error)) error {
	return s.add(&shelfItem{Edition: edition, open: open})
}

func (s *Shelf) add(item *shelfItem) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range s.items {
		if i.Edition == item.Edition {
			return fmt.Errorf("%s: %w", item.Edition, ErrOnShelf)
		}
	}
	s.items = append(s.items, item)
	return nil
}

// Put puts an open game on the shelf, which owns it from then on. The error is ErrOnShelf or nil.
func (s *Shelf) Put(g *Game) error {
	return s.add(&shelfItem{Edition: g.Edition(), game: g})
}

// Editions says what is on the shelf, in the order in which it came.
func (s *Shelf) Editions() []Edition {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Edition, len(s.items))
	for i, item := range s.items {
		list[i] = item.Edition
	}
	return list
}

// Open returns the game of an edition, usually that of a log's header. One without SHA256 asks for native rules, and if there
// are none takes the first module of the game and rules version, since no particular one was meant. The game is opened at
// most once and stays the shelf's: Close of the shelf closes it. Errors are *MissingError and those of what opens the game.
func (s *Shelf) Open(ctx context.Context, edition Edition) (*Game, error) {
	item, err := s.find(edition)
	if err != nil {
		return nil, err
	}
	item.mu.Lock()
	defer item.mu.Unlock()
	if item.closed {
		return nil, ErrClosed
	}
	if item.game != nil {
		return item.game, nil
	}
	g, err := item.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", item.Edition, err)
	}
	if got := g.Edition(); got != item.Edition {
		return nil, errors.Join(fmt.Errorf("what stands on the shelf as %s is %s: add it as what it is", item.Edition, got), g.Close())
	}
	item.game = g
	return g, nil
}

func (s *Shelf) find(want Edition) (*shelfItem, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var other *shelfItem
	e := &MissingError{Want: want}
	for _, i := range s.items {
		if i.Edition == want {
			return i, nil
		}
		if i.Game != want.Game {
			continue
		}
		e.Have, e.SameGame = append(e.Have, i.Edition), true
		if want.SHA256 == "" && i.Rules == want.Rules && other == nil {
			other = i
		}
	}
	if other != nil {
		return other, nil
	}
	if !e.SameGame {
		for _, i := range s.items {
			e.Have = append(e.Have, i.Edition)
		}
	}
	return nil, e
}

// Close closes the games that are open and empties the shelf.
func (s *Shelf) Close() error {
	s.mu.Lock()
	items := s.items
	s.items = nil
	s.mu.Unlock()
	var errs []error
	for _, i := range items {
		i.mu.Lock()
		i.closed = true
		if i.game != nil {
			errs = append(errs, i.game.Close())
			i.game = nil
		}
		i.mu.Unlock()
	}
	return errors.Join(errs...)
}
