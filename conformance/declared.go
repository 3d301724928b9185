package conformance

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// Declared is what a game's author declares: exceptions, each with its reason, since only people can judge them, and options
// that nobody would hit upon by chance.
type Declared struct {
	// Determined are parts of the referee's view that a viewer does not see and that still can have one value only, because
	// they follow from what he does see.
	Determined []Exception `yaml:"determined"`
	// Inert are options that change nothing that can be seen in random games.
	Inert []Exception `yaml:"inert"`
	// Unscored are reasons of the end, as paths, by which a side wins whatever the scores are.
	Unscored []Exception `yaml:"unscored"`
	// Values are options that the rules accept together, by their names, where values by chance are hardly ever accepted, as those
	// of a map.
	Values []map[string]any `yaml:"values"`
}

// options makes msgpack of a set of Values.
func (d *Declared) options(i int) ([]option, error) {
	var list []option
	for _, name := range slices.Sorted(maps.Keys(d.Values[i])) {
		text, err := json.Marshal(d.Values[i][name])
		if err != nil {
			return nil, fmt.Errorf("declared exceptions: the value of the option %s: %w", name, err)
		}
		value, err := hosts.FromJSON(text)
		if err != nil {
			return nil, fmt.Errorf("declared exceptions: the value of the option %s: %w", name, err)
		}
		list = append(list, option{name, value})
	}
	return list, nil
}

// Exception names a part of the referee's view, as `hand[*][0]`, or an option. [*] stands for every index, [viewer] for the
// viewer's own seat; what lies below the path is meant too.
type Exception struct {
	Path   string `yaml:"path"`
	Reason string `yaml:"reason"`
	// Sometimes: it follows in some positions only, as the last hidden card does when all others are known. It must vary in others.
	Sometimes bool `yaml:"sometimes"`
}

// ReadDeclared reads exceptions from YAML in the form of the files in conformance/declared.
func ReadDeclared(text []byte) (*Declared, error) {
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	var out Declared
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("declared exceptions: %w", err)
	}
	for _, e := range slices.Concat(out.Determined, out.Inert, out.Unscored) {
		if e.Path == "" || strings.TrimSpace(e.Reason) == "" {
			return nil, fmt.Errorf("declared exceptions: the path %q needs both a path and a reason", e.Path)
		}
	}
	for i := range out.Values {
		if _, err := out.options(i); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

//go:embed declared/*.yaml
var declaredFiles embed.FS

// DeclaredFor returns what is declared of a game that comes with Parley, nothing for any other.
func DeclaredFor(game string) *Declared { return declaredFor(game) }

// declaredFor returns the exceptions that Parley has for games with this id.
func declaredFor(game string) *Declared {
	text, err := fs.ReadFile(declaredFiles, "declared/"+game+".yaml")
	if err != nil {
		return &Declared{}
	}
	d, err := ReadDeclared(text)
	if err != nil {
		panic("conformance: the file declared/" + game + ".yaml: " + err.Error()) // a test reads all of them
	}
	return d
}

// inert says whether an option is declared to change nothing that can be seen.
func (d *Declared) inert(option string) bool {
	for _, e := range d.Inert {
		if e.Path == option {
			return true
		}
	}
	return false
}

// unscored says whether a side is declared to win for this reason whatever the scores are.
func (d *Declared) unscored(reason string) bool {
	return slices.ContainsFunc(d.Unscored, func(e Exception) bool { return e.Path == reason })
}

// determined returns what is declared of a part of the referee's view, nil if that is nothing. path is of the form `a[0].b`.
func (d *Declared) determined(path string, viewer core.Seat) *Exception {
	for i := range d.Determined {
		if matches(d.Determined[i].Path, path, viewer) {
			return &d.Determined[i]
		}
	}
	return nil
}

// matches says whether a path lies at or below a pattern.
func matches(pattern, path string, viewer core.Seat) bool {
	for pattern != "" {
		switch {
		case strings.HasPrefix(pattern, "[*]"), strings.HasPrefix(pattern, "[viewer]"):
			end := strings.IndexByte(path, ']')
			if path == "" || path[0] != '[' || end < 0 {
				return false
			}
			own := pattern[1] == 'v'
			if own && path[1:end] != viewer.String() {
				return false
			}
			path = path[end+1:]
			pattern = pattern[strings.IndexByte(pattern, ']')+1:]
		case path == "" || path[0] != pattern[0]:
			return false
		default:
			path, pattern = path[1:], pattern[1:]
		}
	}
	return path == "" || path[0] == '[' || path[0] == '.'
}
