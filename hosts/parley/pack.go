package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

func (a *app) packCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pack IN.wasm OUT.wasm",
		Short: "put a module's manifest into its section parley.manifest",
		Long: `Put a module's manifest into its custom section parley.manifest, so that tools can read what it is without
running it. A signature is taken away, since it would be no good any more: sign it again (` + "`parley sign`" + `). The module is run once to ask for the manifest; an older section is replaced, nothing else changes.
The same input gives the same output. OUT.wasm may be IN.wasm.`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return a.pack(cmd.Context(), args[0], args[1]) },
	}
}

func (a *app) pack(ctx context.Context, in, out string) error {
	if a.host != "" && a.host != "wasm" {
		return usagef("pack is for .wasm files: leave --host %s out", a.host)
	}
	opts, err := a.wasmOptions()
	if err != nil {
		return err
	}
	if opts.Engine == wasm.Auto {
		opts.Engine = wasm.Interpreter // for a single call it is much faster than to compile
	}
	opts.NoCache = true
	code, err := a.trusted(in)
	if err != nil {
		return err
	}
	code, wasSigned, err := hosts.Unsign(code)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	bare, err := abi.StripSection(code) // an older section may say something else
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	raw, err := askManifest(ctx, bare, opts)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	packed, err := abi.AppendSection(code, raw)
	if err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	if err := writeFile(out, packed); err != nil {
		return err
	}
	m, major, minor, err := abi.ParseManifest(raw)
	if err != nil {
		return err
	}
	if wasSigned {
		fmt.Fprintf(a.stderr, "parley: the signature of %s was taken away: sign %s again\n", in, out)
	}
	sum := sha256.Sum256(packed)
	if a.json {
		return writeJSON(a.stdout, map[string]any{"file": out, "game": m.Game, "rules": m.Rules, "abi": []int{major, minor},
			"size": len(packed), "sha256": hex.EncodeToString(sum[:])})
	}
	_, err = fmt.Fprintf(a.stdout, "%s: %s %s, ABI %d.%d, %d bytes, sha256 %x\n", out, m.Game, m.Rules, major, minor, len(packed), sum)
	return err
}

// askManifest runs a module to ask for its manifest.
func askManifest(ctx context.Context, code []byte, opts wasm.Options) ([]byte, error) {
	m, err := wasm.Load(ctx, code, opts)
	if err != nil {
		return nil, err
	}
	g, err := hosts.Open(ctx, m)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	return rawManifest(ctx, g)
}

// writeFile writes a file in one go: either all of it is there or nothing has changed. A link is followed, a file that is
// there keeps its mode, and what is no ordinary file (a device, a pipe) is written to and stays what it is.
func writeFile(path string, content []byte) error {
	mode := os.FileMode(0o644)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return writeInto(path, content)
	case err == nil:
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, errors.Unwrap(err))
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func writeInto(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}
