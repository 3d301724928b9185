package wasm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// scratch is a folder for the whole run of the tests: the built guests and a cache of their compiled code.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "parley-wasm"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// guestBuilds builds each guest once.
var guestBuilds = map[string]func() ([]byte, error){
	"bare": sync.OnceValues(func() ([]byte, error) { return buildGuest("bare") }),
	"full": sync.OnceValues(func() ([]byte, error) { return buildGuest("full") }),
}

// guest returns the module of testdata/name.
func guest(t testing.TB, name string) []byte {
	t.Helper()
	module, err := guestBuilds[name]()
	require.NoError(t, err)
	return module
}

// guestPath is where a guest is built.
func guestPath(name string) string { return filepath.Join(scratch, name+".wasm") }

func buildGuest(name string) ([]byte, error) {
	out := guestPath(name)
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w -buildid=", "-o", out, "./testdata/"+name)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	return os.ReadFile(out)
}

// loadGuest loads a guest with the tests' own cache, which makes all but the first load quick.
func loadGuest(t testing.TB, name string, opts Options) *Module {
	t.Helper()
	if !opts.NoCache && opts.CacheDir == "" {
		opts.CacheDir = filepath.Join(scratch, "cache")
	}
	m, err := Load(t.Context(), guest(t, name), opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}
