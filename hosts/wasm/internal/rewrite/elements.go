package rewrite

// copyElements checks what the engine would not: which globals the elements name, and how many elements there are. A segment
// is memory of the host's for every instance.
func (m *rewriter) copyElements() {
	var total uint64
	m.each(secElement, "element segments", m.limits.Entries, func(r *reader) {
		form := r.u32()
		if form > 7 {
			unsupported("the form %d of an element segment", form)
		}
		if form&1 == 0 {
			if form&2 != 0 {
				r.u32() // the table
			}
			m.constant(r)
		}
		if form&3 != 0 {
			r.byte() // the kind or type of the elements
		}
		n := r.u32()
		total += uint64(n)
		limit("elements", m.limits.Entries, total)
		for range n {
			if form&4 != 0 {
				m.constant(r)
			} else {
				m.declare(r.u32())
			}
		}
	})
	m.copySection(secElement)
}
