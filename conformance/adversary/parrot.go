package adversary

import (
	"context"
	"fmt"
	"sync"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
	"github.com/parley-rules/parley/hosts/native"
)

// The memory of a parrot: what it answers, room for its harm, the request.
const (
	answersAt = 1 << 10
	roomAt    = 1 << 16 // 64 KiB
	requestAt = 2 << 16
	pages     = 4
)

const wasi = "wasi_snapshot_preview1"

// parrot is a module that is being written. It gives the same answer to every call of an operation: that of a real game at
// its first move. A harmful one has other bodies, or other parts.
type parrot struct {
	asm.Module
	pages      uint32
	hidden     bool // the memory is not exported
	marker     string
	initialize [][]byte             // nil leaves the export out
	buffer     [][]byte             // of (n i32) i32
	ops        map[abi.Op][][]byte  // of (n i32) i64, for those that do not answer as they should
	locals     string               // of the operations
	leaveOut   map[abi.Op]bool      // exports that are missing
	heard      map[abi.Op][]byte    // the right answers
	where      map[abi.Op][2]uint32 // where they are, and their lengths
}

// newParrot is a parrot that does no harm.
func newParrot() *parrot {
	p := &parrot{
		pages:      pages,
		marker:     abi.MarkerExport,
		initialize: [][]byte{},
		buffer:     [][]byte{asm.I32Const(requestAt)},
		ops:        map[abi.Op][][]byte{},
		leaveOut:   map[abi.Op]bool{},
		heard:      script().answers,
		where:      map[abi.Op][2]uint32{},
	}
	at := uint32(answersAt)
	for _, op := range abi.Ops {
		p.where[op] = [2]uint32{at, uint32(len(p.heard[op]))}
		p.Data(int32(at), string(p.heard[op]))
		at += uint32(len(p.heard[op]))
	}
	if at > roomAt {
		panic("adversary: the answers of the game have no room in a parrot")
	}
	return p
}

// right is the body that gives the right answer to an operation.
func (p *parrot) right(op abi.Op) [][]byte { return answer(p.where[op][0], p.where[op][1]) }

// answer is a body that answers so many bytes at an address.
func answer(at, size uint32) [][]byte {
	return [][]byte{asm.I64Const(int64(uint64(at)<<32 | uint64(size)))}
}

// says makes an operation answer any bytes, up to 64 KiB.
func (p *parrot) says(op abi.Op, b []byte) {
	p.Data(roomAt, string(b))
	p.ops[op] = answer(roomAt, uint32(len(b)))
}

// bytes writes the module.
func (p *parrot) bytes() []byte {
	if p.pages > 0 {
		p.Memory(p.pages)
	}
	if p.pages > 0 && !p.hidden {
		p.Export(abi.MemoryExport, asm.Memory, 0)
	}
	if p.marker != "" {
		p.Export(p.marker, asm.Function, p.Func("", "", ""))
	}
	if p.initialize != nil {
		p.Export(abi.InitializeExport, asm.Function, p.Func("", "", "", p.initialize...))
	}
	if p.buffer != nil {
		p.Export(abi.BufferExport, asm.Function, p.Func(asm.I32, asm.I32, "", p.buffer...))
	}
	for _, op := range abi.Ops {
		if p.leaveOut[op] {
			continue
		}
		body := p.ops[op]
		if body == nil {
			body = p.right(op)
		}
		p.Export(op.String(), asm.Function, p.Func(asm.I32, asm.I64, p.locals, body...))
	}
	return p.Bytes()
}

// parrots makes a variant of each change of a parrot, for the operations that a host must then answer with an error.
func one(name string, change func(p *parrot), ops ...abi.Op) variant {
	return variant{name, func() []byte {
		p := newParrot()
		change(p)
		return p.bytes()
	}, ops}
}

// raw is a variant that is no parrot, and cannot be loaded.
func raw(name string, module func() []byte) variant { return variant{name: name, module: module} }

// lesson is what parrots have learned: the requests of a game's first move, and the answers.
type lesson struct {
	start   hosts.NewGame
	step    *hosts.Step // what init answers
	move    hosts.Move
	seed    []byte
	answers map[abi.Op][]byte
}

// listener notes the last answer to each operation.
type listener struct {
	hosts.Caller
	heard map[abi.Op][]byte
}

func (l *listener) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	out, err := l.Caller.Call(ctx, op, request, response)
	l.heard[op] = out[len(response):] // itself, no copy: nobody may change it
	return out, err
}

// script is the lesson, taken from the native rules of a game.
var script = sync.OnceValue(func() *lesson {
	ear := &listener{native.New(pig.Rules{}), map[abi.Op][]byte{}}
	g, err := hosts.Open(context.Background(), ear)
	if err != nil {
		panic("adversary: " + err.Error())
	}
	l := &lesson{start: hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7), Look: hosts.LookAll(2)}, seed: hosts.SeedOf(8), answers: ear.heard}
	if l.step, err = g.Init(context.Background(), l.start); err != nil {
		panic("adversary: " + err.Error())
	}
	moves, _ := l.step.Moves(0)
	l.move = moves.At(0)
	for _, op := range abi.Ops[abi.LegalMoves:] {
		if err := l.ask(context.Background(), g, op); err != nil {
			panic("adversary: " + err.Error())
		}
	}
	return l
})

// ask makes a call of an operation, other than manifest and init, from the position after init.
func (l *lesson) ask(ctx context.Context, g *hosts.Game, op abi.Op) (err error) {
	p := l.step.Position
	switch op {
	case abi.Init:
		_, err = g.Init(ctx, l.start)
	case abi.LegalMoves:
		_, err = g.LegalMoves(ctx, p, 0)
	case abi.Apply:
		_, err = g.Apply(ctx, p, 0, l.move, l.start.Look)
	case abi.View:
		_, err = g.View(ctx, p, core.Spectator)
	case abi.Resample:
		_, err = g.Resample(ctx, p, 0, l.seed)
	case abi.Playout:
		_, err = g.Playout(ctx, p, l.seed, 10)
	case abi.Describe:
		_, err = g.Describe(ctx, p, core.Spectator)
	default:
		err = fmt.Errorf("adversary: no script for %v", op)
	}
	return err
}
