package process

import "syscall"

const (
	auditArch     = 0xc000003e // AUDIT_ARCH_X86_64
	sysSeccomp    = 317
	sysGetrandom  = 318
	sysMembarrier = 324
	sysStatx      = 332
	sysRseq       = 334
	sysNewfstatat = syscall.SYS_NEWFSTATAT
)

var (
	moreCalls   = []uint32{syscall.SYS_EPOLL_WAIT, syscall.SYS_ARCH_PRCTL}
	moreReading = []uint32{syscall.SYS_STAT, syscall.SYS_LSTAT}
)
