package hosts

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/parley-rules/parley/core/wire"
)

// AppendJSON appends the JSON of the next value of r: maps keep the order of their keys, byte strings become "hex:...". It
// returns false if that is no value.
func AppendJSON(b []byte, r *wire.Reader) ([]byte, bool) {
	switch r.Kind() {
	case wire.Nil:
		r.Nil()
		return append(b, "null"...), true
	case wire.Bool:
		v, _ := r.Bool()
		return strconv.AppendBool(b, v), true
	case wire.Int:
		v, ok := r.Int()
		return strconv.AppendInt(b, int64(v), 10), ok
	case wire.Str:
		s, ok := r.Str()
		q, err := marshalText(string(s))
		return append(b, q...), ok && err == nil
	case wire.Bin:
		s, ok := r.Bin()
		b = append(b, `"hex:`...)
		b = hex.AppendEncode(b, s)
		return append(b, '"'), ok
	case wire.Array:
		n, ok := r.Array()
		b = append(b, '[')
		for i := 0; i < n && ok; i++ {
			if i > 0 {
				b = append(b, ',')
			}
			b, ok = AppendJSON(b, r)
		}
		return append(b, ']'), ok
	case wire.Map:
		n, ok := r.Map()
		b = append(b, '{')
		for i := 0; i < n && ok; i++ {
			if i > 0 {
				b = append(b, ',')
			}
			if b, ok = AppendJSON(b, r); ok {
				b, ok = AppendJSON(append(b, ':'), r)
			}
		}
		return append(b, '}'), ok
	}
	return b, false
}

func marshalText(s string) ([]byte, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// toJSON is AppendJSON for bytes that hold one value.
func toJSON(raw []byte) ([]byte, error) {
	r := wire.NewReader(raw)
	b, ok := AppendJSON(nil, &r)
	if !ok || r.Len() != 0 {
		return nil, &ABIError{Have: "it answers bytes that are no msgpack of the ABI", Hint: "report it to the module's author"}
	}
	return b, nil
}

// ErrJSON is wrapped by the errors of FromJSON.
var ErrJSON = errors.New("no JSON that a rules module can take")

// FromJSON turns one JSON value into msgpack. Maps keep the order of their keys. Numbers must be whole and within ±(2^53-1),
// keys different, and nothing may follow; the error wraps ErrJSON and says what is wrong.
func FromJSON(data []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	b, err := jsonValue(d, nil, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something follows after the value", ErrJSON)
	}
	return b, nil
}

func jsonValue(d *json.Decoder, b []byte, depth int) ([]byte, error) {
	t, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJSON, err)
	}
	if depth > wire.MaxDepth {
		return nil, fmt.Errorf("%w: it is nested more than %d deep", ErrJSON, wire.MaxDepth)
	}
	switch t := t.(type) {
	case nil:
		return append(b, 0xc0), nil
	case bool:
		return wire.AppendBool(b, t), nil
	case string:
		return wire.AppendStr(b, t), nil
	case json.Number:
		v, err := strconv.ParseInt(t.String(), 10, 64)
		if err != nil || v > wire.MaxInt || v < -wire.MaxInt {
			return nil, fmt.Errorf("%w: %s is not a whole number within 2^53-1", ErrJSON, t)
		}
		return wire.AppendInt(b, v), nil
	case json.Delim:
		var items []byte
		n := 0
		seen := map[string]bool{}
		for d.More() {
			if t == '{' {
				k, err := d.Token()
				if err != nil {
					return nil, fmt.Errorf("%w: %w", ErrJSON, err)
				}
				key := k.(string) // the decoder lets nothing else pass
				if seen[key] {
					return nil, fmt.Errorf("%w: the key %q is there twice", ErrJSON, key)
				}
				seen[key] = true
				items = wire.AppendStr(items, key)
			}
			if items, err = jsonValue(d, items, depth+1); err != nil {
				return nil, err
			}
			n++
		}
		if _, err := d.Token(); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrJSON, err)
		}
		if t == '{' {
			b = wire.AppendMap(b, n)
		} else {
			b = wire.AppendArray(b, n)
		}
		return append(b, items...), nil
	}
	return nil, fmt.Errorf("%w: unexpected %v", ErrJSON, t)
}

// at follows a path like `a.b[2].c` in msgpack and returns the bytes of what is there. The empty path is the whole.
func at(raw []byte, path string) ([]byte, bool) {
	for path != "" {
		r := wire.NewReader(raw)
		if path[0] == '[' {
			end := strings.IndexByte(path, ']')
			if end < 0 {
				return nil, false
			}
			i, err := strconv.Atoi(path[1:end])
			n, ok := r.Array()
			if err != nil || !ok || i < 0 || i >= n {
				return nil, false
			}
			for range i {
				r.Skip()
			}
			raw, _ = r.Raw()
			path = strings.TrimPrefix(path[end+1:], ".")
			continue
		}
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		v, ok := r.Find(path[:end])
		if !ok {
			return nil, false
		}
		raw, _ = v.Raw()
		path = strings.TrimPrefix(path[end:], ".")
	}
	return raw, true
}
