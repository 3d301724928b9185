package abi

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Server carries out the operations of one game: bytes in, bytes out. It is the one dispatcher that modules, the native host
// and plugin processes call. It keeps nothing between calls but its buffers, and is used by one goroutine at a time.
type Server struct {
	rules   core.Rules
	driver  *core.Driver
	head    []byte // what all positions of the game begin with
	req     request
	out     wire.Writer
	serving bool // an operation has begun and has not ended
	pos     []byte
	text    []byte

	// Panicked is told what the rules panicked with. By default it is printed to standard error. The caller of the
	// operation learns nothing but `internal`, since the text may hold secrets.
	Panicked func(op Op, value any)
}

// NewServer sets up the server of a game. It panics if the manifest has a fault.
func NewServer(rules core.Rules) *Server {
	s := &Server{rules: rules, driver: core.NewDriver(rules)}
	s.head = appendHead(nil, s.driver.Manifest)
	return s
}

// Offers says whether the game has an operation.
func (s *Server) Offers(op Op) bool {
	switch op {
	case Resample:
		return s.driver.CanResample()
	case Describe:
		return s.driver.CanDescribe()
	}
	return op < opCount
}

// Serve carries out an operation and appends the response to buf, which must not overlap the request. Whatever the request,
// it answers with `{ok: ...}` or `{error: {code, detail}}` and never panics; an error has changed nothing.
func (s *Server) Serve(op Op, request, buf []byte) (response []byte) {
	w := &s.out
	w.B = append(buf, okHead...)
	s.serving = true
	defer s.mend(op, buf, &response)
	if r := s.serve(op, request, w); r.Refused() {
		w.B = w.B[:len(buf)]
		s.refuse(w, r)
	}
	s.serving = false
	response = w.B
	w.B = nil // it is the caller's
	return response
}

// mend turns a panic of the rules into the answer `internal`. Without a panic it does not even ask for one.
func (s *Server) mend(op Op, buf []byte, response *[]byte) {
	if !s.serving {
		return
	}
	v := recover()
	s.report(op, v)
	s.serving = false
	s.driver = core.NewDriver(s.rules) // what the panic left behind is not trusted
	s.out.B = buf
	s.refuse(&s.out, core.Refuse(core.Internal, ""))
	*response = s.out.B
	s.out.B = nil
}

// Keys that are constants need no work when a module starts. The first byte is 0xa0 plus the length.
const (
	okHead             = "\x81\xa2" + "ok"    // {ok:
	errorHead          = "\x81\xa5" + "error" // {error:
	keyCode   wire.Key = "\xa4" + "code"
	keyDetail wire.Key = "\xa6" + "detail"
)

// maxDetail bounds the detail of an error, which may repeat what the request said.
const maxDetail = 64

func (s *Server) refuse(w *wire.Writer, r core.Refusal) {
	detail := r.Detail
	if len(detail) > maxDetail {
		n := maxDetail
		for n > 0 && detail[n]&0xc0 == 0x80 { // not in the middle of a character
			n--
		}
		detail = detail[:n]
	}
	w.B = append(w.B, errorHead...)
	w.Map(2)
	w.Key(keyCode)
	w.Str(s.driver.Manifest.CodeText(r.Code).Code)
	w.Key(keyDetail)
	w.Str(detail)
}

func (s *Server) report(op Op, v any) {
	if s.Panicked != nil {
		s.Panicked(op, v)
		return
	}
	println("parley: the rules of " + s.driver.Manifest.Game + " panicked in " + op.String() + ": " + panicText(v))
}

// panicText is what the rules panicked with, in words. It may be an error that panics in its turn when it is asked.
func panicText(v any) (text string) {
	text = "a value that is neither error nor string"
	defer func() { _ = recover() }()
	switch v := v.(type) {
	case error:
		text = v.Error()
	case string:
		text = v
	}
	return text
}

