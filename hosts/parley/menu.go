package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parley-rules/parley/hosts"
)

// menu is a list of moves to choose from. Its numbers run from 1 and never change.
type menu struct {
	texts []string
	words [][]string // of each move, in lower case
}

// pageLength is how many moves are listed at a time.
const pageLength = 20

func newMenu(moves hosts.Moves) *menu {
	m := &menu{}
	for i := range moves.Len() {
		m.add(moves.At(i).String())
	}
	return m
}

func (m *menu) add(text string) {
	m.texts = append(m.texts, text)
	m.words = append(m.words, strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" =,[]", r) }))
}

// read understands a line: a number chooses the move i, and text is empty; anything else is answered by text.
func (m *menu) read(line string) (i int, text string) {
	if n, err := strconv.Atoi(line); err == nil {
		if n >= 1 && n <= len(m.texts) {
			return n - 1, ""
		}
		return 0, fmt.Sprintf("There is no move %d: the numbers run from 1 to %d.\n", n, len(m.texts))
	}
	return 0, m.page(line)
}

// page lists the moves that a line asks for.
func (m *menu) page(line string) string {
	if from, to, ok := m.interval(line); ok {
		var found []int
		for i := from - 1; i < to; i++ {
			found = append(found, i)
		}
		return m.list(found, to-from+1)
	}
	var found []int
	for i := range m.texts {
		if m.has(i, strings.Fields(strings.ToLower(line))) {
			found = append(found, i)
		}
	}
	if len(found) == 0 {
		return "No move has all these words. ? is for help.\n"
	}
	return m.list(found, pageLength)
}

// interval reads "from-to", cut to the numbers that there are.
func (m *menu) interval(line string) (from, to int, ok bool) {
	a, b, ok := strings.Cut(line, "-")
	from, err1 := strconv.Atoi(strings.TrimSpace(a))
	to, err2 := strconv.Atoi(strings.TrimSpace(b))
	if !ok || err1 != nil || err2 != nil {
		return 0, 0, false
	}
	from, to = max(from, 1), min(to, len(m.texts))
	return from, to, from <= to
}

// has says whether a move has all the words: as a whole if the word is a number, else as a beginning.
func (m *menu) has(i int, words []string) bool {
	for _, w := range words {
		_, err := strconv.Atoi(w)
		found := false
		for _, own := range m.words[i] {
			found = found || own == w || err != nil && strings.HasPrefix(own, w)
		}
		if !found {
			return false
		}
	}
	return true
}

// list writes the first of some moves, and how many more there are.
func (m *menu) list(found []int, most int) string {
	var b strings.Builder
	for k, i := range found {
		if k == most {
			fmt.Fprintf(&b, "  ... and %d more: type a word to narrow the list, or numbers like %d-%d\n", len(found)-most, i+1, min(i+pageLength, len(m.texts)))
			break
		}
		fmt.Fprintf(&b, "%5d. %s\n", i+1, m.texts[i])
	}
	return b.String()
}
