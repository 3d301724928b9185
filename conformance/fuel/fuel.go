// Package fuel measures what the calls of a log cost a module, and keeps a record per game beside the golden logs, never in them:
// fuel is a property of a module's bytes and of how the host counts, not of the rules.
//
// A record is of one build. Its test (fuel_test.go) holds all that can be held whatever the build: run 1 costs what run 2 does, and
// the compiler what the interpreter does, call by call. If the build is the recorded one, every call must cost exactly what the
// record says; then nothing but the host's counting can have changed. If it is another build, of other code or by another
// toolchain, all calls together may cost a tenth more, or down to a half: what is dearer is a change for the worse that somebody
// should have seen, and what is much cheaper needs a new record to stay so. `make fuel` makes the records again; the difference
// shows what a change costs.
package fuel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

// Record is what a script costs a module.
type Record struct {
	Game   string  `json:"game"`
	Rules  string  `json:"rules"`
	Module string  `json:"module"` // hex SHA-256 of what hosttest.Build makes, without the section parley.manifest
	Log    string  `json:"log"`    // the golden log whose calls are the script
	Total  int64   `json:"total"`
	Fuel   []int64 `json:"fuel"` // of the creation and of each move, with all that logs.Replay looks at
}

// Measure replays a log with the option ExactFuel. The error is one of the host or of the replay.
func Measure(ctx context.Context, module []byte, log *hosts.Log, engine wasm.Engine) (*Record, error) {
	m, err := wasm.Load(ctx, module, wasm.Options{Engine: engine, NoCache: true, ExactFuel: true})
	if err != nil {
		return nil, err
	}
	g, err := hosts.Open(ctx, m)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(module)
	r := &Record{Game: g.Manifest().Game, Rules: g.Manifest().Rules, Module: hex.EncodeToString(sum[:])}
	err = log.Replay(ctx, g, hosts.Look{}, func(_ int, step *hosts.Step) error {
		r.Fuel = append(r.Fuel, step.Fuel)
		r.Total += step.Fuel
		return nil
	})
	return r, errors.Join(err, g.Close())
}

// The bounds of another build's total, in hundredths of the record's.
const (
	dearest  = 110
	cheapest = 50
)

// Compare says how what was measured differs from the record, nil if it does not: exactly for the recorded module, and beyond
// the bounds of the total for another one.
func (r *Record) Compare(measured *Record) error {
	const again = "if this is meant to be, make the records again with `make fuel`, and review what has changed"
	if r.Game != measured.Game || r.Log != measured.Log || len(r.Fuel) != len(measured.Fuel) {
		return fmt.Errorf("the record is of %d calls of %s in %s, and %d calls of %s in %s were measured: %s", len(r.Fuel), r.Game, r.Log,
			len(measured.Fuel), measured.Game, measured.Log, again)
	}
	if r.Module != measured.Module {
		if part := 100 * measured.Total; part > dearest*r.Total || part < cheapest*r.Total {
			return fmt.Errorf("this build of %s costs %d, and the recorded one %d: between %d and %d hundredths of it are let pass; %s", r.Game, measured.Total,
				r.Total, cheapest, dearest, again)
		}
		return nil
	}
	for i := range r.Fuel {
		if r.Fuel[i] != measured.Fuel[i] {
			return fmt.Errorf("call %d of the recorded build of %s costs %d and not %d: the host counts otherwise than it did; %s", i, r.Game,
				measured.Fuel[i], r.Fuel[i], again)
		}
	}
	return nil
}
