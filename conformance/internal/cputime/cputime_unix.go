//go:build unix

// Package cputime tells the processor time of a process, which what else a busy machine does is not in.
package cputime

import (
	"syscall"
	"time"
)

// Used is what this process has used so far on all processors.
func Used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
