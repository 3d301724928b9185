package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
)

// cleanWriter replaces what could take over a terminal: control characters other than new lines and tabs, and marks that
// change the direction of writing. Each Write must hold whole characters. After its first error it writes nothing more and
// returns that error again, so that whoever did not look at it can be asked at the end. It may be used by goroutines at once.
type cleanWriter struct {
	to   io.Writer
	name string // for the error

	mu  sync.Mutex
	err error
}

// lost returns the first error, nil if nothing was lost.
func (w *cleanWriter) lost() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

func (w *cleanWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
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
