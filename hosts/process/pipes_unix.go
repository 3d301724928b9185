//go:build linux || darwin

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
		if fds[i], err = duplicate(i); err != nil {
			return nil, nil, fmt.Errorf("standard input and output: %w", err)
		}
		if err := syscall.SetNonblock(fds[i], true); err != nil {
			return nil, nil, fmt.Errorf("standard input and output: %w", err)
		}
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, nil, err
	}
	defer null.Close()
	if err := replace(int(null.Fd()), 0); err != nil {
		return nil, nil, err
	}
	if err := replace(2, 1); err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(fds[0]), "from the host"), os.NewFile(uintptr(fds[1]), "to the host"), nil
}
