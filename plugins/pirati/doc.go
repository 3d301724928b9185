// Package pirati is Piráti, game id pirati, a game of two or four crews of three pirates on a square of 121 face-down tiles.
// RULES.md has its rules; the comments of this package name them by their IDs.
//
// A turn is one step of a pirate, or of a ship along its side, or a flight with the genie's help. A face-down tile is turned
// over by the pirate who steps on it, and acts at once: many kinds move him on, some leave a choice (phase choice). Treasure
// tiles bring tokens, which are carried one at a time to a ship. Seats opposite each other are a team in a game of four.
//
// # How the package is built
//
// The position is one flat struct without pointers (state.go), some 400 bytes when it is stored (codec.go). A cell is a square
// of the 13 x 13 grid of the board and the water around it (geometry.go), a tile one byte (tiles.go), a place of a pirate one
// number, a set of pirates 12 bits.
//
// Forced movement is in movement.go, named and built as in the rules text: goOn is GO, look is LOOK. Where it ends is in
// arriving.go, wonders.go (genie and mermaid), ejecting.go and ships.go; turns.go is what follows, END_TURN and the end.
//
// Check asks stepping, swimming and flying whether a move can be made; Moves asks what they ask, for all directions at once
// (exits), and there is no other source of legality. For most squares one table (entries) has the answer, which the areas of
// cells known, calm and odd hold for the board as it is: what leads from a cell to an area is found by shifts alone. mark and
// survey keep them.
//
// All that nobody may see is the kinds and orientations of face-down tiles (view.go). Resample lays them anew (resample.go).
// The invariants of the text are checked in its order by one function (invariants.go), for stored positions and for setups by
// hand alike (setup.go).
//
// # How games go
//
// How long games are and how they end, for random players and for players who seek tokens by views and lists of moves alone, is
// told by
//
//	go test -v -run 'TestSeekers|TestRandomPlayers' ./plugins/pirati
package pirati
