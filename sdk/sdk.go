// Package sdk is what the main package of a game imports. One main makes both the module and, natively built, a plugin
// process:
//
//	package main
//
//	import (
//		"github.com/parley-rules/parley/sdk"
//		"example.org/mygame"
//	)
//
//	var _ = sdk.Export(mygame.Rules{})
//
//	func main() { sdk.Main() }
//
// The module is built with the plain Go toolchain:
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -ldflags="-s -w -buildid=" -o mygame.wasm ./main
//
// In a module main is never called: the initialisation of packages is all that runs, so Export stands in a variable.
//
// The plugin process is built like any program, and hosts/process or `parley --host process` runs it:
//
//	go build -o mygame ./main
package sdk

import (
	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
)

// game are the rules of this module or program, and server serves them.
var (
	game   core.Rules
	server *abi.Server
)

// Export makes rules the game of this module or program. It must be called exactly once, in the initialisation of the main
// package. It panics if it is called again or if the manifest has a fault.
func Export(rules core.Rules) bool {
	if server != nil {
		panic("sdk: a module has one game, and Export was called twice")
	}
	game, server = rules, abi.NewServer(rules)
	return true
}
