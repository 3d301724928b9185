package core

import (
	"math/rand/v2"

	"github.com/parley-rules/parley/core/wire"
)

const (
	// MaxSeed is the longest seed in bytes. The shortest has one.
	MaxSeed = 32
	// RandSize is the size in bytes of a generator's state in a position: the key, and how many numbers of its stream are
	// used (0 to 124: then ChaCha8 sets itself a new key).
	RandSize = MaxSeed + 1

	maxUsed = 124
)

// Rand is the generator of a position: ChaCha8 as in math/rand/v2 (C2SP chacha8rand), so that the results already seen
// do not tell the next. Games use it for shuffles at creation; the driver draws the outcomes of chance with it. Nobody
// ever sees its state. It works only when asked: a position that is loaded and stored without a draw costs nothing.
type Rand struct {
	state [RandSize]byte
	live  bool // src holds what state says, and perhaps more
	drawn bool // src is ahead of state
	src   rand.ChaCha8
}

// Seed starts the generator. A seed has 1 to 32 bytes and is padded with zeros to the key.
func (r *Rand) Seed(seed []byte) {
	r.state = [RandSize]byte{}
	copy(r.state[:MaxSeed], seed)
	r.live, r.drawn = false, false
}

// Load takes a state that Append wrote, and returns false if it is none.
func (r *Rand) Load(state []byte) bool {
	if len(state) != RandSize || state[MaxSeed] > maxUsed {
		return false
	}
	copy(r.state[:], state)
	r.live, r.drawn = false, false
	return true
}

// Append appends the state, RandSize bytes.
func (r *Rand) Append(buf []byte) []byte {
	if r.drawn {
		var m [64]byte
		b, _ := r.src.AppendBinary(m[:0]) // "chacha8:", used in 8 bytes big-endian, the key; it cannot fail
		copy(r.state[:MaxSeed], b[16:])
		r.state[MaxSeed] = b[15]
		r.drawn = false
	}
	return append(buf, r.state[:]...)
}

// Uint64 draws a number.
func (r *Rand) Uint64() uint64 {
	if !r.live {
		var m [48]byte
		copy(m[:], "chacha8:")
		m[15] = r.state[MaxSeed]
		copy(m[16:], r.state[:MaxSeed])
		if r.src.UnmarshalBinary(m[:]) != nil {
			panic("core: a generator's state that Load let pass")
		}
		r.live = true
	}
	r.drawn = true
	return r.src.Uint64()
}

// Below draws a number from 0 to n-1, all alike: Uint64 again and again until it is less than the largest multiple of n
// that 64 bits hold, then its remainder. n is 1 to 2^32; for n = 1 nothing is drawn.
func (r *Rand) Below(n int) int {
	if n <= 1 {
		return 0
	}
	m := uint64(n)
	rest := (-m) % m // 2^64 mod n
	for {
		if x := r.Uint64(); x < -rest || rest == 0 {
			return int(x % m)
		}
	}
}

// Shuffle permutes n things: for i from n-1 down to 1 it swaps i with Below(i+1).
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Below(i+1))
	}
}

// Source is SplitMix64, the generator of playouts, resampling and test tools. It has no part in any game: a position's
// own generator is Rand. The zero value is the generator with seed 0.
type Source struct{ State uint64 }

// NewSource makes a Source from 1 to 8 bytes of seed, little-endian; further bytes are folded in by exclusive or.
func NewSource(seed []byte) Source {
	var s uint64
	for len(seed) > 0 {
		var word [8]byte
		seed = seed[copy(word[:], seed):]
		s ^= wire.Uint64(word[:])
	}
	return Source{s}
}

// Uint64 draws a number.
func (s *Source) Uint64() uint64 {
	s.State += 0x9e3779b97f4a7c15
	z := s.State
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below draws a number from 0 to n-1: the upper 32 bits of Uint64 times n, shifted right by 32. n is 1 to 2^31; one number
// is drawn for every n. It is not quite uniform, by less than n in 2^32.
func (s *Source) Below(n int) int { return int(s.Uint64() >> 32 * uint64(n) >> 32) }

// Shuffle permutes n things, as Rand.Shuffle does.
func (s *Source) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, s.Below(i+1))
	}
}
