//go:build linux && !amd64 && !arm64

package process

import (
	"fmt"
	"syscall"
)

// giveUpCalls makes sure that no program that is started has more rights. What system calls there are is not known here for this
// architecture.
func giveUpCalls(_, _ bool) error {
	const noNewPrivs = 38
	_, _, errno := syscall.AllThreadsSyscall6(syscall.SYS_PRCTL, noNewPrivs, 1, 0, 0, 0, 0)
	if errno == syscall.ENOTSUP { // with cgo
		_, _, errno = syscall.RawSyscall6(syscall.SYS_PRCTL, noNewPrivs, 1, 0, 0, 0, 0)
	}
	if errno != 0 {
		return fmt.Errorf("PR_SET_NO_NEW_PRIVS: %w", errno)
	}
	return nil
}
