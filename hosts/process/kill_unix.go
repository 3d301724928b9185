//go:build unix

package process

import (
	"os"
	"syscall"
)

// killAll kills a process that leads a group, with all of the group.
func killAll(p *os.Process) {
	_ = syscall.Kill(-p.Pid, syscall.SIGKILL)
	_ = p.Kill()
}