func (s *Server) serve(op Op, request []byte, w *wire.Writer) core.Refusal {
	if op == Manifest {
		AppendManifest(w, s.driver.Manifest)
		return core.Refusal{}
	}
	if op >= opCount || !s.Offers(op) {
		return core.Refuse(core.Unsupported, op.String())
	}
	if r := s.req.parse(op, request); r.Refused() {
		return r
	}
	if op == Init {
		return s.init(w)
	}
	if r := s.loadPosition(s.req.position); r.Refused() {
		return r
	}
	switch op {
	case LegalMoves:
		return s.legalMoves(w)
	case Apply:
		if r := s.checkViewers(); r.Refused() {
			return r
		}
		if r := s.driver.Apply(s.req.seat, s.req.move); r.Refused() {
			return r
		}
		s.appendStep(w)
		return core.Refusal{}
	case Playout:
		return s.playout(w)
	}
	v := s.req.viewer
	if !s.driver.IsViewer(v) || op == Resample && v == core.Referee {
		return core.Refuse(core.BadViewer, "")
	}
	switch op {
	case View:
		s.driver.View(v, w)
	case Resample:
		s.driver.Resample(v, core.NewSource(s.req.seed))
		w.Map(1)
		s.writePosition(w)
	case Describe:
		s.text = s.driver.Describe(v, s.text[:0])
		w.Map(1)
		w.Key(keyText)
		w.Str(string(s.text))
	}
	return core.Refusal{}
}

const (
	keyPosition wire.Key = "\xa8" + "position"
	keyActors   wire.Key = "\xa6" + "actors"
	keyEvents   wire.Key = "\xa6" + "events"
	keyDraws    wire.Key = "\xa5" + "draws"
	keyOutcome  wire.Key = "\xa7" + "outcome"
	keyMoves    wire.Key = "\xa5" + "moves"
	keyViews    wire.Key = "\xa5" + "views"
	keyWeights  wire.Key = "\xa7" + "weights"
	keySeed     wire.Key = "\xa4" + "seed"
	keyText     wire.Key = "\xa4" + "text"
	keyReason   wire.Key = "\xa6" + "reason"
	keyWinners  wire.Key = "\xa7" + "winners"
	keyPlaces   wire.Key = "\xa6" + "places"
	keyScores   wire.Key = "\xa6" + "scores"
	wordChance  wire.Key = "\xa6" + "chance"

	noDrawsNoOutcome = keyDraws + "\x90" + keyOutcome + "\xc0"
)

func (s *Server) init(w *wire.Writer) core.Refusal {
	q := &s.req
	r := s.driver.Start(&core.Request{Seats: q.seats, Seed: q.seed, Options: q.options, HostChance: q.hostChance, Setup: q.setup})
	if r.Refused() {
		return r
	}
	if len(s.driver.Table().Options.Bytes()) > maxOptionBytes {
		return core.Refuse(core.TooLarge, "options") // a position could not hold them
	}
	if r := s.checkViewers(); r.Refused() {
		return r
	}
	s.appendStep(w)
	return core.Refusal{}
}

func (s *Server) checkViewers() core.Refusal {
	if s.req.viewCount == 0 {
		return core.Refusal{}
	}
	views := s.req.views
	for range s.req.viewCount {
		if v, ok := readViewer(&views); !ok || !s.driver.IsViewer(v) {
			return core.Refuse(core.BadViewer, "look")
		}
	}
	return core.Refusal{}
}

func (s *Server) writePosition(w *wire.Writer) {
	// The position is written where it stays, behind a head for up to 255 bytes; a longer one is moved to make room.
	w.B = append(w.B, keyPosition+"\xc4\x00"...)
	from := len(w.B)
	w.B = s.appendPosition(w.B)
	if n := len(w.B) - from; n < 256 {
		w.B[from-1] = byte(n)
	} else {
		s.pos = append(s.pos[:0], w.B[from:]...)
		w.B = wire.AppendBin(w.B[:from-2], s.pos)
	}
}

