package jackal

import "github.com/parley-rules/parley/core/wire"

// unitTexts are the entries of units in a view, by the kind of the unit and that of its place, with holes of a byte for what varies.
var unitTexts [chunga + 1][placeKinds]string

// The kinds of places.
const (
	noPlace = iota
	onSquare
	aboard
	placeKinds
)

// Where the holes are: that of the id from the beginning of an entry, the others from its end. A key takes a byte more than its name.
const (
	unitID      = 1 + 1 + len("id")
	unitSkips   = 1
	unitTrapped = unitSkips + 1 + len("skips") + 1
	unitVessel  = unitTrapped + 1 + len("trapped") + 1
	unitTunnel  = unitVessel + 1 + len("vessel") + 1
	unitStep    = unitTunnel + 1 + len("tunnel") + 1
	unitColumn  = unitStep + 1 + len("step") + 1
	unitRow     = unitColumn + 1
)

// unitCrew is where the hole of the crew is, by the kind of the place.
var unitCrew = [placeKinds]int{
	noPlace:  unitTrapped + 1 + len("trapped") + 1 + 1 + len("place") + 1,
	onSquare: unitRow + 1 + 1 + len("sq") + 1 + 1 + len("place") + 1,
	aboard:   unitStep + 1 + len("step") + 1 + 1 + len("sq") + 1 + 1 + len("place") + 1,
}

func init() {
	var w wire.Writer
	for kind := range unitTexts {
		for place, at := range [placeKinds]spot{noPlace: {}, onSquare: {sq: square8(1, 1)}, aboard: {vessel: 1}} {
			w.Reset()
			w.Map(6)
			putInt(&w, nameId, 0)
			putWord(&w, nameKind, unitKindKeys[kind])
			putInt(&w, nameCrew, 0)
			w.Key(namePlace)
			if place == noPlace {
				w.Nil()
			} else {
				writePlace(&w, at, false)
			}
			putBool(&w, nameTrapped, false)
			putInt(&w, nameSkips, 0)
			unitTexts[kind][place] = string(w.B)
		}
	}
}

func (s *state) writeUnits(w *wire.Writer) {
	w.Array(int(s.units))
	b := w.B
	for id := uint8(1); id <= s.units; id++ {
		u := &s.unit[id]
		place := noPlace
		switch {
		case u.vessel != 0:
			place = aboard
		case u.sq != nowhere:
			place = onSquare
		}
		text := unitTexts[u.kind&chunga][place]
		if id <= 0x80 {
			b = append(b, text...)
			b[len(b)-len(text)+unitID] = id - 1
		} else { // which takes a byte more
			b = append(b, text[:unitID]...)
			b = append(b, 0xcc, id-1)
			b = append(b, text[unitID+1:]...)
		}
		n := len(b)
		b[n-unitSkips], b[n-unitTrapped] = u.skips, boolean(u.trapped)
		crew := u.crew
		if crew == neutral {
			crew = null
		}
		b[n-unitCrew[place]] = crew
		switch place {
		case onSquare:
			b[n-unitRow], b[n-unitColumn], b[n-unitStep], b[n-unitTunnel] = u.sq>>4, u.sq&15, u.step, boolean(u.tunnel)
		case aboard:
			b[n-unitVessel] = u.vessel - 1
		}
	}
	w.B = b
}

// null is nil in msgpack.
const null = 0xc0

// boolean is a bool in msgpack.
func boolean(v bool) byte { return 0xc2 | byteOf(v) }

func writePlace(w *wire.Writer, at spot, tunnel bool) {
	w.Map(4)
	putSquare(w, nameSq, at.sq)
	putInt(w, nameStep, int(at.step))
	putBool(w, nameTunnel, tunnel)
	w.Key(nameVessel)
	if at.vessel == 0 {
		w.Nil()
	} else {
		w.Int(int(at.vessel) - 1)
	}
}

// writeList writes the ids of a list of units.
func (s *state) writeList(w *wire.Writer, first uint8) {
	b := append(w.B, 0x90)
	at := len(b) - 1
	for id := first; id != 0; id = s.unit[id].next {
		if id > 0x80 || len(b)-at > 15 { // the ids or their number take more than a byte
			w.B = b[:at]
			s.writeLongList(w, first)
			return
		}
		b = append(b, id-1)
	}
	b[at] |= byte(len(b) - at - 1)
	w.B = b
}

func (s *state) writeLongList(w *wire.Writer, first uint8) {
	n := 0
	for id := first; id != 0; id = s.unit[id].next {
		n++
	}
	w.Array(n)
	for id := first; id != 0; id = s.unit[id].next {
		w.Int(int(id) - 1)
	}
}
