// Package rpc is how a host and a plugin process speak: the service of rules.proto over gRPC, found through the handshake of
// hashicorp/go-plugin. A rules author meets it only as sdk.Main, an embedder only as hosts/process.
//
// The handshake is go-plugin's: the host sets the magic cookie in the environment, and the plugin writes one line with
// its address to standard output. The protocol version in it is the major version of the ABI. On top of that a plugin keeps
// two rules, so that it never outlives its host: its standard input is a pipe that the host holds open and never writes
// to, and at its end the plugin removes its socket and exits; and so it does on SIGTERM.
//
// A plugin in another language serves the same .proto, and writes the handshake line as go-plugin's documentation says, with a
// certificate of its own (AutoMTLS).
//
// Nothing of this package may get into a module.
package rpc

// The generated files are made with buf, which brings its own compiler of .proto files.
//
//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.75.0 generate
