//go:build !linux && !darwin

package process

import "errors"

// inherited is not known.
func inherited(int) bool { return false }

func killPid(int) error { return errors.ErrUnsupported }
