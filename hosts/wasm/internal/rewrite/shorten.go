package rewrite

import "github.com/parley-rules/parley/hosts/wasm/internal/opcode"

// Go's compiler translates to WebAssembly one operation at a time, and so does wazero from there on: neither sees that an address was
// computed before, or that a comparison is turned round. Each memory access of which wazero does not know that it is in bounds takes 70 bytes
// of machine code, and a move of a game runs through some hundred kilobytes of it, once or a few times each: what is not there
// need not be fetched. So the rewriter uses what it knows on the way from one operator to the next, within straight code:
//
//   - an address is converted to 32 bits once, into a local: wazero knows the bounds that it has checked by the value;
//   - what was stored on the stack or loaded from it is in a local until memory may have changed;
//   - an address on the stack is an offset of the stack pointer, once an access has shown that the sum cannot overflow;
//   - the opposite of a comparison is another comparison.
//
// The stack pointer is nothing but the local 1: what is said of it holds whatever the module keeps there. The code does what it did, to
// the same traps, and pays for the operators that were there.

// Operators that only matter here.
const (
	i32Eqz   = 0x45
	i32Eq    = 0x46
	i64Eqz   = 0x50
	i64Eq    = 0x51
	i64Ne    = 0x52
	i64Load  = 0x29
	i64Store = 0x37
	i64Add   = 0x7c
	wrap     = 0xa7 // i32.wrap_i64
	extend   = 0xad // i64.extend_i32_u

	firstLoad, lastLoad   = 0x28, 0x35
	firstStore, lastStore = 0x36, 0x3e
)

const (
	stackPointer = 1 // the local
	maxSlots     = 8
	maxWraps     = 24
	lastWrapped  = 63 // the last local of which a converted address is kept
	lastHeight   = 63 // the last place on the operand stack that is known

	// maxBase is above all stack pointers with which memory was accessed: a host gives an instance 2 GiB at most.
	maxBase = 1 << 31
)

// The locals that are added: one for lengths that are charged; the slots' values and their lower halves; converted addresses.
const (
	scratchLocal = 0
	slotLocal    = 1
	slotAddress  = slotLocal + maxSlots
	wrapLocal    = slotAddress + maxSlots
)

// values is what is known at a place of a function.
type values struct {
	wraps uint64 // bit l: the lower half of local l is in the local that is kept for it
	slots [maxSlots]slot
	next  uint8 // the slot to be used next
	based bool  // an access at the stack pointer was in bounds
}

// slot is 8 bytes of memory at an offset from the stack pointer that are in a local.
type slot struct {
	offset uint32
	held   bool
	halved bool // the lower half is in another
}

// passed is an operator that was read.
type passed struct {
	op    uint16 // with the bit nonzero, a comparison with 0 that stands for i32.eqz or i64.eqz turned round
	at    int32  // where it begins in the body
	index uint32 // of its local; of its slot, plus 1, if it loads one
	// Where it begins and ends in the new code, if it does not stand there as it was read. begin is 0 otherwise.
	begin, end int32
}

const nonzero = 0x100

// shortener is the work of shorten on one function.
type shortener struct {
	known  values
	ring   [8]passed // the last operators, the last of all at newest
	newest uint
	dead   bool   // control does not come here
	atBase uint64 // the places on the operand stack that are the stack pointer

	to      int                    // up to where in the body
	base    uint32                 // the first local that is added
	kept    [lastWrapped + 1]uint8 // by local: the number, from 1 on, of the one that is kept for its lower half
	wraps   int                    // how many there are
	slotted bool                   // slots are used

	skip   int32  // where an operator begins whose work is done
	fold   int32  // where an access begins whose address lacks
	foldBy uint32 // this
}

const nowhere = -1 // in a body

// last is the operator so many before the last one.
func (s *shortener) last(before uint) *passed { return &s.ring[(s.newest-before)&7] }

func (f *function) beginShorten(base uint32, to int) {
	f.shortener = shortener{base: base, to: to, skip: nowhere, fold: nowhere}
}

// opposite is the comparison that is true if another is not, 0 for other operators.
var opposite = func() (t [2 * nonzero]uint16) {
	for _, eq := range []uint16{i32Eq, i64Eq} { // eq, ne, and lt, gt, le, ge, each signed and unsigned
		for i, with := range []uint16{1, 0, 8, 9, 6, 7, 4, 5, 2, 3} {
			t[eq+uint16(i)] = eq + with
		}
	}
	for _, eqz := range []uint16{i32Eqz, i64Eqz} {
		t[eqz], t[eqz|nonzero] = eqz|nonzero, eqz
	}
	return t
}()

