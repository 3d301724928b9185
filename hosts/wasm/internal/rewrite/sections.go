package rewrite

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/parley-rules/parley/hosts/wasm/internal/opcode"
)

// The sections, in the order in which they have to stand.
const (
	secCustom = iota
	secType
	secImport
	secFunction
	secTable
	secMemory
	secGlobal
	secExport
	secStart
	secElement
	secCode
	secData
	secDataCount
)

var order = []int{secType, secImport, secFunction, secTable, secMemory, secGlobal, secExport, secStart, secElement, secDataCount, secCode, secData}

// signature is a function type.
type signature struct {
	params, results []byte
	block           []byte // the type of a block with these results and no parameters
}

// rewriter is the work on one module.
type rewriter struct {
	limits     Limits
	structured bool

	sections [secDataCount + 1][]byte // bodies; nil if there is none
	present  [secDataCount + 1]bool
	names    []byte // the custom section "name", without its own name

	types       []signature
	moreTypes   []byte // that were added
	countTypes  uint32
	imported    struct{ functions, tables, memories, globals uint32 }
	functions   []uint32 // the types of the functions that it defines
	callees     []uint32 // the types of all functions, the imported ones first
	mutable     []uint32 // its mutable globals, by index
	globals     uint32   // their number, with the imported ones
	fuel, depth uint32   // the indexes of the counters
	start       start
	memories    uint32 // that it defines
	memoryBytes uint64 // the least size of its memory
	namesData   bool   // an operator names a data segment
	inexact     bool   // see Exact

	out  []byte
	body function // is used again for each function
}

func (m *rewriter) module(module []byte) (err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case failure:
			err = f.err
		default:
			// A stranger wrote the module: a fault here must not end the embedder's program.
			err = fmt.Errorf("the rewriter failed: %v", f)
		}
	}()
	m.split(module)
	m.readTypes()
	m.readImports()
	m.readFunctions()
	m.readStart()
	m.readGlobals()
	// The code comes first, since it may need further types.
	code := m.code()
	m.out = append(make([]byte, 0, len(module)+len(code)-len(m.sections[secCode])+len(m.sections[secData])/4+1<<12), module[:8]...)
	m.writeTypes()
	m.copySection(secImport)
	m.copySection(secFunction)
	m.writeTables()
	m.writeMemories()
	m.writeGlobals()
	m.writeExports()
	m.copyElements()
	m.checkStart()
	m.writeData(code)
	m.writeNames()
	return nil
}

// split finds the sections and checks their order.
func (m *rewriter) split(module []byte) {
	if len(module) < 8 || string(module[:8]) != "\x00asm\x01\x00\x00\x00" {
		invalid("it is no WebAssembly module: it does not start with the bytes 00 61 73 6d 01 00 00 00")
	}
	r := &reader{data: module, at: 8}
	next := 0
	for r.more() {
		id := int(r.byte())
		body := r.name()
		if id == secCustom {
			c := &reader{data: body}
			if string(c.name()) == "name" {
				m.names = body[c.at:]
			}
			continue
		}
		for next < len(order) && order[next] != id {
			next++
		}
		if next == len(order) {
			switch {
			case id == 13:
				unsupported("exceptions (a section of tags)")
			case id > secDataCount:
				unsupported("the section %d", id)
			}
			invalid("the section %d is in the wrong place or there twice", id)
		}
		next++
		m.sections[id], m.present[id] = body, true
	}
}

func (m *rewriter) section(id int) *reader {
	if !m.present[id] {
		return &reader{data: []byte{0}}
	}
	return &reader{data: m.sections[id]}
}

// each reads the entries of a section, of which there may be so many.
func (m *rewriter) each(id int, kind string, most int, read func(r *reader)) (count uint32) {
	count = m.section(id).u32()
	limit(kind, most, uint64(count))
	return m.section(id).each(read)
}

func (m *rewriter) copySection(id int) {
	if m.present[id] {
		m.out = append(m.out, byte(id))
		m.out = appendU32(m.out, uint32(len(m.sections[id])))
		m.out = append(m.out, m.sections[id]...)
	}
}

func (m *rewriter) readTypes() {
	m.each(secType, "types", m.limits.Entries, func(r *reader) {
		if form := r.byte(); form != 0x60 {
			unsupported("garbage collection (the form 0x%02x of a type)", form)
		}
		t := signature{params: r.name(), results: r.name()}
		limit("values", m.limits.Values, uint64(len(t.params)+len(t.results)))
		for _, v := range t.params {
			valueType(v)
		}
		for _, v := range t.results {
			valueType(v)
		}
		m.types = append(m.types, t)
	})
	m.countTypes = uint32(len(m.types))
}

// blockType is the type of a block that leaves a function's results. One with several has to be a type of the module.
func (m *rewriter) blockType(t *signature) []byte {
	if t.block != nil {
		return t.block
	}
	switch len(t.results) {
	case 0:
		t.block = []byte{opcode.Void}
	case 1:
		t.block = t.results[:1:1]
	default:
		t.block = appendS64(nil, int64(m.countTypes))
		m.countTypes++
		m.moreTypes = append(m.moreTypes, 0x60, 0)
		m.moreTypes = appendName(m.moreTypes, string(t.results))
	}
	return t.block
}

