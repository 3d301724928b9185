package abi_test

import (
	"encoding/binary"
	"math"
)

// The vectors of the WASI functions are not made by the code: what must be answered is written here, after SPEC.md.

const (
	wasiFault   = 21
	wasiInvalid = 28
	wasiPage    = 65536
)

// little is numbers of 4 and 8 bytes, little-endian.
func little(numbers ...any) (b hexBytes) {
	for _, n := range numbers {
		switch n := n.(type) {
		case uint32:
			b = binary.LittleEndian.AppendUint32(b, n)
		case uint64:
			b = binary.LittleEndian.AppendUint64(b, n)
		}
	}
	return b
}

// subscription is a subscription of poll_oneoff.
func subscription(user uint64, tag byte, clock uint32, timeout uint64, flags uint16) hexBytes {
	b := make(hexBytes, 48)
	binary.LittleEndian.PutUint64(b, user)
	b[8] = tag
	binary.LittleEndian.PutUint32(b[16:], clock)
	binary.LittleEndian.PutUint64(b[24:], timeout)
	binary.LittleEndian.PutUint16(b[40:], flags)
	return b
}

// event is what poll_oneoff writes for a subscription.
func event(user uint64, errno uint16, tag byte) hexBytes {
	b := make(hexBytes, 32)
	binary.LittleEndian.PutUint64(b, user)
	binary.LittleEndian.PutUint16(b[8:], errno)
	b[10] = tag
	return b
}

