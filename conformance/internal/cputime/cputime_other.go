//go:build !unix

// Package cputime tells the processor time of a process, which what else a busy machine does is not in.
package cputime

import "time"

var started = time.Now()

// Used is the time since the start, where nothing better is to be had.
func Used() time.Duration { return time.Since(started) }
