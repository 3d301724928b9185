// Package coverage proves that the rules of a game's text are carried out: each is cited in a comment of the code that does
// it, and that code is run by a scenario or a golden log, measured on an instrumented build.
package coverage

import (
	"fmt"
	"slices"
	"strings"
)

// Report says what the scenarios and golden logs of a game have executed.
type Report struct {
	Game     Game
	Rules    *Rules
	Sources  []*Source
	Runs     []Run
	Problems []string // what is to be mended; nothing if the rules are covered

	lines []line
}

// line is what is known of a rule.
type line struct {
	rule      string
	noCode    string
	citations []cited
	scenarios []string // that execute it
	logs      []string
	naming    []string // the scenarios that execute it and say so
}

type cited struct {
	Citation
	executed bool
}

// executes says whether a run has executed a citation.
func (r *Run) executes(c *Citation) bool {
	return slices.ContainsFunc(c.Counters, func(at Counter) bool {
		reached := r.Reached[at.Package]
		return at.Index < len(reached) && reached[at.Index] != 0
	})
}

// judge fills in the lines and the problems.
func (r *Report) judge() {
	problem := func(format string, args ...any) { r.Problems = append(r.Problems, fmt.Sprintf(format, args...)) }
	byRule := map[string][]cited{}
	for _, s := range r.Sources {
		for _, p := range s.Problems {
			problem("%s/%s", r.Game.Folder, p)
		}
		for _, c := range s.Citations {
			switch {
			case !r.Rules.Has(c.Rule):
				problem("%s/%s:%d: %s is cited, but the rules have no such rule", r.Game.Folder, c.File, c.Line, c.Rule)
			case r.Rules.NoCode[c.Rule] != "":
				problem("%s/%s:%d: %s is cited, but the rules say that it has no code", r.Game.Folder, c.File, c.Line, c.Rule)
			default:
				byRule[c.Rule] = append(byRule[c.Rule], cited{Citation: c})
			}
		}
	}
	executing := map[string]map[string]bool{} // rule, name of the run
	for _, rule := range r.Rules.IDs {
		l := line{rule: rule, noCode: r.Rules.NoCode[rule], citations: byRule[rule]}
		executing[rule] = map[string]bool{}
		for i := range r.Runs {
			run := &r.Runs[i]
			executed := false
			for j := range l.citations {
				if c := &l.citations[j]; run.executes(&c.Citation) {
					c.executed, executed = true, true
				}
			}
			if !executed {
				continue
			}
			executing[rule][run.Name] = true
			if run.Log {
				l.logs = append(l.logs, run.Name)
				continue
			}
			l.scenarios = append(l.scenarios, run.Name)
			if slices.Contains(run.Rules, rule) {
				l.naming = append(l.naming, run.Name)
			}
		}
		switch {
		case l.noCode != "":
		case len(l.citations) == 0:
			problem("%s is cited nowhere: name it in the comment of the code that carries it out, or say in RULES.md that it has *no code*", rule)
		case len(l.scenarios)+len(l.logs) == 0:
			problem("%s is executed nowhere: no scenario and no golden log of the game comes to the code that cites it", rule)
		}
		r.lines = append(r.lines, l)
	}
	for _, run := range r.Runs {
		if run.Failure != "" {
			problem("%s: %s", run.Name, run.Failure)
			continue
		}
		for _, rule := range run.Rules {
			switch {
			case !r.Rules.Has(rule):
				problem("%s: it names %s, and the rules have no such rule", run.Name, rule)
			case r.Rules.NoCode[rule] != "":
				problem("%s: it names %s, which has no code", run.Name, rule)
			case !executing[rule][run.Name]:
				problem("%s: it names %s and does not execute it", run.Name, rule)
			}
		}
	}
}

// Table is COVERAGE.md: a line for each rule.
func (r *Report) Table() string {
	var b strings.Builder
	scenarios, noCode := 0, 0
	for _, run := range r.Runs {
		if !run.Log {
			scenarios++
		}
	}
	for _, l := range r.lines {
		if l.noCode != "" {
			noCode++
		}
	}
	fmt.Fprintf(&b, `# Rules that are executed

`+"`make coverage`"+` makes this page and a test keeps it current. Each rule of [RULES.md](RULES.md) is cited in the comment of the code that carries it out. The
%d scenarios and %d golden logs of the game were run on a build that counts which code each of them reaches; each position of a log is also resampled and described for every viewer. A rule counts as executed when code that cites it is: a
function that is entered, a branch that is taken, a statement that is reached, an entry of a table that is read by its index. A place in (brackets) is reached
by none of them.

%d rules: %d with code, %d without.

| rule | cited in | scenarios | logs | for example |
|---|---|---|---|---|
`, scenarios, len(r.Runs)-scenarios, len(r.lines), len(r.lines)-noCode, noCode)
	for _, l := range r.lines {
		if l.noCode != "" {
			fmt.Fprintf(&b, "| %s | *no code*: %s | | | |\n", l.rule, strings.ReplaceAll(l.noCode, "|", `\|`))
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %s |\n", l.rule, l.places(), len(l.scenarios), len(l.logs), l.example())
	}
	return b.String()
}

// places names the functions that cite the rule.
func (l *line) places() string {
	executed := map[string]bool{}
	var names []string
	for _, c := range l.citations {
		name := "`" + strings.TrimSuffix(c.File, ".go") + "." + c.In + "`"
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		executed[name] = executed[name] || c.executed
	}
	for i, name := range names {
		if !executed[name] {
			names[i] = "(" + name + ")"
		}
	}
	return strings.Join(names, ", ")
}

// example is a scenario that names the rule, else any run that executes it.
func (l *line) example() string {
	for _, list := range [][]string{l.naming, l.scenarios, l.logs} {
		if len(list) > 0 {
			return list[0]
		}
	}
	return ""
}
