package process

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// duplicate returns another descriptor of the same file, which children do not inherit.
func duplicate(fd int) (int, error) {
	other, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, 3)
	if errno != 0 {
		return 0, errno
	}
	return int(other), nil
}

// replace has the descriptor to stand for the file of from.
func replace(from, to int) error { return syscall.Dup3(from, to, 0) }

// dropInherited closes the descriptors that were inherited: they are those that exec has left open. And it goes where nobody
// can make a file.
func dropInherited() error {
	list, err := os.ReadDir("/proc/self/fd")
	for _, entry := range list {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil || fd < 3 {
			continue
		}
		flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_GETFD, 0)
		if errno == 0 && flags&syscall.FD_CLOEXEC == 0 {
			_ = syscall.Close(fd) // it is open
		}
	}
	if err != nil {
		return fmt.Errorf("the inherited descriptors: %w", err)
	}
	if os.Chdir("/proc") != nil {
		return os.Chdir("/")
	}
	return nil
}
