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
// Functions of another shape (shape.go) stay as they are. Nothing but code changes, and a module is valid if it was: all that was there is
// still there, and the copy has its code in blocks without parameters and results, as it was in.
package structure

import (
	"encoding/binary"
	"errors"
)

// Version changes whenever the bytes of a module that comes out change: a cache of compiled modules must have it in its key.
const Version = 1

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
}

var errModule = errors.New("structure: the module is damaged: its sections or its code cannot be read")

// The parts of a module that matter here.
const (
	headerSize = 8
	secImport  = 2
	secCode    = 10
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
	imported := uint32(0)
	for r.more() {
		from := r.at
		id := r.byte()
		body := r.bytes(r.u32())
		if id == secImport {
			imported += importedFunctions(body)
		}
		if id != secCode || r.bad {
			out = append(out, module[from:r.at]...)
			continue
		}
		section, ok := code(body, imported, &stats)
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

// importedFunctions counts them. What cannot be read counts for nothing: see endless.
func importedFunctions(section []byte) (n uint32) {
	r := &reader{data: section}
	for range r.u32() {
		r.bytes(r.u32())
		r.bytes(r.u32())
		switch r.byte() {
		case 0:
			r.u32()
			n++
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
			return n
		}
		if r.bad {
			return n
		}
	}
	return n
}

// code is the work on the section of code. So many functions are imported.
func code(section []byte, imported uint32, stats *Stats) ([]byte, bool) {
	functions, ok := Read(section, imported)
	if !ok {
		return nil, false
	}
	r := &reader{data: section}
	r.u32()
	out := append(make([]byte, 0, len(section)*3/2), section[:r.at]...)
	for r.more() {
		body := r.bytes(r.u32())
		stats.Functions++
		if faster, reason, ok := functions.WithCopy(body); ok {
			stats.Structured++
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

// Read reads the body of a section of code, of a module that imports so many functions. It returns false if it cannot be read.
func Read(section []byte, imported uint32) (*Functions, bool) {
	r := &reader{data: section}
	count := r.u32()
	if uint64(count)+uint64(imported) > uint64(len(section))*2+(1<<20) {
		return nil, false
	}
	f := &Functions{}
	f.endless = make([]bool, imported, uint64(imported)+uint64(count))
	for range count {
		f.endless = append(f.endless, endless(r.bytes(r.u32())))
		if r.bad {
			return nil, false
		}
	}
	return f, !r.more()
}

// WithCopy returns the body of one of the functions with a structured copy in front, which is good until the next call, or why it has to
// stay as it is.
func (f *Functions) WithCopy(body []byte) ([]byte, Reason, bool) {
	if reason, ok := f.read(body); !ok {
		return nil, reason, false
	}
	if reason, ok := f.build(&f.shape); !ok {
		return nil, reason, false
	}
	reason, ok := f.emit(&f.shape, &f.graph)
	return f.out, reason, ok
}
