package abi

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// A position in bytes, all numbers little-endian:
//
//	magic "PLY", format 1
//	game id       length (1 byte), bytes
//	rules version length (1 byte), bytes
//	seats         1 byte
//	chance        1 byte: 0 auto, 1 host
//	options       length (4 bytes), a msgpack array with an entry per option of the manifest, nil for its default
//	generator     core.RandSize bytes
//	body          length (4 bytes), bytes
//	checksum      8 bytes, of all before it
//
// It holds every secret of the game and never goes to a player.
const (
	positionMagic  = "PLY\x01"
	checksumSize   = 8
	maxOptionBytes = 1 << 18
	maxBodyBytes   = 1 << 18
)

// appendHead appends what is the same in all positions of a game.
func appendHead(b []byte, m *core.Manifest) []byte {
	b = append(b, positionMagic...)
	b = append(b, byte(len(m.Game)))
	b = append(b, m.Game...)
	b = append(b, byte(len(m.Rules)))
	return append(b, m.Rules...)
}

// appendPosition appends the driver's position.
func (s *Server) appendPosition(b []byte) []byte {
	d := s.driver
	from := len(b)
	b = append(b, s.head...)
	t := d.Table()
	mode := byte(0)
	if t.HostChance {
		mode = 1
	}
	b = append(b, byte(t.Seats), mode)
	options := t.Options.Bytes()
	b = wire.AppendUint32(b, uint32(len(options)))
	b = append(b, options...)
	b = d.AppendRand(b)
	b = append(b, 0, 0, 0, 0)
	body := len(b)
	b = d.AppendBody(b)
	wire.PutUint32(b[body-4:], uint32(len(b)-body))
	return wire.AppendUint64(b, Checksum(b[from:]))
}

// loadPosition reads a position into the driver. The detail of a refusal says what is wrong with it.
func (s *Server) loadPosition(p []byte) core.Refusal {
	bad := func(detail string) core.Refusal { return core.Refuse(core.BadPosition, detail) }
	n := len(p) - checksumSize
	if n < len(s.head) || !wire.Equal(p[:len(s.head)], s.head) {
		return bad(s.otherGame(p))
	}
	if wire.Uint64(p[n:]) != Checksum(p[:n]) {
		return bad("checksum")
	}
	b := p[len(s.head):n]
	if len(b) < 6 || b[0] == 0 || b[0] > core.MaxSeats || b[1] > 1 {
		return bad("header")
	}
	seats, mode := int(b[0]), b[1]
	options, b, ok := cut(b[2:], maxOptionBytes)
	if !ok || len(b) < core.RandSize {
		return bad("header")
	}
	generator := b[:core.RandSize]
	body, b, ok := cut(b[core.RandSize:], maxBodyBytes)
	if !ok || len(b) != 0 {
		return bad("header")
	}
	if !s.driver.Load(seats, mode == 1, options, generator, body) {
		return bad("body")
	}
	return core.Refusal{}
}

// cut takes bytes with a length before them off the front of b.
func cut(b []byte, max int) (part, rest []byte, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	n := int(wire.Uint32(b))
	if n > max || n > len(b)-4 {
		return nil, nil, false
	}
	return b[4 : 4+n : 4+n], b[4+n:], true
}

// otherGame says in what a position's head differs from this game's: "game", "rules" or "header".
func (s *Server) otherGame(p []byte) string {
	head, ok := ParseHead(p)
	switch {
	case !ok:
		return "header"
	case head.Game != s.driver.Manifest.Game:
		return "game"
	case head.Rules != s.driver.Manifest.Rules:
		return "rules"
	}
	return "header" // it ends behind its head
}

// Head is what a position says of the game that it belongs to.
type Head struct {
	Game  string
	Rules string // the rules version
	Seats int
}

// ParseHead reads the beginning of a position, without checking the rest.
func ParseHead(p []byte) (h Head, ok bool) {
	if len(p) < len(positionMagic) || string(p[:len(positionMagic)]) != positionMagic {
		return h, false
	}
	p = p[len(positionMagic):]
	for _, s := range []*string{&h.Game, &h.Rules} {
		if len(p) == 0 || int(p[0]) > len(p)-1 {
			return h, false
		}
		*s, p = string(p[1:1+int(p[0])]), p[1+int(p[0]):]
	}
	if len(p) == 0 {
		return h, false
	}
	h.Seats = int(p[0])
	return h, true
}

// Checksum guards positions against accidents, not against forgers. Words of 8 bytes, little-endian, go by turns into two
// lanes; what is left over is filled up with zeros to one more word, and the length is the last word. Each step can be
// undone, so that a change in a single word always changes the result.
func Checksum(b []byte) uint64 {
	const k = 0x9e3779b97f4a7c15
	h0, h1 := uint64(0x243f6a8885a308d3), uint64(0x13198a2e03707344)
	n := uint64(len(b))
	for len(b) >= 16 {
		h0 = (h0 ^ wire.Uint64(b)) * k
		h1 = (h1 ^ wire.Uint64(b[8:])) * k
		h0 ^= h0 >> 32
		h1 ^= h1 >> 32
		b = b[16:]
	}
	if len(b) >= 8 {
		h0 = (h0 ^ wire.Uint64(b)) * k
		h0 ^= h0 >> 32
		b = b[8:]
	}
	var last uint64
	for i, c := range b {
		last |= uint64(c) << (8 * i)
	}
	h1 = (h1 ^ last) * k
	h1 ^= h1 >> 32
	h0 = (h0 ^ n) * k
	h0 ^= h0 >> 32
	h := (h0 ^ (h1<<17 | h1>>47)) * k
	return h ^ h>>29
}
