// Package structure makes modules of the Go compiler faster.
//
// A goroutine can be resumed in the middle of a function. So that this is possible in WebAssembly, Go's compiler writes a function as
// one loop around a br_table over the number of a block, which is a parameter, and a jump as "set the number and begin the loop again":
// all control goes through one place, and an engine can neither predict it nor keep values in registers across it. But nearly
// every call begins at the first block. For these calls this package puts a copy of the blocks in front, with the same code in them, in
// which a jump is a branch to where it goes:
//
//	if the number is one of the first block's { the copy }
//	the function as it was
//
// A call in the copy that unwinds leaves the function as before. When it is resumed, it goes on in the function as it was. So does the
// copy itself where it would have to jump into the middle of a loop, or is about to panic: such a jump sets the number and leaves the copy.
//
// Where a call is made the processor has to fetch much code that runs once, and most of a function is code that hardly ever runs: checks
// that fail, calls of panics. In a copy that stands behind all the rest, so that what runs lies close together. And calls in a copy leave
// the local with the stack pointer as it is, so that an engine knows it over all of a function, and the bounds that it has checked.
//
// Functions of another shape (shape.go) stay as they are. Nothing but code changes, and a module is valid if it was: all that was there is
// still there, and the copy has its code in blocks without parameters and results, as it was in.
package structure

import (
	"encoding/binary"
	"errors"

	"github.com/parley-rules/parley/hosts/wasm/internal/opcode"
)

// Version changes whenever the bytes of a module that comes out change: a cache of compiled modules must have it in its key.
const Version = 2

// Reason says why a function stays as it is.
type Reason int

// The reasons. Foreign counts all functions that do not begin as those of the Go compiler that can be resumed.
const (
	Foreign     Reason = iota // not of the shape
	Straight                  // without jumps: it would gain nothing
	Irreducible               // a loop with two entries
	Large                     // more blocks, or nested deeper, than is sensible
	reasons
)

// Stats count a module's functions.
type Stats struct {
	Functions  int          // that have code
	Structured int          // that have got a copy
	Skipped    [reasons]int // that stay as they are, by Reason

	Calls int // in copies, that take the stack pointer down and end a segment
	Kept  int // of these: that leave the local with the stack pointer as it is
}

var errModule = errors.New("structure: the module is damaged: its sections or its code cannot be read")

// The parts of a module that matter here.
const (
	headerSize  = 8
	secType     = 1
	secImport   = 2
	secFunction = 3
	secCode     = 10
)

// Module returns the module with structured copies. It does not keep or change the bytes that it is given, and gives the same bytes for
// the same module. The module need not be valid; an error means that it cannot be.
func Module(module []byte) ([]byte, Stats, error) {
	var stats Stats
	if len(module) < headerSize {
		return nil, stats, errModule
	}
	r := &reader{data: module, at: headerSize}
	out := append(make([]byte, 0, len(module)*3/2), module[:headerSize]...)
	var s signatures
	for r.more() {
		from := r.at
		id := r.byte()
		body := r.bytes(r.u32())
		if id != secCode || r.bad {
			s.read(id, body)
			out = append(out, module[from:r.at]...)
			continue
		}
		section, ok := code(body, &s, &stats)
		if !ok {
			return nil, stats, errModule
		}
		out = binary.AppendUvarint(append(out, id), uint64(len(section)))
		out = append(out, section...)
	}
	if r.bad {
		return nil, stats, errModule
	}
	return out, stats, nil
}

// signatures are the types and functions of a module, as far as they matter.
type signatures struct {
	resumable []bool   // by type
	functions []uint32 // their types, the imported ones first
	imported  uint32
}

// read reads a section. What cannot be read counts for nothing.
func (s *signatures) read(id byte, section []byte) {
	r := &reader{data: section}
	switch id {
	case secType:
		for range r.u32() {
			form, params, results := r.byte(), r.bytes(r.u32()), r.bytes(r.u32())
			if r.bad || form != 0x60 {
				return
			}
			s.resumable = append(s.resumable, IsResumable(params, results))
		}
	case secImport:
		for range r.u32() {
			r.bytes(r.u32())
			r.bytes(r.u32())
			switch r.byte() {
			case 0:
				s.functions = append(s.functions, r.u32())
				s.imported++
			case 1:
				r.byte()
				fallthrough
			case 2:
				if r.byte()&1 != 0 {
					r.u32()
				}
				r.u32()
			case 3:
				r.byte()
				r.byte()
			default:
				return
			}
			if r.bad {
				return
			}
		}
	case secFunction:
		for range r.u32() {
			if s.functions = append(s.functions, r.u32()); r.bad {
				return
			}
		}
	}
}

func (s *signatures) isResumable(function uint32) bool {
	return uint64(function) < uint64(len(s.functions)) && uint64(s.functions[function]) < uint64(len(s.resumable)) && s.resumable[s.functions[function]]
}

// IsResumable says whether functions of a type can be among those that can be resumed: they take the number of a block, and answer whether
// they unwind.
func IsResumable(params, results []byte) bool {
	return len(params) == 1 && params[0] == opcode.I32 && len(results) == 1 && results[0] == opcode.I32
}

// code is the work on the section of code.
func code(section []byte, s *signatures, stats *Stats) ([]byte, bool) {
	functions, ok := Read(section, s.imported, s.isResumable)
	if !ok {
		return nil, false
	}
	r := &reader{data: section}
	r.u32()
	out := append(make([]byte, 0, len(section)*3/2), section[:r.at]...)
	for number := s.imported; r.more(); number++ {
		body := r.bytes(r.u32())
		stats.Functions++
		if faster, reason, ok := functions.WithCopy(body, number); ok {
			stats.Structured++
			stats.Calls += functions.calls
			stats.Kept += functions.kept
			body = faster
		} else {
			stats.Skipped[reason]++
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	return out, true
}

// Functions is what has to be known of a module's functions to make a copy of one of them. Not for several goroutines.
type Functions struct {
	shape
	graph
	emitter
}

// Read reads the body of a section of code, of a module that imports so many functions; resumable says of which functions the type is
// (see IsResumable). It returns false if the section cannot be read.
func Read(section []byte, imported uint32, resumable func(function uint32) bool) (*Functions, bool) {
	r := &reader{data: section}
	count := r.u32()
	if uint64(count)+uint64(imported) > uint64(len(section))*2+(1<<20) {
		return nil, false
	}
	f := &Functions{}
	f.endless = make([]bool, imported, uint64(imported)+uint64(count))
	f.resumable = make([]bool, uint64(imported)+uint64(count))
	for range count {
		n := uint32(len(f.endless))
		f.resumable[n] = resumable(n)
		body := r.bytes(r.u32())
		if r.bad {
			return nil, false
		}
		f.endless = append(f.endless, f.resumable[n] && f.isEndless(body))
	}
	return f, !r.more()
}

// WithCopy returns the body of the function with a number with a structured copy in front, which is good until the next call, or why it
// has to stay as it is.
func (f *Functions) WithCopy(body []byte, function uint32) ([]byte, Reason, bool) {
	if uint64(function) >= uint64(len(f.resumable)) || !f.resumable[function] {
		return nil, Foreign, false
	}
	if reason, ok := f.read(body); !ok {
		return nil, reason, false
	}
	if reason, ok := f.build(&f.shape); !ok {
		return nil, reason, false
	}
	reason, ok := f.emit(&f.shape, &f.graph, function)
	return f.out, reason, ok
}

// CopyEnd is where the copy ends in the body that WithCopy returned last, and the function as it was goes on.
func (f *Functions) CopyEnd() int { return len(f.out) - (len(f.body) - f.head) }
