// Command main is Piráti as a module.
package main

import (
	"github.com/parley-rules/parley/plugins/pirati"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(pirati.Rules{})

func main() { sdk.Main() }
