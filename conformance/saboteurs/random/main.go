// A module whose games depend on random bytes that it draws when it starts. In the world that the ABI fixes they are always the
// same: only other worlds show it.
package main

import (
	"math/rand/v2"

	"github.com/parley-rules/parley/conformance/saboteurs/sealed"
	"github.com/parley-rules/parley/sdk"
)

var drawn = rand.IntN(3)

var _ = sdk.Export(sealed.ByNumber{Number: func() int { return drawn }})

func main() { sdk.Main() }
