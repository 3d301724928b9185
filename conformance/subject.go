package conformance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/hosts/wasm"
)

// Subject is what is verified: a way to open the same rules again and again.
type Subject struct {
	// Open opens the rules with instances that were never used. Verify closes what it opens.
	Open func(ctx context.Context) (*hosts.Game, error)
	// OpenIn opens them in a world with another clock and other random bytes. nil where the host cannot change these: the
	// check `environment` is not proved then.
	OpenIn func(ctx context.Context, e wasm.Environment) (*hosts.Game, error)
}

// Native is the Subject of rules that are linked into this program.
func Native(rules core.Rules) Subject {
	return Subject{Open: func(ctx context.Context) (*hosts.Game, error) { return hosts.Open(ctx, native.New(rules)) }}
}

// Module is the Subject of a module, given by its bytes.
func Module(code []byte, opts wasm.Options) Subject {
	openIn := func(ctx context.Context, e wasm.Environment) (*hosts.Game, error) {
		o := opts
		o.Environment = e
		m, err := wasm.Load(ctx, code, o)
		if err != nil {
			return nil, err
		}
		return hosts.Open(ctx, m)
	}
	return Subject{
		Open:   func(ctx context.Context) (*hosts.Game, error) { return openIn(ctx, opts.Environment) },
		OpenIn: openIn,
	}
}

// Log is a golden log with the name under which it is reported.
type Log struct {
	Name string
	Log  *hosts.Log
}

// maxLog bounds the file of a log.
const maxLog = 256 << 20

// GoldenDir reads the logs of a folder: all its files *.log. It is an error if there is none.
func GoldenDir(dir string) ([]Log, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("there is no file *.log in %s: give a folder of golden logs, as `parley golden` makes them", dir)
	}
	var list []Log
	for _, path := range paths {
		l, err := readLog(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, Log{path, l})
	}
	return list, nil
}

func readLog(path string) (*hosts.Log, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() > maxLog {
		return nil, fmt.Errorf("it has more than %d bytes (%w)", maxLog, err)
	}
	return hosts.ReadLog(f)
}
