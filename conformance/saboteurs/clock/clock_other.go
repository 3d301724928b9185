//go:build !wasip1

package main

import "time"

// nanoseconds is the time of day.
func nanoseconds() uint64 { return uint64(time.Now().UnixNano()) }
