package rewrite

import "github.com/parley-rules/parley/hosts/wasm/internal/opcode"

// The values that a function has on its operand stack lie in an engine's frame, as its locals do. So the greatest height of the stack
// counts for the depth of calls: a chain of calls that is allowed cannot fill the host's own stack.

// delta is by how many values an operator changes the height of the stack, where its code alone tells.
var delta = func() (t [256]int8) {
	set := func(from, to, by int) {
		for op := from; op <= to; op++ {
			t[op] = int8(by)
		}
	}
	for _, op := range []int{opcode.LocalGet, opcode.GlobalGet, 0x3f, 0x41, 0x42, 0x43, 0x44, 0xd0, opcode.RefFunc} {
		t[op] = 1 // variables, memory.size, constants, references
	}
	for _, op := range []int{opcode.If, opcode.BrIf, opcode.BrTable, opcode.LocalSet, opcode.GlobalSet, 0x1a} { // drop
		t[op] = -1
	}
	set(0x1b, opcode.SelectTyped, -2)
	t[opcode.TableSet] = -2
	set(0x36, 0x3e, -2) // stores
	set(0x46, 0x4f, -1) // comparisons
	set(0x51, 0x66, -1)
	set(0x6a, 0x78, -1) // arithmetic
	set(0x7c, 0x8a, -1)
	set(0x92, 0x98, -1)
	set(0xa0, 0xa6, -1)
	return t
}()

// deltaBulk is the same for an operator after opcode.Bulk.
func deltaBulk(op uint32) int {
	switch op {
	case 8, 10, 11, 12, 14, 17:
		return -3
	case 15: // table.grow
		return -1
	case 16: // table.size
		return 1
	}
	return 0
}

// deltaCall is the same for a call of a function of a type.
func (m *rewriter) deltaCall(index uint32) int {
	t := &m.types[index]
	return len(t.results) - len(t.params)
}

// stack brings the height up to date behind an operator. In code that is not reached it says nothing, and stays above the block's
// beginning.
func (f *function) stack(by int) {
	f.height = max(f.height+by, f.frames[len(f.frames)-1].base)
	f.highest = max(f.highest, f.height)
}
