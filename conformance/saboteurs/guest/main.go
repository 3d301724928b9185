// The game of the saboteurs with a fault that the linker sets (-X main.fault=NAME), or of a plugin's program its argument. Without
// one it is the sound game.
package main

import (
	"os"

	"github.com/parley-rules/parley/conformance/saboteurs/sealed"
	"github.com/parley-rules/parley/sdk"
)

var fault string

var _ = sdk.Export(sealed.Faulty{Fault: chosen()})

func chosen() string {
	if fault == "" && len(os.Args) > 1 { // a module has no arguments
		return os.Args[1]
	}
	return fault
}

func main() { sdk.Main() }
