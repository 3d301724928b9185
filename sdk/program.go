//go:build !wasip1

package sdk

import (
	"os"

	"github.com/parley-rules/parley/abi/rpc"
)

// Main is the main function of the native program, which is a plugin process: it serves the exported game to the host that started
// it, until that host closes its standard input or dies. Started by anybody else, it tells on standard error what it is
// and how it is used, and exits with status 2; with status 1 if no game was exported.
func Main() {
	if game == nil {
		os.Stderr.WriteString("sdk: this program exports no game: call sdk.Export in a package variable\n")
		os.Exit(1)
	}
	if !rpc.Hosted() {
		m := game.Manifest()
		os.Stderr.WriteString("These are the rules of the board game " + m.Game + ", version " + m.Rules + ", as a plugin process: a host starts it.\n" +
			"  parley inspect PATH                   says more\n" +
			"  parley play PATH                      plays it in the terminal\n" +
			"The same main package makes a module:\n" +
			"  GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -ldflags=\"-s -w -buildid=\" -o game.wasm .\n")
		os.Exit(2)
	}
	rpc.Serve(game)
}
