package abi

import (
	"errors"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// AppendManifest writes a manifest as the operation `manifest` answers it.
func AppendManifest(w *wire.Writer, m *core.Manifest) {
	f := fieldWriter{w}
	w.Map(13)
	f.key("abi")
	w.Ints(Major, Minor)
	f.str("game", m.Game)
	f.str("rules", m.Rules)
	f.list("titles", len(m.Titles))
	for _, t := range m.Titles {
		f.pair(t.Lang, t.Text)
	}
	f.key("seats")
	w.Ints(m.Seats...)
	f.list("options", len(m.Options))
	for _, o := range m.Options {
		w.Map(5)
		f.str("name", o.Name)
		f.typ(o.Type)
		f.key("default")
		if o.Default == nil {
			w.Nil()
		} else {
			w.Raw(o.Default)
		}
		f.bool("private", o.Private)
		f.str("doc", o.Doc)
	}
	f.list("moves", len(m.Moves))
	for _, k := range m.Moves {
		w.Map(3)
		f.str("name", k.Name)
		f.list("args", len(k.Args))
		for _, a := range k.Args {
			w.Map(4)
			f.str("name", a.Name)
			f.typ(a.Type)
			f.bool("loose", a.Loose)
			f.bool("optional", a.Optional)
		}
		f.str("doc", k.Doc)
	}
	f.list("events", len(m.Events))
	for _, k := range m.Events {
		w.Map(4)
		f.str("name", k.Name)
		f.fields("fields", k.Fields)
		f.bool("reveals", k.Reveals)
		f.str("doc", k.Doc)
	}
	f.key("view")
	appendType(w, m.View)
	f.fields("setup_keys", m.SetupKeys)
	f.list("codes", len(m.Codes))
	for _, c := range m.Codes {
		f.pair(c.Code, c.Text)
	}
	f.list("end_reasons", len(m.EndReasons))
	for _, r := range m.EndReasons {
		f.key(r)
	}
	f.key("features")
	w.Map(3)
	f.bool("chance", m.Features.Chance)
	f.bool("hidden", m.Features.Hidden)
	f.bool("simultaneous", m.Features.Simultaneous)
}

// fieldWriter writes keys with their values. Its methods are kept out of line: inlined, they would add 60 KB to each module.
type fieldWriter struct{ w *wire.Writer }

//go:noinline
func (f fieldWriter) key(s string) { f.w.Str(s) }

//go:noinline
func (f fieldWriter) str(key, s string) {
	f.w.Str(key)
	f.w.Str(s)
}

//go:noinline
func (f fieldWriter) bool(key string, v bool) {
	f.w.Str(key)
	f.w.Bool(v)
}

//go:noinline
func (f fieldWriter) list(key string, n int) {
	f.w.Str(key)
	f.w.Array(n)
}

//go:noinline
func (f fieldWriter) pair(a, b string) {
	f.w.Array(2)
	f.w.Str(a)
	f.w.Str(b)
}

func (f fieldWriter) typ(t *core.Type) {
	f.key("type")
	appendType(f.w, t)
}

func (f fieldWriter) fields(key string, fields []core.Field) {
	f.list(key, len(fields))
	for _, x := range fields {
		f.w.Map(4)
		f.str("name", x.Name)
		f.typ(x.Type)
		f.bool("optional", x.Optional)
		f.str("doc", x.Doc)
	}
}

// appendType writes a type as [kind, ...]: its parts in the order of the constructors of core.
func appendType(w *wire.Writer, t *core.Type) {
	f := fieldWriter{w}
	head := func(n int) {
		w.Array(1 + n)
		f.key(t.Kind.String())
	}
	switch t.Kind {
	case core.TInt:
		head(2)
		w.Int(t.Min)
		w.Int(t.Max)
	case core.TWord:
		head(len(t.Words))
		for _, s := range t.Words {
			f.key(s)
		}
	case core.TText:
		head(1)
		w.Int(t.Max)
	case core.TSquare:
		head(2)
		w.Int(t.Rows)
		w.Int(t.Cols)
	case core.TList:
		head(3)
		appendType(w, t.Of)
		w.Int(t.Min)
		w.Int(t.Max)
	case core.TRecord:
		w.Array(2)
		f.fields(t.Kind.String(), t.Fields)
	case core.TDict, core.TNull:
		head(1)
		appendType(w, t.Of)
	case core.TOneOf:
		head(len(t.Alts))
		for _, a := range t.Alts {
			appendType(w, a)
		}
	default:
		head(0)
	}
}

// ManifestIn returns the manifest in a response of the operation `manifest`, false if there is none.
func ManifestIn(response []byte) ([]byte, bool) {
	r, ok := wire.NewReader(response).Find("ok")
	raw, ok2 := r.Raw()
	return raw, ok && ok2
}

// ErrManifest: these bytes are no manifest that this version can read. The module's author must rebuild it with a matching
// version of the SDK.
var ErrManifest = errors.New("no manifest of this ABI: the module's author must rebuild it with a matching version of the sdk")

// MaxManifestDepth is how deeply a manifest may be nested: a record in a type takes four levels.
const MaxManifestDepth = 64

// ParseManifest reads what AppendManifest wrote, and checks it: what it returns has no Fault. It returns the ABI's version
// too. Keys that it does not know are ignored.
func ParseManifest(b []byte) (m *core.Manifest, major, minor int, err error) {
	if wire.CheckDepth(b, MaxManifestDepth) != wire.Fine {
		return nil, 0, 0, ErrManifest
	}
	p := &manifestParser{ok: true}
	r := wire.NewReader(b)
	version := p.find(r, "abi")
	if n, ok := version.Array(); !ok || n < 2 {
		return nil, 0, 0, ErrManifest
	}
	major, minor = p.int(&version), p.int(&version)
	m = p.manifest(r)
	if !p.ok {
		return nil, major, minor, ErrManifest
	}
	if s := m.Fault(); s != "" {
		return nil, major, minor, errors.New("the manifest has a fault, which the module's author must mend: " + s)
	}
	return m, major, minor, nil
}

type manifestParser struct{ ok bool }

func (p *manifestParser) find(r wire.Reader, key string) wire.Reader {
	v, ok := r.Find(key)
	p.ok = p.ok && ok
	return v
}

func (p *manifestParser) int(r *wire.Reader) int {
	v, ok := r.Int()
	p.ok = p.ok && ok
	return v
}

func (p *manifestParser) bool(r wire.Reader) bool {
	v, ok := r.Bool()
	p.ok = p.ok && ok
	return v
}

func (p *manifestParser) text(r *wire.Reader) string {
	v, ok := r.Str()
	p.ok = p.ok && ok
	return string(v)
}

func (p *manifestParser) str(r wire.Reader, key string) string {
	v := p.find(r, key)
	return p.text(&v)
}

// each calls f for every element of an array, until something is wrong.
func (p *manifestParser) each(r wire.Reader, f func(r *wire.Reader)) {
	n, ok := r.Array()
	p.ok = p.ok && ok
	for i := 0; i < n && p.ok; i++ {
		at := r
		f(&at)
		r.Skip()
	}
}

func (p *manifestParser) manifest(r wire.Reader) *core.Manifest {
	m := &core.Manifest{Game: p.str(r, "game"), Rules: p.str(r, "rules")}
	p.each(p.find(r, "titles"), func(r *wire.Reader) {
		if n, ok := r.Array(); !ok || n != 2 {
			p.ok = false
			return
		}
		m.Titles = append(m.Titles, core.Title{Lang: p.text(r), Text: p.text(r)})
	})
	p.each(p.find(r, "seats"), func(r *wire.Reader) { m.Seats = append(m.Seats, p.int(r)) })
	p.each(p.find(r, "options"), func(r *wire.Reader) {
		o := core.Option{Name: p.str(*r, "name"), Type: p.typ(p.find(*r, "type")), Private: p.bool(p.find(*r, "private")), Doc: p.str(*r, "doc")}
		def := p.find(*r, "default")
		raw, _ := def.Raw()
		if len(raw) != 1 || raw[0] != 0xc0 || o.Type != nil && o.Type.Kind == core.TNull {
			o.Default = append([]byte(nil), raw...)
		}
		m.Options = append(m.Options, o)
	})
	p.each(p.find(r, "moves"), func(r *wire.Reader) {
		k := core.MoveKind{Name: p.str(*r, "name"), Doc: p.str(*r, "doc")}
		p.each(p.find(*r, "args"), func(r *wire.Reader) {
			k.Args = append(k.Args, core.Arg{Name: p.str(*r, "name"), Type: p.typ(p.find(*r, "type")),
				Loose: p.bool(p.find(*r, "loose")), Optional: p.bool(p.find(*r, "optional"))})
		})
		m.Moves = append(m.Moves, k)
	})
	p.each(p.find(r, "events"), func(r *wire.Reader) {
		m.Events = append(m.Events, core.EventKind{Name: p.str(*r, "name"), Fields: p.fields(p.find(*r, "fields")),
			Reveals: p.bool(p.find(*r, "reveals")), Doc: p.str(*r, "doc")})
	})
	m.View = p.typ(p.find(r, "view"))
	m.SetupKeys = p.fields(p.find(r, "setup_keys"))
	p.each(p.find(r, "codes"), func(r *wire.Reader) {
		if n, ok := r.Array(); !ok || n != 2 {
			p.ok = false
			return
		}
		m.Codes = append(m.Codes, core.CodeDoc{Code: p.text(r), Text: p.text(r)})
	})
	p.each(p.find(r, "end_reasons"), func(r *wire.Reader) { m.EndReasons = append(m.EndReasons, p.text(r)) })
	f := p.find(r, "features")
	m.Features = core.Features{Chance: p.bool(p.find(f, "chance")), Hidden: p.bool(p.find(f, "hidden")),
		Simultaneous: p.bool(p.find(f, "simultaneous"))}
	return m
}

func (p *manifestParser) fields(r wire.Reader) (fields []core.Field) {
	p.each(r, func(r *wire.Reader) {
		fields = append(fields, core.Field{Name: p.str(*r, "name"), Type: p.typ(p.find(*r, "type")),
			Optional: p.bool(p.find(*r, "optional")), Doc: p.str(*r, "doc")})
	})
	return fields
}

func (p *manifestParser) typ(r wire.Reader) *core.Type {
	n, ok := r.Array()
	if !ok || n == 0 {
		p.ok = false
		return nil
	}
	word := p.text(&r)
	want := map[string]int{"bool": 0, "seat": 0, "int": 2, "text": 1, "square": 2, "list": 3, "record": 1, "dict": 1, "null": 1}
	if k, fixed := want[word]; fixed && n-1 != k {
		p.ok = false
		return nil
	}
	next := func() *core.Type {
		at := r
		r.Skip()
		if !p.ok {
			return nil
		}
		return p.typ(at)
	}
	switch word {
	case "bool":
		return core.Bool()
	case "seat":
		return core.SeatType()
	case "int":
		min := p.int(&r)
		return core.Int(min, p.int(&r))
	case "text":
		return core.Text(p.int(&r))
	case "square":
		rows := p.int(&r)
		return core.Square(rows, p.int(&r))
	case "list":
		of := next()
		min := p.int(&r)
		return core.List(of, min, p.int(&r))
	case "record":
		return core.Record(p.fields(r)...)
	case "dict":
		return core.Dict(next())
	case "null":
		return core.Null(next())
	case "word":
		var words []string
		for range n - 1 {
			words = append(words, p.text(&r))
		}
		return core.Word(words...)
	case "one_of":
		var alts []*core.Type
		for range n - 1 {
			alts = append(alts, next())
		}
		return core.OneOf(alts...)
	}
	p.ok = false
	return nil
}
