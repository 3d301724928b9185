package core

// MoveSlots is how many numbers the arguments of a move may take.
const MoveSlots = 15

// Move is one small decision: its kind, an index into Manifest.Moves, and its arguments as numbers. It has no pointers,
// 32 bytes, and is compared with ==.
//
// The arguments lie one after the other in the order of the manifest: a Bool as 0 or 1, an Int or Seat as its value, a Word
// as its number, a Square as row and column, a List as its length, if that varies, and then its largest length of elements.
// What is not used is 0. N is the number of places in use, the same for all moves of a kind.
type Move struct {
	Kind uint8
	N    uint8
	Arg  [MoveSlots]int16
}

// Values that stand in a move's place of an argument for what is no value of its type.
const (
	// Outside stands for any value outside the range of a loose argument.
	Outside int16 = -32768
	// Absent stands for an optional argument that is missing, in its first place.
	Absent int16 = -32767
)

// M makes a move of a kind from all of its numbers.
func M(kind int, args ...int16) Move {
	m := Move{Kind: uint8(kind), N: uint8(len(args))}
	copy(m.Arg[:], args)
	return m
}

// Int returns the argument at a place as an int.
func (m *Move) Int(place int) int { return int(m.Arg[place]) }

// slotsOf is the number of places that an argument of a type takes, 0 if a move cannot have it.
func slotsOf(t *Type) int {
	if t == nil {
		return 0
	}
	switch t.Kind {
	case TInt:
		if t.Min > t.Max || t.Min < -32000 || t.Max > 32000 {
			return 0
		}
		return 1
	case TBool, TSeat:
		return 1
	case TWord:
		if len(t.Words) == 0 || len(t.Words) > 32000 {
			return 0
		}
		return 1
	case TSquare:
		if t.Rows < 1 || t.Cols < 1 || t.Rows > 32000 || t.Cols > 32000 {
			return 0
		}
		return 2
	case TList:
		if t.Of == nil || t.Of.Kind == TList {
			return 0
		}
		n := slotsOf(t.Of) * t.Max
		if t.Min != t.Max {
			n++
		}
		if n > MoveSlots {
			return 0
		}
		return n
	}
	return 0
}
