package main

import (
	"io"
	"strings"
	"unicode"
)

// cleanWriter replaces what could take over a terminal: control characters other than new lines and tabs, and marks that
// change the direction of writing. Each Write must hold whole characters.
type cleanWriter struct{ to io.Writer }

func (w cleanWriter) Write(b []byte) (int, error) {
	if _, err := io.WriteString(w.to, strings.Map(cleanRune, string(b))); err != nil {
		return 0, err
	}
	return len(b), nil
}

func cleanRune(r rune) rune {
	if r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return '\uFFFD'
	}
	return r
}
