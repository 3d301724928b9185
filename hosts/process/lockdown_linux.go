package process

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// takePipes takes standard input and output away from all others: what the program prints henceforth goes to standard error, and
// it reads nothing.
func takePipes() (in, out *os.File, err error) {
	var fds [2]int
	for i := range fds {
		fd, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(i), syscall.F_DUPFD_CLOEXEC, 3)
		if errno != 0 {
			return nil, nil, fmt.Errorf("standard input and output: %w", errno)
		}
		fds[i] = int(fd)
		if err := syscall.SetNonblock(fds[i], true); err != nil {
			return nil, nil, fmt.Errorf("standard input and output: %w", err)
		}
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, err
	}
	defer null.Close()
	if err := syscall.Dup3(int(null.Fd()), 0, 0); err != nil {
		return nil, nil, err
	}
	if err := syscall.Dup3(2, 1, 0); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fds[0]), "from the host"), os.NewFile(uintptr(fds[1]), "to the host"), nil
}

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
