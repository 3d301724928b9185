package rewrite

import (
	"github.com/parley-rules/parley/hosts/wasm/internal/opcode"
	"github.com/parley-rules/parley/hosts/wasm/internal/structure"
)

// function is the work on one function. It is used again for the next.
type function struct {
	out     []byte // the new code, without its size
	from    int    // where what is not copied yet begins
	frames  []frame
	labels  []uint32 // of the last branch
	control uint64   // control operators
	loops   int      // open ones
	path    int      // the longest way here from the last charge, in operators
	height  int      // values on the stack
	highest int      // the most of them
	delta   int      // by which the operator that was read last changes the height
	params  int      // and if it opens a block, what that takes and leaves
	results int
	leaf    bool   // it calls no function of the module
	index   uint32 // of the local that the last operator names
	shortener
}

// frame is an open block, at first the function itself.
type frame struct {
	op     byte
	path   int // the longest way to the block's end by a branch
	before int // the path at the beginning

	params, results int // how many values it takes and leaves
	base            int // the height of the stack below the parameters

	// See follow.
	known  values // at the beginning
	dead   bool   // so was the beginning
	joined bool   // several ways lead to the end, or to the head of the loop
}

// code rewrites all functions and returns the section.
func (m *rewriter) code() []byte {
	next := 0
	limit("code", m.limits.Code, uint64(len(m.sections[secCode])))
	room := len(m.sections[secCode]) * 5 / 4
	var copies *structure.Functions
	if m.structured && m.present[secCode] {
		copies, _ = structure.Read(m.sections[secCode], m.imported.functions, func(function uint32) bool {
			if uint64(function) >= uint64(len(m.callees)) {
				return false
			}
			t := &m.types[m.callees[function]]
			return structure.IsResumable(t.params, t.results)
		})
		room *= 2
	}
	entries := make([]byte, 0, room) // of code of the Go compiler no more is needed
	count := m.section(secCode).each(func(r *reader) {
		if next == len(m.functions) {
			invalid("it has more code than functions")
		}
		body, t := r.name(), &m.types[m.functions[next]]
		out, ok := m.withCopy(copies, body, t, m.imported.functions+uint32(next))
		if !ok {
			out = m.function(body, t, len(body))
		}
		entries = append(appendU32(entries, uint32(len(out))), out...)
		next++
	})
	if int(count) != len(m.functions) {
		invalid("it has less code than functions")
	}
	if count == 0 {
		return nil
	}
	return appendSection(nil, secCode, count, entries)
}

// withCopy rewrites a function with its structured copy, or returns false: what is wrong with it is then found without.
func (m *rewriter) withCopy(copies *structure.Functions, body []byte, t *signature, number uint32) (out []byte, ok bool) {
	if copies == nil {
		return nil, false
	}
	body, _, ok = copies.WithCopy(body, number)
	if !ok {
		return nil, false
	}
	defer func() {
		if r := recover(); r != nil {
			if _, failed := r.(failure); !failed {
				panic(r)
			}
			out, ok = nil, false
		}
	}()
	return m.function(body, t, copies.CopyEnd()), true
}

// function rewrites a body B that leaves results R as
//
//	block
//	  charge fuel and depth; br 0 if they are used up
//	  block (result R) B end
//	  give the depth back
//	  return
//	end
//	unreachable
//
// so that labels of B stay what they are, and that there is one place to trap. A return of B becomes a branch to the end of
// the inner block. What B has up to a place is shortened: behind that is what hardly ever runs.
func (m *rewriter) function(body []byte, t *signature, shortenTo int) []byte {
	limit("function", m.limits.Function, uint64(len(body)))
	r := &reader{data: body}
	f := &m.body
	f.out, f.frames, f.leaf, f.height, f.highest = f.out[:0], f.frames[:0], true, 0, 0

	// The locals, and those of shorten, of which not all may be needed.
	groups := r.u32()
	start := r.at
	locals := uint64(len(t.params))
	limit("locals", m.limits.Locals, locals)
	for range groups {
		locals += uint64(r.u32())
		limit("locals", m.limits.Locals, locals)
		valueType(r.byte())
	}
	f.out = append(appendU32(f.out, groups+3), r.data[start:r.at]...)
	f.out = append(f.out, 1, opcode.I32, maxSlots, opcode.I64, maxSlots, opcode.I32)
	addedAt := len(f.out) - 4
	f.beginShorten(uint32(locals), shortenTo)

	// The prologue has a fixed size, so that it can be filled in when the body is known.
	f.out = append(f.out, opcode.Block, opcode.Void)
	unitsAt := m.chargeEntry(f)
	depthFrom := len(f.out)
	weightAt := m.chargeDepth(f)
	depthTo := len(f.out)
	f.out = append(f.out, opcode.Block)
	f.out = append(f.out, m.blockType(t)...)
	f.frames = append(f.frames, frame{op: opcode.Block, path: dead, results: len(t.results)})

	m.operators(r, f, uint32(locals))

	added := f.wraps
	switch {
	case f.slotted:
		added += 2 * maxSlots
		f.out[addedAt+2] += byte(f.wraps)
	case f.wraps > 0:
		f.out[addedAt+2] += byte(f.wraps)
	default:
		f.out[addedAt], f.out[addedAt+2] = 0, 0
	}
	fill(f.out[unitsAt:], 1+int64(locals)>>localsShift+int64(max(f.path, 0)>>unitShift))
	if f.leaf {
		// Nothing to count: the prologue's part for the depth becomes nothing.
		for i := depthFrom; i < depthTo; i++ {
			f.out[i] = opcode.Nop
		}
	} else {
		weight := 1 + (int64(locals)+int64(added)+int64(f.highest))>>localsShift
		fill(f.out[weightAt:], weight)
		f.out = append(appendU32(append(f.out, opcode.GlobalGet), m.depth), opcode.I32Const)
		f.out = append(appendS64(f.out, weight), opcode.I32Add, opcode.GlobalSet)
		f.out = appendU32(f.out, m.depth)
	}
	return append(f.out, opcode.Return, opcode.End, opcode.Unreachable, opcode.End)
}

