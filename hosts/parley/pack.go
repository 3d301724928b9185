package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

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
running it. The module is run once to ask for the manifest; an older section is replaced, nothing else changes. A signature is
taken away, since it would be no good any more: sign it again (see ` + "`parley sign`" + `). The same input gives the same output. OUT.wasm
may be IN.wasm.`,
		Args: takes(operand{"an IN.wasm", "the module to pack"}, operand{"an OUT.wasm", "where the packed module goes, which may be IN.wasm"}),
		RunE: func(cmd *cobra.Command, args []string) error { return a.pack(cmd.Context(), args[0], args[1]) },
	}
}

func (a *app) pack(ctx context.Context, in, out string) error {
	if a.host != "" && a.host != "wasm" {
		return usagef("pack is for .wasm files: leave --host %s out", a.host)
	}
	if err := a.limits.check(source{path: in}, false); err != nil {
		return err
	}
	if err := checkOut(out); err != nil {
		return err
	}
	opts := a.wasmOptions()
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
