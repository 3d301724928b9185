package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// How much of what modules print is kept, in lines and in characters of a line; and the lines of those that stand before a crash.
const (
	keptPrints   = 20
	keptBefore   = 5
	longestPrint = 1000
)

// crashes are how lines begin with which Go's runtime begins to tell of a crash. The reason and the goroutine that has it come
// first, and many others after it.
var crashes = []string{"panic: ", "fatal error: ", "runtime: "}

// prints keeps the end of what modules print, or of a crash the beginning, to be shown when the command fails; it may hold secrets,
// so that a game under way does not show it by itself. It is the slog.Handler of all hosts that the command opens, which make what is printed fit to be shown.
type prints struct {
	mu      sync.Mutex
	live    io.Writer // where all of it goes at once, nil for nowhere
	lines   []string  // the last ones, or if there was a crash, those from there on
	crash   bool      // there was one
	dropped int       // the lines before them
	after   int       // the lines after them
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
	full := len(p.lines) == keptPrints
	switch {
	case (full || !p.crash) && slices.ContainsFunc(crashes, func(s string) bool { return strings.HasPrefix(line, s) }):
		p.crash = true
		p.dropped += p.after
		p.after = 0
		p.forget(len(p.lines) - keptBefore)
	case full && p.crash:
		p.after++
		return
	case full:
		p.forget(1)
	}
	p.lines = append(p.lines, line)
}

// forget drops the first n lines.
func (p *prints) forget(n int) {
	if n > 0 {
		p.lines = slices.Delete(p.lines, 0, n)
		p.dropped += n
	}
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
	if p.after > 0 {
		fmt.Fprintf(out, "  ... and %d lines more, which --prints shows\n", p.after)
	}
}
