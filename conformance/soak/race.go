//go:build race

package main

// raced says that the race detector is on. What it notes of memory that was in use once stays resident.
const raced = true
