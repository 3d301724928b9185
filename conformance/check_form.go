package conformance

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
)

var semver = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

func (v *verifier) checkManifest() {
	c, m := v.check, v.m
	raw, err := v.game.Caller().Call(v.ctx, abi.Manifest, nil, nil)
	if err != nil {
		c.fail("asked again, it gives none: %v", err)
		return
	}
	fresh, err := v.subject.Open(v.ctx)
	if err != nil {
		c.fail("the rules cannot be opened a second time: %v", err)
		return
	}
	defer fresh.Close()
	again, err := fresh.Caller().Call(v.ctx, abi.Manifest, nil, nil)
	if err != nil || !bytes.Equal(raw, again) {
		c.fail("another instance gives another manifest (%v)", err)
	}
	var w wire.Writer
	abi.AppendManifest(&w, m)
	if given, _ := abi.ManifestIn(raw); !bytes.Equal(given, w.B) {
		version, _ := wire.NewReader(given).Find("abi")
		if own, _ := wire.NewReader(w.B).Find("abi"); show(rawOf(version)) == show(rawOf(own)) {
			c.fail("its bytes are not canonical, or it has keys that ABI %d.%d does not know", abi.Major, abi.Minor)
		}
	}
	switch {
	case !semver.MatchString(m.Rules):
		c.fail("the rules version %q is no semantic version as 1.0.0", m.Rules)
	case m.Titles[0].Lang != "en" || m.Titles[0].Text == "":
		c.fail("the first title is not an English one")
	case len(m.EndReasons) == 0:
		c.fail("there is no reason for which a game ends")
	}
	for _, d := range m.Codes {
		if strings.TrimSpace(d.Text) == "" {
			c.fail("the code %s has no sentence for people", d.Code)
		}
	}
	c.count("options", len(m.Options))
	c.count("kinds of moves", len(m.Moves))
	c.count("kinds of events", len(m.Events))
}

func rawOf(r wire.Reader) []byte {
	raw, _ := r.Raw()
	return raw
}

func (v *verifier) checkFeatures() {
	c := v.check
	for _, n := range v.nodes {
		f := &v.m.Features
		actors := n.step.Actors
		if !f.Chance && (actors.Has(core.Chance) || len(n.step.Draws()) > 0) {
			c.failAt(n, "there is chance, and the manifest says that there is none")
		}
		if !f.Simultaneous && actors.Len() > 1 {
			c.failAt(n, "several seats act at once, and the manifest says that they never do")
		}
	}
	if !v.m.Features.Hidden {
		for _, n := range v.sample(anyNode) {
			if !v.more() {
				break
			}
			for _, viewer := range viewersOf(n.seats()) {
				if hidden := v.hidden(n, viewer); len(hidden) > 0 {
					c.failAt(n, "%s does not see %s, and the manifest says that nothing is hidden", viewer, hidden[0].path)
				}
			}
		}
	}
	c.count("positions", len(v.nodes))
	c.need("positions")
}

// rawEvent is an event with those who see it.
type rawEvent struct {
	public bool
	seen   []int
	raw    []byte
}

// eventsOf reads the events of a step.
func eventsOf(step *hosts.Step) []rawEvent {
	r, _ := wire.NewReader(step.Raw()).Find("ok")
	r, _ = r.Find("events")
	n, _ := r.Array()
	list := make([]rawEvent, n)
	for i := range list {
		e := &list[i]
		r.Array()
		if e.public = r.Nil(); !e.public {
			k, _ := r.Array()
			for range k {
				seat, _ := r.Int()
				e.seen = append(e.seen, seat)
			}
		}
		e.raw, _ = r.Raw()
	}
	return list
}

func (v *verifier) checkEventTypes() {
	c := v.check
	kinds := map[string]*core.Type{}
	for i := range v.m.Events {
		k := &v.m.Events[i]
		kinds[k.Name] = core.Record(append([]core.Field{core.F("type", core.Word(k.Name))}, k.Fields...)...)
	}
	seen := map[string]bool{}
	for _, n := range v.nodes {
		for _, e := range eventsOf(n.step) {
			kind, _ := wire.NewReader(e.raw).Find("type")
			name, _ := kind.Str()
			t := kinds[string(name)]
			switch {
			case t == nil:
				c.failAt(n, "the event %s has a type that the manifest does not have", show(e.raw))
			case !holds(t, e.raw, n.seats()):
				c.failAt(n, "the event %s has not the fields that the manifest says", show(e.raw))
			}
			for i, seat := range e.seen {
				if seat < 0 || seat >= n.seats() || i > 0 && seat <= e.seen[i-1] {
					c.failAt(n, "the event %s is for %v, which are not ascending seats of the game", show(e.raw), e.seen)
				}
			}
			seen[string(name)] = true
			c.count("events", 1)
		}
	}
	c.count("kinds", len(seen))
	c.need("events")
}

