package rewrite

// start is what there is to know of the start function, which becomes an exported one.
type start struct {
	function uint32
	named    bool // code takes a reference to it
	declared bool // it is exported, an element, or named by a constant, so that code may take a reference to it
}

// readStart: a start function has no parameters and results. An imported one is refused, since a host cannot be told to call
// its own function.
func (m *rewriter) readStart() {
	if !m.present[secStart] {
		return
	}
	r := &reader{data: m.sections[secStart]}
	f := r.u32()
	if r.more() {
		invalid("bytes are left over after the start function")
	}
	m.start.function = f
	if f < m.imported.functions {
		unsupported("an imported start function")
	}
	f -= m.imported.functions
	if uint64(f) >= uint64(len(m.functions)) {
		invalid("its start function does not exist")
	}
	if t := &m.types[m.functions[f]]; len(t.params)+len(t.results) > 0 {
		invalid("its start function has parameters or results")
	}
}

// declare notes a function that the module declares; see start.
func (m *rewriter) declare(f uint32) {
	m.start.declared = m.start.declared || f == m.start.function
}

// checkStart: to export the start function declares it, which must not make code valid that was not.
func (m *rewriter) checkStart() {
	if m.present[secStart] && m.start.named && !m.start.declared {
		invalid("a function takes a reference to the start function, which nothing declares")
	}
}
