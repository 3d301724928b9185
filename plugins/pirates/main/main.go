// Command main is Pirates (Ravensburger) as a module.
package main

import (
	"github.com/parley-rules/parley/plugins/pirates"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(pirates.Rules{})

func main() { sdk.Main() }
