package structure

import "github.com/parley-rules/parley/hosts/wasm/internal/opcode"

// reader reads the primitives of the format. Once bad, it reads zeros and nothing more.
type reader struct {
	data []byte
	at   int
	bad  bool
}

func (r *reader) more() bool { return !r.bad && r.at < len(r.data) }

func (r *reader) byte() byte {
	if !r.more() {
		r.bad = true
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) bytes(n uint32) []byte {
	if r.bad || uint64(n) > uint64(len(r.data)-r.at) {
		r.bad = true
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// u32 reads an unsigned number.
func (r *reader) u32() uint32 {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			r.bad = r.bad || v > 1<<32-1
			return uint32(v)
		}
	}
	r.bad = true
	return 0
}

// signed reads a signed number of at most so many bits.
func (r *reader) signed(bits int) int64 {
	var v int64
	for shift := 0; shift < bits; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if rest := 64 - 7 - shift; rest > 0 {
				v = v << rest >> rest
			}
			return v
		}
	}
	r.bad = true
	return 0
}

// next says whether these bytes come next, and reads them if so.
func (r *reader) next(want ...byte) bool {
	if r.bad || len(r.data)-r.at < len(want) || string(r.data[r.at:r.at+len(want)]) != string(want) {
		return false
	}
	r.at += len(want)
	return true
}

// skip reads what follows an operator that names no label and opens or closes no block. An operator that is unknown makes it bad.
func (r *reader) skip(op byte) {
	switch {
	case op == opcode.Unreachable, op == opcode.Nop, op == opcode.Return, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4, op == 0xd1:
	case op == opcode.Call, op >= opcode.LocalGet && op <= 0x26, op == opcode.RefFunc: // an index
		r.u32()
	case op == opcode.CallIndirect, op >= 0x28 && op <= 0x3e: // two indices; alignment and offset
		r.u32()
		r.u32()
	case op == opcode.SelectTyped:
		r.bytes(r.u32())
	case op == 0x3f, op == opcode.MemoryGrow, op == 0xd0:
		r.byte()
	case op == opcode.I32Const:
		r.signed(32)
	case op == opcode.I64Const:
		r.signed(64)
	case op == 0x43:
		r.bytes(4)
	case op == 0x44:
		r.bytes(8)
	case op == opcode.Bulk:
		r.bulk()
	default:
		r.bad = true
	}
}

// bulk reads an operator of two bytes.
func (r *reader) bulk() {
	switch op := r.u32(); op {
	case 0, 1, 2, 3, 4, 5, 6, 7:
	case 9, 11, 13, 15, 16, 17:
		r.u32()
	case 8, 10, 12, 14:
		r.u32()
		r.u32()
	default:
		r.bad = true
	}
}
