package conformance

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/parley-rules/parley/conformance/logs"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

// asked is a question about a node with its answer.
type asked struct {
	n *node
	question
	answer []byte
}

// ask asks all questions about a node. It returns false after a fault, which is noted.
func (v *verifier) ask(g *hosts.Game, n *node, list []asked) ([]asked, bool) {
	for _, q := range v.questions(n) {
		answer, ok := v.again(g, n, q)
		if !ok {
			return list, false
		}
		list = append(list, asked{n, q, answer})
	}
	return list, true
}

// again asks a question and returns the whole answer.
func (v *verifier) again(g *hosts.Game, n *node, q question) ([]byte, bool) {
	v.calls++
	answer, err := g.Caller().Call(v.ctx, q.op, q.request, nil)
	if err == nil {
		var refused *hosts.RuleError
		if _, refused, err = readAnswer(answer); refused != nil {
			err = refused
		}
	}
	if err != nil {
		if refused := v.note(fmt.Sprintf("%s: %s", n, q.op), err); refused != nil {
			v.noteFault(n, "%s is refused with %s", q.op, refused.Code)
		}
		return nil, false
	}
	return answer, true
}

// compare asks a question on another instance, or again.
func (v *verifier) compare(g *hosts.Game, a asked, how string) {
	answer, ok := v.again(g, a.n, a.question)
	if !ok || bytes.Equal(answer, a.answer) {
		return
	}
	v.check.failAt(a.n, "%s, %s answers something else: %s", how, a.op, answersDiffer(a.answer, answer))
}

func answersDiffer(a, b []byte) string {
	if where := difference(a, b); where != "" {
		return where
	}
	return "the same in another form"
}

func (v *verifier) checkHistory() {
	c := v.check
	var all []asked
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		list, ok := v.ask(v.game, n, nil)
		if !ok {
			continue
		}
		if !bytes.Equal(list[0].answer, n.step.Raw()) {
			c.failAt(n, "asked again later, %s answers something else: %s", list[0].op, answersDiffer(n.step.Raw(), list[0].answer))
		}
		all = append(all, list...)
	}
	// All once more in another order, on the instances that have answered all this and on ones that have answered nothing.
	v.src.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, a := range all {
		if c.Status == Fail || i > len(all)/4 {
			break
		}
		v.compare(v.game, a, "after other questions")
	}
	fresh := 0
	for i := 0; i < len(all) && fresh < 6 && c.Status != Fail; fresh++ {
		g, err := v.subject.Open(v.ctx)
		if err != nil {
			v.note("opening the rules again", err)
			break
		}
		for range max(1, len(all)/12) {
			if i < len(all) {
				v.compare(g, all[i], "on a fresh instance")
				i++
			}
		}
		g.Close()
	}
	if c.Status != Fail {
		v.together(all)
	}
	c.count("questions", len(all))
	c.count("fresh instances", fresh)
	c.need("questions")
}

// together asks from several goroutines at once.
func (v *verifier) together(all []asked) {
	all = all[:min(len(all), 400)]
	var wait sync.WaitGroup
	var lock sync.Mutex
	for k := range 4 {
		wait.Go(func() {
			for i := k; i < len(all); i += 4 {
				a := all[i]
				answer, err := v.game.Caller().Call(v.ctx, a.op, a.request, nil)
				if err != nil || !bytes.Equal(answer, a.answer) {
					lock.Lock()
					v.check.failAt(a.n, "asked together with other questions, %s answers something else (%v): %s", a.op, err, answersDiffer(a.answer, answer))
					lock.Unlock()
				}
			}
		})
	}
	wait.Wait()
	v.calls += len(all)
}

// worlds are other environments than the one that the ABI fixes.
var worlds = []wasm.Environment{
	{ClockStart: 1_000_003, ClockStep: 7, WallTime: 1, RandomSeed: 1},
	{ClockStart: 86_400_000_000_000, ClockStep: 1, WallTime: 4_102_444_800_000_000_000, RandomSeed: 0xdeadbeefcafe},
	{ClockStart: 12_345, ClockStep: 911, WallTime: 1_700_000_000_123_456_789, RandomSeed: 1 << 63},
}

func (v *verifier) checkEnvironment() {
	c := v.check
	if v.subject.OpenIn == nil {
		c.notProved("rules on the host %s see the clock and the random bytes of this machine: verify the module", v.game.Info().Host)
		return
	}
	var all []asked
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		if list, ok := v.ask(v.game, n, nil); ok {
			all = append(all, list...)
		}
	}
	for _, world := range worlds {
		g, err := v.subject.OpenIn(v.ctx, world)
		if err != nil {
			c.fail("in a world with %+v it cannot be opened: %v", world, err)
			return
		}
		if what := difference(v.manifestOf(v.game), v.manifestOf(g)); what != "" {
			c.fail("in a world with %+v the manifest is another: %s", world, what)
		}
		for _, a := range all {
			if v.ctx.Err() != nil || c.Status == Fail {
				break
			}
			v.compare(g, a, fmt.Sprintf("in a world with %+v", world))
		}
		g.Close()
		c.count("environments", 1)
	}
	c.count("questions", len(all))
	c.need("questions")
}

func (v *verifier) manifestOf(g *hosts.Game) []byte {
	v.calls++
	raw, err := g.Caller().Call(v.ctx, 0, nil, nil)
	if err != nil {
		return nil
	}
	return rawOf(wire.NewReader(raw))
}

func (v *verifier) checkGolden() {
	c := v.check
	if len(v.o.Golden) == 0 {
		c.notOffered("no golden logs were given")
		return
	}
	for _, l := range v.o.Golden {
		if v.ctx.Err() != nil {
			return
		}
		d, err := logs.Replay(v.ctx, v.game, l.Log)
		switch {
		case err != nil:
			c.fail("%s: %v", l.Name, err)
		case d != nil:
			c.fail("%s: %v", l.Name, d)
		}
		v.calls += len(l.Log.Steps)
		c.count("logs", 1)
		c.count("moves", len(l.Log.Steps)-1)
	}
}
