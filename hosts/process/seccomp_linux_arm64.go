package process

import "syscall"

const (
	auditArch     = 0xc00000b7 // AUDIT_ARCH_AARCH64
	sysSeccomp    = 277
	sysGetrandom  = 278
	sysMembarrier = 283
	sysStatx      = 291
	sysRseq       = 293
	sysNewfstatat = syscall.SYS_FSTATAT
)

var moreCalls, moreReading []uint32
