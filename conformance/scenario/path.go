package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// part is one step of a path: a key, or an index.
type part struct {
	key   string // "" for an index
	index int
}

// parsePath takes a path like `a.b[2].c` apart. The empty path has no parts.
func parsePath(s string) ([]part, bool) {
	var parts []part
	for rest := s; rest != ""; {
		if rest[0] == '[' {
			digits, after, ok := strings.Cut(rest[1:], "]")
			i, isIndex := parseIndex(digits)
			if !ok || !isIndex || len(parts) == 0 {
				return nil, false
			}
			parts, rest = append(parts, part{index: i}), after
			continue
		}
		if len(parts) > 0 {
			if rest[0] != '.' {
				return nil, false
			}
			rest = rest[1:]
		}
		end := strings.IndexAny(rest, ".[]")
		if end < 0 {
			end = len(rest)
		}
		if end == 0 {
			return nil, false
		}
		parts, rest = append(parts, part{key: rest[:end]}), rest[end:]
	}
	return parts, true
}

// parseIndex reads a number from 0, without sign and leading zeros.
func parseIndex(s string) (int, bool) {
	i, err := strconv.Atoi(s)
	return i, err == nil && i >= 0 && strconv.Itoa(i) == s
}

// set returns a copy of a written value in which path names value. spend is told how much is copied, and says whether that
// may be. The problem is a phrase, "" for none.
func set(v any, path []part, value any, spend func(n int) bool) (changed any, problem string) {
	if len(path) == 0 {
		return value, ""
	}
	p := path[0]
	last := len(path) == 1
	if p.key != "" {
		o, ok := v.(*object)
		if !ok {
			return nil, fmt.Sprintf("the key %q stands where no map is", p.key)
		}
		inner, ok := o.at[p.key]
		if !ok && !last {
			return nil, fmt.Sprintf("there is no key %q to pass through", p.key)
		}
		if !spend(len(o.keys)) {
			return nil, tooMuch
		}
		if inner, problem = set(inner, path[1:], value, spend); problem != "" {
			return nil, problem
		}
		return o.with(p.key, inner), ""
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Sprintf("the index [%d] stands where no list is", p.index)
	}
	if p.index > len(list) || p.index == len(list) && !last {
		return nil, fmt.Sprintf("there is no element [%d]: the list has %d", p.index, len(list))
	}
	if !spend(len(list)) {
		return nil, tooMuch
	}
	var inner any
	if p.index < len(list) {
		inner = list[p.index]
	}
	if inner, problem = set(inner, path[1:], value, spend); problem != "" {
		return nil, problem
	}
	c := make([]any, max(len(list), p.index+1))
	copy(c, list)
	c[p.index] = inner
	return c, ""
}
