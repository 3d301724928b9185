// Package jackal is Jackal with the Treasure Island tiles, a game of two to four pirate crews on an island of face-down
// tiles. It holds the game's manifest: its options, moves, events, refusals, and the types of its views and setups.
package jackal
