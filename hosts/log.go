package hosts

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// LogFormat is the word in the first line of every log.
const LogFormat = "parley-log/1"

// Log is a match on record: how it began, and every move with a digest of what it led to. It is JSON Lines in a file:
//
//	{"format":"parley-log/1","game":"pig","rules":"1.0.0","abi":"1.0","module":"","seats":2,"seed":7,"options":{},"chance":"auto","setup":null}
//	{"n":0,"position":"60fe..."}
//	{"n":1,"seat":0,"move":{"type":"roll"},"position":"91ab..."}
//	{"outcome":{"reason":"target","winners":[0],"places":[1,2],"scores":[102,77]}}
//
// The last line is {"open":true} if the game had not ended. A log tells every secret: it is for the referee.
type Log struct {
	Header  LogHeader
	Steps   []LogStep // the creation first
	Outcome *Outcome  // nil if the game had not ended
}

// LogHeader says what a log is a log of.
type LogHeader struct {
	Game   string // the game's id
	Rules  string // the version of its rules
	ABI    string // the version of the ABI that the host spoke, "1.0"
	Module string // hex SHA-256 of the module, "" for native rules
	// Start is how the game began. Its Look is no part of a log.
	Start NewGame
}

// LogStep is one line: what a move led to. For the creation N is 0 and there is no move.
type LogStep struct {
	N        int
	Seat     core.Seat       // whose move it was: a seat, or Chance if the host plays the chance moves
	Move     json.RawMessage // in its named form
	Position string          // Digest of the position
	Step     string          // Digest of the whole response with LookAll; "" if the log has none
}

// Line is the number of the line on which step n stands in a file.
func (*Log) Line(n int) int { return n + 2 }

// Digest is what logs keep of bytes: the first 16 hex digits of their SHA-256.
func Digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// NewLogHeader makes the header of a log of a game that begins so.
func NewLogHeader(g *Game, start NewGame) LogHeader {
	start.Look = Look{}
	return LogHeader{Game: g.manifest.Game, Rules: g.manifest.Rules, ABI: fmt.Sprintf("%d.%d", abi.Major, abi.Minor),
		Module: g.Info().SHA256, Start: start}
}

// ErrOtherGame is wrapped by the errors that tell a log of another game, rules version or ABI: open what the log names.
var ErrOtherGame = errors.New("the log is of something else")

// Fits returns an error that wraps ErrOtherGame unless the log's game, rules and major version of the ABI are those of g.
// The bytes of the module may be others: that they give the same answers is what a replay shows.
func (h *LogHeader) Fits(g *Game) error {
	m := g.manifest
	if h.Game != m.Game || h.Rules != m.Rules {
		return fmt.Errorf("%w: it was played by %s %s, and this is %s %s", ErrOtherGame, h.Game, h.Rules, m.Game, m.Rules)
	}
	if major, _, _ := strings.Cut(h.ABI, "."); major != strconv.Itoa(abi.Major) {
		return fmt.Errorf("%w: it speaks ABI %s, and this is ABI %d.%d", ErrOtherGame, h.ABI, abi.Major, abi.Minor)
	}
	return nil
}

// SeedJSON is a seed as it stands in JSON: 8 bytes that are a number of SeedOf up to 2^53-1 as that number, others as
// "hex:...".
func SeedJSON(seed []byte) json.RawMessage {
	if len(seed) == 8 {
		if n := binary.LittleEndian.Uint64(seed); n <= wire.MaxInt {
			return strconv.AppendUint(nil, n, 10)
		}
	}
	return json.RawMessage(`"hex:` + hex.EncodeToString(seed) + `"`)
}

// ParseSeed reads a seed as people write it: a number from 0 to 2^53-1, or hex: and 1 to 32 bytes in hex.
func ParseSeed(s string) ([]byte, error) {
	if digits, ok := strings.CutPrefix(s, "hex:"); ok {
		seed, err := hex.DecodeString(digits)
		if err != nil || len(seed) < 1 || len(seed) > core.MaxSeed {
			return nil, fmt.Errorf("the seed %.80q is not hex: and 1 to %d bytes in hex", s, core.MaxSeed)
		}
		return seed, nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n > wire.MaxInt {
		return nil, fmt.Errorf("the seed %.80q is neither a whole number from 0 to 2^53-1 nor hex: and bytes in hex", s)
	}
	return SeedOf(n), nil
}

type headerLine struct {
	Format  string          `json:"format"`
	Game    string          `json:"game"`
	Rules   string          `json:"rules"`
	ABI     string          `json:"abi"`
	Module  string          `json:"module"`
	Seats   int             `json:"seats"`
	Seed    json.RawMessage `json:"seed"`
	Options json.RawMessage `json:"options"`
	Chance  string          `json:"chance"`
	Setup   json.RawMessage `json:"setup"`
}

type stepLine struct {
	N        int             `json:"n"`
	Seat     json.RawMessage `json:"seat,omitempty"`
	Move     json.RawMessage `json:"move,omitempty"`
	Position string          `json:"position"`
	Step     string          `json:"step,omitempty"`
}

// WriteTo writes the log as JSON Lines. Equal logs give equal bytes.
func (l *Log) WriteTo(w io.Writer) (int64, error) {
	var buf bytes.Buffer
	lines := json.NewEncoder(&buf)
	lines.SetEscapeHTML(false)
	start := &l.Header.Start
	head := headerLine{LogFormat, l.Header.Game, l.Header.Rules, l.Header.ABI, l.Header.Module, start.Seats, SeedJSON(start.Seed),
		json.RawMessage("{}"), "auto", nil}
	if start.HostChance {
		head.Chance = "host"
	}
	for _, part := range []struct {
		raw []byte
		to  *json.RawMessage
	}{{start.Options, &head.Options}, {start.Setup, &head.Setup}} {
		if len(part.raw) == 0 || part.raw[0] == 0xc0 {
			continue
		}
		text, err := toJSON(part.raw)
		if err != nil {
			return 0, fmt.Errorf("log: the options or the setup: %w", err)
		}
		*part.to = text
	}
	if err := lines.Encode(head); err != nil {
		return 0, err
	}
	for i := range l.Steps {
		s := &l.Steps[i]
		line := stepLine{N: s.N, Position: s.Position, Step: s.Step}
		if i > 0 {
			line.Seat, line.Move = SeatJSON(s.Seat), s.Move
		}
		if err := lines.Encode(line); err != nil {
			return 0, fmt.Errorf("log: line %d: %w", l.Line(i), err)
		}
	}
	buf.WriteString(lastLine(l.Outcome))
	buf.WriteByte('\n')
	return buf.WriteTo(w)
}

// lastLine is the last line of a log, as it must be.
func lastLine(o *Outcome) string {
	if o == nil {
		return `{"open":true}`
	}
	text, err := json.Marshal(map[string]*Outcome{"outcome": o})
	if err != nil { // ints and a string: it cannot fail
		return err.Error()
	}
	return string(text)
}