func (m *rewriter) writeTypes() {
	r := m.section(secType)
	r.u32()
	m.out = appendSection(m.out, secType, m.countTypes, append(bytes.Clone(r.data[r.at:]), m.moreTypes...))
}

func (m *rewriter) readImports() {
	m.each(secImport, "imports", m.limits.Entries, func(r *reader) {
		r.name()
		r.name()
		switch kind := r.byte(); kind {
		case 0:
			t := r.u32()
			if t >= uint32(len(m.types)) {
				invalid("an imported function has the type %d, and there are %d", t, len(m.types))
			}
			m.callees = append(m.callees, t)
			m.imported.functions++
		case 1:
			referenceType(r.byte())
			r.limits()
			m.imported.tables++
			m.inexact = true
		case 2:
			r.limits()
			m.imported.memories++
			m.inexact = true
		case 3:
			if _, mutable := r.globalType(); mutable {
				m.inexact = true
			}
			m.imported.globals++
		case 4:
			unsupported("exceptions (an imported tag)")
		default:
			unsupported("an import of the kind %d", kind)
		}
	})
}

func (m *rewriter) readFunctions() {
	m.each(secFunction, "functions", m.limits.Entries, func(r *reader) {
		t := r.u32()
		if t >= uint32(len(m.types)) {
			invalid("a function has the type %d, and there are %d", t, len(m.types))
		}
		m.functions = append(m.functions, t)
	})
	m.callees = append(m.callees, m.functions...)
}

// writeTables gives every table a maximum, since its entries are memory of the host's.
func (m *rewriter) writeTables() {
	var entries []byte
	count := m.each(secTable, "tables", m.limits.Tables, func(r *reader) {
		t := r.byte()
		referenceType(t)
		low, high, bounded := r.limits()
		limit("table", m.limits.Table, uint64(low))
		if !bounded || uint64(high) > uint64(m.limits.Table) {
			if bounded && high < low {
				invalid("a table's maximum is below its minimum")
			}
			high = uint32(m.limits.Table)
		}
		entries = append(entries, t, 1)
		entries = appendU32(appendU32(entries, low), high)
	})
	if count > 0 {
		m.out = appendSection(m.out, secTable, count, entries)
	}
}

func (m *rewriter) writeMemories() {
	m.memories = m.section(secMemory).each(func(r *reader) {
		pages, _, _ := r.limits()
		m.memoryBytes = uint64(pages) << 16
	})
	if uint64(m.memories)+uint64(m.imported.memories) > 1 {
		unsupported("several memories")
	}
	m.copySection(secMemory)
}

// readGlobals comes before the code, which must not name the counters, whose numbers follow the others.
func (m *rewriter) readGlobals() {
	m.globals = m.imported.globals
	m.each(secGlobal, "globals", m.limits.Entries, func(r *reader) {
		t, mutable := r.globalType()
		m.constant(r)
		if mutable {
			m.mutable = append(m.mutable, m.globals)
			m.inexact = m.inexact || isReference(t)
		}
		m.globals++
	})
	m.fuel, m.depth = m.globals, m.globals+1
}

func (m *rewriter) writeGlobals() {
	r := m.section(secGlobal)
	count := r.u32()
	entries := append(bytes.Clone(r.data[r.at:]),
		0x7e, 1, opcode.I64Const, 0, opcode.End, // the fuel: an i64
		0x7f, 1, opcode.I32Const, 0, opcode.End) // the depth: an i32
	count += 2
	if !m.inexact {
		entries = append(entries, 0x7f, 0, opcode.I32Const, 1, opcode.End) // Exact: a constant i32
		count++
	}
	m.out = appendSection(m.out, secGlobal, count, entries)
}

func (m *rewriter) writeExports() {
	count := m.each(secExport, "exports", m.limits.Entries, func(r *reader) {
		name := r.name()
		if bytes.HasPrefix(name, []byte(Prefix)) {
			invalid("it exports %q: names that begin with %q are the host's", name[:min(len(name), 80)], Prefix)
		}
		kind, index := r.byte(), r.u32()
		if kind == 3 && index >= m.globals {
			invalid("it exports the global %d, and there are %d", index, m.globals)
		}
		if kind == 0 {
			m.declare(index)
		}
	})
	r := m.section(secExport)
	r.u32()
	entries := bytes.Clone(r.data[r.at:])
	add := func(name string, kind byte, index uint32) {
		entries = appendU32(append(appendName(entries, name), kind), index)
		count++
	}
	add(Fuel, 3, m.fuel)
	add(Depth, 3, m.depth)
	if !m.inexact {
		add(Exact, 3, m.depth+1)
	}
	for _, g := range m.mutable {
		add(Global+strconv.Itoa(int(g)), 3, g)
	}
	if m.present[secStart] {
		add(Start, 0, m.start.function)
	}
	m.out = appendSection(m.out, secExport, count, entries)
}
