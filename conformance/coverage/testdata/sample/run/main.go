// Command run calls the sample once for each argument, `count 5` or `price 2`, and tells the counters of each call as JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/parley-rules/parley/conformance/coverage/counters"
	"github.com/parley-rules/parley/conformance/coverage/testdata/sample"
)

func main() {
	var all []map[string][]uint8
	for _, call := range os.Args[1:] {
		var what string
		var n int
		fmt.Sscan(call, &what, &n)
		counters.Clear()
		if what == "count" {
			sample.Count(n)
		} else {
			sample.Act(what, n)
		}
		all = append(all, counters.Reached())
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		os.Exit(1)
	}
}
