package fuel

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest"
	"github.com/parley-rules/parley/hosts/wasm"
)

// scripts are the golden logs that are measured: short ones, for the interpreter's sake.
var scripts = map[string]string{
	"pig":                  "3-seats-target-10.log",
	"kuhn":                 "2-seats-bet-1.log",
	"walk_the_plank":       "3-seats-2.log",
	"jackal":               "2-seats-quiet_rounds-1.log",
	"pirati":               "2-seats-mermaid_heir-false.log",
	"ravensburger_pirates": "2-seats-max_rounds-1.log",
}

// TestRecords measures each game's script twice and in both engines, and compares it with the record, or with UPDATE=1 makes the
// record again.
func TestRecords(t *testing.T) {
	mains := hosttest.Mains(t, "../../Makefile")
	require.Equal(t, slices.Sorted(maps.Keys(mains)), slices.Sorted(maps.Keys(scripts)), "every game has a script")
	for id, script := range scripts {
		t.Run(id, func(t *testing.T) {
			f, err := os.Open(filepath.Join("../golden", id, script))
			require.NoError(t, err)
			defer f.Close()
			log, err := hosts.ReadLog(f)
			require.NoError(t, err)
			module := hosttest.Build(t, mains[id])
			measure := func(engine wasm.Engine) *Record {
				r, err := Measure(t.Context(), module, log, engine)
				require.NoError(t, err)
				r.Log = script
				require.Len(t, r.Fuel, len(log.Steps))
				for _, fuel := range r.Fuel {
					require.Positive(t, fuel)
				}
				return r
			}
			measured := measure(wasm.Auto)
			require.Equal(t, measured, measure(wasm.Auto), "the second run")
			require.Equal(t, measured, measure(wasm.Interpreter), "the interpreter")

			path := id + ".json"
			if os.Getenv("UPDATE") != "" {
				text, err := json.Marshal(measured)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(path, append(text, '\n'), 0o644))
			}
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			var record Record
			require.NoError(t, json.Unmarshal(text, &record))
			require.NoError(t, record.Compare(measured))
		})
	}
}

func TestCompare(t *testing.T) {
	record := Record{Game: "pig", Module: "a", Log: "x.log", Total: 1000, Fuel: []int64{400, 600}}
	require.NoError(t, record.Compare(&record))
	for _, c := range []struct {
		measured Record
		says     string
	}{
		{Record{Game: "pig", Module: "a", Log: "x.log", Total: 1000, Fuel: []int64{401, 599}}, "call 0 of the recorded build of pig costs 401 and not 400"},
		{Record{Game: "pig", Module: "b", Log: "x.log", Total: 1101, Fuel: []int64{501, 600}}, "costs 1101, and the recorded one 1000"},
		{Record{Game: "pig", Module: "b", Log: "x.log", Total: 499, Fuel: []int64{200, 299}}, "costs 499, and the recorded one 1000"},
		{Record{Game: "pig", Module: "b", Log: "x.log", Total: 1000, Fuel: []int64{1000}}, "2 calls of pig in x.log, and 1 calls"},
		{Record{Game: "pig", Module: "a", Log: "y.log", Total: 1000, Fuel: []int64{400, 600}}, "y.log"},
	} {
		err := record.Compare(&c.measured)
		require.ErrorContains(t, err, c.says)
		require.ErrorContains(t, err, "make fuel")
	}
	for _, total := range []int64{1100, 500} {
		require.NoError(t, record.Compare(&Record{Game: "pig", Module: "b", Log: "x.log", Total: total, Fuel: []int64{400, total - 400}}))
	}
}
