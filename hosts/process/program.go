package process

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/parley-rules/parley/hosts"
)

// program is the file of a plugin. It is held open, so that what is started is the file that was checked, where the
// system can do that (executable).
type program struct {
	path string // absolute
	file *os.File
	size int64
	sum  string // hex digest
}

// openProgram opens a program and checks its digest, if one is wanted.
func openProgram(path, want string) (*program, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("process: %s is not a file: give the path of a plugin's program", abs)
	}
	p := &program{path: abs, size: info.Size()}
	if p.file, err = os.Open(abs); err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	if p.begins("\x00asm") {
		_ = p.file.Close()
		return nil, &hosts.ABIError{Have: abs + " is a WebAssembly module", Want: "a plugin's program",
			Hint: "load it with hosts/wasm, or with process.Sandbox (the command does so without --host, or with --host sandbox)"}
	}
	if p.sum, err = p.digest(); err == nil && want != "" && p.sum != want {
		err = p.differs(want)
	}
	if err != nil {
		_ = p.file.Close()
		return nil, err
	}
	return p, nil
}

func (p *program) differs(want string) error {
	return fmt.Errorf("process: %s: %w", p.path, &hosts.ChecksumError{Want: want, Have: p.sum})
}

func (p *program) digest() (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(p.file, 0, 1<<62)); err != nil {
		return "", fmt.Errorf("process: %s: %w", p.path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// check is called before each start: the file must be what it was, and, if it is started by its name, still have it.
func (p *program) check() error {
	now, err := p.digest()
	if err != nil {
		return err
	}
	if now != p.sum {
		return (&program{path: p.path, sum: now}).differs(p.sum)
	}
	if p.executable() != p.path {
		return nil
	}
	here, err := p.file.Stat()
	if err != nil {
		return fmt.Errorf("process: %w", err)
	}
	there, err := os.Stat(p.path)
	if err != nil {
		return fmt.Errorf("process: %w", err)
	}
	if !os.SameFile(here, there) {
		return fmt.Errorf("process: %s: another file has taken the place of the one that was opened: open it anew", p.path)
	}
	return nil
}

// script says whether the file is for an interpreter, which opens it by its name.
func (p *program) script() bool { return p.begins("#!") }

func (p *program) begins(with string) bool {
	head := make([]byte, len(with))
	_, err := p.file.ReadAt(head, 0)
	return err == nil && string(head) == with
}

func (p *program) close() { _ = p.file.Close() }
