package process

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"sync"

	"github.com/parley-rules/parley/hosts/internal/printed"
)

// maxLine is how much of a line is logged, in bytes.
const maxLine = 8 << 10

// output takes what one process prints. What is logged is bounded for each call, and so is the end of standard error that
// is kept.
type output struct {
	log   *slog.Logger
	limit int

	mu         sync.Mutex
	stderr     printed.Tail
	budget     int   // bytes that may still be logged during this call
	suppressed int64 // bytes that were not
}

func newOutput(opts *Options) *output {
	return &output{log: opts.Log, limit: opts.MaxOutput, budget: opts.MaxOutput, stderr: printed.Tail{Limit: opts.MaxOutput}}
}

// begin starts a call: the bounds begin anew.
func (o *output) begin() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stderr.Reset()
	o.settle()
}

// end is called when the process has ended.
func (o *output) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.settle()
}

func (o *output) settle() {
	if o.suppressed > 0 {
		o.log.LogAttrs(context.Background(), slog.LevelWarn, "the plugin printed more than is logged", slog.Int64("dropped", o.suppressed))
	}
	o.suppressed = 0
	o.budget = o.limit
}

// text returns the end of standard error since the call began.
func (o *output) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.stderr.Text()
}

// line logs a line, of which dropped bytes were cut off.
func (o *output) line(stream string, line []byte, dropped int64) {
	if o.log == nil || len(line) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(line) > o.budget {
		o.suppressed += int64(len(line)) + dropped
		return
	}
	o.budget -= len(line)
	attrs := []slog.Attr{slog.String("stream", stream), slog.String("text", printed.Clean(line))}
	if dropped > 0 {
		attrs = append(attrs, slog.Int64("dropped", dropped))
	}
	o.log.LogAttrs(context.Background(), slog.LevelInfo, "the plugin printed", attrs...)
}

// readStderr takes all of standard error.
func (o *output) readStderr(r io.Reader) {
	lines(r, func(chunk []byte) {
		o.mu.Lock()
		o.stderr.Add(chunk)
		o.mu.Unlock()
	}, func(line []byte, dropped int64) { o.line("stderr", line, dropped) })
}

// readStdout takes all of standard output. The first handshake in it is not logged but goes to found.
func (o *output) readStdout(r io.Reader, found func(handshake string)) {
	lines(r, nil, func(line []byte, dropped int64) {
		if found != nil && dropped == 0 {
			junk, hello, ok := findHandshake(string(line))
			if ok {
				found(hello)
				found = nil
				line = []byte(junk)
			}
		}
		o.line("stdout", line, dropped)
	})
}

// lines reads to the end, or to an error. It hands each chunk to raw, unless that is nil, and each line to line, without its
// end and cut off after maxLine bytes. Neither may keep the bytes.
func lines(r io.Reader, raw func(chunk []byte), line func(line []byte, dropped int64)) {
	chunk := make([]byte, 32<<10)
	var kept []byte
	var dropped int64
	for {
		n, err := r.Read(chunk)
		if n > 0 && raw != nil {
			raw(chunk[:n])
		}
		for rest := chunk[:n]; len(rest) > 0; {
			part, after, whole := bytes.Cut(rest, []byte{'\n'})
			rest = after
			take := min(len(part), maxLine-len(kept))
			kept = append(kept, part[:take]...)
			dropped += int64(len(part) - take)
			if whole {
				line(kept, dropped)
				kept, dropped = kept[:0], 0
			}
		}
		if err != nil {
			if len(kept) > 0 {
				line(kept, dropped)
			}
			return
		}
	}
}
