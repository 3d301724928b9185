package altertest

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core/wire"
)

// decode reads msgpack with a decoder that is not ours. Numbers become int64.
func decode(t *testing.T, b []byte) any {
	if len(b) == 0 {
		return nil
	}
	var v any
	require.NoError(t, msgpack.Unmarshal(b, &v))
	return plain(v)
}

func plain(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for key := range x {
			x[key] = plain(x[key])
		}
	case []any:
		for i := range x {
			x[i] = plain(x[i])
		}
	case int8:
		return int64(x)
	case int16:
		return int64(x)
	case int32:
		return int64(x)
	case uint8:
		return int64(x)
	case uint16:
		return int64(x)
	case uint32:
		return int64(x)
	case uint64:
		return int64(x)
	}
	return v
}

// encode writes msgpack, the keys of maps sorted.
func encode(t *testing.T, v any) []byte {
	var b bytes.Buffer
	e := msgpack.NewEncoder(&b)
	e.SetSortMapKeys(true)
	e.UseCompactInts(true)
	require.NoError(t, e.Encode(v))
	return b.Bytes()
}

func clone(v any) any {
	switch x := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(x))
		for key := range x {
			m[key] = clone(x[key])
		}
		return m
	case []any:
		list := make([]any, len(x))
		for i := range x {
			list[i] = clone(x[i])
		}
		return list
	}
	return v
}

// mostValues is how many values are kept for each place.
const mostValues = 200

// keep keeps a value and all in it, to be put where others are.
func (c *tester) keep(place string, v any) {
	if list := c.values[place]; len(list) < mostValues {
		c.values[place] = append(list, v)
	} else {
		list[c.src.Below(mostValues)] = v
	}
	switch x := v.(type) {
	case map[string]any:
		for _, key := range sorted(x) {
			c.keep(place+"."+key, x[key])
		}
	case []any:
		for _, element := range x {
			c.keep(place+"[]", element)
		}
	}
}

// kept draws a value that stood in a place elsewhere, or any odd one.
func (c *tester) kept(place string) any {
	if list := c.values[place]; len(list) > 0 {
		return clone(list[c.src.Below(len(list))])
	}
	return c.oddValue()
}

// oddValue draws from the ends of what can be written, and from beyond the ends of what games keep.
func (c *tester) oddValue() any {
	values := []any{nil, true, false, "", "x", []any{}, map[string]any{}, map[string]any{"": nil}, 0, 1, 2, 15, 16, 99, 100, 101, 127, 128, 255, 256, 1<<15 - 1, 1 << 15,
		1<<16 - 1, 1 << 16, 1 << 31, 1 << 32, wire.MaxInt, -1, -128, -129, -256, -wire.MaxInt}
	if i, is := values[c.src.Below(len(values))].(int); is {
		return int64(i)
	}
	return values[c.src.Below(8)]
}

// node is a value somewhere in a tree, and how to put another one there or, in a map, to take it out.
type node struct {
	value any
	set   func(any)
	drop  func()
}

// nodes lists all values in a tree but itself, by their places.
func nodes(at map[string][]node, place string, tree any) {
	switch x := tree.(type) {
	case map[string]any:
		for key, value := range x {
			inner := place + "." + key
			at[inner] = append(at[inner], node{value, func(v any) { x[key] = v }, func() { delete(x, key) }})
			nodes(at, inner, value)
		}
	case []any:
		for i, value := range x {
			inner := place + "[]"
			at[inner] = append(at[inner], node{value, func(v any) { x[i] = v }, nil})
			nodes(at, inner, value)
		}
	}
}

// alter changes a value somewhere in a tree, in all places alike, but lists more often.
func (c *tester) alter(tree map[string]any) {
	at := map[string][]node{}
	nodes(at, "", tree)
	if len(at) == 0 {
		return
	}
	places := sorted(at)
	if c.src.Below(3) == 0 {
		lists := slices.DeleteFunc(slices.Clone(places), func(place string) bool {
			_, is := at[place][0].value.([]any)
			return !is
		})
		if len(lists) > 0 {
			places = lists
		}
	}
	place := places[c.src.Below(len(places))]
	n := at[place][c.src.Below(len(at[place]))]
	switch k := c.src.Below(16); {
	case k == 0:
		n.set(c.oddValue())
	case k < 3:
		n.set(c.kept(place))
	case k == 3 && n.drop != nil:
		n.drop()
	default:
		n.set(c.changed(place, n.value))
	}
}

// changed changes a value.
func (c *tester) changed(place string, v any) any {
	switch x := v.(type) {
	case bool:
		return !x
	case int64:
		switch c.src.Below(6) {
		case 0, 1:
			return x + 1
		case 2, 3:
			return x - 1
		case 4:
			return int64(c.src.Below(14))
		}
	case []any:
		return c.changedList(place, x)
	}
	return c.kept(place)
}

// changedList changes a list: squares to those of corners too, others so that elements are missing, added, repeated or exchanged.
func (c *tester) changedList(place string, list []any) any {
	if len(list) == 0 {
		return []any{c.kept(place + "[]")}
	}
	if _, is := list[0].(int64); is && len(list) == 2 && c.src.Below(2) == 0 {
		ends := []int64{0, 0, 1, 11, 12, 13, 15}
		return []any{ends[c.src.Below(len(ends))], ends[c.src.Below(len(ends))]}
	}
	list = slices.Clone(list)
	i, j := c.src.Below(len(list)), c.src.Below(len(list))
	switch c.src.Below(7) {
	case 0:
		return append(list, c.kept(place+"[]"))
	case 1, 6:
		for range []int{1, 1, 2, 10, 40, 300}[c.src.Below(6)] {
			list = append(list, clone(list[i]))
		}
	case 2:
		list[i] = clone(list[j])
	case 3:
		list[i], list[j] = list[j], list[i]
	case 4:
		list = slices.Delete(list, i, i+1)
	case 5:
		return c.kept(place)
	}
	return list
}

// shows says whether what a setup gave is what is seen: of a map the keys that were given, of a list each element once, in any
// order. What is null in a view is not shown.
func shows(seen, given any) bool {
	switch g := given.(type) {
	case map[string]any:
		s, is := seen.(map[string]any)
		for key := range g {
			if is && !shows(s[key], g[key]) {
				return false
			}
		}
		return is || seen == nil
	case []any:
		s, is := seen.([]any)
		if !is {
			return seen == nil
		}
		s = slices.Clone(s)
		for i, x := range g {
			if i < len(s) && shows(s[i], x) {
				continue
			}
			k := i + slices.IndexFunc(s[min(i, len(s)):], func(y any) bool { return shows(y, x) })
			if k < i {
				return false
			}
			s[i], s[k] = s[k], s[i]
		}
		return true
	}
	return seen == nil || seen == given
}
