package process

import (
	"context"

	"github.com/parley-rules/parley/abi"
)

// child is one running process. One call at a time uses it.
type child struct {
	run     *osProcess
	link    link
	request []byte // a copy of the request, which the caller may take back before the call has ended
}

// link is how a process is spoken to.
type link interface {
	// call carries out an operation, and says what fuel it used if that is known. It returns early, with an error, if ctx ends.
	call(ctx context.Context, op abi.Op, request []byte) (answer []byte, fuel int64, after fate, err error)
	close()
}

// fate is what becomes of a process after a call.
type fate uint8

const (
	usable  fate = iota // it may be used again
	retired             // it has done enough, and another one takes its place
	lost                // it must not be used again
)

// kill ends the process at once and frees what was held for it.
func (c *child) kill() { c.free((*osProcess).kill) }

// stop ends the process gently, if it lets.
func (c *child) stop() { c.free((*osProcess).stop) }

func (c *child) free(end func(*osProcess)) {
	if c.link != nil {
		c.link.close()
	}
	if c.run.exited != nil {
		end(c.run)
	}
}
