package wasm

import (
	"bytes"
	"strings"

	"github.com/tetratelabs/wazero/api"

	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
)

// image is the state of an instance after its start, from which others are made without starting them, and to which one can be
// reset. It is exact: an instance made so cannot be told from one that was started.
//
// Memory alone would not do. Go's stack pointer and its like are globals, which the rewritten module exports for this.
type image struct {
	memory        []byte
	globals       []uint64
	clock, random uint64
	// spans are the parts of the memory, from and to, that are not zero already in an instance that was only just made. Half of
	// a Go module's memory is, and pages that are never touched cost the system nothing.
	spans [][2]uint32
}

// spanUnit is a page of the system.
const spanUnit = 4 << 10

// filled says of each unit of a memory whether there is anything in it.
func filled(memory []byte) []bool {
	var nothing [spanUnit]byte
	units := make([]bool, len(memory)/spanUnit)
	for i := range units {
		units[i] = !bytes.Equal(memory[i*spanUnit:(i+1)*spanUnit], nothing[:])
	}
	return units
}

// setSpans works out the spans, given what was filled before the start.
func (im *image) setSpans(before []bool) {
	open := false
	for i, has := range filled(im.memory) {
		has = has || i < len(before) && before[i]
		if has && !open {
			im.spans = append(im.spans, [2]uint32{uint32(i) * spanUnit, uint32(len(im.memory))})
		}
		if !has && open {
			im.spans[len(im.spans)-1][1] = uint32(i) * spanUnit
		}
		open = has
	}
}

// snapshots says what the state of a rewritten module's instances is: its mutable globals by their names. exact is false if
// there is more to it, such as tables that change.
func snapshots(rewritten []byte) (globals []string, exact bool) {
	l, err := scan(rewritten)
	if err != nil {
		return nil, false // the engine will say so too
	}
	for _, e := range l.exports {
		switch {
		case e.name == rewrite.Exact:
			exact = true
		case strings.HasPrefix(e.name, rewrite.Global):
			globals = append(globals, e.name)
		}
	}
	return globals, exact
}

// findGlobals looks up the mutable globals.
func (in *instance) findGlobals(names []string) {
	in.globals = make([]api.MutableGlobal, len(names))
	for i, name := range names {
		in.globals[i] = in.module.ExportedGlobal(name).(api.MutableGlobal)
	}
}

// snapshot copies the state of an instance.
func (in *instance) snapshot() *image {
	view, _ := in.memory.Read(0, in.memory.Size())
	im := &image{memory: append([]byte(nil), view...), globals: make([]uint64, len(in.globals)), clock: in.world.clock, random: in.world.random}
	for i, g := range in.globals {
		im.globals[i] = g.Get()
	}
	return im
}

// restore gives an instance the state of an image. It answers false, and has changed nothing, if the memory has another size,
// as memory cannot shrink.
func (in *instance) restore(im *image) bool {
	if in.memory.Size() != uint32(len(im.memory)) {
		return false
	}
	view, _ := in.memory.Read(0, in.memory.Size())
	at := uint32(0)
	for _, s := range im.spans {
		clear(view[at:s[0]])
		at = s[0] + uint32(copy(view[s[0]:s[1]], im.memory[s[0]:s[1]]))
	}
	clear(view[at:])
	in.restoreRest(im)
	return true
}

// fill is restore for an instance that was only just made and never ran.
func (in *instance) fill(im *image) {
	for _, s := range im.spans {
		in.memory.Write(s[0], im.memory[s[0]:s[1]])
	}
	in.restoreRest(im)
}

// restoreRest is all but the memory.
func (in *instance) restoreRest(im *image) {
	for i, g := range in.globals {
		g.Set(im.globals[i])
	}
	in.world.clock, in.world.random = im.clock, im.random
	in.area, in.areaSize = 0, 0
}
