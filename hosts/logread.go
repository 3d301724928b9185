package hosts

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// Bounds on what a LogReader takes, so that a log from a stranger costs no more memory than an honest one.
const (
	MaxLogLine  = 4 << 20 // bytes of a line
	MaxLogSteps = 1 << 20 // lines with a step
)

// LogError: a log is not of the format. Line counts from 1.
type LogError struct {
	Line    int
	Problem string
	Cause   error // what is behind it, nil if nothing is
}

func (e *LogError) Error() string {
	s := fmt.Sprintf("the log's line %d %s", e.Line, e.Problem)
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Unwrap returns Cause.
func (e *LogError) Unwrap() error { return e.Cause }

// LogReader reads a log line by line. It takes nothing on trust: lines that are too long, keys that are unknown, missing or
// double, numbers out of order and a missing last line are errors. It is for one goroutine.
type LogReader struct {
	lines   *bufio.Scanner
	line    int
	n       int
	header  LogHeader
	started bool
	ended   bool
	outcome *Outcome
	err     error
}

// NewLogReader reads from r, some kilobytes at a time and not beyond the log's last line by more than that.
func NewLogReader(r io.Reader) *LogReader {
	s := bufio.NewScanner(r)
	s.Buffer(nil, MaxLogLine)
	return &LogReader{lines: s}
}

// Header reads the first line. It may be called at any time and any number of times. Errors are *LogError.
func (r *LogReader) Header() (*LogHeader, error) {
	if !r.started && r.err == nil {
		r.started = true
		r.err = r.read(r.readHeader)
	}
	if r.line <= 1 && r.err != nil {
		return nil, r.err
	}
	return &r.header, nil
}

// Next reads the next step. It returns io.EOF after the last line; Outcome then tells the end. Other errors are *LogError,
// and come again at each further call.
func (r *LogReader) Next() (LogStep, error) {
	if _, err := r.Header(); err != nil {
		return LogStep{}, err
	}
	var s LogStep
	if r.err == nil {
		r.err = r.read(func(line []byte) error { return r.readStep(line, &s) })
		if r.ended && r.err == nil {
			r.err = r.end()
		}
	}
	return s, r.err
}

// Outcome is how the game ended, nil if it had not. It is known when Next has returned io.EOF.
func (r *LogReader) Outcome() *Outcome { return r.outcome }

// ReadLog reads a whole log. Errors are *LogError.
func ReadLog(from io.Reader) (*Log, error) {
	r := NewLogReader(from)
	h, err := r.Header()
	if err != nil {
		return nil, err
	}
	l := &Log{Header: *h}
	for {
		s, err := r.Next()
		if errors.Is(err, io.EOF) {
			l.Outcome = r.Outcome()
			return l, nil
		}
		if err != nil {
			return nil, err
		}
		l.Steps = append(l.Steps, s)
	}
}

func (r *LogReader) fail(problem string, cause error) error { return &LogError{r.line, problem, cause} }

// read gives the next line to f.
func (r *LogReader) read(f func(line []byte) error) error {
	r.line++
	if !r.lines.Scan() {
		err := r.lines.Err()
		switch {
		case errors.Is(err, bufio.ErrTooLong):
			return r.fail(fmt.Sprintf("is longer than %d bytes", MaxLogLine), nil)
		case err != nil:
			return r.fail("cannot be read", err)
		case r.line == 1:
			return r.fail("is missing: the log is empty", nil)
		}
		return r.fail("is missing: the log has been cut, its last line must tell the outcome or that the game is open", nil)
	}
	return f(r.lines.Bytes())
}

// end sees to it that nothing follows after the last line.
func (r *LogReader) end() error {
	r.line++
	if r.lines.Scan() {
		return r.fail("follows after the end of the log", nil)
	}
	if err := r.lines.Err(); err != nil {
		return r.fail("follows after the end of the log", err)
	}
	return io.EOF
}

// object reads a line that is a JSON object into msgpack values by key. The keys up to the empty one must be there, those
// after it may, and no others.
func (r *LogReader) object(line []byte, keys ...string) (map[string][]byte, error) {
	raw, err := FromJSON(line)
	if errors.Is(err, io.EOF) { // which would be taken for the end of the log
		err = fmt.Errorf("%w: it ends too early", ErrJSON)
	}
	if err != nil {
		return nil, r.fail("is no JSON of a log", err)
	}
	m := wire.NewReader(raw)
	n, ok := m.Map()
	if !ok {
		return nil, r.fail("is not a JSON object", nil)
	}
	values := make(map[string][]byte, len(keys))
	for range n {
		k, _ := m.Str()
		if len(k) == 0 || !slices.Contains(keys, string(k)) {
			return nil, r.fail(fmt.Sprintf("has the unknown key %.80q", k), nil)
		}
		values[string(k)], _ = m.Raw()
	}
	for _, k := range keys {
		if k == "" {
			break
		}
		if values[k] == nil {
			return nil, r.fail(fmt.Sprintf("lacks the key %q", k), nil)
		}
	}
	return values, nil
}

func text(raw []byte) (string, bool) {
	r := wire.NewReader(raw)
	s, ok := r.Str()
	return string(s), ok
}

func (r *LogReader) readHeader(line []byte) error {
	v, err := r.object(line, "format", "game", "rules", "abi", "module", "seats", "seed", "options", "chance", "setup")
	if err != nil {
		return err
	}
	if format, _ := text(v["format"]); format != LogFormat {
		return r.fail(fmt.Sprintf("has the format %.40q, and this reads %q", format, LogFormat), nil)
	}
	h := &r.header
	for _, t := range []struct {
		key string
		to  *string
	}{{"game", &h.Game}, {"rules", &h.Rules}, {"abi", &h.ABI}, {"module", &h.Module}} {
		var ok bool
		if *t.to, ok = text(v[t.key]); !ok || *t.to == "" && t.key != "module" {
			return r.fail(fmt.Sprintf("has no text in %q", t.key), nil)
		}
	}
	if h.Module != "" && !isHex(h.Module, 64) {
		return r.fail(`has a "module" that is neither "" nor a SHA-256 in 64 hex digits`, nil)
	}
	seats := wire.NewReader(v["seats"])
	n, ok := seats.Int()
	if !ok || n < 1 || n > core.MaxSeats {
		return r.fail(fmt.Sprintf(`has "seats" that are not 1 to %d`, core.MaxSeats), nil)
	}
	h.Start.Seats = n
	if h.Start.Seed, err = seedOf(v["seed"]); err != nil {
		return r.fail("has no seed", err)
	}
	options, setup := wire.NewReader(v["options"]), wire.NewReader(v["setup"])
	if options.Kind() != wire.Map {
		return r.fail(`has "options" that are not an object`, nil)
	}
	h.Start.Options = bytes.Clone(v["options"])
	if !setup.Nil() {
		h.Start.Setup = bytes.Clone(v["setup"])
	}
	switch chance, _ := text(v["chance"]); chance {
	case "auto":
	case "host":
		h.Start.HostChance = true
	default:
		return r.fail(`has a "chance" that is neither "auto" nor "host"`, nil)
	}
	return nil
}

// seedOf reads a seed from msgpack: an int, or a text with hex.
func seedOf(raw []byte) ([]byte, error) {
	if s, ok := text(raw); ok && len(s) > 4 && s[:4] == "hex:" {
		return ParseSeed(s)
	}
	v := wire.NewReader(raw)
	if v.Kind() != wire.Int {
		return nil, errors.New(`it must be a number or "hex:..."`)
	}
	s, err := toJSON(raw)
	if err != nil {
		return nil, err
	}
	return ParseSeed(string(s))
}

func (r *LogReader) readStep(line []byte, s *LogStep) error {
	v, err := r.object(line, "", "n", "seat", "move", "position", "step", "outcome", "open")
	if err != nil {
		return err
	}
	if v["outcome"] != nil || v["open"] != nil {
		return r.readEnd(v)
	}
	if r.n == MaxLogSteps {
		return r.fail(fmt.Sprintf("is one too many: a log has at most %d steps", MaxLogSteps), nil)
	}
	number := wire.NewReader(v["n"])
	if n, ok := number.Int(); !ok || n != r.n {
		return r.fail(fmt.Sprintf(`must have "n": %d`, r.n), nil)
	}
	s.N = r.n
	var ok bool
	if s.Position, ok = text(v["position"]); !ok || !isHex(s.Position, 16) {
		return r.fail(`has no "position" of 16 hex digits`, nil)
	}
	if s.Step, ok = text(v["step"]); v["step"] != nil && (!ok || !isHex(s.Step, 16)) {
		return r.fail(`has a "step" that is not 16 hex digits`, nil)
	}
	if r.n == 0 {
		if v["seat"] != nil || v["move"] != nil {
			return r.fail("is of the creation, and has a seat or a move", nil)
		}
		r.n++
		return nil
	}
	seat := wire.NewReader(v["seat"])
	if s.Seat, ok = seatOf(&seat); !ok || s.Seat < core.Chance {
		return r.fail(`has no "seat" that is a number or "chance"`, nil)
	}
	move := wire.NewReader(v["move"])
	if move.Kind() != wire.Map {
		return r.fail(`has no "move" that is an object`, nil)
	}
	if s.Move, err = toJSON(v["move"]); err != nil {
		return r.fail("has a move that cannot be", err)
	}
	r.n++
	return nil
}

// readEnd reads the last line.
func (r *LogReader) readEnd(v map[string][]byte) error {
	if len(v) != 1 {
		return r.fail("tells the end, and something else", nil)
	}
	if r.n == 0 {
		return r.fail("tells the end before there was a step", nil)
	}
	r.ended = true
	if raw := v["open"]; raw != nil {
		open := wire.NewReader(raw)
		if yes, ok := open.Bool(); !ok || !yes {
			return r.fail(`has an "open" that is not true`, nil)
		}
		return nil
	}
	if v["outcome"][0] == 0xc0 || !isOutcome(v["outcome"]) {
		return r.fail(`has an "outcome" that is none`, nil)
	}
	o := new(Outcome)
	if err := readOutcome(v["outcome"], o); err != nil {
		return r.fail("has an outcome that is none", err)
	}
	r.outcome = o
	return nil
}

func isHex(s string, digits int) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(s) == digits && hex.EncodeToString(b) == s
}
