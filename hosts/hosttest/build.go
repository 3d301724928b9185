// Package hosttest helps to test hosts: it builds modules, and holds one way of running rules against another.
package hosttest

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var (
	buildMu sync.Mutex
	built   = map[string][]byte{}
)

// BuildArgs are the arguments of `go` that make a module from a main package: reproducible to the byte, in every folder.
func BuildArgs(out, mainPackage string) []string {
	return []string{"build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", out, mainPackage}
}

// Build makes the module of a main package, once per test binary, with the Go toolchain on the PATH.
func Build(tb testing.TB, mainPackage string) []byte {
	tb.Helper()
	buildMu.Lock()
	defer buildMu.Unlock()
	if module, ok := built[mainPackage]; ok {
		return module
	}
	out := filepath.Join(tb.TempDir(), "module.wasm")
	cmd := exec.Command("go", BuildArgs(out, mainPackage)...)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("cannot build %s: %v\n%s", mainPackage, err, text)
	}
	module, err := os.ReadFile(out)
	if err != nil {
		tb.Fatal(err)
	}
	built[mainPackage] = module
	return module
}