// holds says whether msgpack is one value of a type.
func holds(t *core.Type, raw []byte, seats int) bool {
	r := wire.NewReader(raw)
	return t.Holds(&r, seats) && r.Len() == 0
}

func (v *verifier) checkViewTypes() {
	c := v.check
	for _, n := range v.nodes {
		for _, viewer := range everybody(n.seats()) {
			view, ok := n.step.View(viewer)
			if !ok {
				c.failAt(n, "the step lacks the view of %s, which was asked for", viewer)
				continue
			}
			if !holds(v.m.View, view.Msgpack(), n.seats()) {
				c.failAt(n, "the view of %s is not of its type%s: %s", viewer, v.wrongField(view.Msgpack(), n.seats()), view)
			}
			c.count("views", 1)
		}
	}
	c.need("views")
}

// wrongField names the part of a view that is not of its type.
func (v *verifier) wrongField(raw []byte, seats int) string {
	r := wire.NewReader(raw)
	known := map[string]bool{}
	for _, f := range v.m.View.Fields {
		known[f.Name] = true
		value, ok := r.Find(f.Name)
		switch {
		case !ok && !f.Optional:
			return ", " + f.Name + " is missing"
		case ok && !f.Type.Holds(&value, seats):
			return " in " + f.Name
		}
	}
	n, _ := r.Map()
	for range n {
		key, _ := r.Str()
		if !known[string(key)] {
			return ", " + string(key) + " is not in the manifest"
		}
		r.Skip()
	}
	return ""
}

func (v *verifier) checkMoveTypes() {
	c := v.check
	one := func(n *node, move hosts.Move, what string) {
		m, ok := move.Core()
		switch {
		case !ok:
			c.failAt(n, "%s %s has not the form that the manifest says", what, move)
		case !move.Equal(v.game.MoveOf(m)):
			c.failAt(n, "%s %s is not in its canonical form: % x", what, move, move.Msgpack())
		}
		c.count("moves", 1)
	}
	for _, n := range v.nodes {
		for set := n.step.Actors; set != 0; set = set.Rest() {
			list, _ := n.step.Moves(set.First())
			for i := range list.Len() {
				one(n, list.At(i), "the legal move")
			}
		}
		for _, draw := range n.step.Draws() {
			one(n, draw, "the draw")
		}
	}
	c.need("moves")
}

func (v *verifier) checkActors() {
	c := v.check
	for _, n := range v.nodes {
		actors := n.step.Actors
		switch {
		case actors.Has(core.Chance) && actors.Len() > 1:
			c.failAt(n, "chance acts together with seats")
		case actors.Has(core.Chance) && !n.start.game.HostChance:
			c.failAt(n, "chance waits for a move in mode auto")
		}
		for set := actors; set != 0; set = set.Rest() {
			seat := set.First()
			list, ok := n.step.Moves(seat)
			switch {
			case seat != core.Chance && int(seat) >= n.seats():
				c.failAt(n, "%s acts, and is no seat of the game", seat)
			case !ok:
				c.failAt(n, "%s acts, and the step has no list of its moves", seat)
			case list.Len() == 0:
				c.failAt(n, "%s acts, and has no move", seat)
			}
		}
		c.count("positions", 1)
	}
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		for _, seat := range append(seatsOf(n.seats()), core.Chance) {
			if n.step.Actors.Has(seat) || !isSeat(v.m, seat) {
				continue
			}
			if list, ok := v.legalMoves(n, n.position(), seat); ok && list.Len() > 0 {
				c.failAt(n, "%s does not act, and legal_moves gives it %s", seat, list.At(0))
			}
			v.idleSeat(n, seat)
			c.count("idle seats", 1)
		}
	}
	c.need("positions")
}

