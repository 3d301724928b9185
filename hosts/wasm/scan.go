package wasm

import (
	"errors"
	"fmt"
	"strings"
)

// layout is what the host wants to know of a module before it spends time on compiling it. It is read from the module's
// sections without looking into its code.
type layout struct {
	sum       string // of the whole module, in hex
	types     []signature
	imports   []imported
	functions []uint32 // the types of the functions after the imported ones
	exports   []exported
	memoryMin uint64 // in bytes; of all memories together
	memories  int
	tableMin  uint64 // entries of all tables together
	largest   uint64 // the bytes of the largest function's code
	code      uint64 // the bytes of all functions' code
}

// signature is a function's type, as the value types' letters of the format: parameters, then results.
type signature struct{ params, results string }

// The value types' letters.
const (
	i32 = "\x7f"
	i64 = "\x7e"
)

var valueTypes = map[byte]string{
	0x7f: "i32", 0x7e: "i64", 0x7d: "f32", 0x7c: "f64", 0x7b: "v128", 0x70: "funcref", 0x6f: "externref",
}

// String writes a signature as "(i32, i32) -> i64".
func (s signature) String() string {
	list := func(letters string) string {
		names := make([]string, len(letters))
		for i := range names {
			names[i] = valueTypes[letters[i]]
		}
		return "(" + strings.Join(names, ", ") + ")"
	}
	switch len(s.results) {
	case 0:
		return list(s.params)
	case 1:
		return list(s.params) + " -> " + valueTypes[s.results[0]]
	}
	return list(s.params) + " -> " + list(s.results)
}

// kind says what is imported or exported.
type kind byte

const (
	kindFunction kind = iota
	kindTable
	kindMemory
	kindGlobal
	kindTag
)

func (k kind) String() string {
	if k > kindTag {
		return "thing of an unknown kind"
	}
	return [...]string{"function", "table", "memory", "global", "tag"}[k]
}

type imported struct {
	module, name string
	kind         kind
	sig          signature // of a function
}

type exported struct {
	name  string
	kind  kind
	index uint32
}

// function returns the signature of a function of the module, and whether it is one that the module imports.
func (l *layout) function(index uint32) (sig signature, foreign bool, ok bool) {
	for i := range l.imports {
		if l.imports[i].kind != kindFunction {
			continue
		}
		if index == 0 {
			return l.imports[i].sig, true, true
		}
		index--
	}
	if uint64(index) >= uint64(len(l.functions)) || uint64(l.functions[index]) >= uint64(len(l.types)) {
		return signature{}, false, false
	}
	return l.types[l.functions[index]], false, true
}

// The sections that are looked into.
const (
	sectionCustom   = 0
	sectionType     = 1
	sectionImport   = 2
	sectionFunction = 3
	sectionTable    = 4
	sectionMemory   = 5
	sectionExport   = 7
	sectionCode     = 10
)

var (
	errNoModule  = errors.New("it is no WebAssembly module: it does not start with the bytes 00 61 73 6d 01 00 00 00")
	errComponent = errors.New("it is a WebAssembly component, not a core module")
	errCutShort  = errors.New("it is cut short")
)

// scan reads a module's layout. It checks what it reads, but the engine has the last word on whether a module is valid.
func scan(module []byte) (*layout, error) {
	const magic = "\x00asm"
	if len(module) < 8 || string(module[:4]) != magic {
		return nil, errNoModule
	}
	switch string(module[4:8]) {
	case "\x01\x00\x00\x00":
	case "\x0d\x00\x01\x00":
		return nil, errComponent
	default:
		return nil, errNoModule
	}
	l := new(layout)
	r := reader{rest: module[8:]}
	var seen uint64
	for len(r.rest) > 0 {
		id := r.byte()
		body := r.bytes(uint64(r.u32()))
		if r.err != nil {
			return nil, fmt.Errorf("section %d: %w", id, r.err)
		}
		if id == sectionCustom {
			continue
		}
		if id >= 64 || seen&(1<<id) != 0 {
			return nil, fmt.Errorf("section %d is unknown or there twice", id)
		}
		seen |= 1 << id
		if err := l.section(id, &reader{rest: body}); err != nil {
			return nil, fmt.Errorf("section %d: %w", id, err)
		}
	}
	return l, nil
}

