package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
)

// How much of what modules print is kept, in lines and in characters of a line.
const (
	keptPrints   = 20
	longestPrint = 1000
)

// prints keeps the end of what modules print, to be shown when the command fails; it may hold secrets, so that a game under way
// does not show it by itself. It is the slog.Handler of all hosts that the command opens, which make what is printed fit to be shown.
type prints struct {
	mu      sync.Mutex
	live    io.Writer // where all of it goes at once, nil for nowhere
	lines   []string  // the last ones
	dropped int       // the lines before them
	panic   string    // the first line by which the sdk tells of a panic, "" if there was none
}

func (p *prints) logger() *slog.Logger { return slog.New(p) }

// Enabled implements slog.Handler.
func (p *prints) Enabled(context.Context, slog.Level) bool { return true }

// WithAttrs implements slog.Handler. Hosts do not use it.
func (p *prints) WithAttrs([]slog.Attr) slog.Handler { return p }

// WithGroup implements slog.Handler. Hosts do not use it.
func (p *prints) WithGroup(string) slog.Handler { return p }

// Handle implements slog.Handler. It takes the records of what was printed, which have a stream and a text; others tell what the
// command's errors tell too.
func (p *prints) Handle(_ context.Context, r slog.Record) error {
	var text string
	printed := false
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "stream":
			printed = true
		case "text":
			text = a.Value.String()
		}
		return true
	})
	if !printed {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, line := range strings.Split(text, "\n") {
		p.add(line)
	}
	return nil
}

func (p *prints) add(line string) {
	if p.panic == "" && strings.HasPrefix(line, "parley: ") && strings.Contains(line, " panicked in ") {
		p.panic = line
	}
	if p.live != nil {
		fmt.Fprintf(p.live, "printed: %s\n", line)
		return
	}
	if len(line) > longestPrint {
		line = strings.ToValidUTF8(line[:longestPrint], "") + " ..."
	}
	if len(p.lines) == keptPrints {
		p.lines = append(p.lines[:0], p.lines[1:]...)
		p.dropped++
	}
	p.lines = append(p.lines, line)
}

// firstPanic returns the first line by which the sdk tells of a panic, "" if there was none. That the rules panicked is all that
// the answer says, so that this line is the only place of the reason.
func (p *prints) firstPanic() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.panic
}

// show writes what is kept.
func (p *prints) show(out io.Writer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.lines) == 0 {
		return
	}
	fmt.Fprint(out, "what the module printed last:\n")
	if p.dropped > 0 {
		fmt.Fprintf(out, "  ... after %d lines more, which --prints shows\n", p.dropped)
	}
	for _, line := range p.lines {
		fmt.Fprintf(out, "  %s\n", line)
	}
}
