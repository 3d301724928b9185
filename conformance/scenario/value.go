package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// A written value is nil, a bool, an int64, a string, a []any or an *object. It is never changed once it has been read.

// object is a map that keeps the order in which it was written.
type object struct {
	keys []string
	at   map[string]any
}

// with returns a copy in which key has a value.
func (o *object) with(key string, value any) *object {
	c := &object{keys: o.keys, at: make(map[string]any, len(o.at)+1)}
	for _, k := range o.keys {
		c.at[k] = o.at[k]
	}
	if _, ok := c.at[key]; !ok {
		c.keys = append(slices.Clone(c.keys), key)
	}
	c.at[key] = value
	return c
}

// appendJSON appends a written value as JSON.
func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case string:
		return appendText(b, v)
	case []any:
		b = append(b, '[')
		for i, x := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, x)
		}
		return append(b, ']')
	case *object:
		b = append(b, '{')
		for i, k := range v.keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendText(b, k), ':')
			b = appendJSON(b, v.at[k])
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func appendText(b []byte, s string) []byte {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always can
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}

// parseGot decodes JSON that came from a game, for the comparison with a written value.
func parseGot(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// asWritten makes a written value of one that came, its keys sorted.
func asWritten(v any) any {
	switch v := v.(type) {
	case json.Number:
		i, _ := v.Int64() // games send whole numbers only
		return i
	case []any:
		list := make([]any, len(v))
		for i, x := range v {
			list[i] = asWritten(x)
		}
		return list
	case map[string]any:
		o := &object{keys: slices.Sorted(maps.Keys(v)), at: make(map[string]any, len(v))}
		for k, x := range v {
			o.at[k] = asWritten(x)
		}
		return o
	}
	return v
}

// difference compares a written value with one that came: equal kinds and values, lists in order, maps in any order. If they
// differ it says where first, as a path.
func difference(want, got any) (path string, differ bool) {
	switch want := want.(type) {
	case nil:
		return "", got != nil
	case bool:
		g, ok := got.(bool)
		return "", !ok || g != want
	case int64:
		g, ok := got.(json.Number)
		return "", !ok || g.String() != strconv.FormatInt(want, 10)
	case string:
		g, ok := got.(string)
		return "", !ok || g != want
	case []any:
		g, ok := got.([]any)
		if !ok {
			return "", true
		}
		for i, w := range want {
			if i == len(g) {
				return fmt.Sprintf("[%d]", i), true
			}
			if path, differ := difference(w, g[i]); differ {
				return fmt.Sprintf("[%d]", i) + join(path), true
			}
		}
		if len(g) > len(want) {
			return fmt.Sprintf("[%d]", len(want)), true
		}
		return "", false
	case *object:
		g, ok := got.(map[string]any)
		if !ok {
			return "", true
		}
		if path, differ := partialDifference(want, g); differ {
			return path, true
		}
		surplus := ""
		for k := range g {
			if _, ok := want.at[k]; !ok && (surplus == "" || k < surplus) {
				surplus = k
			}
		}
		return surplus, len(g) > len(want.keys)
	}
	return "", true
}

// partialDifference is difference for the keys that want has.
func partialDifference(want *object, got map[string]any) (path string, differ bool) {
	for _, k := range want.keys {
		g, ok := got[k]
		if !ok {
			return k, true
		}
		if path, differ := difference(want.at[k], g); differ {
			return k + join(path), true
		}
	}
	return "", false
}

// join puts a dot before a path that goes on with a key.
func join(path string) string {
	if path == "" || path[0] == '[' {
		return path
	}
	return "." + path
}
