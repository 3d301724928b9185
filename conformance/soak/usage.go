package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/parley-rules/parley/hosts/process"
	"github.com/parley-rules/parley/hosts/wasm"
)

// usage is what a run needs at a moment. Sizes are in bytes.
type usage struct {
	heap       uint64 // of the host, after a collection
	resident   uint64 // of the host, 0 where it cannot be seen
	modules    uint64 // the most linear memory that an instance of a module had
	goroutines int
	files      int   // that are open, 0 where it cannot be seen
	lost       int64 // instances and processes that trapped, died or were given up
}

func (s *soak) usage() usage {
	u := measure()
	for _, e := range s.entries {
		for _, h := range e.hosts {
			switch c := h.Caller().(type) {
			case *wasm.Module:
				stats := c.Stats()
				u.modules = max(u.modules, uint64(stats.MaxMemory))
				u.lost += stats.Discarded
			case *process.Host:
				u.lost += c.Stats().Lost
			}
		}
	}
	return u
}

// measure is what this process uses.
func measure() usage {
	runtime.GC()
	debug.FreeOSMemory() // collects what finalizers of the first collection have freed, and gives the system back what is free
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u := usage{heap: m.HeapAlloc, resident: residentMemory(), goroutines: runtime.NumGoroutine()}
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		u.files = len(files)
	}
	return u
}

func (u usage) String() string {
	return fmt.Sprintf("heap %.1f MB, resident %.1f MB, linear memory %.1f MB at most, %d goroutines, %d open files, %d instances lost",
		megabytes(u.heap), megabytes(u.resident), megabytes(u.modules), u.goroutines, u.files, u.lost)
}

// residentMemory asks the system, where it has /proc.
func residentMemory() uint64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(text), "\n") {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "VmRSS:" {
			kilobytes, _ := strconv.ParseUint(fields[1], 10, 64)
			return kilobytes << 10
		}
	}
	return 0
}

func (s *soak) tell(u usage, from time.Time) {
	fmt.Fprintf(s.out, "%6.0f s: %d games; %s\n", time.Since(from).Seconds(), s.played[gamesPlayed].Load(), u)
}

func megabytes(n uint64) float64 { return float64(n) / (1 << 20) }

// grown says what has become more than it was, beyond what collections and pools let vary.
func (u usage) grown(before usage) error {
	const slack = 16 << 20
	var list []error
	more := func(what string, before, after, slack uint64) {
		if after > before+before/2+slack {
			list = append(list, fmt.Errorf("%s has grown from %d to %d", what, before, after))
		}
	}
	more("the heap", before.heap, u.heap, slack)
	if !raced {
		more("resident memory", before.resident, u.resident, 4*slack)
	}
	more("linear memory", before.modules, u.modules, 0)
	more("the number of goroutines", uint64(before.goroutines), uint64(u.goroutines), 20)
	more("the number of open files", uint64(before.files), uint64(u.files), 20)
	if u.lost > 0 {
		list = append(list, fmt.Errorf("%d instances or processes were lost", u.lost))
	}
	return errors.Join(list...)
}
