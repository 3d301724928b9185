// Package pirates is the board game Pirates (Ravensburger), game id ravensburger_pirates. RULES.md has its rules; the comments
// of this package name them by their IDs.
//
// Two to six ships sail from one harbour. A ship has six fields for crew, which moves it, and cannons, which fire; the last
// field is the hold for chests. In a turn a seat takes two actions: it moves, attacks or passes, then it attacks, repairs or
// passes. An attack on a ship or a fortress throws a die per cannon, each a move of the seat chance (phase roll); what stands
// on a field that is hit goes to the supply. A target that can still fire may answer (phase counter); one that cannot has lost
// its chests to the winner, who may have to make room for them (phase stow). Chests that reach the harbour are secured. The
// game ends when a seat has secured enough or nothing is left to plunder.
//
// # How the package is built
//
// What the options say, with the map as tables of sets of nodes (map.go, movement.go) and the tiles (tiles.go), is one
// setting (settings.go): built once, never changed, kept for the next positions with the same options. The position is one
// flat struct without pointers (state.go), some 140 bytes when it is stored (codec.go). What stands on the fields of a ship
// or a fortress is a few sets of six bits; chests are counted per value.
//
// The set of destinations, the sets of targets and the numbers of parts that a ship can still take are each one function,
// which Check asks whether a move is among them, Moves lists, and the automatic pass counts (check.go, moves.go,
// equipment.go). There is no other source of legality.
//
// combat.go is the algorithm of chapter 8.7, cut at the moves of chance and of the seats: which side fires follows from how
// many salvos have been fired. The supply and the loot follow from the rest and are not stored.
//
// All that a seat may not see is which tile lies on a hidden fortress field, and what the others have chosen before the
// equipment is revealed (view.go). Resample draws both anew (resample.go).
package pirates
