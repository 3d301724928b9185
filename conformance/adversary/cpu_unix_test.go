//go:build unix

package adversary

import (
	"syscall"
	"time"
)

// processorTime is what this process has used so far on all processors: what else a busy machine does is not in it.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
