package core

import "math/bits"

// Seat is a player's place, numbered from 0, or one of the three that are none. It also names a viewer.
type Seat int

// The pseudo-seats. On the wire and in JSON they are the words "chance", "spectator" and "referee".
const (
	Chance    Seat = -1 // whoever rolls the dice and deals the cards; it acts, and sees nothing
	Spectator Seat = -2 // sees what is public
	Referee   Seat = -3 // sees everything but the generator's state; for hosts, tools and tests, never for a player
)

// MaxSeats is the largest number of seats that a game may have.
const MaxSeats = 16

// String returns the number in decimal, or the word.
func (s Seat) String() string {
	switch s {
	case Chance:
		return "chance"
	case Spectator:
		return "spectator"
	case Referee:
		return "referee"
	}
	if s < 0 {
		return "no seat"
	}
	if s < 10 {
		return string(rune('0' + s))
	}
	return "1" + string(rune('0'+(s-10)%10))
}

// Seats is a set of seats, Chance among them perhaps: bit s for seat s, the highest bit for Chance.
type Seats uint32

const chanceBit = 1 << 31

// SeatsOf makes a set.
func SeatsOf(seats ...Seat) (set Seats) {
	for _, s := range seats {
		set = set.With(s)
	}
	return set
}

// AllSeats is the set of the seats 0 to n-1.
func AllSeats(n int) Seats { return 1<<n - 1 }

// With returns the set with s in it. s is a seat or Chance.
func (x Seats) With(s Seat) Seats {
	if s == Chance {
		return x | chanceBit
	}
	return x | 1<<uint(s)
}

// Has says whether s is in the set.
func (x Seats) Has(s Seat) bool {
	if s == Chance {
		return x&chanceBit != 0
	}
	return uint(s) < MaxSeats && x>>uint(s)&1 != 0
}

// Len is the number of seats in the set.
func (x Seats) Len() int { return bits.OnesCount32(uint32(x)) }

// First is the lowest seat of the set, Chance if it has none but Chance. The set must not be empty.
func (x Seats) First() Seat {
	if s := x &^ chanceBit; s != 0 {
		return Seat(bits.TrailingZeros32(uint32(s)))
	}
	return Chance
}

// Rest is the set without its First.
func (x Seats) Rest() Seats {
	if s := x &^ chanceBit; s != 0 {
		return x & (x - 1)
	}
	return 0
}
