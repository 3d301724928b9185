// Package broken has comments that are no good citations. T-1.
package broken

// T-2

var prices = map[int]int{
	1: 2, // T-3
}

// T-4
const nobody = 1

// Price has too much in its comment: T-11, T-12, T-13, T-14, T-15, T-16, T-17.
func Price(n int) int {
	// T-5 to T-9.
	n++
	// RFC-1149 is no rule.
	n--
	return prices[n]
	// T-6
}
