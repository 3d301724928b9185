package wasm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// capture keeps the end of what is written to it: at least half of its limit, never more than the limit.
type capture struct {
	buf     []byte
	limit   int
	dropped int64 // the bytes written before those in buf
}

func (c *capture) reset() {
	c.buf = c.buf[:0]
	c.dropped = 0
}

func (c *capture) write(p []byte) {
	if len(p) > c.limit {
		c.dropped += int64(len(p) - c.limit)
		p = p[len(p)-c.limit:]
	}
	if over := len(c.buf) + len(p) - c.limit; over > 0 {
		// Room for the next writes too, so that the bytes are not moved at each of them.
		drop := max(over, min(len(c.buf), c.limit/2))
		c.dropped += int64(drop)
		c.buf = c.buf[:copy(c.buf, c.buf[drop:])]
	}
	c.buf = append(c.buf, p...)
}

// text returns what was kept, fit for a terminal and a log: control characters and what is not UTF-8 are replaced.
func (c *capture) text() string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r != utf8.RuneError && unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, string(c.buf))
}

// panicText returns the part of a module's stderr that says why it died: from Go's first line about it on, if there is one.
func panicText(stderr string) string {
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
