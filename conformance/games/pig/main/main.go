// Command main is Pig as a module.
package main

import (
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(pig.Rules{})

func main() { sdk.Main() }
