package rewrite

import "github.com/parley-rules/parley/hosts/wasm/internal/opcode"

// operators copies a function's code, from its first operator to its last end, and puts the charges in.
func (m *rewriter) operators(r *reader, f *function, locals uint32) {
	f.from, f.control, f.loops, f.path = r.at, 0, 0, 0
	for len(f.frames) > 0 {
		at := r.at
		op := r.byte()
		f.delta = int(delta[op])
		cost, lengths := m.operator(r, f, op, locals)
		limit("control operators", m.limits.Control, f.control)
		f.path += cost
		switch {
		case f.goesBack(op):
			f.copy(r, at)
			m.charge(f, 1+f.path>>unitShift, uint32(len(f.frames)))
			f.path &= 1<<unitShift - 1
		case f.path >= chunk || op == opcode.Loop && f.path >= 1<<unitShift:
			f.copy(r, at)
			m.chargePath(f)
		}
		if lengths != nil {
			f.copy(r, at)
			m.chargeLength(f, f.base+scratchLocal, lengths...)
		}
		f.shorten(r, op, at)
		f.stack(f.delta)
		m.flow(r, f, op, at)
	}
	if r.more() {
		invalid("%d bytes are left over after a function", len(r.data)-r.at)
	}
	f.copy(r, r.at)
}

// goesBack says whether an operator that was read may branch to the head of a loop, if it is reached.
func (f *function) goesBack(op byte) bool {
	if f.path < 0 || op != opcode.Br && op != opcode.BrIf && op != opcode.BrTable {
		return false
	}
	for _, l := range f.labels {
		if f.frames[len(f.frames)-1-int(l)].op == opcode.Loop {
			return true
		}
	}
	return false
}

// copy copies what was read up to there and is not copied yet.
func (f *function) copy(r *reader, to int) {
	f.out = append(f.out, r.data[f.from:to]...)
	f.from = to
}

// operator reads what follows an operator, and checks all that a rewritten module could hide. It returns how many operators it counts
// for, and what makes units of the length on top of the stack if it is charged by length.
func (m *rewriter) operator(r *reader, f *function, op byte, locals uint32) (cost int, lengths []byte) {
	switch op {
	case opcode.Block, opcode.Loop:
		f.control++
		f.params, f.results = m.readBlockType(r)
		return 0, nil
	case opcode.If:
		f.control++
		f.params, f.results = m.readBlockType(r)
	case opcode.Else:
		f.control++
		return 0, nil
	case opcode.End:
		return 0, nil
	case opcode.Br, opcode.BrIf:
		f.control++
		f.labels = append(f.labels[:0], f.label(r))
	case opcode.BrTable:
		f.labels = f.labels[:0]
		for range uint64(r.u32()) + 1 {
			f.labels = append(f.labels, f.label(r))
		}
		f.control += uint64(len(f.labels))
		return weightTable, nil
	case opcode.Return:
		f.control++
	case opcode.Call:
		callee := r.u32()
		if uint64(callee) >= uint64(len(m.callees)) {
			invalid("a function calls the function %d, and there are %d", callee, len(m.callees))
		}
		f.delta = m.deltaCall(m.callees[callee])
		if callee < m.imported.functions {
			return weightImport, nil
		}
		f.leaf = false
		return weightCall, nil
	case opcode.CallIndirect:
		f.leaf = false
		t := r.u32()
		if t >= uint32(len(m.types)) {
			invalid("an indirect call has the type %d, and there are %d", t, len(m.types))
		}
		r.u32()
		f.delta = m.deltaCall(t) - 1
		return weightCall, nil
	case opcode.SelectTyped:
		for range r.u32() {
			valueType(r.byte())
		}
	case opcode.LocalGet, opcode.LocalSet, opcode.LocalTee:
		if f.index = r.u32(); f.index >= locals {
			invalid("a function names its local %d, and it has %d", f.index, locals)
		}
	case opcode.GlobalGet, opcode.GlobalSet:
		if g := r.u32(); g >= m.globals {
			invalid("a function names the global %d, and there are %d", g, m.globals)
		}
	case opcode.RefFunc:
		if r.u32() == m.start.function {
			m.start.named = true
		}
		return weightRefFunc, nil
	case opcode.TableSet:
		r.u32()
		m.inexact = true
	case opcode.MemoryGrow:
		r.memory()
		return weightGrow, unitsOfPages
	case opcode.Bulk:
		return m.bulk(r, f)
	default:
		simple(r, op)
		return weight(op), nil
	}
	return 1, nil
}