// shorten is told of every operator when it has been read, and before it changes the height of the stack and the frames.
func (f *function) shorten(r *reader, op byte, at int) {
	if at >= f.to {
		return
	}
	now := f.last(7)
	*now = passed{op: uint16(op), at: int32(at)}
	if !f.dead {
		switch {
		case op >= opcode.LocalGet && op <= opcode.LocalTee:
			now.index = f.index
			if op != opcode.LocalGet {
				f.setLocal()
			}
		case op == i32Eqz || op == i64Eqz:
			f.turn(r, now)
		case op == wrap:
			f.shortenWrap(r, now)
		case op >= firstLoad && op <= lastStore:
			f.access(r, now)
		case op == opcode.Call, op == opcode.CallIndirect, op == opcode.Bulk:
			f.forget()
		}
	}
	f.newest++
	// What an operator leaves is not the stack pointer, and what it finds below stays.
	switch top := f.height + f.delta - 1; {
	case top < 0:
		f.atBase = 0
	case top <= lastHeight:
		f.atBase &= 1<<top - 1
		if now.op == opcode.LocalGet && now.index == stackPointer {
			f.atBase |= 1 << top
		}
	}
}

// forget forgets what was in memory.
func (f *function) forget() { f.known.slots = [maxSlots]slot{} }

// setLocal is for local.set and local.tee.
func (f *function) setLocal() {
	if f.index <= lastWrapped {
		f.known.wraps &^= 1 << f.index
	}
	if f.index == stackPointer {
		f.forget()
		f.known.based, f.atBase = false, 0
	}
}

// drop takes the operators from one of the last on, with the one that was read, out of the new code. It returns false if something
// stands between them.
func (f *function) drop(r *reader, first *passed) bool {
	switch {
	case first.begin > 0:
		if int(first.end) != len(f.out) {
			return false
		}
		f.out = f.out[:first.begin]
	case f.from > int(first.at):
		return false
	default:
		f.copy(r, int(first.at))
	}
	f.from = r.at
	return true
}

// turn is for i32.eqz and i64.eqz: of a comparison, or of one that was extended to 64 bits.
func (f *function) turn(r *reader, now *passed) {
	first := f.last(0)
	if now.op == i64Eqz {
		if first.op != extend {
			return
		}
		first = f.last(1)
	}
	other := opposite[first.op]
	if other == 0 || !f.drop(r, first) {
		return
	}
	now.op, now.at, now.begin = other, first.at, int32(len(f.out))
	switch other {
	case i32Eqz | nonzero:
		f.out = append(f.out, opcode.I32Const, 0, opcode.I32Ne)
	case i64Eqz | nonzero:
		f.out = append(f.out, opcode.I64Const, 0, i64Ne)
	default:
		f.out = append(f.out, byte(other))
	}
	now.end = int32(len(f.out))
}

// shortenWrap is for i32.wrap_i64: of a local, of a slot, or of an address that is the stack pointer and a constant.
func (f *function) shortenWrap(r *reader, now *passed) {
	k, l0 := &f.known, f.last(0)
	switch {
	case f.skip == now.at:
		f.copy(r, int(now.at))
		f.from = r.at
		now.op = opcode.Nop
	case l0.op == opcode.LocalGet:
		to, ok := f.wrapOf(l0.index)
		if !ok {
			return
		}
		if k.wraps>>l0.index&1 == 0 {
			k.wraps |= 1 << l0.index
			f.tee(r, to)
		} else if f.drop(r, l0) {
			f.out = appendU32(append(f.out, opcode.LocalGet), to)
		}
	case l0.op == i64Load && l0.index > 0:
		if i := l0.index - 1; k.slots[i].held {
			k.slots[i].halved = true
			f.tee(r, f.base+slotAddress+i)
		}
	case l0.op == i64Add && f.last(1).op == opcode.I64Const && f.last(2).op == extend:
		by := (&reader{data: r.data, at: int(f.last(1).at) + 1}).signed(64)
		if base := f.last(3); k.based && base.op == opcode.LocalGet && base.index == stackPointer && by >= 0 && by < 1<<32-maxBase {
			if at := folds(r, uint32(by)); at != nowhere && f.drop(r, base) {
				f.fold, f.foldBy = int32(at), uint32(by)
				now.op, now.index, now.begin = opcode.LocalGet, stackPointer, int32(len(f.out))
				f.out = append(f.out, opcode.LocalGet, stackPointer)
				now.end = int32(len(f.out))
				return
			}
		}
		if f.drop(r, f.last(2)) {
			f.out = append(appendS64(append(f.out, opcode.I32Const), int64(int32(by))), opcode.I32Add)
		}
	}
}

// wrapOf is the local that is kept for the lower half of one.
func (f *function) wrapOf(local uint32) (uint32, bool) {
	if local > lastWrapped || f.kept[local] == 0 && f.wraps == maxWraps {
		return 0, false
	}
	if f.kept[local] == 0 {
		f.wraps++
		f.kept[local] = uint8(f.wraps)
	}
	return f.base + wrapLocal - 1 + uint32(f.kept[local]), true
}

// tee leaves what is on the stack in a local too.
func (f *function) tee(r *reader, local uint32) {
	f.copy(r, r.at)
	f.out = appendU32(append(f.out, opcode.LocalTee), local)
}

