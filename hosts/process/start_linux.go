package process

import (
	"fmt"
	"os"
	"syscall"
)

// attributes puts the process into a group of its own, so that a Ctrl-C in the host's terminal does not reach it and all of
// its children can be killed at once, and has the kernel send it SIGTERM when the thread ends that has started it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}

// executable returns the path to start: that of the open file, whatever its name stands for by now.
func (p *program) executable() string {
	path := fmt.Sprintf("/proc/self/fd/%d", p.file.Fd())
	if _, err := os.Stat(path); err != nil || p.script() {
		return p.path
	}
	return path
}

// sandboxAttributes are attributes for a process that has nothing to clean up: it is killed with its host.
func sandboxAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
