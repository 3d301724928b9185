// Package pirates is Pirates (Ravensburger), game id ravensburger_pirates: two to six ships sail from one harbour, attack
// fortresses and each other with dice, and bring treasure home. It holds the game's manifest: its options, moves, events,
// refusals, and the types of its views and setups, and the default map.
package pirates
