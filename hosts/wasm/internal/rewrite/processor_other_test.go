//go:build !linux

package rewrite_test

import "time"

var started = time.Now()

// processorTime is the time since the start, where nothing better is to be had.
func processorTime() time.Duration { return time.Since(started) }
