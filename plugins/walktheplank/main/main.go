// Command main is Walk the Plank! as a module.
package main

import (
	"github.com/parley-rules/parley/plugins/walktheplank"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(walktheplank.Rules{})

func main() { sdk.Main() }
