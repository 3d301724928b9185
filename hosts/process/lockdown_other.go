//go:build !linux && !darwin

package process

import "os"

// takePipes takes standard input and output away from all who use os.Stdin and os.Stdout.
func takePipes() (in, out *os.File, err error) {
	in, out = os.Stdin, os.Stdout
	if os.Stdin, err = os.Open(os.DevNull); err != nil {
		return nil, nil, err
	}
	os.Stdout = os.Stderr
	return in, out, nil
}

// dropInherited does nothing: nothing is inherited unless it is meant to be.
func dropInherited() error { return nil }

// limitResources does nothing: the limits of hosts/wasm hold, and the host kills the process when a call takes too long.
func limitResources(*sandboxed) error { return nil }

// giveUpCalls does nothing: there is nothing of the kind.
func giveUpCalls(_, _ bool) error { return nil }

// usedCPU is not known.
func usedCPU() int64 { return 0 }
