package rewrite

// operators copies a function's code, from its first operator to its last end, and puts the charges in.
func (m *rewriter) operators(r *reader, f *function, locals uint32) {
	control := uint64(0)
	from := r.at // what was read from here on is not copied yet
	flush := func(to int) {
		f.out = append(f.out, r.data[from:to]...)
		from = r.at
	}
	for len(f.frames) > 0 {
		at := r.at
		op := r.byte()
		cost := 1
		switch op {
		case opBlock, opLoop, opIf:
			control++
			m.readBlockType(r)
			f.frames = append(f.frames, frame{op})
			if op == opLoop {
				flush(r.at)
				m.charge(f, uint32(len(f.frames)))
			}
		case opElse:
			control++
			if top := &f.frames[len(f.frames)-1]; top.op != opIf {
				invalid("an else has no if")
			} else {
				top.op = opElse
			}
		case opEnd:
			top := f.frames[len(f.frames)-1]
			f.frames = f.frames[:len(f.frames)-1]
			if top.op == opLoop {
				f.charged()
			}
		case opBr, opBrIf:
			control++
			f.label(r)
		case opBrTable:
			n := r.u32()
			for range n {
				f.label(r)
			}
			f.label(r)
			control += uint64(n) + 1
		case opReturn:
			control++
			flush(at)
			f.out = appendU32(append(f.out, opBr), uint32(len(f.frames)-1))
		case opCall:
			cost = weightCall
			if r.u32() < m.imported.functions {
				cost = weightImport
			} else {
				f.leaf = false
			}
		case opCallIndirect:
			cost = weightCall
			f.leaf = false
			if t := r.u32(); t >= uint32(len(m.types)) {
				invalid("an indirect call has the type %d, and there are %d", t, len(m.types))
			}
			r.u32()
		case 0x1c: // select with a type
			for range r.u32() {
				valueType(r.byte())
			}
		case 0x20, 0x21, 0x22:
			if i := r.u32(); i >= locals {
				invalid("a function names its local %d, and it has %d", i, locals)
			}
		case opGlobalGet, opGlobalSet:
			if g := r.u32(); g >= m.globals {
				invalid("a function names the global %d, and there are %d", g, m.globals)
			}
		case opMemoryGrow:
			r.byte()
			flush(at)
			m.chargeLength(f, locals, unitsOfPages...)
			from = at
		case 0xfc:
			if units := m.bulk(r); units != nil {
				flush(at)
				m.chargeLength(f, locals, units...)
				from = at
			}
		case 0x26: // table.set
			r.u32()
			m.inexact = true
		default:
			cost = weight(op)
			simple(r, op)
		}
		limit("control operators", m.limits.Control, control)
		f.loops[len(f.loops)-1].operators += cost
	}
	if r.more() {
		invalid("%d bytes are left over after a function", len(r.data)-r.at)
	}
	flush(r.at)
	f.charged()
}

// label reads a label, which must be one of the function's own.
func (f *function) label(r *reader) {
	if l := r.u32(); uint64(l) >= uint64(len(f.frames)) {
		invalid("a branch leaves %d blocks, and there are %d", l, len(f.frames))
	}
}

// readBlockType wants a type of the module's own, not one that was added.
func (m *rewriter) readBlockType(r *reader) {
	t := r.signed(33)
	switch {
	case t >= int64(len(m.types)):
		invalid("a block has the type %d, and there are %d", t, len(m.types))
	case t == -0x40:
	case t < 0:
		valueType(byte(t & 0x7f))
	}
}

// simple reads what follows an operator that is copied as it is.
func simple(r *reader, op byte) {
	switch operators[op] {
	case none:
	case oneIndex:
		r.u32()
	case memArg:
		r.u32()
		r.u32()
	case zeroByte:
		r.byte()
	case const32:
		r.signed(32)
	case const64:
		r.signed(64)
	case float32bytes:
		r.skip(4)
	case float64bytes:
		r.skip(8)
	default:
		switch {
		case op == 0xfd:
			unsupported("vectors (SIMD)")
		case op == 0xfe:
			unsupported("atomic operators (threads)")
		case op == 0x12 || op == 0x13:
			unsupported("tail calls")
		case op >= 0x06 && op <= 0x0a || op == 0x18 || op == 0x19 || op == 0x1f:
			unsupported("exceptions")
		}
		unsupported("the operator 0x%02x", op)
	}
}

// bulk reads an operator that begins with 0xfc, and returns how its length is charged, if it has one.
func (m *rewriter) bulk(r *reader) []byte {
	op := r.u32()
	switch op {
	case 0, 1, 2, 3, 4, 5, 6, 7: // conversions that saturate
	case 8: // memory.init
		r.u32()
		r.byte()
		m.namesData = true
		return unitsOfBytes
	case 9: // data.drop
		r.u32()
		m.namesData, m.inexact = true, true
	case 10: // memory.copy
		r.skip(2)
		return unitsOfBytes
	case 11: // memory.fill
		r.skip(1)
		return unitsOfBytes
	case 12, 14: // table.init, table.copy
		r.u32()
		r.u32()
		m.inexact = true
		return unitsOfEntries
	case 13: // elem.drop
		r.u32()
		m.inexact = true
	case 15, 17: // table.grow, table.fill
		r.u32()
		m.inexact = true
		return unitsOfEntries
	case 16: // table.size
		r.u32()
	default:
		unsupported("the operator 0xfc %d", op)
	}
	return nil
}
