package process

import (
	"fmt"
	"os"
	"syscall"
)

// takePipes takes standard input and output away from all others: what the program prints henceforth goes to standard error, and
// it reads nothing.
func takePipes() (in, out *os.File, err error) {
	var fds [2]int
	for i := range fds {
		if fds[i], err = syscall.Dup(i); err != nil {
			return nil, nil, fmt.Errorf("standard input and output: %w", err)
		}
		syscall.CloseOnExec(fds[i])
		if err := syscall.SetNonblock(fds[i], true); err != nil {
			return nil, nil, fmt.Errorf("standard input and output: %w", err)
		}
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, err
	}
	defer null.Close()
	if err := syscall.Dup2(int(null.Fd()), 0); err != nil {
		return nil, nil, err
	}
	if err := syscall.Dup2(2, 1); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fds[0]), "from the host"), os.NewFile(uintptr(fds[1]), "to the host"), nil
}

// dropInherited closes the descriptors that were inherited: they are those that exec has left open. And it leaves its folder.
func dropInherited() error {
	for fd := 3; fd < 1024; fd++ {
		flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0)
		if errno == 0 && flags&syscall.FD_CLOEXEC == 0 {
			_ = syscall.Close(fd) // it is open
		}
	}
	return os.Chdir("/")
}

// giveUpCalls does nothing: there is nothing of the kind.
func giveUpCalls(_, _ bool) error { return nil }
