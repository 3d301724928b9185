package core

import "github.com/parley-rules/parley/core/wire"

// Events takes the events of a step from the rules and encodes them. A nil *Events takes them and forgets them, which costs
// next to nothing.
//
// An event's fields are given in the order of the manifest, by Emit if all of them are plain numbers, otherwise one by one
// between Begin and End.
type Events struct {
	kinds []eventKeys
	w     wire.Writer
	n     int
	kind  *eventKeys
	field int
}

type eventKeys struct {
	head   string // map header, "type", the kind's name, the key of the first field
	fields []eventField
	runs   []eventRun
}

type eventField struct {
	key   wire.Key // "" for the first field: it is in the head
	kind  TypeKind // of the type, or of what a Null holds
	words []wire.Key
}

// eventRun is a part of an event of plain numbers as it is written at one go: up to a Word or Bool with that, or to the end.
// Its numbers have one byte each, which is put in afterwards; where one does not fit, the event is written field by field.
type eventRun struct {
	texts []string // one for each value of the Word or Bool at its end; the first run of an event begins with seen = null
	slots []uint16 // the places of the numbers
	word  bool     // a Word or Bool is at the end
}

// NewEvents makes the recorder of a manifest's events.
func NewEvents(m *Manifest) *Events {
	e := &Events{}
	for i := range m.Events {
		e.kinds = append(e.kinds, newEventKeys(&m.Events[i]))
	}
	return e
}

// toEverybody is how an event for everybody begins: an array of two, the first of which is null.
const toEverybody = "\x92\xc0"

func newEventKeys(k *EventKind) eventKeys {
	w := wire.Writer{B: []byte(toEverybody)}
	w.Map(1 + len(k.Fields))
	w.Str("type")
	w.Str(k.Name)
	keys := eventKeys{fields: make([]eventField, len(k.Fields))}
	run := eventRun{}
	for i := range k.Fields {
		t := k.Fields[i].Type
		if t.Kind == TNull {
			t = t.Of
		}
		f := &keys.fields[i]
		f.kind, f.words = t.Kind, wire.Keys(t.Words...)
		w.Str(k.Fields[i].Name)
		if i == 0 {
			keys.head = string(w.B[len(toEverybody):])
		} else {
			f.key = wire.NewKey(k.Fields[i].Name)
		}
		switch f.kind {
		case TWord, TBool:
			words := f.words
			if f.kind == TBool {
				words = []wire.Key{"\xc2", "\xc3"}
			}
			run.word = true
			for _, word := range words {
				run.texts = append(run.texts, string(w.B)+string(word))
			}
			keys.runs = append(keys.runs, run)
			run = eventRun{}
			w.Reset()
		case TSquare:
			w.Array(2)
			run.addSlot(&w)
			run.addSlot(&w)
		default:
			run.addSlot(&w)
		}
	}
	if len(k.Fields) == 0 {
		keys.head = string(w.B[len(toEverybody):])
	}
	if len(w.B) > 0 {
		run.texts = []string{string(w.B)}
		keys.runs = append(keys.runs, run)
	}
	return keys
}

// addSlot leaves room for a number at the end of a run.
//
//go:noinline
func (r *eventRun) addSlot(w *wire.Writer) {
	r.slots = append(r.slots, uint16(len(w.B)))
	w.B = append(w.B, 0)
}

func (e *Events) reset() {
	e.w.Reset()
	e.n = 0
	e.kind = nil
}

// Emit tells everybody an event whose fields are Bools, Ints, Seats, Words (by their numbers) or Squares (two numbers).
func (e *Events) Emit(kind int, values ...int) {
	if e == nil {
		return
	}
	if e.kind != nil {
		panic(unended)
	}
	k := &e.kinds[kind]
	b := e.w.B
	next := 0
	for i := range k.runs {
		run := &k.runs[i]
		from, text := len(b), 0
		if run.word {
			text = values[next+len(run.slots)]
		}
		b = append(b, run.texts[text]...)
		for _, at := range run.slots {
			v := uint(values[next])
			if v > 127 {
				e.emitFields(kind, values)
				return
			}
			b[from+int(at)] = byte(v)
			next++
		}
		if run.word {
			next++
		}
	}
	if next != len(values) {
		panic("core: an event has fewer fields")
	}
	e.w.B = b
	e.n++
}

// emitFields is Emit field by field, for numbers that take more than a byte.
func (e *Events) emitFields(kind int, values []int) {
	e.Begin(kind)
	e.values(values)
	e.End()
}

// EmitTo is Emit for the seats of a set only. The referee sees it too, spectators do not.
func (e *Events) EmitTo(seen Seats, kind int, values ...int) {
	if e == nil {
		return
	}
	e.BeginTo(seen, kind)
	e.values(values)
	e.End()
}

// values writes all fields of an event.
//
//go:noinline
func (e *Events) values(values []int) {
	for i := range e.kind.fields {
		if e.kind.fields[i].kind == TSquare {
			w := e.Field()
			w.Ints(values[:2]...)
			values = values[2:]
			continue
		}
		e.Int(values[0])
		values = values[1:]
	}
	if len(values) != 0 {
		panic("core: an event has fewer fields")
	}
}

// Begin begins an event that everybody sees.
func (e *Events) Begin(kind int) {
	if e == nil {
		return
	}
	e.w.B = append(e.w.B, toEverybody...)
	e.begin(kind)
}

// BeginTo begins an event that only some seats, and the referee, see.
func (e *Events) BeginTo(seen Seats, kind int) {
	if e == nil {
		return
	}
	e.w.B = append(e.w.B, 0x92)
	e.w.Array(seen.Len())
	for ; seen != 0; seen = seen.Rest() {
		e.w.Int(int(seen.First()))
	}
	e.begin(kind)
}

const unended = "core: an event begins before the last one has ended"

func (e *Events) begin(kind int) {
	if e.kind != nil {
		panic(unended)
	}
	e.kind, e.field = &e.kinds[kind], 0
	e.w.B = append(e.w.B, e.kind.head...)
}

// Int writes the next field: a Bool as 0 or 1, an Int or Seat as it is, a Word by its number. A Null field takes it as a
// value of the type in it.
func (e *Events) Int(v int) {
	if e == nil {
		return
	}
	f := &e.kind.fields[e.field]
	w := e.Field()
	switch f.kind {
	case TBool:
		w.Bool(v != 0)
	case TWord:
		w.Key(f.words[v])
	default:
		w.Int(v)
	}
}

// Field writes the key of the next field and returns the writer for its value, which must be written at once. It returns nil
// if e is nil.
func (e *Events) Field() *wire.Writer {
	if e == nil {
		return nil
	}
	e.w.Key(e.kind.fields[e.field].key)
	e.field++
	return &e.w
}

// End ends an event. It panics if a field is missing.
//
//go:noinline
func (e *Events) End() {
	if e == nil {
		return
	}
	if e.field != len(e.kind.fields) {
		panic("core: an event lacks fields")
	}
	e.kind = nil
	e.n++
}

// Recording says whether anything is recorded, for games that would work to fill a field.
func (e *Events) Recording() bool { return e != nil }

// AppendTo writes the list of all events, each as [seen, event].
func (e *Events) AppendTo(w *wire.Writer) {
	w.Array(e.n)
	w.Raw(e.w.B)
}