// folds finds the access that uses an address that is on the stack: the next operator, or the one behind a value that is there at once.
// Its own offset must leave room for the other.
func folds(r *reader, offset uint32) (at int) {
	p := &reader{data: r.data, at: r.at}
	first, last := byte(firstStore), byte(lastStore)
	switch op := p.byte(); op {
	case opcode.LocalGet:
		p.u32()
	case opcode.I64Const:
		p.signed(64)
	default:
		p.at--
		first, last = firstLoad, lastLoad
	}
	at = p.at
	if op := p.byte(); op < first || op > last {
		return nowhere
	}
	p.u32()
	if uint64(p.u32())+uint64(offset) >= 1<<32 {
		return nowhere
	}
	return at
}

// access is for loads and stores.
func (f *function) access(r *reader, now *passed) {
	p := &reader{data: r.data, at: int(now.at) + 1}
	align, offset := p.u32(), p.u32()
	folded := f.fold == now.at
	if folded {
		offset += f.foldBy
		f.copy(r, int(now.at))
	}
	place := f.height - 1 // of the address
	if now.op >= firstStore {
		place--
	}
	based := place >= 0 && place <= lastHeight && f.atBase>>place&1 != 0
	into := noSlot // the slot that gets the value
	switch {
	case now.op >= firstStore && !based:
		f.forget()
	case now.op >= firstStore:
		f.overwrite(offset)
		if now.op == i64Store {
			into = f.newSlot(offset)
			f.copy(r, int(now.at))
			f.out = appendU32(append(f.out, opcode.LocalTee), f.base+slotLocal+uint32(into))
		}
	case based && now.op == i64Load && align <= 3:
		i := f.findSlot(offset)
		if i != noSlot {
			now.index = uint32(i) + 1
			if f.fromSlot(r, i) {
				return
			}
		} else {
			into = f.newSlot(offset)
			now.index = uint32(into) + 1
		}
	}
	if folded {
		f.out = appendU32(appendU32(append(f.out, byte(now.op)), align), offset)
		f.from = r.at
	}
	if into != noSlot && now.op == i64Load {
		f.tee(r, f.base+slotLocal+uint32(into))
	}
	f.known.based = f.known.based || based
}

const noSlot = -1

func (f *function) findSlot(offset uint32) int {
	for i := range f.known.slots {
		if s := &f.known.slots[i]; s.held && s.offset == offset {
			return i
		}
	}
	return noSlot
}

func (f *function) newSlot(offset uint32) int {
	f.slotted = true
	i := f.known.next
	f.known.next = (i + 1) % maxSlots
	f.known.slots[i] = slot{offset: offset, held: true}
	return int(i)
}

// overwrite forgets the slots that a store at an offset may change.
func (f *function) overwrite(offset uint32) {
	for i := range f.known.slots {
		if s := &f.known.slots[i]; uint64(s.offset)+8 > uint64(offset) && uint64(offset)+8 > uint64(s.offset) {
			s.held = false
		}
	}
}

// fromSlot takes the value of a load, the last operator before which was the stack pointer, from a slot. If it is to be an address, its
// lower half is taken at once. It returns false if it has to be loaded.
func (f *function) fromSlot(r *reader, i int) bool {
	l := f.last(0)
	if l.op != opcode.LocalGet || l.index != stackPointer || !f.drop(r, l) {
		return false
	}
	from := f.base + slotLocal + uint32(i)
	if f.known.slots[i].halved && r.more() && r.data[r.at] == wrap {
		from = f.base + slotAddress + uint32(i)
		f.skip = int32(r.at)
	}
	f.out = appendU32(append(f.out, opcode.LocalGet), from)
	return true
}

// follow follows control through an operator, before the frames change. Where ways meet, only those of an if without an else are compared;
// otherwise nothing is known.
func (f *function) follow(op byte, at int) {
	if at >= f.to {
		return
	}
	top := &f.frames[len(f.frames)-1]
	switch op {
	case opcode.Loop:
		f.known, f.atBase = values{}, 0
	case opcode.Else:
		top.joined = top.joined || !f.dead
		f.known, f.dead, f.atBase = top.known, top.dead, 0
	case opcode.End:
		switch {
		case top.op == opcode.If && !top.joined:
			if f.dead {
				f.known = top.known
			} else {
				f.known.meet(&top.known)
			}
			f.dead = top.dead
		case top.joined || f.dead:
			f.known, f.dead = values{}, top.dead
		}
		f.atBase = 0
	case opcode.Br, opcode.BrIf, opcode.BrTable:
		for _, l := range f.labels {
			f.frames[len(f.frames)-1-int(l)].joined = true
		}
		f.dead = f.dead || op != opcode.BrIf
	case opcode.Return, opcode.Unreachable:
		f.dead = true
	}
}

// meet keeps what is known on another way too.
func (v *values) meet(w *values) {
	v.wraps &= w.wraps
	v.based = v.based && w.based
	for i := range v.slots {
		a, b := &v.slots[i], &w.slots[i]
		a.held = a.held && b.held && a.offset == b.offset
		a.halved = a.halved && b.halved
	}
}
