package wasm

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero/api"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm/internal/rewrite"
	"github.com/parley-rules/parley/hosts/wasm/internal/structure"
)

// limits are those of the rewriter.
func (o *Options) limits() rewrite.Limits {
	return rewrite.Limits{Code: o.MaxCode, Function: o.MaxFunction, Control: o.MaxControl, Locals: o.MaxLocals, Table: o.MaxTable}
}

// edition names the module that is compiled of the one with this digest, among all that could be: the rewriter's version and
// the limits say what becomes of a module, and whether it is refused.
func (o *Options) edition(sum string) string {
	if o.Plain {
		sum += "-plain"
	} else {
		sum += fmt.Sprintf("-structured%d", structure.Version)
	}
	if o.Unmetered {
		return sum + "-unmetered"
	}
	return fmt.Sprintf("%s-%d-%d-%d-%d-%d-%d", sum, rewrite.Version, o.MaxCode, o.MaxFunction, o.MaxControl, o.MaxLocals, o.MaxTable)
}

// metered returns the module with counters of fuel and depth. It is kept in dir, unless that is "".
func metered(module []byte, dir string, opts *Options) ([]byte, error) {
	if opts.Unmetered {
		if opts.Plain {
			return module, nil
		}
		if out, _, err := structure.Module(module); err == nil {
			return out, nil
		}
		return module, nil // the engine says what is wrong
	}
	if out, ok := readRewritten(dir); ok {
		return out, nil
	}
	rewritten := rewrite.Structured
	if opts.Plain {
		rewritten = rewrite.Module
	}
	out, err := rewritten(module, opts.limits())
	var limit *rewrite.LimitError
	switch {
	case errors.As(err, &limit):
		return nil, &hosts.LimitError{Kind: limit.Kind, Limit: limit.Limit, Used: limit.Used}
	case errors.As(err, new(*rewrite.UnsupportedError)):
		return nil, &hosts.ABIError{Have: err.Error(), Want: "WebAssembly 2.0 without vectors", Hint: rebuild}
	case err != nil:
		return nil, noValidModule(err)
	}
	writeRewritten(dir, out)
	return out, nil
}

// rewrittenName is the file of a rewritten module, after its own digest: what is run from the cache must be what was put there.
const rewrittenName = "module"

func readRewritten(dir string) ([]byte, bool) {
	if dir == "" {
		return nil, false
	}
	file, err := os.ReadFile(filepath.Join(dir, rewrittenName))
	if err != nil || len(file) < sha256.Size {
		return nil, false
	}
	sum := sha256.Sum256(file[sha256.Size:])
	return file[sha256.Size:], bytes.Equal(sum[:], file[:sha256.Size])
}

// writeRewritten writes the file at once or not at all. That it could not be written is no loss: it is made again.
func writeRewritten(dir string, module []byte) {
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(dir, rewrittenName+"-")
	if err != nil {
		return
	}
	sum := sha256.Sum256(module)
	_, err1 := f.Write(sum[:])
	_, err2 := f.Write(module)
	if err := errors.Join(err1, err2, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, rewrittenName))
		if err == nil {
			return
		}
	}
	_ = os.Remove(f.Name())
}

// meter is what an instance counts with. The zero value counts nothing.
type meter struct {
	fuel, depth api.MutableGlobal
	tank        int64 // what the fuel was set to
	room        int32 // what the depth was set to
}

// newMeter finds the counters of a rewritten module.
func newMeter(module api.Module) meter {
	return meter{fuel: module.ExportedGlobal(rewrite.Fuel).(api.MutableGlobal), depth: module.ExportedGlobal(rewrite.Depth).(api.MutableGlobal)}
}

// fill sets the counters.
func (m *meter) fill(fuel int64, depth int) {
	if m.fuel == nil {
		return
	}
	m.tank, m.room = fuel, int32(depth)
	m.fuel.Set(uint64(fuel))
	m.depth.Set(uint64(uint32(depth)))
}

// refuel sets the fuel alone: after calls that return, the depth is what it was.
func (m *meter) refuel(fuel int64) {
	if m.fuel == nil {
		return
	}
	m.tank = fuel
	m.fuel.Set(uint64(fuel))
}

// used says how much fuel was used since the last fill.
func (m *meter) used() int64 {
	if m.fuel == nil {
		return 0
	}
	return m.tank - int64(m.fuel.Get())
}

// limit returns the error of a counter that was used up, nil if none was.
func (m *meter) limit() *hosts.LimitError {
	if m.fuel == nil {
		return nil
	}
	if used := m.used(); used > m.tank {
		return &hosts.LimitError{Kind: "fuel", Limit: m.tank, Used: used}
	}
	if left := int32(m.depth.Get()); left < 0 {
		return &hosts.LimitError{Kind: "depth", Limit: int64(m.room), Used: int64(m.room) - int64(left)}
	}
	return nil
}

// errNoFuel is what a function of the host panics with when it has used up the fuel.
var errNoFuel = errors.New("out of fuel")

// burn takes fuel for work of the host's. It does not return if there is not so much.
func (m *meter) burn(units uint64) {
	if m.fuel == nil {
		return
	}
	left := int64(m.fuel.Get()) - int64(units)
	m.fuel.Set(uint64(left))
	if left < 0 {
		panic(errNoFuel)
	}
}
