package rewrite

import (
	"cmp"
	"slices"

	"github.com/parley-rules/parley/hosts/wasm/internal/opcode"
)

// Go's linker writes tens of thousands of data segments of a few bytes, and an engine spends more time on each than on its
// bytes. Segments with less than mergeGap bytes between them become one, with zeros in the gap: a memory is zero at first.
const (
	mergeGap = 256
	// mergeRoom is how many zeros there may be in all, besides as many as the section has bytes: modules must not swell.
	mergeRoom = 1 << 20
)

// segment is an active data segment at a constant address.
type segment struct {
	at   uint32
	data []byte
}

func (s *segment) end() uint64 { return uint64(s.at) + uint64(len(s.data)) }

// writeData writes the data segments and before them, at its place before the code, their number.
func (m *rewriter) writeData(code []byte) {
	segments, mergeable := m.readData()
	if !mergeable || !m.inBounds(segments) {
		m.copySection(secDataCount)
		m.out = append(m.out, code...)
		m.copySection(secData)
		return
	}
	// The number of segments matters to operators that name one, and there are none.
	m.out = append(m.out, code...)
	room := mergeRoom + len(m.sections[secData])
	count := uint32(0)
	entries := make([]byte, 0, len(m.sections[secData])*5/4)
	for i := 0; i < len(segments); count++ {
		// From i to n they become one.
		n, size := i+1, len(segments[i].data)
		for n < len(segments) {
			gap := int(segments[n].at) - int(segments[n-1].end())
			if gap >= mergeGap || gap > room {
				break
			}
			room -= gap
			size += gap + len(segments[n].data)
			n++
		}
		entries = append(appendS64(append(entries, 0, opcode.I32Const), int64(int32(segments[i].at))), opcode.End)
		entries = appendU32(entries, uint32(size))
		for at := uint64(segments[i].at); i < n; i++ {
			entries = append(entries, zeros[:uint64(segments[i].at)-at]...)
			entries = append(entries, segments[i].data...)
			at = segments[i].end()
		}
	}
	if m.present[secData] {
		m.out = appendSection(m.out, secData, count, entries)
	}
}

var zeros [mergeGap]byte

// readData checks the data segments and tells whether they can be merged: all are active, at constant addresses of a memory that
// is the module's own, and no operator names one.
func (m *rewriter) readData() (segments []segment, mergeable bool) {
	mergeable = !m.namesData && m.memories == 1 && m.imported.memories == 0
	count := m.each(secData, "data segments", m.limits.Segments, func(r *reader) {
		form := r.u32()
		switch form {
		case 0:
		case 1:
			mergeable = false
		case 2:
			r.u32()
		default:
			unsupported("the form %d of a data segment", form)
		}
		var s segment
		if form != 1 {
			at, constant := m.address(r)
			s.at = at
			mergeable = mergeable && constant && form == 0
		}
		switch s.data = r.name(); {
		case !mergeable:
		case len(s.data) > 0:
			segments = append(segments, s)
		default:
			mergeable = uint64(s.at) <= m.memoryBytes // an empty one beyond the memory traps, too
		}
	})
	if m.present[secDataCount] {
		r := &reader{data: m.sections[secDataCount]}
		if n := r.u32(); n != count || r.more() {
			invalid("it announces another number of data segments than it has")
		}
	}
	return segments, mergeable
}

// inBounds brings segments into the order of their addresses and tells whether none is beyond the memory, which would trap, and no
// two overlap.
func (m *rewriter) inBounds(segments []segment) bool {
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	end := uint64(0)
	for i := range segments {
		if uint64(segments[i].at) < end {
			return false
		}
		end = segments[i].end()
	}
	return end <= m.memoryBytes
}

// address reads a constant expression for an address and tells whether it is a constant alone.
func (m *rewriter) address(r *reader) (at uint32, constant bool) {
	if r.at < len(r.data) && r.data[r.at] == opcode.I32Const {
		from := r.at
		r.at++
		at = uint32(r.signed(32))
		if r.byte() == opcode.End {
			return at, true
		}
		r.at = from
	}
	m.constant(r)
	return 0, false
}
