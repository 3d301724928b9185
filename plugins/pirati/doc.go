// Package pirati is Piráti, a game of two or four crews of three pirates on a square of 121 face-down tiles. It holds the
// game's manifest: its options, moves, events, refusals, and the types of its views and setups.
package pirati
