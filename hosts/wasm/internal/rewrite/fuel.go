package rewrite

// Fuel is charged where code can come again, which is also where it is looked at: at the entry of a function, and before a branch to the
// head of a loop. Between these, code goes forward only. A branch back costs a unit, and as many as the longest way to it from the
// last charge has units of 16 operators; the entry of a function a unit, and as many as the longest way from its last charge to its end.
// Where such a way would be a chunk of operators a charge stands in between; and in front of a loop, so that it is not charged again
// with each round. So no way escapes, and most rounds and calls meet one charge. What moves memory is charged by length before it
// happens.
//
// The weights come from BenchmarkSpin: no operator, however often it is repeated, should buy more than about 10 ns with a unit
// on a server's processor; code of Go buys 1 to 3. What weights cannot hold down is waiting for memory: loads that each depend on
// the one before, all over a memory larger than the processor's caches, were seen to buy a hundred times as much. To weigh every
// load like that would leave honest code no fuel. Such a module stops as surely, but later.
const (
	unitShift = 4 // operators in a unit, as a power of 2
	chunk     = 8 << unitShift

	// How many operators an operator counts for, if not for one.
	weightMemory   = 2 // loads and stores
	weightMultiply = 2
	weightDivision = 12
	weightFloat    = 4 // arithmetic with floating-point numbers, which may be denormal
	weightRoot     = 24
	weightConvert  = 8
	weightTable    = 4 // br_table
	weightCall     = 4
	weightImport   = 64  // a call of the host
	weightCopy     = 16  // memory.copy and init, table.copy and init, without their lengths
	weightFill     = 96  // memory.fill and table.fill, without their lengths
	weightGrow     = 96  // memory.grow and table.grow, without their lengths
	weightRefFunc  = 320 // wazero leaves the compiled code for it

	// How many make a unit, as powers of 2.
	byteShift  = 5 // bytes of memory.copy, fill and init
	entryShift = 3 // entries of table.copy, fill, init and grow
	pageShift  = 8 // and how many units a page of memory.grow makes
)

// dead is the path to code that is not reached.
const dead = -1 << 40

// Depth is charged at the entry of a function that calls others: 1, and 1 for every 16 of its parameters and locals and of the values
// that its operand stack holds at most.
const localsShift = 4

// weight is how many operators an operator without anything special counts for.
func weight(op byte) int {
	switch {
	case op >= 0x28 && op <= 0x3e:
		return weightMemory
	case op == 0x6c || op == 0x7e:
		return weightMultiply
	case op >= 0x6d && op <= 0x70, op >= 0x7f && op <= 0x82, op == 0x95 || op == 0xa3:
		return weightDivision
	case op == 0x91 || op == 0x9f:
		return weightRoot
	case op >= 0x8b && op <= 0xa6:
		return weightFloat
	case op >= 0xa8 && op <= 0xbb && op != 0xac && op != 0xad:
		return weightConvert
	}
	return 1
}

// immediates says what follows an operator that only has to be copied.
type immediates byte

const (
	unknown immediates = iota
	none
	oneIndex
	memArg
	zeroByte // a memory
	refType
	const32
	const64
	float32bytes
	float64bytes
)

var operators = func() (t [256]immediates) {
	for op := 0x45; op <= 0xc4; op++ { // comparisons, arithmetic, conversions, sign extension
		t[op] = none
	}
	for op := 0x28; op <= 0x3e; op++ {
		t[op] = memArg
	}
	t[0x00], t[0x01], t[0x1a], t[0x1b], t[0xd1] = none, none, none, none, none // unreachable, nop, drop, select, ref.is_null
	t[0x25] = oneIndex                                                         // table.get
	t[0x3f], t[0xd0] = zeroByte, refType                                       // memory.size, ref.null
	t[0x41], t[0x42], t[0x43], t[0x44] = const32, const64, float32bytes, float64bytes
	return t
}()
