package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/parley-rules/parley/core/wire"
)

// What a scenario file may cost. Files are data of strangers.
const (
	maxFile      = 1 << 20 // bytes
	maxDocuments = 1000
	maxValues    = 1 << 20 // values read and copied for one file, those of its bases as often as they are used
	maxDepth     = 64
)

const tooMuch = "this file with its bases has too many values: split it"

// node is a value of a YAML document with the file in which it stands.
type node struct {
	*yaml.Node
	file string
}

// documents splits a file into the values of its documents.
func documents(file string, data []byte) ([]node, error) {
	if !utf8.Valid(data) {
		return nil, &FormError{File: file, Problem: "the file is not UTF-8"}
	}
	var list []node
	d := yaml.NewDecoder(bytes.NewReader(data))
	for {
		n, err := nextDocument(d)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, text := yamlLine(err)
			return nil, &FormError{File: file, Line: line, Problem: "no YAML: " + text}
		}
		if len(list) == maxDocuments {
			return nil, &FormError{File: file, Line: n.Line, Problem: fmt.Sprintf("more than %d documents: split the file", maxDocuments)}
		}
		list = append(list, node{n, file})
	}
	if len(list) == 0 {
		return nil, &FormError{File: file, Problem: "the file is empty"}
	}
	return list, nil
}

// nextDocument decodes one document. The decoder panics on a few broken inputs, which must be no more than an error.
func nextDocument(d *yaml.Decoder) (n *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: the decoder gave up: %v", p)
		}
	}()
	var doc yaml.Node
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	if len(doc.Content) != 1 {
		return nil, errors.New("yaml: a document without a value")
	}
	return doc.Content[0], nil
}

var yamlErrorLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?((?s).*)$`)

// yamlLine takes the line out of the decoder's errors.
func yamlLine(err error) (line int, text string) {
	m := yamlErrorLine.FindStringSubmatch(err.Error())
	if m == nil {
		return 0, err.Error()
	}
	line, _ = strconv.Atoi(m[1])
	return line, m[2]
}

// reader reads the values of one document. It keeps the first mistake and reads on with zero values, so that the code of the
// form need not look at each step.
type reader struct {
	load *loader
	doc  int // 0 if the file has but one
	err  *FormError
}

func (r *reader) wrong(n node, format string, args ...any) {
	if r.err != nil {
		return
	}
	doc := r.doc
	if n.file != r.load.file {
		doc = 0
	}
	r.err = &FormError{File: n.file, Document: doc, Line: n.Line, Problem: fmt.Sprintf(format, args...)}
}

// spend counts values and says whether there may be so many.
func (r *reader) spend(n node, count int) bool {
	if r.load.values += count; r.load.values > maxValues {
		r.wrong(n, tooMuch)
	}
	return r.err == nil
}

// plain says that a node is a value by itself: no alias, no anchor, no tag.
func (r *reader) plain(n node) bool {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		r.wrong(n, "anchors and aliases are not allowed: write the value out")
	case n.Style&yaml.TaggedStyle != 0:
		r.wrong(n, "the tag %s is not allowed", n.Tag)
	}
	return r.spend(n, 1)
}

// pair is a key of a map with its value.
type pair struct {
	key   string
	at    node // where the key stands
	value node
}

// pairs reads a map. what names it in errors. numbers says whether whole numbers may be keys.
func (r *reader) pairs(n node, what string, numbers bool) []pair {
	if !r.plain(n) {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		r.wrong(n, "%s must be a map", what)
		return nil
	}
	list := make([]pair, 0, len(n.Content)/2)
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := node{n.Content[i], n.file}
		if !r.plain(k) {
			return nil
		}
		isNumber := numbers && k.Tag == "!!int" && decimal.MatchString(k.Value)
		if k.Kind != yaml.ScalarNode || k.Tag != "!!str" && !isNumber {
			r.wrong(k, "the keys of %s must be strings: write %q in quotes", what, k.Value)
			return nil
		}
		if seen[k.Value] {
			r.wrong(k, "the key %q is there twice", k.Value)
			return nil
		}
		seen[k.Value] = true
		list = append(list, pair{k.Value, k, node{n.Content[i+1], n.file}})
	}
	return list
}

// list reads a list of at least so many elements.
func (r *reader) list(n node, what string, atLeast int) []node {
	if !r.plain(n) {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		r.wrong(n, "%s must be a list", what)
		return nil
	}
	if len(n.Content) < atLeast {
		r.wrong(n, "%s must not be empty", what)
		return nil
	}
	list := make([]node, len(n.Content))
	for i, c := range n.Content {
		list[i] = node{c, n.file}
	}
	return list
}

// value reads any value.
func (r *reader) value(n node) any { return r.valueAt(n, 0) }

func (r *reader) valueAt(n node, depth int) any {
	if depth > maxDepth {
		r.wrong(n, "nested more than %d deep", maxDepth)
		return nil
	}
	switch n.Kind {
	case yaml.MappingNode:
		pairs := r.pairs(n, "a map", false)
		o := &object{at: make(map[string]any, len(pairs))}
		for _, p := range pairs {
			o.keys = append(o.keys, p.key)
			o.at[p.key] = r.valueAt(p.value, depth+1)
			if r.err != nil {
				return nil
			}
		}
		return o
	case yaml.SequenceNode:
		elements := r.list(n, "a list", 0)
		list := make([]any, len(elements))
		for i, e := range elements {
			list[i] = r.valueAt(e, depth+1)
			if r.err != nil {
				return nil
			}
		}
		return list
	}
	return r.scalar(n)
}

var decimal = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

func (r *reader) scalar(n node) any {
	if !r.plain(n) {
		return nil
	}
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value[0] == 't' || n.Value[0] == 'T'
	case "!!str":
		return n.Value
	case "!!int":
		v, err := strconv.ParseInt(n.Value, 10, 64)
		if !decimal.MatchString(n.Value) || err != nil || v > wire.MaxInt || v < -wire.MaxInt {
			r.wrong(n, "%s is not a whole number within 2^53-1 in plain decimal; a string needs quotes", n.Value)
		}
		return v
	case "!!float":
		r.wrong(n, "%s is no whole number; a string needs quotes", n.Value)
	default:
		r.wrong(n, "%s would be a value of kind %s, which is not allowed; a string needs quotes", n.Value, n.Tag)
	}
	return nil
}

// text reads a string.
func (r *reader) text(n node, what string) string {
	s, ok := r.value(n).(string)
	if !ok {
		r.wrong(n, "%s must be a string", what)
	}
	return s
}

// integer reads a whole number.
func (r *reader) integer(n node, what string) int {
	i, ok := r.value(n).(int64)
	if !ok {
		r.wrong(n, "%s must be a whole number", what)
	}
	return int(i)
}
