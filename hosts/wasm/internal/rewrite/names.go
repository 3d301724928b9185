package rewrite

import "unicode/utf8"

// functionNames is the number of the part of the section "name" that names functions.
const functionNames = 1

// writeNames writes the names of functions, for the stacks of traps. Whatever else the section holds is dropped, and all of it if
// it is damaged: names are no part of what a module does, and an engine that reads them must not come to harm.
func (m *rewriter) writeNames() {
	names := m.readNames()
	if names == nil {
		return
	}
	body := appendName(nil, "name")
	body = append(body, functionNames)
	body = append(appendU32(body, uint32(len(names))), names...)
	m.out = append(m.out, secCustom)
	m.out = append(appendU32(m.out, uint32(len(body))), body...)
}

// readNames returns the part with the names of functions, or nil.
func (m *rewriter) readNames() (names []byte) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(failure); !ok {
				panic(r)
			}
			names = nil
		}
	}()
	r := &reader{data: m.names}
	for r.more() {
		id := r.byte()
		if part := r.name(); id == functionNames {
			names = part
		}
	}
	if names == nil {
		return nil
	}
	next := uint64(0)
	(&reader{data: names}).each(func(r *reader) {
		index := uint64(r.u32())
		if index < next || !utf8.Valid(r.name()) {
			invalid("the names of functions are damaged")
		}
		next = index + 1
	})
	if next > uint64(m.imported.functions)+uint64(len(m.functions)) {
		return nil
	}
	return names
}
