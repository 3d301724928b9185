package jackal

import "github.com/parley-rules/parley/core/wire"

// Entries of land squares in a view, prepared by the code of the tile, for a square with neither a mark nor items nor units, as most
// are; face-down ones for all of a board, see board.dark.
var landTexts [fogCode + 1]string

// Where the holes of an entry are: those of the row and of face_up from its beginning, the others from its end. landTail is where the
// items begin, and the units after them. A key takes a byte more than its name.
const (
	landRow    = 1 + 1 + len("at") + 1
	landUp     = landRow + 2 + 1 + len("face_up")
	landTail   = 1 + 1 + len("units") + 1
	landStruck = landTail + 1 + len("items") + 1
	landReady  = landStruck + 1 + len("struck") + 1
	landUsed   = landReady + 1 + len("ready") + 1
)

func init() {
	var w wire.Writer
	var ends [fogCode + 1]int
	for code := range landTexts {
		w.Map(8)
		w.Key(landKeys[0])
		w.Ints(0, 0)
		putBool(&w, landKeys[1], code != fogCode)
		putWord(&w, landKeys[2], tileKeys[code])
		for _, key := range landKeys[3:6] {
			putBool(&w, key, false)
		}
		w.Key(landKeys[6])
		w.Map(0)
		w.Key(landKeys[7])
		w.Array(0)
		ends[code] = len(w.B)
	}
	texts, from := string(w.B), 0
	for code, end := range ends {
		landTexts[code], from = texts[from:end], end
	}
	for _, b := range boards {
		for _, sq := range b.land {
			at := len(b.dark) + landRow
			b.dark = append(b.dark, landTexts[fogCode]...)
			b.dark[at], b.dark[at+1] = sq>>4, sq&15
		}
	}
}

// writeLand writes the land squares, the tiles in the fog only for those who may see all.
//
// JK-260.
func (s *state) writeLand(w *wire.Writer, all bool) {
	w.Array(len(s.land))
	b := w.B
	size := len(landTexts[fogCode])
	for i := 0; i < len(s.land); i++ {
		from := i
		for !all && i < len(s.land) && s.cell[s.land[i]].dark() {
			i++
		}
		if from < i {
			b = append(b, s.dark[from*size:i*size]...)
			if i == len(s.land) {
				break
			}
		}
		sq := s.land[i]
		c := &s.cell[sq]
		t := c.tile()
		if c.kind == fog && all {
			t = c.hidden()
		}
		at := len(b)
		b = append(b, landTexts[t.code()]...)
		b[at+landRow], b[at+landRow+1] = sq>>4, sq&15
		if c.kind == fog {
			b[at+landUp] = boolean(false)
		}
		if c.marked {
			mark := landUsed
			switch c.kind {
			case fog:
				mark = landStruck
			case airplane:
				mark = landReady
			}
			b[len(b)-mark] = boolean(true)
		}
		switch {
		case c.goods:
			w.B = b[:len(b)-landTail]
			writeGoods(w, &s.pile[c.land])
			w.B = append(w.B, landKeys[7]...)
			s.writeList(w, c.first)
			b = w.B
		case c.first != 0:
			w.B = b[:len(b)-1]
			s.writeList(w, c.first)
			b = w.B
		}
	}
	w.B = b
}

// writeWater writes the water squares with swimmers.
func (s *state) writeWater(w *wire.Writer) {
	n := 0
	for id := uint8(1); id <= s.units; id++ {
		u := &s.unit[id]
		if c := &s.cell[u.sq]; c.kind == water && c.first == id {
			n++
		}
	}
	w.Array(n)
	if n == 0 {
		return
	}
	for _, sq := range s.all {
		if c := &s.cell[sq]; c.first != 0 && c.kind == water {
			w.Map(2)
			putSquare(w, wayKeys[0], sq)
			w.Key(landKeys[7])
			s.writeList(w, c.first)
		}
	}
}
