//go:build !linux && !darwin

package process

// inherited is not known.
func inherited(int) bool { return false }
