//go:build !wasip1

package sdk

import "os"

// Main is the main function of the native program. It tells on standard error what the program is and how the module is
// built, and exits with status 2.
func Main() {
	os.Stderr.WriteString("These are rules of a board game, to be built as a module:\n" +
		"  GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -ldflags=\"-s -w -buildid=\" -o game.wasm .\n")
	os.Exit(2)
}
