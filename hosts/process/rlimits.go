//go:build linux || darwin

package process

import (
	"fmt"
	"syscall"
)

// limitResources sets the limits of the process, which it cannot raise. macOS does not keep to that of the memory.
func limitResources(s *sandboxed) error {
	limits := []struct {
		what     string
		resource int
		most     int64
	}{
		{"core", syscall.RLIMIT_CORE, 0},
		{"open files", syscall.RLIMIT_NOFILE, 64},
		{"memory", syscall.RLIMIT_DATA, s.Memory},
		{"CPU time", syscall.RLIMIT_CPU, s.CPU},
		{"size of files", syscall.RLIMIT_FSIZE, 0},
	}
	if s.Compile {
		limits[4].most = 1 << 30 // of compiled code
	}
	for _, l := range limits {
		if err := syscall.Setrlimit(l.resource, &syscall.Rlimit{Cur: uint64(l.most), Max: uint64(l.most)}); err != nil {
			return fmt.Errorf("the limit of %s to %d: %w", l.what, l.most, err)
		}
	}
	return nil
}

// usedCPU is the CPU time of the process so far, in milliseconds.
func usedCPU() int64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return (r.Utime.Nano() + r.Stime.Nano()) / 1e6
}
