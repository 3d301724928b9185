// Command parley looks at rules modules, plays them in the terminal, and proves them by replay. `parley --help` tells more.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

func main() {
	process.ServeIfChild()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit codes, as the help tells them.
const (
	exitFine  = 0
	exitCheck = 1 // a check failed, what was read is no good, or the output was lost
	exitUse   = 2 // the command line is wrong, or names a file that is not there or cannot be read or written
)

// app is one run of the command. What modules say goes through clean writers, since they may come from strangers.
type app struct {
	stdin          io.Reader
	stdout, stderr *cleanWriter
	json           bool
	host, engine   string
	sha256, key    string
	limits         limits
	prints         prints
	showPrints     bool
}

// usageError is a mistake in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run carries out a command line and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{engine: wasm.Auto.String(), stdin: stdin, stdout: &cleanWriter{to: stdout, name: "standard output"}, stderr: &cleanWriter{to: stderr, name: "standard error"}}
	root := a.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	cmd, err := root.ExecuteC()
	switch lost := a.stdout.lost(); {
	case lost == nil:
	case errors.Is(err, lost):
		err = workError{err}
	default:
		err = errors.Join(err, workError{lost})
	}
	if err == nil {
		return exitFine
	}
	fmt.Fprintf(a.stderr, "parley: %s\n", shortened(err.Error()))
	if flag := raising(err); flag != "" {
		fmt.Fprintf(a.stderr, "--%s raises this limit.\n", flag)
	}
	a.prints.show(a.stderr)
	// What does not come from a command's own work comes from reading the command line.
	var work workError
	if errors.As(err, &work) && !errors.As(err, new(usageError)) {
		return exitCheck
	}
	fmt.Fprintf(a.stderr, "`%s --help` shows how it is used.\n", cmd.CommandPath())
	return exitUse
}

// workError is an error that a command's own work returned.
type workError struct{ error }

func (e workError) Unwrap() error { return e.error }

const longHelp = `parley works with rules modules of board games.

MODULE is the path of a .wasm file, the path of a plugin's program, or the id of a built-in game:
%s.
A built-in game runs natively, in this program; with --host wasm it is build/<id>.wasm
under the current folder, as ` + "`make wasm`" + ` makes it; with --host process this program is started
again as the plugin. A .wasm always runs within the limits of the module's host; with --host sandbox it
does so in a process of its own that has locked itself up. A plugin's program (a game's main package,
built with ` + "`go build`" + `) runs as a process of its own with your rights: only run those you trust.
With --sha256 or --key a file is used only if it is the one, or signed by the one, that you mean.

Seeds are numbers from 0 to 9007199254740991, decimal or 0x hex, or hex:... with 1 to 32 bytes; those
of verify and golden go up to 18446744073709551615 and 8 bytes. The same seed gives the same game. An
option of the game is given as --option name=value, the value being JSON or a plain word;
name=@file.json reads it from a file. ` + "`parley inspect MODULE`" + ` lists the options.

The exit code is
  0  if all is well
  2  if the command line is wrong: it has an unknown command, flag or value, a value that the game does not
     take, or names a file or folder that is not there or cannot be read or written
  1  if the command line is right, and a check failed, a limit was reached, something that was read is no good
     (a module, log, key, table, ...), or standard output could not be written`

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "parley",
		Short: "look at, play and prove rules modules of board games",
		Long:  fmt.Sprintf(longHelp, builtinList()),
		Example: `  parley play walk_the_plank --seats 3
  parley inspect build/walk_the_plank.wasm
  parley simulate pig --seats 2 --games 1000 --seed 1`,
		Args:          cobra.NoArgs,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("{{.Version}}\n")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpCommand(helpCommand())
	flags := root.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "write the result as JSON")
	flags.Var(oneOf("host", &a.host, "where the rules run: native, wasm, sandbox or process (default: native for a built-in game, wasm for a .wasm, process for a program)",
		"native", "wasm", "sandbox", "process"))
	flags.Var(oneOf("engine", &a.engine, "wazero's engine: auto, compiler or interpreter", wasm.Auto.String(), wasm.Compiler.String(), wasm.Interpreter.String()))
	flags.BoolVar(&a.showPrints, "prints", false, "show on standard error what the module prints, while it runs (default: the end of it, or of a crash the beginning, if the command fails)")
	flags.Var(digest("sha256", &a.sha256, "the digest that the MODULE's file must have"))
	flags.Var(named("file", "key", &a.key, "a public key, by which the MODULE must be signed"))
	opening := []*cobra.Command{
		a.inspectCommand(), a.playCommand(), a.simulateCommand(), a.replayCommand(), a.scenarioCommand(), a.goldenCommand(),
		a.convertCommand(), a.packCommand(), a.verifyCommand(), a.perftCommand(), a.benchCommand(),
	}
	for _, c := range opening {
		a.limits.add(c)
	}
	for _, c := range append(opening, a.pluginCommand(), a.keygenCommand(), a.signCommand(), a.serveCommand()) {
		work := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if a.showPrints {
				a.prints.live = a.stderr
			}
			if err := work(cmd, args); err != nil {
				return workError{err}
			}
			return nil
		}
		root.AddCommand(c)
	}
	return root
}
