//go:build linux || darwin

package process

import "syscall"

// inherited says whether a descriptor is open that a program that is started would have.
func inherited(fd int) bool {
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0)
	return errno == 0 && flags&syscall.FD_CLOEXEC == 0
}

func killPid(pid int) error { return syscall.Kill(pid, syscall.SIGKILL) }
