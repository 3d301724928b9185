// Command engines replays the golden logs of games on every engine and in every environment, and prints one table of how many
// digests came out the same.
//
//	go run ./conformance/engines [--json] GAME...
//
// It runs in Parley's folder, after `make wasm`. The exit code is 0 if all digests are the same, 1 if one differs or a
// replay could not be made, 2 for wrong use. Where Node is missing the cells of V8 say so, which is no failure.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/conformance/v8"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts/wasm"
	"github.com/parley-rules/parley/plugins"
)

func main() {
	if rpc.Hosted() {
		servePlugin()
		return
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// servePlugin makes this program the plugin of the game that its one argument names.
func servePlugin() {
	if len(os.Args) == 2 {
		if rules := rulesOf(os.Args[1]); rules != nil {
			rpc.Serve(rules)
			return
		}
	}
	fmt.Fprintf(os.Stderr, "engines: as a plugin it is given the id of a game, not %q\n", os.Args[1:])
	os.Exit(2)
}

// rulesOf finds the rules of a game, nil if there is no such game.
func rulesOf(id string) core.Rules {
	for _, r := range append(plugins.All(), pig.Rules{}, kuhn.Rules{}) {
		if r.Manifest().Game == id {
			return r
		}
	}
	return nil
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("engines", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print the table as JSON")
	modules := flags.String("modules", "build", "the folder of the games' modules")
	golden := flags.String("golden", "conformance/golden", "the folder of the golden logs")
	interpreter := flags.String("interpreter", "pinned", "which logs wazero's interpreter is shown, which is some 45 times slower than the compiler:\n"+
		"all; all in the pinned environment, and the shortest of each game in the others; or one, the shortest")
	programs := flags.String("v8", "conformance/v8", "the folder of the programs for Node")
	if flags.Parse(args) != nil || flags.NArg() == 0 {
		fmt.Fprintln(stderr, "usage: engines [flags] GAME...")
		return 2
	}
	shown := map[string]func(*game, int) *game{"all": showAll, "pinned": showAllPinned, "one": showOne}[*interpreter]
	if shown == nil {
		fmt.Fprintf(stderr, "engines: --interpreter %q is none of all, pinned, one\n", *interpreter)
		return 2
	}
	var games []*game
	for _, id := range flags.Args() {
		rules := rulesOf(id)
		if rules == nil {
			fmt.Fprintf(stderr, "engines: there is no game %q\n", id)
			return 2
		}
		g, err := readGame(rules, *modules, *golden)
		if err != nil {
			fmt.Fprintf(stderr, "engines: %v\n", err)
			return 1
		}
		games = append(games, g)
	}
	ctx := context.Background()
	node, noNode := v8.Find(ctx, *programs)
	t := makeTable(ctx, games, []engine{nativeEngine(), wazeroEngine(wasm.Compiler, showAll), wazeroEngine(wasm.Interpreter, shown), processEngine(), v8Engine(node)})
	if *interpreter != "all" {
		t.Notes = append(t.Notes, "wazero interpreter: where it has fewer digests, it was shown the shortest log alone; `go run ./conformance/engines --interpreter all` shows it all")
	}
	if noNode != nil {
		t.Notes = append(t.Notes, noNode.Error())
	}
	if err := print(stdout, t, *asJSON); err != nil {
		fmt.Fprintf(stderr, "engines: %v\n", err)
		return 1
	}
	if !t.Alike() {
		return 1
	}
	return 0
}

func print(w io.Writer, t *Table, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(t)
	}
	_, err := fmt.Fprint(w, t)
	return err
}