// flow follows control through an operator that was read at at.
func (m *rewriter) flow(r *reader, f *function, op byte, at int) {
	f.follow(op, at)
	top := &f.frames[len(f.frames)-1]
	switch op {
	case opcode.Block, opcode.If:
		f.open(frame{op: op, path: dead, before: f.path})
	case opcode.Loop:
		f.open(frame{op: op, path: dead})
		f.loops++
		limit("nested loops", m.limits.Loops, uint64(f.loops))
	case opcode.Else:
		if top.op != opcode.If {
			invalid("an else has no if")
		}
		top.op, top.path = opcode.Else, max(top.path, f.path)
		f.path, f.height = top.before, top.base+top.params
	case opcode.End:
		switch top.op {
		case opcode.If:
			f.path = max(f.path, top.before)
		case opcode.Loop:
			f.loops--
		}
		f.path, f.height = max(f.path, top.path), top.base+top.results
		f.highest = max(f.highest, f.height)
		f.frames = f.frames[:len(f.frames)-1]
	case opcode.Br, opcode.BrIf, opcode.BrTable:
		for _, l := range f.labels {
			if to := &f.frames[len(f.frames)-1-int(l)]; to.op != opcode.Loop {
				to.path = max(to.path, f.path)
			}
		}
		if op != opcode.BrIf {
			f.path = dead
		}
	case opcode.Return:
		f.copy(r, at)
		f.out = appendU32(append(f.out, opcode.Br), uint32(len(f.frames)-1))
		f.frames[0].path = max(f.frames[0].path, f.path)
		f.from, f.path = r.at, dead
	case opcode.Unreachable:
		f.path = dead
	}
}

// label reads a label, which must be one of the function's own.
func (f *function) label(r *reader) uint32 {
	l := r.u32()
	if uint64(l) >= uint64(len(f.frames)) {
		invalid("a branch leaves %d blocks, and there are %d", l, len(f.frames))
	}
	return l
}

// open opens a block of the type that was read last.
func (f *function) open(b frame) {
	b.params, b.results = f.params, f.results
	b.known, b.dead = f.known, f.dead
	b.base = max(f.height-b.params, f.frames[len(f.frames)-1].base)
	f.frames = append(f.frames, b)
}

// readBlockType wants a type of the module's own, not one that was added. It returns how many values a block takes and leaves.
func (m *rewriter) readBlockType(r *reader) (params, results int) {
	t := r.signed(33)
	switch {
	case t >= int64(len(m.types)):
		invalid("a block has the type %d, and there are %d", t, len(m.types))
	case t == -0x40:
		return 0, 0
	case t < 0:
		valueType(byte(t & 0x7f))
		return 0, 1
	}
	return len(m.types[t].params), len(m.types[t].results)
}

// simple reads what follows an operator that is copied as it is.
func simple(r *reader, op byte) {
	switch operators[op] {
	case none:
	case oneIndex:
		r.u32()
	case memArg:
		if r.u32() >= 64 {
			unsupported("several memories")
		}
		r.u32()
	case zeroByte:
		r.memory()
	case refType:
		referenceType(r.byte())
	case const32:
		r.signed(32)
	case const64:
		r.signed(64)
	case float32bytes:
		r.skip(4)
	case float64bytes:
		r.skip(8)
	default:
		unsupportedOperator(op)
	}
}

// bulk reads an operator that begins with opcode.Bulk; see operator.
func (m *rewriter) bulk(r *reader, f *function) (cost int, lengths []byte) {
	op := r.u32()
	f.delta = deltaBulk(op)
	switch op {
	case 0, 1, 2, 3, 4, 5, 6, 7: // conversions that saturate
		return weightConvert, nil
	case 8: // memory.init
		r.u32()
		r.memory()
		m.namesData = true
		return weightCopy, unitsOfBytes
	case 9: // data.drop
		r.u32()
		m.namesData, m.inexact = true, true
	case 10: // memory.copy
		r.memory()
		r.memory()
		return weightCopy, unitsOfBytes
	case 11: // memory.fill
		r.memory()
		return weightFill, unitsOfBytes
	case 12, 14: // table.init, table.copy
		r.u32()
		r.u32()
		m.inexact = true
		return weightCopy, unitsOfEntries
	case 13: // elem.drop
		r.u32()
		m.inexact = true
	case 15: // table.grow
		r.u32()
		m.inexact = true
		return weightGrow, unitsOfEntries
	case 16: // table.size
		r.u32()
	case 17: // table.fill
		r.u32()
		m.inexact = true
		return weightFill, unitsOfEntries
	case 19, 20, 21, 22:
		unsupported("wide arithmetic (the operator 0xfc %d)", op)
	default:
		unsupported("the operator 0xfc %d", op)
	}
	return 1, nil
}
