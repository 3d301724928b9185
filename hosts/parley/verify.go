package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/conformance"
	"github.com/parley-rules/parley/hosts"
)

func (a *app) verifyCommand() *cobra.Command {
	var o conformance.Options
	var golden, declared string
	c := &cobra.Command{
		Use:   "verify MODULE",
		Short: "prove that a module is deterministic, leaks nothing and keeps the contract",
		Long: `Play random games over random options and check all that rules promise: that lists and checks of moves agree, that the
same request has the same answer on every instance and in every environment, that no viewer learns what is hidden from him,
that refusals change nothing, and so on. There is a line for each check, then the summary. conformance/VERIFY.md tells what each
check looks at.

With --key a module is looked at only if it is signed by that key (see ` + "`parley sign`" + `).

A check that failed tells the first fault with the seed, the options and the move that show it. A module without the
operation resample cannot prove that it keeps secrets: that is "not proved", which is no failure but no proof either.`,
		Example: `  parley verify walk_the_plank --quick
  parley verify build/walk_the_plank.wasm --golden conformance/golden/walk_the_plank`,
		Args: takes(theModule),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.verify(cmd.Context(), args[0], o, golden, declared)
		},
	}
	c.Flags().BoolVar(&o.Quick, "quick", false, "seconds instead of about a minute")
	c.Flags().Var(testSeed(&o.Seed, "of all that is random (default 0)"))
	c.Flags().Var(named("folder", "golden", &golden, "golden logs that must be replayed with the same digests"))
	c.Flags().Var(named("file", "declared", &declared, "the game's declared exceptions in YAML, in the form of those in conformance/declared"))
	return c
}

func (a *app) verify(ctx context.Context, module string, o conformance.Options, golden, declared string) error {
	subject, host, err := a.subject(module)
	if err != nil {
		return err
	}
	if declared != "" {
		text, err := readFile(declared, maxOptionFile, "a file of declared exceptions")
		if err != nil {
			return err
		}
		if o.Declared, err = conformance.ReadDeclared(text); err != nil {
			return fmt.Errorf("%s: %w", declared, err)
		}
	}
	if golden != "" {
		if err := checkFolder("--golden", golden); err != nil {
			return err
		}
		if o.Golden, err = conformance.GoldenDir(golden); err != nil {
			return fileError(err)
		}
	}
	report, err := conformance.Verify(ctx, subject, o)
	if err != nil {
		return err
	}
	if report.Host == "" { // it could not be opened
		report.Host = host
	}
	a.explainFaults(report)
	if a.json {
		err = writeJSON(a.stdout, report)
	} else {
		_, err = fmt.Fprint(a.stdout, report)
	}
	if err == nil && !report.Conformant {
		err = errors.New("not conformant, checks that failed: " + strings.Join(report.Failed(), ", "))
	}
	return err
}

// explainFaults adds to a panic of the rules what the sdk printed of it, since the answer does not say why. The first fault that is
// an answer `internal` is of the first panic.
func (a *app) explainFaults(report *conformance.Report) {
	text := a.prints.firstPanic()
	for i := range report.Checks {
		if c := &report.Checks[i]; c.Check == "faults" && text != "" && strings.Contains(c.Reason, "internal") {
			c.Reason += "; it printed: " + text
		}
	}
}

// subject makes of a MODULE what opens it again and again, on a host of this name. Of a .wasm clock and random bytes can be changed too.
func (a *app) subject(module string) (s conformance.Subject, host string, err error) {
	from, err := a.resolve(module)
	if err != nil {
		return s, "", err
	}
	s.Open = func(ctx context.Context) (*hosts.Game, error) { return a.open(ctx, module) }
	switch {
	case from.rules != nil:
		return s, "native", nil
	case from.program != "":
		return s, "process", nil
	}
	code, err := a.trusted(from.path)
	if err != nil || a.host == "sandbox" {
		return s, "sandbox", err
	}
	return conformance.Module(code, a.wasmOptions()), "wasm", nil
}
