// Package walktheplank is the board game Walk the Plank!, game id walk_the_plank. RULES.md has its rules; the comments of
// this package name them by their IDs.
//
// Every seat has three pirates on the ship (space 0). A plank of one to three tiles (spaces 1 to L) leads from there to
// the Kraken. In each round every living seat secretly lays three of his ten cards in order (phase choose, all at once).
// Then the cards are turned up slot by slot, clockwise from the captain, and carried out if that is possible at all. A card
// that can be carried out in one way only is played by itself; otherwise its owner decides (phase resolve). A pirate that
// goes past the end of the plank is dead. When two or fewer pirates are left, or pirates of one colour only, the round is
// still played to its end; then the seats with a living pirate win.
//
// # How the package is built
//
// The position is one flat struct without pointers (state.go), some 60 bytes when it is stored (codec.go). Pirates have no
// identities: there are only numbers of pirates per seat and space.
//
// What the owner of a card may choose is one set of 32 bits (cards.go, choices): bit 8*space + argument, so that the
// ascending order of the bits is the canonical order of the moves. Check asks whether a move's bit is in it, Moves lists the
// bits, the play of a card counts them, and an invariant counts them too. There is no other source of legality.
//
// All that a seat may not see is the cards of other seats' programs that are not turned up yet, and with them the hands
// (view.go). Resample draws those cards anew (resample.go).
package walktheplank
