package wasm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRegions: both kinds of memory give zeroed bytes, keep them while they grow, and stop at the limit.
func TestRegions(t *testing.T) {
	const limit = 10 * pageSize
	best, err := reserve(limit)
	require.NoError(t, err)
	heap, err := reserveHeap(limit)
	require.NoError(t, err)
	for _, r := range []interface {
		grow(uint64) []byte
		free()
	}{&best, &heap} {
		for pages := uint64(1); pages <= 10; pages += pages%3 + 1 {
			b := r.grow(pages * pageSize)
			require.Len(t, b, int(pages*pageSize))
			require.Equal(t, b[0] != 0, pages > 1, "what was there stays")
			require.Zero(t, b[len(b)-1])
			b[0], b[len(b)-1] = 1, 1
		}
		require.Len(t, r.grow(limit), limit)
		require.Nil(t, r.grow(limit+pageSize))
		require.Nil(t, r.grow(1<<63))
		require.EqualValues(t, 1, r.grow(limit)[0], "a refusal changes nothing")
		r.free()
		r.free()
	}
}

func TestLinearMemoryRemembersARefusal(t *testing.T) {
	l, err := newLinearMemory(pageSize, 3*pageSize)
	require.NoError(t, err)
	defer l.Free()
	require.Len(t, l.Reallocate(3*pageSize), 3*pageSize)
	require.Zero(t, l.refused)
	require.Nil(t, l.Reallocate(4*pageSize))
	require.EqualValues(t, 4*pageSize, l.refused)
	require.EqualValues(t, 3*pageSize, l.size)
	_, err = newLinearMemory(2*pageSize, pageSize)
	require.ErrorContains(t, err, "refused the first")
}
