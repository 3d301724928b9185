// Command report measures which rules of each game's text are executed by its scenarios and golden logs, and writes the
// COVERAGE.md of the games. It ends with status 1 if rules are not covered; then no page is written.
//
//	make coverage
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/parley-rules/parley/conformance/coverage"
)

func main() {
	reports, err := coverage.Measure(context.Background(), ".", coverage.Games())
	if err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		os.Exit(1)
	}
	problems := 0
	for _, r := range reports {
		for _, p := range r.Problems {
			fmt.Fprintf(os.Stderr, "%s: %s\n", r.Game.ID, p)
		}
		problems += len(r.Problems)
		if len(r.Problems) > 0 {
			continue
		}
		path := filepath.Join(r.Game.Folder, "COVERAGE.md")
		if err := os.WriteFile(path, []byte(r.Table()), 0o666); err != nil {
			fmt.Fprintln(os.Stderr, "coverage:", err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d rules, all executed; see %s\n", r.Game.ID, len(r.Rules.IDs), path)
	}
	if problems > 0 {
		os.Exit(1)
	}
}
