package logs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parley-rules/parley/core"
)

// Report tells what golden logs cover. An item is "seats 3", "chance host", "option target=10", "option cards has 7", "move roll", "event rolled",
// "end target", "setup" or "code nothing_to_hold".
type Report struct {
	Files   []File
	Covered []string // in the order of the manifest
	Missing []string // likewise; a code that no log can show is among Missing if no refused move gave it
	Refused []string // why the rules refused the starts that would have covered what is missing
}

// File is a log that was written.
type File struct {
	Name  string
	Moves int
	Adds  []string // the items that no log before it covers
}

// String is the report for people.
func (r *Report) String() string {
	var b strings.Builder
	for _, f := range r.Files {
		fmt.Fprintf(&b, "%s: %d moves; adds %s\n", f.Name, f.Moves, strings.Join(f.Adds, ", "))
	}
	fmt.Fprintf(&b, "%d logs cover %d of %d items\n", len(r.Files), len(r.Covered), len(r.Covered)+len(r.Missing))
	for _, item := range r.Missing {
		fmt.Fprintf(&b, "not covered: %s\n", item)
	}
	for _, s := range r.Refused {
		fmt.Fprintf(&b, "refused: %s\n", s)
	}
	return b.String()
}

// coverage is a set of items.
type coverage map[string]bool

// items lists what there is to cover, in the order of the manifest.
func items(m *core.Manifest) []string {
	var list []string
	for _, n := range m.Seats {
		list = append(list, seatsItem(n))
	}
	list = append(list, "chance auto")
	if m.Features.Chance {
		list = append(list, "chance host")
	}
	for _, c := range choices(m) {
		for _, item := range c.items() {
			if !slices.Contains(list, item) {
				list = append(list, item)
			}
		}
	}
	list = append(list, "setup")
	for i := range m.Moves {
		list = append(list, "move "+m.Moves[i].Name)
	}
	for i := range m.Events {
		list = append(list, "event "+m.Events[i].Name)
	}
	for _, reason := range m.EndReasons {
		list = append(list, "end "+reason)
	}
	for i := range m.Codes {
		list = append(list, "code "+m.Codes[i].Code)
	}
	return list
}

func seatsItem(n int) string { return fmt.Sprintf("seats %d", n) }

// startItems lists what a start covers by itself: the options that it leaves alone have their defaults.
func startItems(m *core.Manifest, s *start) []string {
	list := []string{seatsItem(s.seats), "chance auto"}
	if s.host {
		list[1] = "chance host"
	}
	if s.setup != nil {
		list = append(list, "setup")
	}
	given := map[string]bool{}
	for _, c := range s.options {
		given[c.name] = true
		list = append(list, c.items()...)
	}
	for i := range m.Options {
		if text, ok := defaultJSON(&m.Options[i]); ok && !given[m.Options[i].Name] {
			list = append(list, choice{name: m.Options[i].Name, value: text}.items()...)
		}
	}
	return list
}

// adds returns the items that the set does not have, each once.
func (c coverage) adds(list []string) []string {
	var more []string
	for _, item := range list {
		if !c[item] && !slices.Contains(more, item) {
			more = append(more, item)
		}
	}
	return more
}
