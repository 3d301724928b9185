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
}

type eventField struct {
	key   wire.Key // "" for the first field: it is in the head
	kind  TypeKind // of the type, or of what a Null holds
	words []wire.Key
}

// NewEvents makes the recorder of a manifest's events.
func NewEvents(m *Manifest) *Events {
	e := &Events{}
	for i := range m.Events {
		e.kinds = append(e.kinds, newEventKeys(&m.Events[i]))
	}
	return e
}

func newEventKeys(k *EventKind) eventKeys {
	w := wire.Writer{}
	w.Map(1 + len(k.Fields))
	w.Str("type")
	w.Str(k.Name)
	keys := eventKeys{fields: make([]eventField, len(k.Fields))}
	for i := range k.Fields {
		t := k.Fields[i].Type
		if t.Kind == TNull {
			t = t.Of
		}
		f := &keys.fields[i]
		f.kind, f.words = t.Kind, wire.Keys(t.Words...)
		if i == 0 {
			w.Str(k.Fields[i].Name)
		} else {
			f.key = wire.NewKey(k.Fields[i].Name)
		}
	}
	keys.head = string(w.B)
	return keys
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

// values writes all fields of an event. It does at one go what Int does field by field.
func (e *Events) values(values []int) {
	b := e.w.B
	fields := e.kind.fields
	for i := range fields {
		f := &fields[i]
		b = append(b, f.key...)
		v := values[0]
		values = values[1:]
		switch f.kind {
		case TWord:
			b = append(b, f.words[v]...)
		case TBool:
			b = wire.AppendBool(b, v != 0)
		case TSquare:
			b = wire.AppendInt(append(b, 0x92), int64(v))
			v = values[0]
			values = values[1:]
			b = wire.AppendInt(b, int64(v))
		default:
			if uint(v) < 128 {
				b = append(b, byte(v))
			} else {
				b = wire.AppendInt(b, int64(v))
			}
		}
	}
	if len(values) != 0 {
		panic("core: an event has fewer fields")
	}
	e.w.B = b
	e.field = len(fields)
}

// Begin begins an event that everybody sees.
func (e *Events) Begin(kind int) {
	if e == nil {
		return
	}
	e.w.B = append(e.w.B, 0x92, 0xc0)
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

func (e *Events) begin(kind int) {
	if e.kind != nil {
		panic("core: an event begins before the last one has ended")
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
