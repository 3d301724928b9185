package wasm

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// files lists the files below a folder.
func files(t *testing.T, dir string) (names []string) {
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	}))
	return names
}

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "cache")
	module := echoParts().build()
	load := func(opts Options) (*Module, string) {
		var log bytes.Buffer
		opts.CacheDir = dir
		opts.Log = slog.New(slog.NewTextHandler(&log, nil))
		m, err := Load(t.Context(), module, opts)
		require.NoError(t, err)
		require.Equal(t, "x", call(t, m, abi.View, "x"))
		require.NoError(t, m.Close())
		return m, log.String()
	}
	m, log := load(Options{})
	require.Empty(t, log)
	info, err := os.Stat(dir)
	require.NoError(t, err)
	if runtime.GOOS != "windows" {
		require.EqualValues(t, 0o700, info.Mode().Perm())
	}
	entries := files(t, dir)
	require.Len(t, entries, 2)
	rewritten, compiled := entries[0], entries[1]
	require.Equal(t, rewrittenName, filepath.Base(rewritten))
	times := func() (all []time.Time) {
		for _, e := range entries {
			require.Contains(t, e, m.Info().SHA256)
			info, err := os.Stat(e)
			require.NoError(t, err)
			all = append(all, info.ModTime())
		}
		return all
	}
	before := times()
	load(Options{})
	require.Equal(t, entries, files(t, dir))
	require.Equal(t, before, times(), "the entries were used, not written again")

	t.Run("a damaged rewritten module is made again", func(t *testing.T) {
		good, err := os.ReadFile(rewritten)
		require.NoError(t, err)
		damaged := bytes.Clone(good)
		damaged[len(damaged)/2] ^= 0xff
		for _, bad := range [][]byte{nil, good[:len(good)/2], damaged} {
			require.NoError(t, os.WriteFile(rewritten, bad, 0o600))
			load(Options{})
			again, err := os.ReadFile(rewritten)
			require.NoError(t, err)
			require.Equal(t, good, again)
			require.Equal(t, entries, files(t, dir))
		}
	})
	t.Run("other limits, another entry", func(t *testing.T) {
		for i, opts := range []Options{{MaxTable: 20}, {MaxControl: 30}, {MaxLocals: 40}, {MaxFunction: 5000}, {MaxCode: 1 << 20}, {Unmetered: true}} {
			load(opts)
			if opts.Unmetered { // whose module is the original
				require.Len(t, files(t, dir), len(entries)+2*i+1)
			} else {
				require.Len(t, files(t, dir), len(entries)+2*i+2)
			}
		}
		require.NoError(t, os.RemoveAll(dir))
		load(Options{})
		require.Equal(t, entries, files(t, dir))
		for _, small := range []Options{{CacheDir: dir, MaxFunction: 2}, {CacheDir: dir, MaxCode: 2}} {
			_, err := Load(t.Context(), module, small)
			require.ErrorAs(t, err, new(*hosts.LimitError), "what is kept for one limit says nothing for another")
		}
	})
	t.Run("a damaged entry is replaced", func(t *testing.T) {
		good, err := os.ReadFile(compiled)
		require.NoError(t, err)
		damaged := bytes.Clone(good)
		damaged[len(damaged)/2] ^= 0xff
		for _, bad := range [][]byte{nil, good[:len(good)/2], damaged} {
			require.NoError(t, os.WriteFile(compiled, bad, 0o600))
			_, log := load(Options{})
			require.Contains(t, log, "the cache of compiled modules failed")
			require.Empty(t, files(t, dir))
			_, log = load(Options{})
			require.Empty(t, log)
			require.Equal(t, entries, files(t, dir))
		}
	})
	t.Run("the interpreter has nothing to keep", func(t *testing.T) {
		require.NoError(t, os.RemoveAll(dir))
		load(Options{Engine: Interpreter})
		require.NoDirExists(t, dir)
	})
}

func TestCacheFolders(t *testing.T) {
	module := echoParts().build()
	t.Run("the default one", func(t *testing.T) {
		if runtime.GOOS != "linux" {
			t.Setenv("HOME", t.TempDir())
		} else {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
		}
		base, err := os.UserCacheDir()
		require.NoError(t, err)
		m, err := Load(t.Context(), module, Options{})
		require.NoError(t, err)
		require.NoError(t, m.Close())
		require.Len(t, files(t, filepath.Join(base, "parley", "wasm")), 2)
	})
	t.Run("no default one", func(t *testing.T) {
		t.Setenv("XDG_CACHE_HOME", "")
		t.Setenv("HOME", "")
		t.Setenv("LocalAppData", "")
		var log bytes.Buffer
		m, err := Load(t.Context(), module, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		require.NoError(t, err)
		require.NoError(t, m.Close())
		require.Contains(t, log.String(), "no cache of compiled modules")
	})
	t.Run("a file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		_, err := Load(t.Context(), module, Options{CacheDir: path})
		require.ErrorContains(t, err, "option CacheDir")
	})
	if runtime.GOOS != "windows" { // which has no such permissions
		t.Run("others may write", func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.Chmod(dir, 0o777))
			_, err := Load(t.Context(), module, Options{CacheDir: dir})
			require.ErrorContains(t, err, "others may write")
		})
		if os.Geteuid() == 0 { // only root can give a folder away
			t.Run("somebody else's", func(t *testing.T) {
				dir := t.TempDir()
				require.NoError(t, os.Chown(dir, 12345, -1))
				_, err := Load(t.Context(), module, Options{CacheDir: dir})
				require.ErrorContains(t, err, "belongs to another user")
			})
		}
	}
	t.Run("none", func(t *testing.T) {
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		loadModule(t, module, Options{NoCache: true})
		require.Empty(t, files(t, os.Getenv("XDG_CACHE_HOME")))
	})
}

func TestACompilationCanBeEnded(t *testing.T) {
	module := guest(t, "full")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	_, err := Load(ctx, module, Options{Engine: Compiler, NoCache: true})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = Load(ctx, module, Options{CacheDir: t.TempDir()})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestACompilationHasALimitOfTime(t *testing.T) {
	_, err := Load(t.Context(), guest(t, "full"), Options{Engine: Compiler, NoCache: true, CompileTimeout: time.Millisecond})
	var limit *hosts.LimitError
	require.ErrorAs(t, err, &limit)
	require.Equal(t, hosts.LimitError{Kind: "compile time in ms", Limit: 1}, *limit)
}
