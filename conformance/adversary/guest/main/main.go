// The game of an adversary as a module, or as a plugin's program.
package main

import (
	"runtime/debug"

	"github.com/parley-rules/parley/conformance/adversary/guest"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(guest.Rules{})

func main() {
	debug.SetMaxStack(32 << 20) // of the program: recursion without end need not take a gigabyte to be found out
	sdk.Main()
}
