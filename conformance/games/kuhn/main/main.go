// Command main is Kuhn poker as a module.
package main

import (
	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(kuhn.Rules{})

func main() { sdk.Main() }
