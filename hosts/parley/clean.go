package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// cleanWriter replaces what could take over a terminal: control characters other than new lines and tabs, and marks that
// change the direction of writing. Each Write must hold whole characters. After its first error it writes nothing more and
// returns that error again, so that whoever did not look at it can be asked at the end.
type cleanWriter struct {
	to   io.Writer
	name string // for the error
	err  error
}

func (w *cleanWriter) Write(b []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if _, err := io.WriteString(w.to, strings.Map(cleanRune, string(b))); err != nil {
		w.err = fmt.Errorf("%s cannot be written: %w", w.name, err)
		return 0, w.err
	}
	return len(b), nil
}

func cleanRune(r rune) rune {
	if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return '\uFFFD'
	}
	return r
}