// charge takes units and traps if there are not so many left.
func (m *rewriter) charge(f *function, units int, trap uint32) {
	m.take(f, units)
	m.checkFuel(f, trap)
}

// chargeEntry takes what is filled in later at the place that it returns, and traps if there is not so much left.
func (m *rewriter) chargeEntry(f *function) (unitsAt int) {
	f.out = append(appendU32(append(f.out, opcode.GlobalGet), m.fuel), opcode.I64Const)
	unitsAt = len(f.out)
	f.out = append(f.out, 0x80, 0x80, 0x80, 0, opcode.I64Sub)
	m.checkFuel(f, 0)
	return unitsAt
}

// take computes the fuel that is left after so many units.
func (m *rewriter) take(f *function, units int) {
	f.out = append(appendU32(append(f.out, opcode.GlobalGet), m.fuel), opcode.I64Const)
	f.out = append(appendS64(f.out, int64(units)), opcode.I64Sub)
}

// chargePath takes whole units for the path, without a look at what is left. The rest of the path is charged later.
func (m *rewriter) chargePath(f *function) {
	m.take(f, f.path>>unitShift)
	f.out = appendU32(append(f.out, opcode.GlobalSet), m.fuel)
	f.path &= 1<<unitShift - 1
}

// checkFuel stores the fuel that is on the stack and traps if it is used up.
func (m *rewriter) checkFuel(f *function, trap uint32) {
	f.out = appendU32(append(f.out, opcode.GlobalSet), m.fuel)
	f.out = appendU32(append(f.out, opcode.GlobalGet), m.fuel)
	f.out = append(f.out, opcode.I64Const, 0, opcode.I64LtS, opcode.If, opcode.Void, opcode.Br)
	f.out = append(appendU32(f.out, trap+1), opcode.End) // wazero compiles this better than br_if
}

// fill writes a number that is known later than its place into the room that was left for it.
func fill(room []byte, n int64) {
	for i := range 4 {
		room[i] |= byte(n>>(7*i)) & 0x7f
	}
}

// chargeDepth takes what is filled in later at the place that it returns.
func (m *rewriter) chargeDepth(f *function) (weightAt int) {
	f.out = append(appendU32(append(f.out, opcode.GlobalGet), m.depth), opcode.I32Const)
	weightAt = len(f.out)
	f.out = append(f.out, 0x80, 0x80, 0x80, 0, opcode.I32Sub, opcode.GlobalSet)
	f.out = appendU32(f.out, m.depth)
	f.out = appendU32(append(f.out, opcode.GlobalGet), m.depth)
	f.out = append(f.out, opcode.I32Const, 0, opcode.I32LtS, opcode.If, opcode.Void, opcode.Br, 1, opcode.End)
	return weightAt
}

// chargeLength takes units for the length on top of the stack, which stays there.
func (m *rewriter) chargeLength(f *function, scratch uint32, units ...byte) {
	f.out = appendU32(append(f.out, opcode.LocalSet), scratch)
	f.out = appendU32(append(f.out, opcode.GlobalGet), m.fuel)
	f.out = appendU32(append(f.out, opcode.LocalGet), scratch)
	f.out = append(append(f.out, units...), opcode.I64Sub)
	m.checkFuel(f, uint32(len(f.frames)))
	f.out = appendU32(append(f.out, opcode.LocalGet), scratch)
}

// What chargeLength makes of a length: i64.extend_i32_u and a shift.
var (
	unitsOfBytes   = []byte{0xad, opcode.I64Const, byteShift, 0x88}
	unitsOfEntries = []byte{0xad, opcode.I64Const, entryShift, 0x88}
	// A growth by more than 65535 pages fails in any case.
	unitsOfPages = []byte{opcode.I32Const, 0xff, 0xff, 0x03, 0x71, 0xad, opcode.I64Const, pageShift, 0x86}
)
