// Command main is Walk the Plank! as a module whose description is the number of objects that the module has allocated.
package main

import (
	"runtime"
	"strconv"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/plugins/walktheplank"
	"github.com/parley-rules/parley/sdk"
)

type rules struct{ walktheplank.Rules }

func (r rules) New() core.State { return state{r.Rules.New()} }

type state struct{ core.State }

func (s state) CopyTo(dst core.State) { s.State.CopyTo(dst.(state).State) }

// Malformed passes on: embedding an interface hides the optional methods.
func (s state) Malformed(m core.Move) bool { return s.State.(core.MalformedChecker).Malformed(m) }

func (state) Describe(_ core.Seat, buf []byte) []byte {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return strconv.AppendUint(buf, m.Mallocs, 10)
}

var _ = sdk.Export(rules{})

func main() { sdk.Main() }
