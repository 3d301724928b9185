package hosts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Game is a game whose rules run somewhere. It is written once on any Caller, holds no positions, and is safe for
// concurrent use.
//
// Its methods return *RuleError where the rules refuse, and else the errors of Caller.Call, *ABIError also where an answer
// makes no sense. An error has changed nothing.
type Game struct {
	caller   Caller
	meter    Meter // the caller, if it is one
	manifest *core.Manifest
	codec    *core.MoveCodec
	requests sync.Pool // *wire.Writer
}

// Open asks for the manifest and checks that this package and the rules understand each other. The Game owns the caller
// from then on: closing it closes the caller, and so does an error of Open.
func Open(ctx context.Context, caller Caller) (*Game, error) {
	if caller == nil {
		return nil, errNoCaller
	}
	g, err := open(ctx, caller)
	if err != nil {
		return nil, errors.Join(err, caller.Close())
	}
	return g, nil
}

// errNoCaller is the answer to a nil interface.
var errNoCaller = errors.New("hosts: the caller is nil: look at the error of the call that should have made it")

func open(ctx context.Context, caller Caller) (*Game, error) {
	m, _, err := manifestOf(ctx, caller)
	if err != nil {
		return nil, err
	}
	g := &Game{caller: caller, manifest: m, codec: core.NewMoveCodec(m)}
	g.meter, _ = caller.(Meter)
	g.requests.New = func() any { return &wire.Writer{} }
	return g, nil
}

