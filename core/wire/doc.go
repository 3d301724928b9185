// Package wire reads and writes the msgpack of the ABI, and the little-endian numbers of positions.
//
// It is written for guests: nothing allocates but the growth of a buffer, nothing reflects, keys are encoded once. The
// writer's output is canonical: shortest integers, no floats, no ext. The reader takes any valid msgpack except floats,
// ext, timestamps, and integers beyond ±(2^53-1), which no JSON reader could hold.
package wire
