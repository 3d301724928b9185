// A module whose games depend on the time of day. In the world that the ABI fixes it always answers the same: only other worlds
// show it.
package main

import (
	"github.com/parley-rules/parley/conformance/saboteurs/sealed"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(sealed.ByNumber{Number: func() int { return int(nanoseconds() / 1e9 % 3) }})

func main() { sdk.Main() }
