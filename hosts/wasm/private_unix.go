//go:build unix

package wasm

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// writableByOthers returns an error for a folder into which another user could put code.
func writableByOthers(dir string, info fs.FileInfo) error {
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return fmt.Errorf("others may write to %s (its mode is %v), and what lies there would be run: make it private (chmod 700)", dir, mode)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to another user, and what lies there would be run: use a folder of your own", dir)
	}
	return nil
}
