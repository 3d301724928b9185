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
	land := s.land
	w.Array(len(land))
	b := w.B
	for i := 0; i < len(land); {
		sq := land[i]
		c := &s.cell[sq]
		if !all && c.dark() {
			from, size := i, len(landTexts[fogCode])
			for i++; i < len(land) && s.cell[land[i]].dark(); i++ {
			}
			b = append(b, s.dark[from*size:i*size]...)
			continue
		}
		i++
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
	for at := s.nextSwim(0); at != nowhere; at = s.nextSwim(at) {
		n++
	}
	w.Array(n)
	for at := s.nextSwim(0); at != nowhere; at = s.nextSwim(at) {
		w.Map(2)
		putSquare(w, wayKeys[0], at)
		w.Key(landKeys[7])
		s.writeList(w, s.cell[at].first)
	}
}

// nextSwim is the first water square behind another on which there are swimmers, nowhere if there is none.
func (s *state) nextSwim(after uint8) uint8 {
	next := uint8(nowhere)
	for id := uint8(1); id <= s.units; id++ {
		if sq := s.unit[id].sq; sq > after && sq-1 < next-1 && s.cell[sq].kind == water {
			next = sq
		}
	}
	return next
}
