// Package printed holds what rules print, within bounds and fit to be shown.
package printed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tail keeps the end of what is written to it: at least half of its limit, never more than the limit. It is used by one
// goroutine at a time.
type Tail struct {
	Limit   int   // bytes
	Dropped int64 // the bytes written before those that are kept
	buf     []byte
}

// Len is the number of bytes that are kept.
func (t *Tail) Len() int { return len(t.buf) }

// Reset forgets everything.
func (t *Tail) Reset() {
	t.buf = t.buf[:0]
	t.Dropped = 0
}

// Add takes what was written.
func (t *Tail) Add(p []byte) {
	if len(p) > t.Limit {
		t.Dropped += int64(len(p) - t.Limit)
		p = p[len(p)-t.Limit:]
	}
	if over := len(t.buf) + len(p) - t.Limit; over > 0 {
		// Room for the next writes too, so that the bytes are not moved at each of them.
		drop := max(over, min(len(t.buf), t.Limit/2))
		t.Dropped += int64(drop)
		t.buf = t.buf[:copy(t.buf, t.buf[drop:])]
	}
	t.buf = append(t.buf, p...)
}

// Text returns what is kept, Clean.
func (t *Tail) Text() string { return Clean(t.buf) }

// Clean returns text that is fit for a terminal and a log: control characters and what is not UTF-8 are replaced.
func Clean(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r != utf8.RuneError && unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, string(b))
}

// PanicText returns the part of a standard error that says why a Go program died: from Go's first line about it on, if
// there is one, else all of it.
func PanicText(stderr string) string {
	at := len(stderr)
	for _, start := range []string{"panic: ", "fatal error: ", "runtime: out of memory"} {
		if strings.HasPrefix(stderr, start) {
			return strings.TrimSpace(stderr)
		}
		if i := strings.Index(stderr, "\n"+start); i >= 0 {
			at = min(at, i+1)
		}
	}
	if at == len(stderr) {
		at = 0
	}
	return strings.TrimSpace(stderr[at:])
}
