package wasm

import (
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
	in.memory.Write(0, im.memory)
	for i, g := range in.globals {
		g.Set(im.globals[i])
	}
	in.world.clock, in.world.random = im.clock, im.random
	in.area, in.areaSize = 0, 0
	return true
}
