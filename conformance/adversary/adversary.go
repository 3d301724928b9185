// Package adversary has modules of people who mean harm, or who have made the worst mistakes, and says for each what must
// happen: the host stays alive, other matches notice nothing, the caller gets a typed error, and nothing is left behind.
//
// Each has a folder with a sentence on it. Most are written by the assembler of hosts/hosttest/wasmasm: parrots, which answer
// as a real game does until the harm is done. What needs Go's runtime is in one guest (guest), whose fault is an option of its
// game. Games that are wrong without doing harm are the saboteurs of conformance/saboteurs; their folders name them.
//
// [Adversary.Attack] lets one loose on any host that runs modules: a host of yours can be held to the same.
package adversary

import (
	"embed"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

//go:embed */README.md
var readmes embed.FS

// Adversary is a module, or several of a kind, that a host must contain.
type Adversary struct {
	Name string // of its folder

	// Must is what the host must answer: an error of the same type, whose fields have at least what is set here, texts in
	// them as a part. nil: the module does what it wants, and the host answers as if nothing were the matter.
	Must error

	variants []variant
}

// variant is one module of an adversary.
type variant struct {
	name   string
	module func() []byte
	ops    []abi.Op // which operations Must is the answer of; none: the module is refused, it cannot even be loaded
}

// Sentence says what the adversary does and what must happen: the first paragraph of its folder's README.md.
func (a *Adversary) Sentence() string {
	text, err := readmes.ReadFile(a.Name + "/README.md")
	if err != nil {
		panic("adversary: " + err.Error()) // a fault of this package, which its tests find
	}
	_, text2, _ := strings.Cut(string(text), "\n\n")
	first, _, _ := strings.Cut(text2, "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// Variants are the names of the adversary's modules.
func (a *Adversary) Variants() []string {
	names := make([]string, len(a.variants))
	for i, v := range a.variants {
		names[i] = v.name
	}
	return names
}

// Module returns the adversary's module of a name; nil if there is none.
func (a *Adversary) Module(variant string) []byte {
	for _, v := range a.variants {
		if v.name == variant {
			return v.module()
		}
	}
	return nil
}

// Refused says whether a host must not even load the modules.
func (a *Adversary) Refused() bool { return len(a.variants[0].ops) == 0 }

// All returns the adversaries that are modules of the assembler, in the order of their names.
var All = sync.OnceValue(func() []*Adversary {
	var all []*Adversary
	for _, list := range [][]*Adversary{refused(), bombs(), atStart(), spinners(), hogs(), trappers(), liars()} {
		all = append(all, list...)
	}
	return all
})

// matches says how an error differs from what it must be.
func matches(err, must error) error {
	if must == nil {
		if err != nil {
			return fmt.Errorf("it should go well, and the answer is: %w", err)
		}
		return nil
	}
	if err == nil {
		return fmt.Errorf("it goes well, and should end with %T like: %w", must, must)
	}
	target := reflect.New(reflect.TypeOf(must))
	if !errors.As(err, target.Interface()) {
		return fmt.Errorf("the answer is %T (%w), and should be %T like: %w", err, err, must, must)
	}
	have, want := target.Elem().Elem(), reflect.ValueOf(must).Elem()
	for i := range want.NumField() {
		h, w := have.Field(i), want.Field(i)
		switch {
		case w.IsZero():
		case w.Kind() == reflect.String && strings.Contains(h.String(), w.String()):
		case !reflect.DeepEqual(h.Interface(), w.Interface()):
			return fmt.Errorf("the %s of the answer is %v and should be %v: %w", want.Type().Field(i).Name, h, w, err)
		}
	}
	return nil
}

// Kinds of what must happen.
func limit(kind string) error  { return &hosts.LimitError{Kind: kind} }
func trap(cause string) error  { return &hosts.TrapError{Cause: cause} }
func broken(have string) error { return &hosts.ABIError{Have: have} }

func exited(code int) error {
	return &hosts.TrapError{Cause: fmt.Sprintf("exit code %d", code), Exited: true, Exit: code}
}
