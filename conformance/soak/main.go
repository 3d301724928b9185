// Command soak plays many random games over random options on every host at once: natively, in both engines of wazero and in a
// plugin process. All must give the same bytes, and none may need more and more memory. The games of a seed are the same on
// every machine, and so is the digest that is told at the end.
//
//	go run ./conformance/soak [--games N] [--first N] [--seed S] GAME...
//	go run ./conformance/soak [--calls N] [--workers N] [--seed S] --guest build/adversary.wasm GAME...
//
// The second form makes calls to good and bad modules at once (load.go).
//
// It runs in Parley's folder, after `make wasm`; the plugin process is this program once more. The exit code is 0 if all is
// well, 1 if a host differs, fails or grows, 2 for wrong use.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/parley-rules/parley/abi/rpc"
	"github.com/parley-rules/parley/conformance/adversary/guest"
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/plugins"
)

// guestID is the id of the adversaries' game.
const guestID = "adversary"

func main() {
	process.ServeIfChild()
	if rpc.Hosted() {
		os.Exit(serve(os.Args[1:], os.Stderr))
	}
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// serve makes this program the plugin of the game that its one argument names.
func serve(args []string, stderr io.Writer) int {
	if len(args) == 1 {
		rules := rulesOf(args[0])
		if args[0] == guestID {
			rules = guest.Rules{}
		}
		if rules != nil {
			rpc.Serve(rules)
			return 0
		}
	}
	fmt.Fprintf(stderr, "soak: as a plugin it is given the id of a game, not %q\n", args)
	return 2
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(stderr)
	games := flags.Int("games", 100_000, "how many games to play")
	first := flags.Int64("first", 0, "the number of the first game: with --games 1 a game that failed is played again alone")
	seed := flags.Uint64("seed", 1, "of all that is random")
	modules := flags.String("modules", "build", "the folder of the games' modules")
	guestModule := flags.String("guest", "", "the module of the adversaries' game: makes calls to good and bad modules at once instead of playing games")
	calls := flags.Int64("calls", 2_000_000, "how many calls to make with --guest")
	workers := flags.Int("workers", 8, "how many of them at the same time")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 || *games < 1 || *first < 0 || *calls < 5 || *workers < 1 {
		fmt.Fprintln(stderr, "usage: soak [--games N] [--first N] [--seed S] [--modules DIR] GAME...")
		fmt.Fprintln(stderr, "       soak [--calls N] [--workers N] [--seed S] [--modules DIR] --guest MODULE GAME...")
		return 2
	}
	for _, id := range flags.Args() {
		if rulesOf(id) == nil {
			fmt.Fprintf(stderr, "soak: no game that comes with Parley has the id %q\n", id)
			return 2
		}
	}
	if *guestModule != "" {
		l := &load{seed: *seed, out: stdout, workers: *workers, calls: *calls}
		err := l.open(ctx, flags.Args(), *modules, *guestModule)
		if err == nil {
			err = l.run(ctx)
		}
		if err := errors.Join(err, l.close()); err != nil {
			fmt.Fprintf(stderr, "soak: %v\n", err)
			return 1
		}
		return 0
	}
	s := &soak{seed: *seed, out: stdout}
	s.next.Store(*first)
	defer s.close()
	for _, id := range flags.Args() {
		if err := s.open(ctx, rulesOf(id), filepath.Join(*modules, id+".wasm")); err != nil {
			fmt.Fprintf(stderr, "soak: %s: %v\n", id, err)
			return 1
		}
	}
	if err := s.play(ctx, *games); err != nil {
		fmt.Fprintf(stderr, "soak: %v\n", err)
		return 1
	}
	return 0
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
