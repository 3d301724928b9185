package process

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/printed"
)

// sentError is an error on its way out of a sandbox. One field is set.
type sentError struct {
	Trap  *hosts.TrapError  `json:"trap,omitempty"`
	Limit *hosts.LimitError `json:"limit,omitempty"`
	ABI   *hosts.ABIError   `json:"abi,omitempty"`
	Known string            `json:"known,omitempty"` // the key of a known error
	Text  string            `json:"text,omitempty"`
	// Failing is the text of a hosts.ErrModuleFailing; the other fields are then the last failure.
	Failing string `json:"failing,omitempty"`
}

// failing is a hosts.ErrModuleFailing with the last failure in it.
type failing struct {
	text string
	last error
}

func (e *failing) Error() string   { return e.text }
func (e *failing) Unwrap() []error { return []error{hosts.ErrModuleFailing, e.last} }

// knownErrors are those that have no content of their own.
var knownErrors = map[string]error{"closed": hosts.ErrClosed, "not offered": hosts.ErrNotOffered}

// packError makes a sentError in JSON of what the wasm host in a sandbox answered.
func packError(err error) []byte {
	var s sentError
	if errors.Is(err, hosts.ErrModuleFailing) {
		s.Failing = err.Error()
		if parts, ok := err.(interface{ Unwrap() []error }); ok {
			err = parts.Unwrap()[len(parts.Unwrap())-1]
		}
	}
	switch {
	case errors.As(err, &s.Limit), errors.As(err, &s.Trap), errors.As(err, &s.ABI):
	default:
		s.Text = err.Error()
		for key, known := range knownErrors {
			if errors.Is(err, known) {
				s.Known, s.Text = key, ""
			}
		}
	}
	b, _ := json.Marshal(s) // which cannot fail: there are only strings and numbers
	return b
}

// unpackError makes the error again. The process may be in the hands of a stranger, so that texts are made fit to be shown.
func unpackError(b []byte) (error, bool) {
	var s sentError
	if json.Unmarshal(b, &s) != nil {
		return nil, false
	}
	err, ok := s.unpack()
	if ok && s.Failing != "" {
		clean(&s.Failing)
		err = &failing{s.Failing, err}
	}
	return err, ok
}

func (s *sentError) unpack() (error, bool) {
	switch {
	case s.Limit != nil:
		clean(&s.Limit.Kind)
		if s.Limit.Trap != nil {
			cleanTrap(s.Limit.Trap)
		}
		return s.Limit, true
	case s.Trap != nil:
		cleanTrap(s.Trap)
		return s.Trap, true
	case s.ABI != nil:
		clean(&s.ABI.Have, &s.ABI.Want, &s.ABI.Hint)
		return s.ABI, true
	case s.Known != "":
		err, ok := knownErrors[s.Known]
		return err, ok
	case s.Text != "":
		clean(&s.Text)
		return errors.New(s.Text), true
	}
	return nil, false
}

func clean(texts ...*string) {
	for _, t := range texts {
		*t = printed.Clean([]byte(*t))
	}
}

func cleanTrap(t *hosts.TrapError) { clean(&t.Op, &t.Cause, &t.Panic, &t.Stack) }

// sentRecord is a record of the log on its way out of a sandbox.
type sentRecord struct {
	Level slog.Level `json:"level"`
	Text  string     `json:"text"`
	Attrs []sentAttr `json:"attrs,omitempty"`
}

type sentAttr struct {
	Key    string `json:"key"`
	Text   string `json:"text,omitempty"`
	Number *int64 `json:"number,omitempty"`
}

// sender is the handler of the log in a sandbox. Its records are sent before what they belong to.
type sender struct {
	send  func(record []byte)
	attrs []slog.Attr
}

func (s sender) Enabled(context.Context, slog.Level) bool { return true }

func (s sender) Handle(_ context.Context, r slog.Record) error {
	out := sentRecord{Level: r.Level, Text: r.Message}
	add := func(a slog.Attr) bool {
		v := a.Value.Resolve()
		sent := sentAttr{Key: a.Key}
		if v.Kind() == slog.KindInt64 {
			n := v.Int64()
			sent.Number = &n
		} else {
			sent.Text = v.String()
		}
		out.Attrs = append(out.Attrs, sent)
		return true
	}
	for _, a := range s.attrs {
		add(a)
	}
	r.Attrs(add)
	b, err := json.Marshal(out)
	if err == nil {
		s.send(b)
	}
	return err
}

func (s sender) WithAttrs(attrs []slog.Attr) slog.Handler {
	return sender{s.send, append(append([]slog.Attr{}, s.attrs...), attrs...)}
}

func (s sender) WithGroup(string) slog.Handler { return s }

// unpackRecord makes the record again, fit to be shown.
func unpackRecord(b []byte) (level slog.Level, text string, attrs []slog.Attr, ok bool) {
	var r sentRecord
	if json.Unmarshal(b, &r) != nil {
		return 0, "", nil, false
	}
	clean(&r.Text)
	for _, a := range r.Attrs {
		clean(&a.Key, &a.Text)
		if a.Number != nil {
			attrs = append(attrs, slog.Int64(a.Key, *a.Number))
		} else {
			attrs = append(attrs, slog.String(a.Key, a.Text))
		}
	}
	return r.Level, r.Text, attrs, true
}
