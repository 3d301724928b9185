//go:build !unix

package wasm

import "io/fs"

// writableByOthers knows nothing here: the mode does not tell who may write. The user's cache folder is private by itself.
func writableByOthers(string, fs.FileInfo) error { return nil }