// appendStep writes what an init or apply has led to, and what the request wants to look at.
func (s *Server) appendStep(w *wire.Writer) {
	d, q := s.driver, &s.req
	keys := 5
	if q.lookMoves {
		keys++
	}
	if q.lookViews {
		keys++
	}
	w.Map(keys)
	s.writePosition(w)
	w.Key(keyActors)
	actors := d.Actors()
	w.Array(actors.Len())
	for a := actors; a != 0; a = a.Rest() {
		WriteSeat(w, a.First())
	}
	w.Key(keyEvents)
	d.Events().AppendTo(w)
	if actors != 0 && len(d.Draws()) == 0 { // as nearly always
		w.Key(noDrawsNoOutcome)
	} else {
		w.Key(keyDraws)
		s.writeMoves(w, d.Draws())
		w.Key(keyOutcome)
		s.writeOutcome(w)
	}
	if q.lookMoves {
		w.Key(keyMoves)
		w.Array(actors.Len())
		for a := actors; a != 0; a = a.Rest() {
			seat := a.First()
			moves, _ := d.Moves(seat)
			if seat == core.Chance {
				w.Array(3)
				WriteSeat(w, seat)
				s.writeMoves(w, moves)
				w.Ints(d.Weights(moves)...)
				continue
			}
			w.Array(2)
			WriteSeat(w, seat)
			s.writeMoves(w, moves)
		}
	}
	if q.lookViews {
		w.Key(keyViews)
		w.Array(q.viewCount)
		views := q.views
		for range q.viewCount {
			v, _ := readViewer(&views)
			w.Array(2)
			WriteSeat(w, v)
			d.View(v, w)
		}
	}
}

func (s *Server) writeMoves(w *wire.Writer, moves []core.Move) { s.driver.Codec.AppendList(w, moves) }

// WriteSeat writes a seat or viewer as it stands on the wire: a number, or the word.
func WriteSeat(w *wire.Writer, s core.Seat) {
	switch {
	case s >= 0:
		w.Int(int(s))
	case s == core.Chance:
		w.Key(wordChance)
	default:
		w.Str(s.String())
	}
}

func (s *Server) writeOutcome(w *wire.Writer) {
	o, over := s.driver.Outcome()
	if !over {
		w.Nil()
		return
	}
	n := s.driver.Table().Seats
	w.Map(4)
	w.Key(keyReason)
	w.Str(o.Reason)
	w.Key(keyWinners)
	w.Array(o.Winners.Len())
	for x := o.Winners; x != 0; x = x.Rest() {
		w.Int(int(x.First()))
	}
	w.Key(keyPlaces)
	w.Array(n)
	for _, p := range o.Places[:n] {
		w.Int(int(p))
	}
	w.Key(keyScores)
	if !o.Scored {
		w.Nil()
		return
	}
	w.Array(n)
	for _, x := range o.Scores[:n] {
		w.Int(int(x))
	}
}

func (s *Server) legalMoves(w *wire.Writer) core.Refusal {
	moves, r := s.driver.Moves(s.req.seat)
	if r.Refused() {
		return r
	}
	chance := s.req.seat == core.Chance
	if chance {
		w.Map(2)
	} else {
		w.Map(1)
	}
	w.Key(keyMoves)
	s.writeMoves(w, moves)
	if chance {
		w.Key(keyWeights)
		w.Ints(s.driver.Weights(moves)...)
	}
	return core.Refusal{}
}

func (s *Server) playout(w *wire.Writer) core.Refusal {
	src := core.NewSource(s.req.seed)
	n, r := s.driver.Playout(&src, s.req.count)
	if r.Refused() {
		return r
	}
	w.Map(4)
	s.writePosition(w)
	w.Key(keyMoves)
	w.Int(n)
	w.Key(keySeed)
	var seed [8]byte
	wire.PutUint64(seed[:], src.State)
	w.Bin(seed[:])
	w.Key(keyOutcome)
	s.writeOutcome(w)
	return core.Refusal{}
}
