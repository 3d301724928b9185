// Package jackal is Jackal with the Treasure Island tiles, game id jackal: two to four pirate crews on an island of face-down
// tiles. RULES.md has its rules; the comments of this package name them by their IDs.
//
// Each crew has a ship and some pirates. In a turn a unit takes one step, which may become a chain: arrows, ice, horses, cannons,
// crocodiles and caves carry it on until it rests, dies, or somebody must choose. Gold that is brought aboard a vessel counts for the
// vessel's crew. The game ends when nobody can overtake the leader any more, or by force, or when nothing has happened for long.
//
// # How the package is built
//
// A position is one flat struct without pointers (state.go), about 450 bytes when it is stored (codec.go). A square is one byte
// (board.go); what everybody sees of it is in cell.kind, and only what opens tiles reads what is under the fog. Units of one place are
// a linked list in arrival order (units.go). The loads that a unit may hold are numbered from 0 to 19 in canonical order (loads.go).
//
// What may be chosen is decided in one place, mayEnter (choice.go), which answers for a step with and without a load at once. Check
// (check.go) asks it for one step, Moves (moves.go) for all of them; the options of a decision are listed by the same functions when
// the rules must know whether there is a choice at all (decisions.go).
//
// What happens is the entry algorithm of section 8.6, step by step (entry.go). Each family of tiles has a file of its own. A chain is a
// loop: a tile says where the mover goes on, or nothing. When it has ended, so does the turn (apply.go), and the game perhaps
// (ending.go).
//
// The invariants of the text are in faults.go. Load asks them of every position, and a setup by hand is built and then asked the same
// (setup.go). Views differ only in what lies under the fog (view.go), which Resample deals anew (resample.go).
//
// # How games go
//
//	GAMES=10000 go test ./plugins/jackal -v -run 'TestStatistics|TestSeekersEndTheirGames'
//
// logs how long games are and how they end. Of 10,000 games by chance in each mode, in moves:
//
//	duel               median  374, longest 1635    no_movers 52 %, quiet 48 %
//	duel_double        median  907, longest 2489    no_movers 40 %, quiet 60 %
//	ffa, three seats   median  670, longest 2052    all_stuck  1 %, quiet 99 %
//	ffa, four seats    median  884, longest 2258    all_stuck  1 %, quiet 99 %
//	teams              median  975, longest 2549    all_stuck  1 %, quiet 99 %
//
// Of 200 games of players who seek gold, 94 in 100 are decided by gold, 3 or 4 by no_movers, and 2 or 3 end by the limit of quiet rounds.
package jackal
