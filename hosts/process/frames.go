package process

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// The host and the process of a sandbox speak in frames over the process's standard input and output: a byte for the kind,
// the length of what follows as 4 bytes, little-endian, and that. The host sends the options and the module, and gets frameReady
// or frameError. Then it sends a call, and gets frameAnswer or frameError, one call after the other. Before each of these
// the process may send logs, and once that it is tired.
const (
	frameOptions = 'o' // a sandboxed in JSON
	frameModule  = 'm' // the bytes of the module
	frameCall    = 'c' // a byte for the operation, then the request

	frameReady  = 'r' // a hosts.Info in JSON
	frameAnswer = 'a' // the fuel that it used as 8 bytes, little-endian, then the response
	frameError  = 'e' // the fuel too, then a sentError in JSON
	frameLog    = 'l' // a sentRecord in JSON
	frameTired  = 't' // nothing: the process wants to be replaced
)

// frameHead is the size of a frame without its content.
const frameHead = 5

// fuelHead is the size of the fuel in front of an answer or an error.
const fuelHead = 8

// marker is the line by which a process says that it is a sandbox's child, of this version of the frames. What comes before it on
// standard output is junk, and after it are frames only. The number used once is so that junk cannot be it by chance.
func marker(nonce string) string { return "parley-sandbox 1 " + nonce }

// frameWriter writes frames, each in one go. It is used by one goroutine at a time.
type frameWriter struct {
	w   io.Writer
	buf []byte
}

// write writes a frame of which the content is in parts.
func (f *frameWriter) write(kind byte, parts ...[]byte) error {
	f.buf = append(f.buf[:0], kind, 0, 0, 0, 0)
	for _, p := range parts {
		f.buf = append(f.buf, p...)
	}
	binary.LittleEndian.PutUint32(f.buf[1:], uint32(len(f.buf)-frameHead))
	_, err := f.w.Write(f.buf)
	if cap(f.buf) > 1<<20 {
		f.buf = nil
	}
	return err
}

// frameReader reads frames. It is used by one goroutine at a time.
type frameReader struct{ r *bufio.Reader }

func newFrameBuffer(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 64<<10) }

// badFrame is a frame that may not be there.
type badFrame struct {
	kind       byte
	size, most int
}

func (e *badFrame) Error() string {
	if e.most < 0 {
		return fmt.Sprintf("a frame of the kind %q, which has no place there", e.kind)
	}
	return fmt.Sprintf("a frame of the kind %q with %d bytes, where %d are the most", e.kind, e.size, e.most)
}

// read reads a frame. most tells the most bytes of a kind, -1 for none that may come. The
// errors are *badFrame, after which nothing more can be read, and those of the reader.
func (f *frameReader) read(most func(kind byte) int) (kind byte, content []byte, err error) {
	head, err := f.r.Peek(frameHead)
	if err != nil {
		return 0, nil, err
	}
	kind = head[0]
	size := int(binary.LittleEndian.Uint32(head[1:]))
	if m := most(kind); size > m {
		return kind, nil, &badFrame{kind, size, m}
	}
	_, _ = f.r.Discard(frameHead) // which Peek has read
	content = make([]byte, size)
	_, err = io.ReadFull(f.r, content)
	return kind, content, err
}
