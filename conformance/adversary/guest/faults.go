package guest

import (
	"os"
	"runtime"
	"strings"
	"time"
)

// What the faults keep and count, for the compiler must not leave it out.
var (
	Kept  [][]byte
	Sink  []byte
	Count int
)

// commit does what a fault is.
func commit(fault string) {
	switch fault {
	case "panic":
		Kept[len(Kept)][0] = 1
	case "panic_while_panicking":
		panic(worse{})
	case "panic_in_a_goroutine":
		go panic("pieces of eight")
		select {}
	case "goroutine_left_behind":
		go func() {
			for {
				Count++
				runtime.Gosched()
			}
		}()
	case "goroutine_that_spins":
		go spin()
		runtime.Gosched()
	case "deadlock":
		select {}
	case "goexit":
		runtime.Goexit()
	case "go_exit_0":
		os.Exit(0)
	case "go_exit_1":
		os.Exit(1)
	case "allocate_for_ever":
		for {
			Kept = append(Kept, make([]byte, 1<<20))
		}
	case "allocate_at_once":
		Sink = make([]byte, 3<<30)
	case "go_recursion":
		Count = deeper(1)
	case "go_spin":
		spin()
	case "go_spin_without_a_loop":
		Count = fibonacci(90)
	case "shout":
		line := []byte(strings.Repeat("Yo-ho-ho", 8<<10))
		for range 1600 {
			os.Stderr.Write(line)
		}
	case "sleep":
		time.Sleep(365 * 24 * time.Hour)
	}
}

// worse is an error that panics when it is asked what it is.
type worse struct{}

func (worse) Error() string { panic("and a bottle of rum") }

func spin() {
	for {
		Count++
	}
}

func deeper(n int) int {
	if n < 0 {
		return 0
	}
	return deeper(n+1) + n
}

func fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}
