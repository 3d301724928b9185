// Package hosttest helps to test hosts: it builds modules, and holds one way of running rules against another.
package hosttest

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
)

var (
	buildMu sync.Mutex
	built   = map[string][]byte{}
)

// BuildArgs are the arguments of `go` that make a module from a main package: reproducible to the byte, in every folder.
func BuildArgs(out, mainPackage string) []string { return buildArgs(out, mainPackage, "") }

func buildArgs(out, mainPackage, linker string) []string {
	return []string{"build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=" + linker, "-o", out, mainPackage}
}

// Mains are the main packages of this repository's games by the games' ids, as its Makefile lists them.
func Mains(tb testing.TB, makefile string) map[string]string {
	tb.Helper()
	text, err := os.ReadFile(makefile)
	if err != nil {
		tb.Fatal(err)
	}
	list := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\t([a-z_]+):\./(\S+)`).FindAllSubmatch(text, -1) {
		list[string(m[1])] = "github.com/parley-rules/parley/" + string(m[2])
	}
	if len(list) == 0 {
		tb.Fatalf("%s lists no modules", makefile)
	}
	return list
}

// Build makes the module of a main package, once per test binary, with the Go toolchain on the PATH.
func Build(tb testing.TB, mainPackage string) []byte {
	tb.Helper()
	return build(tb, mainPackage, "")
}

// BuildWith makes the module of a main package in which the linker sets variables of package main, which are texts.
func BuildWith(tb testing.TB, mainPackage string, variables map[string]string) []byte {
	tb.Helper()
	linker := ""
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		linker += " -X main." + name + "=" + variables[name]
	}
	return build(tb, mainPackage, linker)
}

func build(tb testing.TB, mainPackage, linker string) []byte {
	tb.Helper()
	buildMu.Lock()
	defer buildMu.Unlock()
	if module, ok := built[mainPackage+linker]; ok {
		return module
	}
	out := filepath.Join(tb.TempDir(), "module.wasm")
	cmd := exec.Command("go", buildArgs(out, mainPackage, linker)...)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("cannot build %s: %v\n%s", mainPackage, err, text)
	}
	module, err := os.ReadFile(out)
	if err != nil {
		tb.Fatal(err)
	}
	built[mainPackage+linker] = module
	return module
}
