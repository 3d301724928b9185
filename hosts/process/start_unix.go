//go:build unix && !linux

package process

import "syscall"

// attributes puts the process into a group of its own, so that a Ctrl-C in the host's terminal does not reach it and all of
// its children can be killed at once.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// executable returns the path to start.
func (p *program) executable() string { return p.path }

// sandboxAttributes are those of a sandbox's process.
func sandboxAttributes() *syscall.SysProcAttr { return attributes() }
