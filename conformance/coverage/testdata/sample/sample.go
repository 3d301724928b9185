// Package sample has a citation at everything that a comment can belong to.
package sample

// A constant is executed where a statement names it.
const (
	most  = 3 // T-1
	least = 1 // T-2

	never = 9
)

// T-3
const only = 10 * most

// Bag is a type.
//
// T-4.
type Bag struct {
	apples int // T-5
	// T-6
	pears int
	next  *Bag
}

// Prices is a table that is read by its index.
var prices = [...]int{
	7,
	// T-7
	8,
	4: 9, // T-8
	// T-9
	10,
}

// What is done to a number.
var deeds = []func(int) int{
	// T-10
	func(n int) int { return n + 1 },
	func(n int) int { // T-11
		return n - 1
	},
	1 + 2: double, // T-12
}

// double is a function.
//
// T-13.
func double(n int) int { return 2 * n }

var atStart = double(1)

// Count has statements of all kinds.
func Count(n int) (sum int) {
	// T-20
	if n > most {
		sum++ // T-21
	} else if n < least { // T-22
		sum--
	} else {
		// T-23
		sum += 2
	}
	for i := range n { // T-24
		if i == 2 { // T-25
			break
		}
	}
	// T-26
	for n > 100 {
		n /= 2
	}
	switch {
	case n == 5: // T-27
		sum = 5
		return sum
	// T-28
	case n == 6, n == only:
		return 6
	case n == 7:
		return 7 // T-29
	case n == 8: // T-30
	default:
		// T-31
		sum += 3
	}
	// T-32
	switch n {
	case 1, 2:
	}
again:
	// T-33
	for sum > 50 {
		sum -= 10
		continue again
	}
	sum +=
		// T-34
		double(1) + // T-35
			double(2)
	return sum
}

// Act uses the tables and types.
func Act(what string, n int) int {
	switch what {
	case "price":
		return prices[n]
	case "deed":
		return deeds[n](n)
	case "apples":
		return Bag{apples: n}.size()
	case "pears":
		b := new(Bag)
		b.pears = n
		return b.pears
	case "start":
		return atStart
	}
	return never
}

func (b Bag) size() int { return len(b.name()) } // T-36

func (b Bag) name() string {
	return "bag" // T-37, T-38
}
