//go:build linux && (amd64 || arm64)

package process

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// What the kernel's headers call SECCOMP_..., PR_... and BPF_... .
const (
	seccompSetFilter  = 1
	seccompAllThreads = 1 // SECCOMP_FILTER_FLAG_TSYNC
	prSetNoNewPrivs   = 38

	retAllow = 0x7fff0000
	retErrno = 0x00050000
	retKill  = 0x80000000

	bpfLoad    = 0x20 // BPF_LD | BPF_W | BPF_ABS
	bpfEqual   = 0x15 // BPF_JMP | BPF_JEQ | BPF_K
	bpfAtLeast = 0x35 // BPF_JMP | BPF_JGE | BPF_K
	bpfAnyBit  = 0x45 // BPF_JMP | BPF_JSET | BPF_K
	bpfReturn  = 0x06 // BPF_RET | BPF_K

	offsetCall = 0
	offsetArch = 4
	offsetArgs = 16
)

// callRule makes a system call depend on one of its arguments.
type callRule struct {
	call uint32
	test uint16 // bpfEqual or bpfAnyBit, of the lower half of the argument
	arg  uint32
	with uint32
	deny uint32 // what is answered if the test holds; 0 to allow only then
}

// bpf is an instruction of the filter.
type bpf struct {
	code   uint16
	jt, jf uint8
	k      uint32
}

// giveUpCalls makes the process one that can do little but compute and use its pipes, for good. It may be called again to give up
// more. reads leaves it to read files, writes to write them too.
//
// A kernel without seccomp is no error: the limits hold without.
func giveUpCalls(reads, writes bool) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, prSetNoNewPrivs, 1, 0, 0, 0, 0); errno != 0 && errno != syscall.EPERM { // the second time
		return fmt.Errorf("PR_SET_NO_NEW_PRIVS: %w", errno)
	}
	program := filter(uint32(os.Getpid()), reads, writes)
	head := struct {
		size uint16
		at   *bpf
	}{uint16(len(program)), &program[0]}
	thread, _, errno := syscall.RawSyscall(sysSeccomp, seccompSetFilter, seccompAllThreads, uintptr(unsafe.Pointer(&head)))
	runtime.KeepAlive(program)
	switch {
	case errno == syscall.ENOSYS || errno == syscall.EINVAL:
		return nil
	case errno != 0:
		return fmt.Errorf("seccomp: %w", errno)
	case thread != 0:
		return errors.New("seccomp: a thread of the program has a filter of its own")
	}
	return nil
}

// filter makes the program that the kernel asks before each system call.
func filter(pid uint32, reads, writes bool) []bpf {
	const no = retErrno | uint32(syscall.EPERM)
	p := []bpf{
		{bpfLoad, 0, 0, offsetArch},
		{bpfEqual, 1, 0, auditArch},
		{bpfReturn, 0, 0, retKill},
		{bpfLoad, 0, 0, offsetCall},
		{bpfAtLeast, 0, 1, 0x40000000}, // another table of calls (x32)
		{bpfReturn, 0, 0, no},
	}
	allow := append([]uint32{}, neededCalls...)
	if reads || writes {
		allow = append(allow, readingCalls...)
	}
	if writes {
		allow = append(allow, writingCalls...)
	}
	for _, call := range allow {
		p = append(p, bpf{bpfEqual, 0, 1, call}, bpf{bpfReturn, 0, 0, retAllow})
	}
	// The flags of clone3 cannot be seen; all fall back on clone.
	p = append(p, bpf{bpfEqual, 0, 1, sysClone3}, bpf{bpfReturn, 0, 0, retErrno | uint32(syscall.ENOSYS)})
	rules := []callRule{
		{call: syscall.SYS_CLONE, test: bpfAnyBit, arg: 0, with: syscall.CLONE_THREAD},
		{call: syscall.SYS_TGKILL, test: bpfEqual, arg: 0, with: pid},
		{call: syscall.SYS_KILL, test: bpfEqual, arg: 0, with: pid},
	}
	if reads && !writes {
		const change = syscall.O_WRONLY | syscall.O_RDWR | syscall.O_CREAT | syscall.O_TRUNC | syscall.O_APPEND
		rules = append(rules, callRule{call: syscall.SYS_OPENAT, test: bpfAnyBit, arg: 2, with: change, deny: no})
	}
	for _, r := range rules {
		then, otherwise := uint32(retAllow), uint32(no)
		if r.deny != 0 {
			then, otherwise = r.deny, retAllow
		}
		p = append(p,
			bpf{bpfEqual, 0, 4, r.call},
			bpf{bpfLoad, 0, 0, offsetArgs + 8*r.arg},
			bpf{r.test, 0, 1, r.with},
			bpf{bpfReturn, 0, 0, then},
			bpf{bpfReturn, 0, 0, otherwise})
	}
	return append(p, bpf{bpfReturn, 0, 0, no})
}

// sysClone3 has the same number everywhere.
const sysClone3 = 435

// neededCalls are what Go's runtime, and a C library below it, cannot do without. They reach nothing outside of the process but
// its pipes.
var neededCalls = append([]uint32{
	// memory
	syscall.SYS_MMAP, syscall.SYS_MPROTECT, syscall.SYS_MUNMAP, syscall.SYS_MREMAP, syscall.SYS_MADVISE, syscall.SYS_MINCORE, syscall.SYS_BRK,
	// threads, their signals and their clocks
	syscall.SYS_FUTEX, syscall.SYS_SCHED_YIELD, syscall.SYS_SCHED_GETAFFINITY, syscall.SYS_GETTID, syscall.SYS_GETPID, syscall.SYS_SET_ROBUST_LIST,
	syscall.SYS_RT_SIGACTION, syscall.SYS_RT_SIGPROCMASK, syscall.SYS_RT_SIGRETURN, syscall.SYS_SIGALTSTACK, syscall.SYS_RESTART_SYSCALL,
	syscall.SYS_NANOSLEEP, syscall.SYS_CLOCK_NANOSLEEP, syscall.SYS_CLOCK_GETTIME, syscall.SYS_GETTIMEOFDAY, syscall.SYS_GETRUSAGE,
	syscall.SYS_EXIT, syscall.SYS_EXIT_GROUP,
	// the pipes
	syscall.SYS_READ, syscall.SYS_WRITE, syscall.SYS_CLOSE, syscall.SYS_FCNTL,
	syscall.SYS_EPOLL_CREATE1, syscall.SYS_EPOLL_CTL, syscall.SYS_EPOLL_PWAIT, syscall.SYS_EVENTFD2, syscall.SYS_PIPE2,
	sysGetrandom, sysMembarrier, sysRseq, sysSeccomp,
}, moreCalls...)

// readingCalls are what it takes to read files, but for opening them.
var readingCalls = append([]uint32{
	syscall.SYS_FSTAT, syscall.SYS_LSEEK, syscall.SYS_PREAD64, syscall.SYS_GETDENTS64, syscall.SYS_READLINKAT, syscall.SYS_GETUID, syscall.SYS_GETEUID,
	sysNewfstatat, sysStatx,
}, moreReading...)

// writingCalls are what it takes to write files.
var writingCalls = []uint32{
	syscall.SYS_OPENAT, syscall.SYS_MKDIRAT, syscall.SYS_UNLINKAT, syscall.SYS_RENAMEAT, syscall.SYS_FCHMOD, syscall.SYS_FCHMODAT, syscall.SYS_FSYNC,
	syscall.SYS_FTRUNCATE,
}