// manifestOf asks for the manifest, and returns it also as the bytes that were answered.
func manifestOf(ctx context.Context, caller Caller) (m *core.Manifest, raw []byte, err error) {
	response, err := caller.Call(ctx, abi.Manifest, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	if p := wire.CheckDepth(response, abi.MaxManifestDepth); p != wire.Fine {
		return nil, nil, &ABIError{Have: "its manifest is no msgpack of the ABI: " + p.String(), Hint: "report it to the module's author"}
	}
	raw, ok := abi.ManifestIn(response)
	if !ok {
		return nil, nil, brokenAnswer("a manifest")
	}
	m, major, minor, err := abi.ParseManifest(raw)
	if err == nil && major != abi.Major {
		err = errors.New("another major version")
	}
	if err != nil {
		return nil, nil, &ABIError{Have: fmt.Sprintf("it speaks ABI %d.%d: %v", major, minor, err), Want: fmt.Sprintf("ABI %d.%d", abi.Major, abi.Minor),
			Hint: "the module's author must rebuild it with a matching version of github.com/parley-rules/parley/sdk"}
	}
	return m, raw, nil
}

// Manifest describes the game. It must not be changed.
func (g *Game) Manifest() *core.Manifest { return g.manifest }

// Info says what runs the rules and how.
func (g *Game) Info() Info { return g.caller.Info() }

// Caller is what runs the rules.
func (g *Game) Caller() Caller { return g.caller }

// Offers says whether the rules have an optional operation.
func (g *Game) Offers(op abi.Op) bool { return slices.Contains(g.caller.Info().Offers, op) }

// Close ends the Game and its Caller.
func (g *Game) Close() error { return g.caller.Close() }

// Look says what a step should tell besides its position and events, so that a server needs one call per move.
type Look struct {
	Moves bool        // the legal moves of all actors
	Views []core.Seat // the views of these viewers
}

// LookAll looks at everything: the moves, and the views of all seats and the spectator. Digests of golden logs are made so.
func LookAll(seats int) Look {
	l := Look{Moves: true}
	for s := range core.Seat(seats) {
		l.Views = append(l.Views, s)
	}
	l.Views = append(l.Views, core.Spectator)
	return l
}

// NewGame says how a game begins.
type NewGame struct {
	Seats      int
	Seed       []byte // 1 to 32 bytes; SeedOf makes one from a number
	Options    []byte // msgpack map by the options' names, nil for defaults; FromJSON makes it
	HostChance bool   // the host plays the chance moves
	Setup      []byte // msgpack in the form of the referee's view, nil for a normal start
	Look       Look
}

// SeedOf makes a seed from a number: 8 bytes, little-endian. The number is 0 to 2^53-1 in logs and on command lines.
func SeedOf(n uint64) []byte { return wire.AppendUint64(nil, n) }

// Init creates a game.
func (g *Game) Init(ctx context.Context, n NewGame) (*Step, error) {
	w := g.request(5 + n.Look.keys())
	defer g.requests.Put(w)
	w.Str("seats")
	w.Int(n.Seats)
	w.Str("seed")
	w.Bin(n.Seed)
	w.Str("options")
	rawOrNil(w, n.Options)
	w.Str("chance")
	if n.HostChance {
		w.Str("host")
	} else {
		w.Str("auto")
	}
	w.Str("setup")
	rawOrNil(w, n.Setup)
	appendLook(w, &n.Look)
	return g.stepCall(ctx, abi.Init, w.B)
}

func rawOrNil(w *wire.Writer, raw []byte) {
	if raw == nil {
		w.Nil()
		return
	}
	w.Raw(raw)
}

// keys is how many keys it takes in a request: none for nothing to look at.
func (l *Look) keys() int {
	if l.Moves || len(l.Views) > 0 {
		return 1
	}
	return 0
}

func appendLook(w *wire.Writer, l *Look) {
	if l.keys() == 0 {
		return
	}
	w.Str("look")
	if len(l.Views) == 0 {
		w.Map(1)
	} else {
		w.Map(2)
	}
	w.Str("moves")
	w.Bool(l.Moves)
	if len(l.Views) > 0 {
		w.Str("views")
		w.Array(len(l.Views))
		for _, v := range l.Views {
			abi.WriteSeat(w, v)
		}
	}
}

func (g *Game) request(keys int) *wire.Writer {
	w := g.requests.Get().(*wire.Writer)
	w.Reset()
	w.Map(keys)
	return w
}

// Apply plays a move.
func (g *Game) Apply(ctx context.Context, p Position, seat core.Seat, move Move, look Look) (*Step, error) {
	w := g.request(3 + look.keys())
	defer g.requests.Put(w)
	w.Str("position")
	w.Bin(p)
	w.Str("seat")
	abi.WriteSeat(w, seat)
	w.Str("move")
	rawOrNil(w, move.raw)
	appendLook(w, &look)
	return g.stepCall(ctx, abi.Apply, w.B)
}

func (g *Game) stepCall(ctx context.Context, op abi.Op, request []byte) (*Step, error) {
	response, fuel, err := g.metered(ctx, op, request)
	if err != nil {
		return nil, err
	}
	if p := wire.Check(response); p != wire.Fine {
		return nil, brokenAnswer("msgpack of the ABI: " + p.String())
	}
	r, err := g.answer(response)
	if err != nil {
		return nil, err
	}
	s, err := g.step(response, r)
	if err == nil {
		s.Fuel = fuel
	}
	return s, err
}

// metered makes a call, and says how much fuel it used if the host counts it.
func (g *Game) metered(ctx context.Context, op abi.Op, request []byte) (response []byte, fuel int64, err error) {
	if g.meter != nil {
		return g.meter.CallMetered(ctx, op, request, nil)
	}
	response, err = g.caller.Call(ctx, op, request, nil)
	return response, 0, err
}

// call makes a call and returns a reader of what is ok.
func (g *Game) call(ctx context.Context, op abi.Op, request []byte) (wire.Reader, error) {
	response, err := g.caller.Call(ctx, op, request, nil)
	if err != nil {
		return wire.Reader{}, err
	}
	return g.answer(response)
}

// answer tells {ok: ...} from {error: ...}.
func (g *Game) answer(response []byte) (wire.Reader, error) {
	r := wire.NewReader(response)
	if n, ok := r.Map(); !ok || n != 1 {
		return r, brokenAnswer("a map with ok or error")
	}
	key, _ := r.Str()
	switch string(key) {
	case "ok":
		return r, nil
	case "error":
		c, ok1 := r.Find("code")
		d, ok2 := r.Find("detail")
		code, ok3 := c.Str()
		detail, ok4 := d.Str()
		if ok1 && ok2 && ok3 && ok4 {
			return r, g.ruleError(string(code), string(detail))
		}
	}
	return r, brokenAnswer("a map with ok or error")
}

func (g *Game) ruleError(code, detail string) error {
	e := &RuleError{Code: code, Detail: detail}
	if c, ok := g.manifest.CodeOf(code); ok {
		e.Text = g.manifest.CodeText(c).Text
	}
	if code == "unsupported" {
		return fmt.Errorf("%w: %w", ErrNotOffered, e)
	}
	return e
}

func (g *Game) positionRequest(p Position, key string, seat core.Seat, more int) *wire.Writer {
	w := g.request(2 + more)
	w.Str("position")
	w.Bin(p)
	w.Str(key)
	abi.WriteSeat(w, seat)
	return w
}

// LegalMoves lists the legal moves of a seat, in the order of the rules: none for a seat that has nothing to decide.
func (g *Game) LegalMoves(ctx context.Context, p Position, seat core.Seat) (Moves, error) {
	w := g.positionRequest(p, "seat", seat, 0)
	defer g.requests.Put(w)
	r, err := g.call(ctx, abi.LegalMoves, w.B)
	if err != nil {
		return Moves{}, err
	}
	list, ok := r.Find("moves")
	if !ok {
		return Moves{}, brokenAnswer("a list of moves")
	}
	m, err := g.moves(&list)
	if err == nil && seat == core.Chance {
		if weights, ok := r.Find("weights"); ok {
			m.weights, _ = weights.Raw()
		}
	}
	return m, err
}

// View shows what a viewer sees.
func (g *Game) View(ctx context.Context, p Position, viewer core.Seat) (View, error) {
	w := g.positionRequest(p, "viewer", viewer, 0)
	defer g.requests.Put(w)
	r, err := g.call(ctx, abi.View, w.B)
	if err != nil {
		return View{}, err
	}
	raw, ok := r.Raw()
	if !ok || r.Len() != 0 || wire.Check(raw) != wire.Fine {
		return View{}, brokenAnswer("a view")
	}
	return View{raw}, nil
}

// Describe shows the same as text for a terminal.
func (g *Game) Describe(ctx context.Context, p Position, viewer core.Seat) (string, error) {
	w := g.positionRequest(p, "viewer", viewer, 0)
	defer g.requests.Put(w)
	r, err := g.call(ctx, abi.Describe, w.B)
	if err != nil {
		return "", err
	}
	t, ok := r.Find("text")
	text, ok2 := t.Str()
	if !ok || !ok2 {
		return "", brokenAnswer("a text")
	}
	return string(text), nil
}

// Resample draws another position that the viewer cannot tell from p: what it does not know is drawn anew. The seed has 1
// to 32 bytes.
func (g *Game) Resample(ctx context.Context, p Position, viewer core.Seat, seed []byte) (Position, error) {
	w := g.positionRequest(p, "viewer", viewer, 1)
	defer g.requests.Put(w)
	w.Str("seed")
	w.Bin(seed)
	r, err := g.call(ctx, abi.Resample, w.B)
	if err != nil {
		return nil, err
	}
	return findPosition(r)
}

func findPosition(r wire.Reader) (Position, error) {
	v, ok := r.Find("position")
	p, ok2 := v.Bin()
	if !ok || !ok2 {
		return nil, brokenAnswer("a position")
	}
	return p, nil
}

// Played is what a playout has led to.
type Played struct {
	Position Position
	Moves    int      // that were played
	Seed     []byte   // to go on with, 8 bytes
	Outcome  *Outcome // nil if the game has not ended
	Fuel     int64    // what it cost, 0 if the host does not count (Meter)
}

// sliceTime is about how long one call of a playout should take: a call into a module cannot be interrupted, and the
// collection of garbage in the host waits for it.
const sliceTime = 5 * time.Millisecond

// Playout plays at most n random moves in a loop next to the rules, in slices of a few milliseconds. The result, but for its
// fuel, does not depend on how it is sliced; a slice that runs out of fuel is made again, shorter. The position's own generator
// is not used. If the context ends, what was played so far is returned with the context's error.
func (g *Game) Playout(ctx context.Context, p Position, seed []byte, n int) (Played, error) {
	out := Played{Position: p, Seed: seed}
	slice := 64
	for out.Moves < n && out.Outcome == nil {
		slice = min(slice, n-out.Moves)
		from := time.Now()
		one, err := g.playout(ctx, out.Position, out.Seed, slice)
		if l := (*LimitError)(nil); slice > 1 && errors.As(err, &l) && l.Kind == "fuel" {
			slice /= 2
			continue
		}
		if err != nil {
			return out, err
		}
		took := time.Since(from)
		most := int64(math.MaxInt64)
		if g.meter != nil && g.meter.FuelLimit() > 0 {
			most = g.meter.FuelLimit()
		}
		short := one.Moves < slice
		switch {
		case took < sliceTime/2 && one.Fuel < most/8:
			slice *= 2
		case slice > 1 && (took > 2*sliceTime || one.Fuel > most/2):
			slice /= 2
		}
		one.Moves += out.Moves
		one.Fuel += out.Fuel
		out = one
		if short && out.Outcome == nil {
			return out, brokenAnswer("a playout that goes on to the end")
		}
	}
	return out, nil
}

func (g *Game) playout(ctx context.Context, p Position, seed []byte, n int) (Played, error) {
	w := g.request(3)
	defer g.requests.Put(w)
	w.Str("position")
	w.Bin(p)
	w.Str("seed")
	w.Bin(seed)
	w.Str("moves")
	w.Int(n)
	response, fuel, err := g.metered(ctx, abi.Playout, w.B)
	if err != nil {
		return Played{}, err
	}
	r, err := g.answer(response)
	if err != nil {
		return Played{}, err
	}
	out := Played{Fuel: fuel}
	if out.Position, err = findPosition(r); err != nil {
		return out, err
	}
	v, ok1 := r.Find("moves")
	moves, ok2 := v.Int()
	v, ok3 := r.Find("seed")
	next, ok4 := v.Bin()
	v, ok5 := r.Find("outcome")
	outcome, _ := v.Raw()
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || moves < 0 || moves > n || !isOutcome(outcome) {
		return out, brokenAnswer("a playout")
	}
	out.Moves, out.Seed = moves, next
	if len(outcome) > 1 {
		out.Outcome = new(Outcome)
		err = readOutcome(outcome, out.Outcome)
	}
	return out, err
}
