package core

import "github.com/parley-rules/parley/core/wire"

// Rules are a game's rules. They are stateless and safe for concurrent use; all that changes is in a State.
//
// A Rules may also be a PlayerCounter or a MalformedChecker, its States a Weigher, a Resampler or a Describer: these are
// looked for once, when the game is set up.
type Rules interface {
	// Manifest describes the game. It is asked once and its answer never changed.
	Manifest() *Manifest
	// New returns an empty State, into which Start or Load will be called, any number of times. Its memory is reused, so that
	// a module in use allocates nothing.
	New() State
}

// State is a position of a game in memory. One goroutine uses it at a time. It is a flat struct without pointers where that
// is possible. Nothing of it may depend on what was in it before Start or Load.
type State interface {
	// Start sets up a new game and tells the events of its creation. The number of seats and the options have been checked
	// against the manifest; what else the text asks of options (BadOption with the option's name, the game's own codes) and of
	// a setup (BadSetup with the key's name) is checked here, in the text's order. A chance move that is due is left to wait.
	Start(start *Start) Refusal

	// Load reads a body that Append wrote. It checks every invariant of the rules' text, since nobody else does, and returns
	// false if one is broken. body is not kept.
	Load(table *Table, body []byte) bool

	// Append appends the body: all of the position but what Table holds and the generator. It is canonical: equal positions
	// have equal bodies, of fixed little-endian layout or a few blobs.
	Append(buf []byte) []byte

	// CopyTo makes dst, a State of the same game, equal to this one.
	CopyTo(dst State)

	// Actors are the seats that have something to decide now; Chance stands alone. The set is empty exactly when the game is
	// over.
	Actors() Seats

	// Check says whether an actor's move is legal, or the first reason of the rules' text why not: WrongMoveType, then the
	// game's own codes. It is the only source of legality. The move has the manifest's form.
	Check(seat Seat, m Move) Code

	// Moves appends to buf the legal moves of an actor, each once, in the canonical order of the text: exactly those for which
	// Check answers OK.
	Moves(seat Seat, buf []Move) []Move

	// Apply carries out a legal move of an actor, with all that follows by itself up to the next decision, and tells the
	// events. A chance move that is due is left to wait.
	Apply(seat Seat, m Move, events *Events)

	// View writes what a viewer may see, as one map of the manifest's view type: built from nothing up, what is not written is
	// hidden. The viewer is a seat of the game, Spectator or Referee.
	View(viewer Seat, w *wire.Writer)

	// Outcome tells how the game ended. It is asked only when Actors is empty.
	Outcome() Outcome
}

// Table is what is fixed when a game is created.
type Table struct {
	Seats   int
	Options Options
	// HostChance: the host plays the chance moves. Otherwise the driver does, at once. No game need look.
	HostChance bool
}

// Start is what a new game is made from.
type Start struct {
	*Table
	Rand   *Rand   // for shuffles at creation only
	Setup  []byte  // msgpack that passed wire.Check, as it was given; nil for a normal start
	Events *Events // the events of creation
}

// Outcome tells how a game ended.
type Outcome struct {
	Reason  string         // one of Manifest.EndReasons
	Winners Seats          // the seats of place 1, or none where the rules say that nobody wins
	Places  [MaxSeats]int8 // per seat, 1 + the number of seats (with teams: of teams) that did better
	Scores  [MaxSeats]int32
	Scored  bool // the game has scores
}

// PlayerCounter is a Rules in which options decide the number of players. Options whose values are wrong count as their
// defaults.
type PlayerCounter interface {
	Players(seats int, options *Options) bool
}

// MalformedChecker is a State that finds more moves malformed than the manifest can say.
type MalformedChecker interface {
	// Malformed looks at a move that has the manifest's form. It must not depend on anything but the Table.
	Malformed(m Move) bool
}

// Weigher is a State whose chance moves are not all equally likely.
type Weigher interface {
	// Weight is the weight of a legal chance move, at least 1. The sum over all of them is less than 2^31.
	Weight(m Move) int
}

// Resampler is a State that can turn itself into another one that a viewer could not tell from it.
type Resampler interface {
	// Resample changes what the viewer does not know, drawn from what is possible as the viewer sees it.
	Resample(viewer Seat, src *Source)
}

// Describer is a State that can be shown as text.
type Describer interface {
	// Describe appends a picture of what the viewer sees, for a terminal at least 80 columns wide, lines ending in "\n".
	Describe(viewer Seat, buf []byte) []byte
}
