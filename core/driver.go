package core

import "github.com/parley-rules/parley/core/wire"

// maxDraws is how many chance moves may follow each other by themselves.
const maxDraws = 10_000

// Driver plays a game by its rules: it checks all that is common to all games and then asks the rules. It holds one
// position at a time, reuses its memory, and is used by one goroutine at a time. A Driver whose rules have panicked must not
// be used again.
type Driver struct {
	Manifest *Manifest
	Codec    *MoveCodec

	rules  Rules
	state  State
	actors Seats // the state's, asked for once after each change
	table  Table
	rand   Rand
	events *Events
	draws  []Move
	moves  []Move
	weight []int

	counter   PlayerCounter
	malformed MalformedChecker
	weigher   Weigher
	resampler Resampler
	describer Describer
}

// NewDriver sets up a driver. The manifest must have no Fault: hosts look for one before they run a game, modules do not.
func NewDriver(rules Rules) *Driver {
	m := rules.Manifest()
	d := &Driver{Manifest: m, Codec: NewMoveCodec(m), rules: rules, state: rules.New(), events: NewEvents(m)}
	d.counter, _ = rules.(PlayerCounter)
	d.malformed, _ = d.state.(MalformedChecker)
	d.weigher, _ = d.state.(Weigher)
	d.resampler, _ = d.state.(Resampler)
	d.describer, _ = d.state.(Describer)
	return d
}

// State is the position in memory. Who changes it otherwise than by the driver must not use the driver for it any more.
func (d *Driver) State() State { return d.state }

// Table is what the game was created with.
func (d *Driver) Table() *Table { return &d.table }

// Events are the events of the last Start or Apply.
func (d *Driver) Events() *Events { return d.events }

// Draws are the chance moves that the driver played in the last Start or Apply.
func (d *Driver) Draws() []Move { return d.draws }

// CanResample and CanDescribe say what the game offers.
func (d *Driver) CanResample() bool { return d.resampler != nil }

// CanDescribe says whether Describe works.
func (d *Driver) CanDescribe() bool { return d.describer != nil }

// Request is what a new game is asked for. Options and Setup are msgpack that passed wire.Check, nil for none.
type Request struct {
	Seats      int
	Seed       []byte // 1 to 32 bytes
	Options    []byte
	HostChance bool
	Setup      []byte
}

// Start creates a game: BadPlayerCount, then BadOption, then what the rules refuse.
func (d *Driver) Start(req *Request) Refusal {
	d.clear()
	d.table.Seats, d.table.HostChance = req.Seats, req.HostChance
	bad := d.table.Options.parse(d.Manifest.Options, req.Options, req.Seats)
	if !d.playable(req.Seats) {
		d.table.Options.valid = false
		return Refuse(BadPlayerCount, "")
	}
	if bad.Refused() {
		return bad
	}
	d.rand.Seed(req.Seed)
	setup := req.Setup
	if len(setup) == 1 && setup[0] == 0xc0 {
		setup = nil
	}
	if r := d.state.Start(&Start{Table: &d.table, Rand: &d.rand, Setup: setup, Events: d.events}); r.Refused() {
		return r
	}
	return d.settle()
}

func (d *Driver) playable(seats int) bool {
	allowed := false
	for _, n := range d.Manifest.Seats {
		allowed = allowed || n == seats
	}
	return allowed && (d.counter == nil || d.counter.Players(seats, &d.table.Options))
}

func (d *Driver) clear() {
	d.events.reset()
	d.draws = d.draws[:0]
}

// Load takes a position apart from its header: the number of seats, the chance mode, the options' bytes, the generator's state
// and the body. It returns false if they are no position.
func (d *Driver) Load(seats int, hostChance bool, options, generator, body []byte) bool {
	d.clear()
	d.table.Seats, d.table.HostChance = seats, hostChance
	// Options that are there already are not looked at again: they are the same in all positions of a game.
	if o := &d.table.Options; !o.holds(options, seats) {
		if !o.load(d.Manifest.Options, options, seats) {
			return false
		}
		if !d.playable(seats) {
			o.valid = false
			return false
		}
	}
	if !d.rand.Load(generator) || !d.state.Load(&d.table, body) {
		return false
	}
	d.actors = d.state.Actors()
	return hostChance || !d.actors.Has(Chance)
}

// AppendBody, AppendRand append the parts of the position that change.
func (d *Driver) AppendBody(buf []byte) []byte { return d.state.Append(buf) }

// AppendRand appends the state of the generator, RandSize bytes.
func (d *Driver) AppendRand(buf []byte) []byte { return d.rand.Append(buf) }

// Actors are the seats that have something to decide.
func (d *Driver) Actors() Seats { return d.actors }

// isSeat says whether a seat exists: Chance does in games that have chance moves.
func (d *Driver) isSeat(seat Seat) bool {
	return seat >= 0 && int(seat) < d.table.Seats || seat == Chance && d.Manifest.Features.Chance
}

// IsViewer says whether a viewer exists.
func (d *Driver) IsViewer(v Seat) bool {
	return v >= 0 && int(v) < d.table.Seats || v == Spectator || v == Referee
}

// Check says whether a move, in either form of the ABI, is legal for a seat: the codes common to all games in their order,
// then the game's. It changes nothing.
func (d *Driver) Check(seat Seat, move wire.Reader, m *Move) Refusal {
	if d.actors == 0 {
		return Refuse(GameOver, "")
	}
	if !d.isSeat(seat) {
		return Refuse(BadSeat, "")
	}
	if r := d.Codec.Parse(move, m); r.Refused() {
		return r
	}
	if d.malformed != nil && d.malformed.Malformed(*m) {
		return Refuse(Malformed, "")
	}
	if !d.actors.Has(seat) {
		return Refuse(NotActor, "")
	}
	return Refuse(d.state.Check(seat, *m), "")
}

