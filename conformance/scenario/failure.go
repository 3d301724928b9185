package scenario

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Failure is an expectation that does not hold. It marshals to JSON for tools, and its String is for people.
type Failure struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Document int    `json:"document,omitempty"` // from 1; 0 if the file has but one
	Scenario string `json:"scenario"`
	Step     int    `json:"step"`           // 0 is the creation
	Key      string `json:"key"`            // of the expectation, like "view"; "move" if a move was refused, "game" for another game
	Who      string `json:"who,omitempty"`  // the viewer or seat
	Path     string `json:"path,omitempty"` // the path, or the index in brackets
	Problem  string `json:"problem"`        // what is wrong, as a phrase
	// Differs says where in the two values the first difference is, "" if it is they themselves.
	Differs  string          `json:"differs,omitempty"`
	Expected json.RawMessage `json:"expected,omitempty"`
	Got      json.RawMessage `json:"got,omitempty"`
}

// maxShown is how much of a value String shows.
const maxShown = 600

// String tells it in a few lines.
func (f Failure) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %q, step %d: %s", place(f.File, f.Document, f.Line), f.Scenario, f.Step, f.Key)
	if f.Who != "" {
		fmt.Fprintf(&b, " of %s", f.Who)
	}
	if f.Path != "" {
		fmt.Fprintf(&b, " at %s", f.Path)
	}
	fmt.Fprintf(&b, ": %s", f.Problem)
	if f.Differs != "" {
		fmt.Fprintf(&b, " first at %s", f.Differs)
	}
	if f.Expected != nil {
		fmt.Fprintf(&b, "\n    expected %s", shown(f.Expected))
	}
	if f.Got != nil {
		fmt.Fprintf(&b, "\n    got      %s", shown(f.Got))
	}
	return b.String()
}

func shown(text []byte) string {
	if len(text) <= maxShown {
		return string(text)
	}
	return fmt.Sprintf("%s... (%d bytes)", text[:maxShown], len(text))
}

// FormError says that a file is no scenario file, and where.
type FormError struct {
	File     string
	Document int // from 1; 0 if it is the file as a whole, or the file has but one
	Line     int // 0 if it is the file as a whole
	Problem  string
}

// Error tells the place and what is to be mended.
func (e *FormError) Error() string { return place(e.File, e.Document, e.Line) + ": " + e.Problem }

func place(file string, document, line int) string {
	if document > 0 {
		file = fmt.Sprintf("%s#%d", file, document)
	}
	if line > 0 {
		file = fmt.Sprintf("%s:%d", file, line)
	}
	return file
}