// idleSeat: while others act, a move of a seat that does not is refused as such, unless it is malformed.
func (v *verifier) idleSeat(n *node, seat core.Seat) {
	if n.step.Actors == 0 || len(v.domain) == 0 {
		return
	}
	move := v.domain[v.src.Below(len(v.domain))]
	step, refused := v.apply(v.game, n, n.position(), seat, move, hosts.Look{})
	if step != nil || refused != nil && refused.Code != "not_actor" && refused.Code != "malformed" {
		v.check.failAt(n, "%s does not act, and %s of it is not refused with not_actor: %s", seat, move, refusalText(refused))
	}
}

func (v *verifier) checkDescribe() {
	c := v.check
	if !v.game.Offers(abi.Describe) {
		c.notOffered("the module has no operation describe")
		return
	}
	for _, n := range v.sample(anyNode) {
		if !v.more() {
			break
		}
		for _, viewer := range everybody(n.seats()) {
			text, ok := v.describe(n, n.position(), viewer)
			switch {
			case !ok:
			case !utf8.ValidString(text) || text == "" || !strings.HasSuffix(text, "\n"):
				c.failAt(n, "the text for %s is not of whole lines: %q", viewer, text)
			case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }):
				c.failAt(n, "the text for %s has control characters: %q", viewer, text)
			}
			c.count("texts", 1)
		}
	}
	c.need("texts")
}

func (v *verifier) describe(n *node, p hosts.Position, viewer core.Seat) (string, bool) {
	v.calls++
	text, err := v.game.Describe(v.ctx, p, viewer)
	if err != nil {
		if r := v.note(n.String()+": describe for "+viewer.String(), err); r != nil {
			v.noteFault(n, "describe for %s is refused with %s", viewer, r.Code)
		}
		return "", false
	}
	return text, true
}

func (v *verifier) checkAnswers() {
	c := v.check
	if v.answers != "" {
		c.fail("%s", v.answers)
	}
	want := []string{"position", "actors", "events", "draws", "outcome", "moves", "views"}
	for _, n := range v.nodes {
		raw := n.step.Raw()
		if !isCanonical(raw) {
			c.failAt(n, "the answer has numbers or lengths that could be shorter, or anything else than one value")
		}
		r, _ := wire.NewReader(raw).Find("ok")
		keys, _ := r.Map()
		var got []string
		for range keys {
			key, _ := r.Str()
			got = append(got, string(key))
			r.Skip()
		}
		if !slices.Equal(got, want) {
			c.failAt(n, "a step has the keys %v: wanted %v", got, want)
		}
		for _, viewer := range everybody(n.seats()) {
			view, ok := n.step.View(viewer)
			var w wire.Writer
			r := wire.NewReader(view.Msgpack())
			if ok && v.m.View.Canon(&r, &w, n.seats()) && !bytes.Equal(w.B, view.Msgpack()) {
				c.failAt(n, "the keys of the view of %s are not in the manifest's order: %s", viewer, view)
			}
		}
		c.count("answers", 1)
	}
	c.need("answers")
}

// isCanonical says whether bytes are one value in its shortest form.
func isCanonical(raw []byte) bool {
	if wire.Check(raw) != wire.Fine {
		return false
	}
	var w wire.Writer
	r := wire.NewReader(raw)
	rewrite(&r, &w)
	return bytes.Equal(w.B, raw)
}

// rewrite copies a value that passed wire.Check in its shortest form.
func rewrite(r *wire.Reader, w *wire.Writer) {
	switch r.Kind() {
	case wire.Int:
		x, _ := r.Int()
		w.Int(x)
	case wire.Str:
		s, _ := r.Str()
		w.Str(string(s))
	case wire.Bin:
		b, _ := r.Bin()
		w.Bin(b)
	case wire.Array:
		n, _ := r.Array()
		w.Array(n)
		for range n {
			rewrite(r, w)
		}
	case wire.Map:
		n, _ := r.Map()
		w.Map(n)
		for range 2 * n {
			rewrite(r, w)
		}
	default: // nil and bool have one form
		raw, _ := r.Raw()
		w.Raw(raw)
	}
}

func (v *verifier) checkFaults() {
	if v.faults != "" {
		v.check.fail("%s", v.faults)
	}
	v.check.count("calls", v.calls)
}
