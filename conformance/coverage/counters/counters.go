// Package counters holds the counters of instrumented packages of a program that was built by package coverage. It imports
// nothing that a game imports, and in an ordinary build it holds nothing.
package counters

import "slices"

// packages are the counters by import path, in the order of initialisation.
var packages []registered

type registered struct {
	path    string
	reached []uint8
}

// Register is called by instrumented packages alone, while they are initialised. From then on reached[i] becomes 1 when the
// code of counter i is run.
func Register(path string, reached []uint8) { packages = append(packages, registered{path, reached}) }

// Clear sets all counters to 0. No instrumented code may run meanwhile.
func Clear() {
	for _, p := range packages {
		clear(p.reached)
	}
}

// Reached returns a copy of the counters of each instrumented package by its import path. No instrumented code may run
// meanwhile.
func Reached() map[string][]uint8 {
	all := map[string][]uint8{}
	for _, p := range packages {
		all[p.path] = slices.Clone(p.reached)
	}
	return all
}
