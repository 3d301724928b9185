package jackal

import "github.com/parley-rules/parley/core/wire"

// Entries of land squares in a view, prepared by the code of the tile, for a square with neither a mark nor items nor units, as most
// are. Each is as long as the longest may be, so that it is copied without a call; landSizes says how long it is. Face-down ones are there
// for all of a board, see board.dark.
var (
	landTexts [fogCode + 1][landMost]byte
	landSizes [fogCode + 1]uint8
)

// Where the holes of an entry are: those of the row and of face_up from its beginning, the others from its end. landTail is where the
// items begin, and the units after them. A key takes a byte more than its name.
const (
	landRow    = 1 + 1 + len("at") + 1
	landUp     = landRow + 2 + 1 + len("face_up")
	landTail   = 1 + 1 + len("units") + 1
	landStruck = landTail + 1 + len("items") + 1
	landReady  = landStruck + 1 + len("struck") + 1
	landUsed   = landReady + 1 + len("ready") + 1

	landMost = landUp + 1 + 1 + len("tile") + 1 + maxWord + 1 + len("used") + landUsed
	darkSize = landUp + 1 + 1 + len("tile") + 1 + len("fog") + landUsed + len("used") + 1
	maxWord  = len("arrow:n+ne+e+se+s+sw+w+nw")
)

func init() {
	var w wire.Writer
	for code := range landTexts {
		w.Reset()
		w.Map(8)
		w.Key(nameAt)
		w.Ints(0, 0)
		putBool(&w, nameFaceUp, code != fogCode)
		putWord(&w, nameTile, tileKeys[code])
		for _, key := range [...]wire.Key{nameUsed, nameReady, nameStruck} {
			putBool(&w, key, false)
		}
		w.Key(nameItems)
		w.Map(0)
		w.Key(nameUnits)
		w.Array(0)
		landSizes[code] = uint8(copy(landTexts[code][:], w.B))
	}
	for _, b := range boards {
		for _, sq := range b.land {
			at := len(b.dark) + landRow
			b.dark = append(b.dark, landTexts[fogCode][:landSizes[fogCode]]...)
			b.dark[at], b.dark[at+1] = sq>>4, sq&15
		}
	}
}

// writeLand writes the land squares, the tiles in the fog only for those who may see all.
//
// JK-260.
func (s *state) writeLand(w *wire.Writer, all bool) {
	board := s.board
	count := len(board.land)
	w.Array(count)
	b := room(w.B, (count+1)*landMost)
	at := len(w.B)
	for i := 0; i < count && i < len(board.place); {
		sq := board.place[i]
		c := &s.cell[sq]
		kind, arg := c.kind, c.arg
		if kind == fog {
			if all {
				kind = c.under
			} else if !c.marked {
				from := i
				for i++; i < count && i < len(board.place) && s.cell[board.place[i]].dark(); i++ {
				}
				at += copy(b[at:], board.dark[from*darkSize:i*darkSize])
				continue
			}
		}
		i++
		code := tile{kind, arg}.code()
		e := (*[landMost]byte)(b[at:])
		*e = landTexts[code]
		e[landRow], e[landRow+1] = sq>>4, sq&15
		if c.kind == fog {
			e[landUp] = boolean(false)
		}
		at += int(landSizes[code])
		if c.marked {
			mark := landUsed
			switch c.kind {
			case fog:
				mark = landStruck
			case airplane:
				mark = landReady
			}
			b[at-mark] = boolean(true)
		}
		if !c.goods && c.first == 0 {
			continue
		}
		if c.goods {
			w.B = b[:at-landTail]
			writeGoods(w, &s.pile[c.land])
			w.B = append(w.B, nameUnits...)
		} else {
			w.B = b[:at-1]
		}
		s.writeList(w, c.first)
		at = len(w.B)
		b = room(w.B, (count-i+1)*landMost)
	}
	w.B = b[:at]
}

// room returns the bytes and behind them room for n more.
func room(b []byte, n int) []byte {
	if cap(b)-len(b) < n {
		b = append(make([]byte, 0, len(b)+n), b...)
	}
	return b[:cap(b)]
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
		putSquare(w, nameAt, at)
		w.Key(nameUnits)
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
