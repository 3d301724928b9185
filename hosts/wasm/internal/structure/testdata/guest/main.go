// Guest does what takes goroutines off and on the stack of WebAssembly in the middle of functions, and prints what comes of it.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"sort"
	"strings"
	"sync"
)

func main() {
	fmt.Println("growth", growth(30_000), fib(20))
	fmt.Println("panics", panics())
	fmt.Println("channels", channels())
	fmt.Println("selects", selects())
	fmt.Println("garbage", garbage())
	fmt.Println("yields", yields())
	fmt.Println("jumps", jumps(1000))
	fmt.Println("maps", maps())
}

// growth needs more stack at many depths, with values that live across the call.
func growth(n int) (sum uint64) {
	var room [16]uint64
	for i := range room {
		room[i] = uint64(n * (i + 1))
	}
	if n > 0 {
		sum = growth(n-1) ^ growth(-1)
	}
	for i, v := range room {
		if v%3 == uint64(i%3) {
			sum = sum*31 + v
		}
	}
	return sum
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

var noMap map[string]int

var errOdd = errors.New("odd")

func panics() string {
	var b strings.Builder
	try := func(i int) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%d: %v", i, r)
			}
		}()
		for j := range i {
			defer func() { b.WriteByte(byte('a' + j)) }()
		}
		var list []int
		var none *strings.Builder
		switch i {
		case 1:
			_ = list[i]
		case 2:
			none.Reset()
		case 3:
			panic(errOdd)
		case 4:
			_ = 1 / len(list)
		case 5:
			noMap["x"] = 1
		case 6:
			var v any = "text"
			_ = v.(int)
		case 7:
			growth(2000)
			panic("deep")
		}
		return errOdd
	}
	for i := range 9 {
		fmt.Fprintln(&b, try(i))
	}
	return b.String()
}

func channels() (sum int) {
	from, to := make(chan int), make(chan int, 3)
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			for v := range from {
				if v%2 == 0 {
					runtime.Gosched()
				}
				to <- v * v
			}
		})
	}
	go func() {
		for i := range 2000 {
			from <- i
		}
		close(from)
		done.Wait()
		close(to)
	}()
	for v := range to {
		sum += v
	}
	return sum
}

func selects() (sum int) {
	a, b, quit := make(chan int), make(chan int), make(chan bool)
	go func() {
		for i := range 500 {
			a <- i
		}
		quit <- true
	}()
	go func() {
		for i := range 500 {
			b <- 1000 * i
		}
		quit <- true
	}()
	for ends := 0; ends < 2; {
		select {
		case v := <-a:
			sum += v
		case v := <-b:
			sum += v
		case <-quit:
			ends++
		default:
			runtime.Gosched()
		}
	}
	return sum
}

type tree struct {
	left, right *tree
	text        string
}

func grow(depth int) *tree {
	if depth == 0 {
		return nil
	}
	return &tree{grow(depth - 1), grow(depth - 1), fmt.Sprint(depth)}
}

func (t *tree) size() int {
	if t == nil {
		return 0
	}
	return len(t.text) + t.left.size() + t.right.size()
}

func garbage() (sum int) {
	for i := range 30 {
		t := grow(10)
		if i%10 == 0 {
			runtime.GC()
		}
		sum += t.size()
	}
	return sum
}

// yields is taken off the stack in loops inside each other, in the middle of expressions.
func yields() (sum int) {
	other := 0
	var done sync.WaitGroup
	for range 3 {
		done.Go(func() {
			for range 300 {
				other++
				runtime.Gosched()
			}
		})
	}
	for i := range 20 {
		for j := range 20 {
			if (i+j)%3 == 0 {
				continue
			}
			sum += i*yielded(j) - yielded(i)
		}
	}
	done.Wait()
	return sum + other
}

func yielded(i int) int {
	runtime.Gosched()
	return i + 1
}

// jumps has a loop with two entries.
func jumps(n int) (sum int) {
	i := 0
	if n%7 == 6 {
		goto middle
	}
top:
	sum += i
middle:
	i++
	if i%5 == 0 {
		i++
		goto middle
	}
	if i < n {
		goto top
	}
	return sum
}

func maps() string {
	m := map[string]int{}
	for i := range 3000 {
		m[fmt.Sprint(i%700)] += i
		if i%11 == 0 {
			delete(m, fmt.Sprint(i%300))
		}
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return fmt.Sprint(len(keys), m[keys[7]], keys[7])
}
