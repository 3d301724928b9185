package main

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// transcript plays all seats at random and writes what a viewer sees of it: the position at the start and at the end, and
// every step. Moves of others than the viewer are shown to the referee alone.
func (t *table) transcript(ctx context.Context, viewer core.Seat) error {
	t.title()
	if viewer != core.Referee {
		t.printf("as %s sees it\n", viewerText(viewer))
	}
	t.printf("\n")
	t.events(t.step.Events(viewer))
	if err := t.show(ctx, viewer); err != nil {
		return err
	}
	t.printf("\n")
	for t.step.Actors != 0 {
		seat := t.step.Actors.First()
		m, err := t.random(ctx, seat)
		if err != nil {
			return err
		}
		if viewer == core.Referee || viewer == seat {
			t.printf("%d. %s: %s", t.n, viewerText(seat), m)
			if draws := t.step.Draws(); viewer == core.Referee && len(draws) > 0 {
				t.printf("   (drawn:")
				for _, d := range draws {
					t.printf(" %s;", d)
				}
				t.printf(")")
			}
			t.printf("\n")
		}
		t.events(t.step.Events(viewer))
	}
	t.printf("\n")
	if err := t.show(ctx, viewer); err != nil {
		return err
	}
	if t.step.Outcome != nil {
		t.printf("\n%s\n", outcomeText(t.step.Outcome))
	}
	t.printf("%d moves. ", t.n)
	t.again()
	return nil
}

func viewerText(s core.Seat) string {
	if s >= 0 {
		return "seat " + s.String()
	}
	return s.String()
}

// transcriptJSON is transcript as lines of JSON. Parts that the viewer does not see are null.
func (t *table) transcriptJSON(ctx context.Context, viewer core.Seat) error {
	m := t.game.Manifest()
	head := struct {
		Game   string          `json:"game"`
		Rules  string          `json:"rules"`
		Seats  int             `json:"seats"`
		Viewer json.RawMessage `json:"viewer"`
		Events []hosts.Event   `json:"events"`
	}{m.Game, m.Rules, t.start.Seats, hosts.SeatJSON(viewer), t.step.Events(viewer)}
	if err := t.line(head); err != nil {
		return err
	}
	for t.step.Actors != 0 {
		seat := t.step.Actors.First()
		move, err := t.random(ctx, seat)
		if err != nil {
			return err
		}
		line := struct {
			N      int             `json:"n"`
			Seat   json.RawMessage `json:"seat"`
			Move   *hosts.Move     `json:"move"`
			Draws  []hosts.Move    `json:"draws"`
			Events []hosts.Event   `json:"events"`
		}{N: t.n, Events: t.step.Events(viewer)}
		if viewer == core.Referee || viewer == seat {
			line.Seat, line.Move = hosts.SeatJSON(seat), &move
		}
		if viewer == core.Referee {
			line.Draws = t.step.Draws()
		}
		if err := t.line(line); err != nil {
			return err
		}
	}
	view, err := t.game.View(ctx, t.step.Position, viewer)
	if err != nil {
		return err
	}
	return t.line(struct {
		Outcome *hosts.Outcome `json:"outcome"`
		Moves   int            `json:"moves"`
		View    hosts.View     `json:"view"`
		Seed    string         `json:"seed"`
	}{t.step.Outcome, t.n, view, seedText(t.start.Seed)})
}

// line writes a value as a line of JSON.
func (t *table) line(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := t.stdout.Write(b.Bytes())
	return err
}
