package hosttest

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// BuildProgram makes the plugin's program of a main package, with the Go toolchain on the PATH, and returns its path. It is there
// until the test ends.
func BuildProgram(tb testing.TB, mainPackage string) string {
	tb.Helper()
	out := filepath.Join(tb.TempDir(), "plugin")
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, mainPackage)
	if text, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("cannot build %s: %v\n%s", mainPackage, err, text)
	}
	return out
}
