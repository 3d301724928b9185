package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// errLeft: the person has left the game, or the input has ended.
var errLeft = errors.New("the person has left the game")

// maxLine is the longest line that is read from a person.
const maxLine = 64 << 10

// seatsOfPeople are the seats that people at this terminal play. Each has what he has not yet been told.
type seatsOfPeople struct {
	*table
	input  *bufio.Scanner
	seats  []core.Seat
	news   map[core.Seat][]hosts.Event
	before core.Seat // who looked at the terminal last
}

// people plays with people in some of the seats and random players in the others.
func (t *table) people(ctx context.Context, seats []core.Seat) error {
	p := &seatsOfPeople{table: t, input: bufio.NewScanner(t.stdin), seats: seats, news: map[core.Seat][]hosts.Event{}, before: core.Referee}
	p.input.Buffer(nil, maxLine)
	p.title()
	for _, s := range seats {
		p.printf("You are %s. ", viewerText(s))
	}
	p.printf("Type ? for help, q to leave.\n")
	err := p.play(ctx)
	if errors.Is(err, errLeft) {
		p.printf("\nThe game ends here, after %d moves. ", p.n)
		p.again()
		return nil
	}
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line of the input has more than %d characters", maxLine)
	}
	return err
}

func (p *seatsOfPeople) play(ctx context.Context) error {
	p.keep()
	for p.step.Actors != 0 {
		seat, person := p.next()
		if !person {
			if _, err := p.random(ctx, seat); err != nil {
				return err
			}
			p.keep()
			continue
		}
		if err := p.tell(ctx, seat); err != nil {
			return err
		}
		moves, err := p.moves(seat)
		if err != nil {
			return err
		}
		m, err := p.ask(ctx, seat, moves)
		if err != nil {
			return err
		}
		if err := p.apply(ctx, seat, m); err != nil {
			return err
		}
		p.keep()
	}
	for _, seat := range p.seats {
		if err := p.tell(ctx, seat); err != nil {
			return err
		}
	}
	if p.step.Outcome != nil {
		p.printf("\n%s\n", outcomeText(p.step.Outcome))
	}
	p.again()
	return nil
}

// next says who acts now, and whether that is a person: the random players first, as long as there are any.
func (p *seatsOfPeople) next() (seat core.Seat, person bool) {
	for actors := p.step.Actors; actors != 0; actors = actors.Rest() {
		if !p.isPerson(actors.First()) {
			return actors.First(), false
		}
	}
	return p.step.Actors.First(), true
}

func (p *seatsOfPeople) isPerson(seat core.Seat) bool {
	for _, s := range p.seats {
		if s == seat {
			return true
		}
	}
	return false
}

// keep notes for everybody what he sees of the last step.
func (p *seatsOfPeople) keep() {
	for _, s := range p.seats {
		if s != core.Chance {
			p.news[s] = append(p.news[s], p.step.Events(s)...)
		}
	}
}

// tell shows a seat what has happened since it last looked, and the position. If it was another's turn to look, the screen is
// handed over first.
func (p *seatsOfPeople) tell(ctx context.Context, seat core.Seat) error {
	if len(p.seats) > 1 && p.before != seat {
		if p.before != core.Referee {
			p.printf("%s", strings.Repeat("\n", 60)) // what the one before saw goes out of sight
		}
		p.printf("\nNow %s looks. Enter to go on: ", viewerText(seat))
		if _, err := p.readLine(); err != nil {
			return err
		}
	}
	p.before = seat
	p.printf("\n")
	p.events(p.news[seat])
	p.news[seat] = nil
	return p.show(ctx, seat)
}

// readLine reads a line of a person, errLeft at the end of the input.
func (p *seatsOfPeople) readLine() (string, error) {
	if p.input.Scan() {
		return strings.TrimSpace(p.input.Text()), nil
	}
	if err := p.input.Err(); err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return "", errLeft
}

const playHelp = `  a number       play the move of that number
  words          list the moves that have all of them, for example: shove 2
  from-to        list the moves with these numbers, for example: 21-40
  Enter          list the moves from the beginning
  v              show the position again
  q              leave the game
  ?              this help
`

// ask lets a person choose one of the moves of a seat.
func (p *seatsOfPeople) ask(ctx context.Context, seat core.Seat, moves hosts.Moves) (hosts.Move, error) {
	if moves.Len() == 0 {
		return hosts.Move{}, fmt.Errorf("seat %v must act and has no legal move: a fault of the rules, report it to their author", seat)
	}
	menu := newMenu(moves)
	p.printf("\n%s chooses one of %d:\n%s", strings.ToUpper(viewerText(seat)[:1])+viewerText(seat)[1:], moves.Len(), menu.page(""))
	for {
		p.printf("> ")
		line, err := p.readLine()
		if err != nil {
			return hosts.Move{}, err
		}
		switch line {
		case "q":
			return hosts.Move{}, errLeft
		case "?":
			p.printf("%s", playHelp)
			continue
		case "v":
			if err := p.show(ctx, seat); err != nil {
				return hosts.Move{}, err
			}
			continue
		}
		i, text := menu.read(line)
		if text == "" {
			return moves.At(i), nil
		}
		p.printf("%s", text)
	}
}