// Apply carries out a move, if it is legal, and in chance mode auto the chance moves that follow.
func (d *Driver) Apply(seat Seat, move wire.Reader) Refusal {
	d.clear()
	var m Move
	if r := d.Check(seat, move, &m); r.Refused() {
		return r
	}
	d.state.Apply(seat, m, d.events)
	return d.settle()
}

// settle plays the chance moves that are due, unless the host does, and notes who acts next.
func (d *Driver) settle() Refusal {
	for {
		d.actors = d.state.Actors()
		if d.table.HostChance || !d.actors.Has(Chance) {
			return Refusal{}
		}
		if len(d.draws) == maxDraws {
			return Refuse(Internal, "chance does not end")
		}
		sum := d.chances()
		if sum <= 0 {
			return Refuse(IllegalMove, "chance")
		}
		m := &d.moves[d.chance(d.rand.Below(sum))]
		if d.state.Check(Chance, *m) != OK {
			return Refuse(IllegalMove, "chance")
		}
		d.draws = append(d.draws, *m)
		d.state.Apply(Chance, *m, d.events)
	}
}

// chances puts the chance moves that are possible into d.moves and returns the sum of their weights, 0 if there are none.
func (d *Driver) chances() int {
	d.moves = d.state.Moves(Chance, d.moves[:0])
	if d.weigher == nil {
		return len(d.moves)
	}
	sum := 0
	for i := range d.moves {
		sum += d.weigher.Weight(d.moves[i])
	}
	return sum
}

// chance is which of d.moves a number below the sum of their weights stands for.
func (d *Driver) chance(x int) int {
	if d.weigher == nil {
		return x
	}
	return d.weighed(x)
}

func (d *Driver) weighed(x int) int {
	i := 0
	for x -= d.weigher.Weight(d.moves[0]); x >= 0; x -= d.weigher.Weight(d.moves[i]) {
		i++
	}
	return i
}

// Moves lists the legal moves of a seat, in a list that is good until the next call of the driver. It is empty for a seat
// that has nothing to decide, BadSeat for one that does not exist.
func (d *Driver) Moves(seat Seat) ([]Move, Refusal) {
	d.moves = d.moves[:0]
	if !d.isSeat(seat) {
		return nil, Refuse(BadSeat, "")
	}
	if d.actors.Has(seat) {
		d.moves = d.state.Moves(seat, d.moves)
	}
	return d.moves, Refusal{}
}

// Weights are the weights of chance moves that Moves listed, good until the next call.
func (d *Driver) Weights(moves []Move) []int {
	d.weight = d.weight[:0]
	for i := range moves {
		n := 1
		if d.weigher != nil {
			n = d.weigher.Weight(moves[i])
		}
		d.weight = append(d.weight, n)
	}
	return d.weight
}

// View writes the view of a viewer that exists.
func (d *Driver) View(viewer Seat, w *wire.Writer) { d.state.View(viewer, w) }

// Outcome tells how the game ended, false if it has not.
func (d *Driver) Outcome() (Outcome, bool) {
	if d.actors != 0 {
		return Outcome{}, false
	}
	return d.state.Outcome(), true
}

// Resample turns the position into another one that the viewer cannot tell from it, and sets the generator anew.
func (d *Driver) Resample(viewer Seat, src Source) {
	d.clear()
	d.resampler.Resample(viewer, &src)
	d.actors = d.state.Actors()
	var seed [MaxSeed]byte
	for i := 0; i < MaxSeed; i += 8 {
		wire.PutUint64(seed[i:], src.Uint64())
	}
	d.rand.Seed(seed[:])
}

// Describe appends the position as text.
func (d *Driver) Describe(viewer Seat, buf []byte) []byte { return d.describer.Describe(viewer, buf) }

// Playout plays at most n random moves and returns how many it played. Each is a move of the lowest seat that acts, all
// its moves being equally likely. Chance moves are drawn by weight; where the driver plays them they do not count. All
// randomness is from src, none from the position's generator, so that a long playout is the same in slices of any length.
func (d *Driver) Playout(src *Source, n int) (int, Refusal) {
	for played := range n {
		switch d.actors {
		case 0:
			return played, Refusal{}
		case chanceBit: // chance alone, in mode host
			if r := d.playChance(src); r.Refused() {
				return played, r
			}
			continue
		}
		seat := d.actors.First()
		d.moves = d.state.Moves(seat, d.moves[:0])
		if len(d.moves) == 0 {
			return played, Refuse(IllegalMove, "an actor has no move")
		}
		d.state.Apply(seat, d.moves[src.Below(len(d.moves))], nil)
		d.actors = d.state.Actors()
		if d.table.HostChance {
			continue
		}
		for draws := 0; d.actors.Has(Chance); draws++ {
			if draws == maxDraws {
				return played, Refuse(Internal, "chance does not end")
			}
			if r := d.playChance(src); r.Refused() {
				return played, r
			}
		}
	}
	return n, Refusal{}
}

// playChance plays a chance move that is due, and notes who acts next.
func (d *Driver) playChance(src *Source) Refusal {
	sum := d.chances()
	if sum <= 0 {
		return Refuse(IllegalMove, "chance")
	}
	d.state.Apply(Chance, d.moves[d.chance(src.Below(sum))], nil)
	d.actors = d.state.Actors()
	return Refusal{}
}
