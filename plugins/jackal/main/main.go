// Command main is Jackal as a module.
package main

import (
	"github.com/parley-rules/parley/plugins/jackal"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(jackal.Rules{})

func main() { sdk.Main() }