func wasiVectors() []wasiVector {
	type mem = map[string]hexBytes
	call := func(function string, errno uint32, before, after mem, args ...uint64) wasiCall {
		if before == nil {
			before = mem{}
		}
		if after == nil {
			after = mem{}
		}
		return wasiCall{function, append([]uint64{}, args...), before, errno, after}
	}
	clock := func(now uint64) wasiCall { return call("clock_time_get", 0, nil, mem{"8": little(now)}, 1, 0, 8) }
	var files []wasiCall
	for _, f := range []struct {
		name string
		args int
	}{{"fd_close", 1}, {"fd_fdstat_get", 2}, {"fd_fdstat_set_flags", 2}, {"fd_prestat_get", 2}, {"fd_prestat_dir_name", 3}, {"fd_read", 4}} {
		for fd := range uint64(4) {
			files = append(files, call(f.name, 8, mem{"16": little(uint64(7))}, mem{"16": little(uint64(7))}, append([]uint64{fd}, make([]uint64, f.args-1)...)...))
		}
	}
	vector := func(at, size uint32) hexBytes { return little(at, size) }
	many := func(s ...hexBytes) (b hexBytes) {
		for _, x := range s {
			b = append(b, x...)
		}
		return b
	}
	return []wasiVector{
		{"clocks", []wasiCall{
			clock(1), clock(2),
			call("clock_time_get", 0, nil, mem{"64": little(uint64(1640995200000000000))}, 0, 1000, 64),
			call("clock_time_get", 0, nil, mem{"64": little(uint64(3))}, 2, 0, 64),
			call("clock_time_get", 0, nil, mem{"64": little(uint64(4))}, 3, 0, 64),
			call("clock_time_get", wasiInvalid, nil, nil, 4, 0, math.MaxUint32),
			call("clock_time_get", wasiFault, nil, nil, 1, 0, wasiPage-7),
			clock(5),
			call("sched_yield", 0, nil, nil),
			clock(6),
		}},
		{"random bytes", []wasiCall{
			call("random_get", 0, nil, mem{"0": little(uint64(0xe220a8397b1dcdaf), uint64(0x6e789e6aa1b965f4), uint64(0))}, 0, 16),
			call("random_get", 0, nil, mem{"32": {0x4f, 0x45, 0x09, 0}}, 32, 3),
			call("random_get", wasiInvalid, nil, nil, math.MaxUint32, 65537),
			call("random_get", wasiFault, nil, nil, wasiPage-1, 2),
			call("random_get", 0, nil, nil, wasiPage-1, 0),
			call("random_get", 0, nil, mem{"0": little(uint64(0xf88bb8a8724c81ec))}, 0, 8),
		}},
		{"no arguments, no environment", []wasiCall{
			call("args_sizes_get", 0, mem{"0": little(uint64(math.MaxUint64), uint64(math.MaxUint64))}, mem{"0": little(uint32(math.MaxUint32), uint64(0), uint32(math.MaxUint32))}, 4, 8),
			call("args_sizes_get", wasiFault, nil, nil, 0, wasiPage-3),
			call("args_get", 0, nil, nil, math.MaxUint32, math.MaxUint32),
			call("environ_sizes_get", 0, mem{"0": little(uint64(math.MaxUint64))}, mem{"0": little(uint64(0))}, 4, 0),
			call("environ_sizes_get", wasiFault, nil, nil, wasiPage, 0),
			call("environ_get", 0, nil, nil, math.MaxUint32, math.MaxUint32),
		}},
		{"no files", files},
		{"output", []wasiCall{
			call("fd_write", 0, mem{"16": many(vector(1000, 4), vector(1004, 6))}, mem{"8": little(uint32(10))}, 2, 16, 2, 8),
			call("fd_write", 0, mem{"16": vector(0, wasiPage)}, mem{"8": little(uint32(wasiPage))}, 1, 16, 1, 8),
			call("fd_write", 0, nil, mem{"8": little(uint32(0))}, 1, 16, 0, 8),
			call("fd_write", 8, nil, nil, 0, math.MaxUint32, math.MaxUint32, math.MaxUint32),
			call("fd_write", 8, nil, nil, 3, 16, 1, 8),
			call("fd_write", wasiInvalid, nil, nil, 2, math.MaxUint32, 1025, 8),
			call("fd_write", wasiFault, nil, nil, 2, wasiPage-7, 1, 8),
			call("fd_write", wasiFault, mem{"16": vector(wasiPage-1, 2)}, nil, 2, 16, 1, 8),
			call("fd_write", wasiFault, mem{"16": vector(0, 4)}, nil, 2, 16, 1, wasiPage-3),
		}},
		{"sleeping", []wasiCall{
			call("poll_oneoff", 0, mem{"1000": subscription(7, 0, 1, 5000, 0)}, mem{"2000": event(7, 0, 0), "8": little(uint32(1))}, 1000, 2000, 1, 8),
			clock(5001),
			// The earliest of three, two of which are due at the same time.
			call("poll_oneoff", 0, mem{"1000": many(subscription(1, 0, 1, 900, 0), subscription(2, 0, 0, 300, 0), subscription(3, 0, 1, 5301, 1))},
				mem{"2000": many(event(2, 0, 0), event(3, 0, 0)), "8": little(uint32(2))}, 1000, 2000, 3, 8),
			clock(5302),
			// A time that is past is due now; real time stands still.
			call("poll_oneoff", 0, mem{"1000": subscription(1, 0, 1, 10, 1)}, mem{"8": little(uint32(1))}, 1000, 2000, 1, 8),
			clock(5303),
			call("poll_oneoff", 0, mem{"1000": subscription(1, 0, 0, 1640995200000000050, 1)}, mem{"8": little(uint32(1))}, 1000, 2000, 1, 8),
			clock(5354),
			// Files fail at once, and no time passes.
			call("poll_oneoff", 0, mem{"1000": many(subscription(1, 0, 1, 900, 0), subscription(2, 1, 0, 0, 0), subscription(3, 2, 9, 0, 0), subscription(4, 0, 1, 0, 0))},
				mem{"2000": many(event(2, 8, 1), event(3, 8, 2), event(4, 0, 0)), "8": little(uint32(3))}, 1000, 2000, 4, 8),
			clock(5355),
			// The events may lie over the subscriptions.
			call("poll_oneoff", 0, mem{"1000": many(subscription(1, 0, 1, 5, 0), subscription(2, 0, 1, 5, 0))},
				mem{"1020": many(event(1, 0, 0), event(2, 0, 0))}, 1000, 1020, 2, 8),
			clock(5361),
			call("poll_oneoff", wasiInvalid, nil, nil, math.MaxUint32, 2000, 0, 8),
			call("poll_oneoff", wasiInvalid, nil, nil, 1000, 2000, 1025, 8),
			call("poll_oneoff", wasiFault, nil, nil, wasiPage-47, 2000, 1, 8),
			call("poll_oneoff", wasiFault, nil, nil, 1000, wasiPage-31, 1, 8),
			call("poll_oneoff", wasiFault, nil, nil, 1000, 2000, 1, wasiPage-3),
			call("poll_oneoff", wasiInvalid, mem{"1000": subscription(1, 3, 1, 5, 0)}, nil, 1000, 2000, 1, 8),
			call("poll_oneoff", wasiInvalid, mem{"1000": subscription(1, 0, 4, 5, 0)}, nil, 1000, 2000, 1, 8),
			clock(5362),
			call("poll_oneoff", 0, mem{"1000": subscription(1, 0, 1, math.MaxUint64, 0)}, mem{"8": little(uint32(1))}, 1000, 2000, 1, 8),
			clock(math.MaxInt64), clock(math.MaxInt64),
			call("poll_oneoff", 0, mem{"1000": subscription(1, 0, 1, math.MaxUint64, 1)}, mem{"8": little(uint32(1))}, 1000, 2000, 1, 8),
		}},
	}
}
