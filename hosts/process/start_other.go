//go:build !unix

package process

import (
	"os"
	"syscall"
)

func attributes() *syscall.SysProcAttr { return nil }

// executable returns the path to start.
func (p *program) executable() string { return p.path }

// killAll kills a process.
func killAll(p *os.Process) { _ = p.Kill() }

// sandboxAttributes are those of a sandbox's process.
func sandboxAttributes() *syscall.SysProcAttr { return attributes() }
