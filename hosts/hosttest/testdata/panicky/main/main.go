// Command main is the module and the plugin of panicky.
package main

import (
	"github.com/parley-rules/parley/hosts/hosttest/testdata/panicky"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(panicky.Rules{})

func main() { sdk.Main() }
