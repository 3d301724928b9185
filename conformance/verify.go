// Package conformance proves what a rules module promises, with nothing but the module: that the same request has the same
// answer everywhere, that lists and checks of moves agree, that nobody learns what is hidden from him, and so on. VERIFY.md
// says what each check looks at.
//
// Verify works on any rules through any host, also on modules whose source nobody has. Its folders hold the rest of the
// proof: golden logs, scenarios, small games, and games with faults that Verify must find.
package conformance

import (
	"context"
	"fmt"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// Options say how thoroughly Verify works. The zero value is good.
type Options struct {
	// Seed is that of all that is random. The same seed, rules and numbers give the same report, as far as no check runs out
	// of its time.
	Seed uint64
	// Quick takes the small numbers: seconds instead of a minute.
	Quick bool

	Games     int           // random games to play; 0 is 100, quick 12
	Plies     int           // moves of a game that are kept as positions to look at; 0 is 150, quick 60
	Positions int           // positions that a check looks at; 0 is 500, quick 40
	Domain    int           // moves that are tried for a seat in a position; 0 is 6000, quick 2000
	MaxMoves  int           // moves after which a random game should have ended; 0 is 200,000
	Time      time.Duration // after which a check takes no more than the few positions that it must; 0 is 12 s, quick 0.5 s

	// Declared are the exceptions that the game's author declares; nil takes those that Parley has for games with this id.
	Declared *Declared
	// Golden are logs that must be replayed with the same digests. The values of options in them are tried in other games too, which
	// helps where a random value is hardly ever one that the rules accept, as that of a map.
	Golden []Log
}

// resamples is how often a position is resampled before a hidden value that never changed counts as known.
const resamples = 200

func (o Options) resolved() Options {
	set := func(at *int, full, quick int) {
		switch {
		case *at > 0:
		case o.Quick:
			*at = quick
		default:
			*at = full
		}
	}
	set(&o.Games, 100, 12)
	set(&o.Plies, 150, 60)
	set(&o.Positions, 500, 40)
	set(&o.Domain, 6000, 2000)
	set(&o.MaxMoves, 200_000, 200_000)
	if o.Time <= 0 {
		o.Time = 12 * time.Second
		if o.Quick {
			o.Time = 500 * time.Millisecond
		}
	}
	return o
}

// verifier is one run of Verify.
type verifier struct {
	ctx      context.Context
	subject  Subject
	o        Options
	declared *Declared

	game *hosts.Game // the one that most checks use, again and again
	m    *core.Manifest
	src  core.Source

	values   map[string][][]byte // values of options that golden logs have
	sets     [][]option          // options that the author declares to be accepted together
	badValue string              // a fault in them
	starts   []*start
	nodes    []*node
	domain   []hosts.Move // moves of the manifest's form
	whole    bool         // domain is all of them

	faults  string // the first call that failed in a way in which none may
	answers string // the first answer that has not the form of the ABI
	calls   int
	failed  map[string]bool // the checks that have failed so far

	check *Record // the one that is being made
	from  time.Time
	done  int // positions that it has looked at
}

// Verify makes all checks and reports on each. The error is that of the context, or one of opening golden logs; a module that
// cannot even be opened is reported as one that is not conformant.
func Verify(ctx context.Context, s Subject, o Options) (*Report, error) {
	v := &verifier{ctx: ctx, subject: s, o: o.resolved(), src: core.Source{State: o.Seed}, failed: map[string]bool{}}
	report := &Report{Seed: o.Seed, Quick: o.Quick, Conformant: true, ABI: fmt.Sprintf("%d.%d", abi.Major, abi.Minor)}
	from := time.Now()
	game, err := s.Open(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report.add(Record{Check: "manifest", About: checks[0].about, Status: Fail, Reason: "it cannot be opened: " + err.Error()})
		report.Milliseconds = time.Since(from).Milliseconds()
		return report, nil
	}
	defer game.Close()
	v.game, v.m = game, game.Manifest()
	if v.declared = o.Declared; v.declared == nil {
		v.declared = declaredFor(v.m.Game)
	}
	info := game.Info()
	report.Game, report.Rules, report.SHA256, report.Host, report.Engine = v.m.Game, v.m.Rules, info.SHA256, info.Host, info.Engine
	v.learnOptions()
	v.gather()
	v.makeDomain()
	records := make([]Record, len(checks))
	for i, c := range checks {
		if !c.last {
			records[i] = v.run(c)
		}
	}
	for i, c := range checks { // those on what all others have met
		if c.last {
			records[i] = v.run(c)
		}
	}
	for _, r := range records {
		report.add(r)
	}
	report.Calls = v.calls
	report.Milliseconds = time.Since(from).Milliseconds()
	return report, ctx.Err()
}

// run makes a check.
func (v *verifier) run(c checkDef) Record {
	r := Record{Check: c.name, About: c.about, Status: Pass, Counts: map[string]int{}}
	v.check, v.from, v.done = &r, time.Now(), 0
	v.src = core.Source{State: v.o.Seed ^ nameHash(c.name)} // what a check draws does not depend on the others
	c.run(v)
	if v.ctx.Err() != nil && r.Status == Pass {
		r.notProved("it was interrupted")
	}
	r.Milliseconds = time.Since(v.from).Milliseconds()
	v.failed[c.name] = r.Status == Fail
	return r
}

// nameHash is FNV-1a.
func nameHash(s string) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range []byte(s) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// atLeast is how many positions a check looks at however long it takes.
const atLeast = 12

// more counts a position, and says whether the check should look at it: it has not failed, and there is time.
func (v *verifier) more() bool {
	if v.ctx.Err() != nil || v.check.Status == Fail || v.done >= v.o.Positions ||
		v.done >= atLeast && time.Since(v.from) > v.o.Time {
		return false
	}
	v.done++
	return true
}

// checkDef is a check. What it finds goes to v.check.
type checkDef struct {
	name, about string
	run         func(v *verifier)
	last        bool // it tells what the others have met
}

// checks are all checks, in the order of the report.
var checks = []checkDef{
	{"manifest", "the manifest is well formed, and always the same", (*verifier).checkManifest, false},
	{"features", "chance, hidden and simultaneous are what the manifest says", (*verifier).checkFeatures, false},
	{"options", "every option can be set and changes the game", (*verifier).checkOptions, false},
	{"move_types", "moves are canonical and of the manifest's form", (*verifier).checkMoveTypes, false},
	{"event_types", "events are of kinds that the manifest has, and their fields of its types", (*verifier).checkEventTypes, false},
	{"view_types", "views are of the manifest's type", (*verifier).checkViewTypes, false},
	{"actors", "those who act can move, nobody else can, and chance acts alone", (*verifier).checkActors, false},
	{"outcome", "there is an outcome when nobody acts, and its parts agree", (*verifier).checkOutcome, false},
	{"lists", "lists of moves have no move twice and are the same when asked again", (*verifier).checkLists, false},
	{"legality", "the moves that are listed are exactly those that are accepted", (*verifier).checkLegality, false},
	{"look", "what a step shows equals what the new position shows", (*verifier).checkLook, false},
	{"moves_kept", "each move changes the position", (*verifier).checkMovesKept, false},
	{"positions", "a position that is read and written again is the same, and an altered one is refused", (*verifier).checkPositions, false},
	{"forged", "positions altered with a right checksum are refused or can be played", (*verifier).checkForged, false},
	{"history", "an instance's answers do not depend on what it was asked before", (*verifier).checkHistory, false},
	{"environment", "answers do not depend on clock and random bytes", (*verifier).checkEnvironment, false},
	{"setups", "what the referee sees can be set up and is seen again", (*verifier).checkSetups, false},
	{"chance", "the rules draw from the same outcomes as a host, with weights above zero", (*verifier).checkChance, false},
	{"playout", "random moves inside equal the same moves outside, in slices of any length", (*verifier).checkPlayout, false},
	{"termination", "random games end", (*verifier).checkTermination, false},
	{"errors", "refusals have the right codes and change nothing", (*verifier).checkErrors, false},
	{"requests", "requests of any valid form are understood, others refused", (*verifier).checkRequests, false},
	{"describe", "a position can be shown as text to each viewer", (*verifier).checkDescribe, false},
	{"hidden_now", "what a viewer may see, do and is refused does not depend on what is hidden from him", (*verifier).checkHiddenNow, false},
	{"hidden_later", "what he gets to see later does not either, until something is revealed", (*verifier).checkHiddenLater, false},
	{"hidden_varies", "everything that is hidden from a viewer may be otherwise", (*verifier).checkHiddenVaries, false},
	{"simultaneous", "seats that act at once may act in any order", (*verifier).checkSimultaneous, false},
	{"golden", "golden logs have the same digests", (*verifier).checkGolden, false},
	{"answers", "answers are canonical and complete", (*verifier).checkAnswers, true},
	{"faults", "nothing panics, traps or contradicts itself", (*verifier).checkFaults, true},
}

// CheckNames are the names of all checks, in the order of the report.
func CheckNames() []string {
	var names []string
	for _, c := range checks {
		names = append(names, c.name)
	}
	return names
}

// seats are the players of a game, viewers they and the spectator.
func seatsOf(n int) []core.Seat {
	list := make([]core.Seat, n)
	for i := range list {
		list[i] = core.Seat(i)
	}
	return list
}

func viewersOf(n int) []core.Seat { return append(seatsOf(n), core.Spectator) }

func everybody(n int) []core.Seat { return append(viewersOf(n), core.Referee) }

// sample returns the nodes that a filter lets pass, in an order of its own for each check.
func (v *verifier) sample(keep func(n *node) bool) []*node {
	var list []*node
	for _, n := range v.nodes {
		if keep(n) {
			list = append(list, n)
		}
	}
	v.src.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func anyNode(*node) bool       { return true }
func openNode(n *node) bool    { return n.step.Actors != 0 }
func overNode(n *node) bool    { return n.step.Actors == 0 }
func appliedNode(n *node) bool { return n.from != nil }