// section reads the body of one section.
func (l *layout) section(id byte, r *reader) error {
	read := map[byte]func(*reader){
		sectionType:     l.readType,
		sectionImport:   l.readImport,
		sectionFunction: func(r *reader) { l.functions = append(l.functions, r.u32()) },
		sectionTable:    func(r *reader) { r.byte(); l.tableMin += r.limits() },
		sectionMemory:   func(r *reader) { l.memoryMin += r.limits() * pageSize; l.memories++ },
		sectionExport: func(r *reader) {
			l.exports = append(l.exports, exported{name: r.name(), kind: kind(r.byte()), index: r.u32()})
		},
		sectionCode: func(r *reader) {
			n := uint64(r.u32())
			r.bytes(n)
			l.largest = max(l.largest, n)
			l.code += n
		},
	}[id]
	if read == nil {
		return nil
	}
	// A count is not trusted: every entry takes a byte at least, so that reading ends with the body.
	for n := r.u32(); n > 0 && r.err == nil; n-- {
		read(r)
	}
	if r.err == nil && len(r.rest) > 0 {
		r.err = fmt.Errorf("%d bytes are left over", len(r.rest))
	}
	return r.err
}

func (l *layout) readType(r *reader) {
	if form := r.byte(); form != 0x60 && r.err == nil {
		r.err = fmt.Errorf("type %d is not a function type", len(l.types))
		return
	}
	l.types = append(l.types, signature{params: r.valueTypes(), results: r.valueTypes()})
}

func (l *layout) readImport(r *reader) {
	im := imported{module: r.name(), name: r.name(), kind: kind(r.byte())}
	switch im.kind {
	case kindFunction:
		t := r.u32()
		if r.err == nil && uint64(t) >= uint64(len(l.types)) {
			r.err = fmt.Errorf("import %s.%s has the type %d, and there are %d", im.module, im.name, t, len(l.types))
		}
		if r.err != nil {
			return
		}
		im.sig = l.types[t]
	case kindTable:
		r.byte()
		r.limits()
	case kindMemory:
		r.limits()
	case kindGlobal:
		r.bytes(2)
	case kindTag:
		r.byte()
		r.u32()
	default:
		if r.err == nil {
			r.err = fmt.Errorf("import %s.%s is of the unknown kind %d", im.module, im.name, im.kind)
		}
	}
	l.imports = append(l.imports, im)
}

// reader reads the primitives of the format. After an error all it returns is zero.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) bytes(n uint64) []byte {
	if r.err == nil && n > uint64(len(r.rest)) {
		r.err = errCutShort
	}
	if r.err != nil {
		r.rest = nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// u32 reads an unsigned LEB128 number of at most 32 bits.
func (r *reader) u32() uint32 {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if v > 1<<32-1 {
				break
			}
			return uint32(v)
		}
	}
	if r.err == nil {
		r.err = errors.New("a number has more than 32 bits")
	}
	return 0
}

func (r *reader) name() string { return string(r.bytes(uint64(r.u32()))) }

func (r *reader) valueTypes() string {
	letters := r.name()
	for i := range len(letters) {
		if valueTypes[letters[i]] == "" && r.err == nil {
			r.err = fmt.Errorf("the value type 0x%02x is unknown", letters[i])
		}
	}
	return letters
}

// limits reads the limits of a table or memory and returns the minimum.
func (r *reader) limits() uint64 {
	flags := r.byte()
	min := r.u32()
	switch flags {
	case 0:
	case 1:
		r.u32()
	default:
		if r.err == nil {
			r.err = fmt.Errorf("limits have the unknown form %d (shared and 64-bit memories are not taken)", flags)
		}
	}
	return uint64(min)
}
