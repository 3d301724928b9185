// Command main is Nim as a module:
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -trimpath -ldflags="-s -w -buildid=" -o nim.wasm ./main
package main

import (
	"example.org/nim"
	"github.com/parley-rules/parley/sdk"
)

var _ = sdk.Export(nim.Rules{})

func main() { sdk.Main() }
