package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/parley-rules/parley/hosts/wasm"
)

// fileError makes a mistake in the command line of the system's error about a file that it names. Other errors, as of what
// a file holds, stay as they are.
func fileError(err error) error {
	if errors.As(err, new(*fs.PathError)) || errors.As(err, new(*os.LinkError)) {
		return usageError{err}
	}
	return err
}

// readModule reads a module's file, as far as a module may be large.
func readModule(path string) ([]byte, error) {
	return readFile(path, wasm.DefaultMaxModule, "a module")
}

// readFile reads a file that must not be larger than so many bytes, also if it has no end.
func readFile(path string, most int64, what string) ([]byte, error) {
	f, err := openFile(path, what)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, usageError{err}
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("%s: it has more than %d bytes, which is too large for %s", path, most, what)
	}
	return b, nil
}

// openFile opens a file to be read, which is no folder.
func openFile(path, what string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, usageError{err}
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		_ = f.Close()
		return nil, usagef("%s is a folder, and %s is wanted: name the file", path, what)
	}
	return f, nil
}

// checkFolder says whether a folder is there. The text says which one in the command line it is.
func checkFolder(what, dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return usagef("%s %s: it is a file: name a folder", what, dir)
	}
	if err != nil {
		return usagef("%s: %w", what, err)
	}
	return nil
}

// checkNewFolder says whether a folder is there or could be made: the part of its path that is there is of folders.
func checkNewFolder(what, dir string) error {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return usagef("%s %s: %s is a file: name a folder", what, dir, at)
		case err == nil:
			return nil
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) || at == filepath.Dir(at):
			return usagef("%s: %w", what, err)
		}
	}
}

// checkOut says whether a file can be written, before work is done for it. Nothing is changed.
func checkOut(path string) error {
	path = linked(path)
	dir := filepath.Dir(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return usagef("%s is a folder: name the file to write", path)
	case err == nil && !info.Mode().IsRegular():
		return nil // a device or a pipe
	}
	if info, err := os.Stat(dir); err != nil {
		return usagef("%s cannot be written: %w: make the folder first", path, err)
	} else if !info.IsDir() {
		return usagef("%s cannot be written: %s is no folder", path, dir)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return usagef("%s cannot be written: %w", path, errors.Unwrap(err))
	}
	_ = f.Close() // nothing is in it
	return fileError(os.Remove(f.Name()))
}

// writeFile writes a file in one go: either all of it is there or nothing has changed. A link is followed, a file that is
// there keeps its mode, and what is no ordinary file (a device, a pipe) is written to and stays what it is.
func writeFile(path string, content []byte) error {
	mode := os.FileMode(0o644)
	path = linked(path)
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return writeInto(path, content)
	case err == nil:
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return usagef("%s cannot be written: %w", path, errors.Unwrap(err))
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fileError(errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// linked follows a link, if it is one.
func linked(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

func writeInto(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return usageError{err}
	}
	_, err = f.Write(content)
	return fileError(errors.Join(err, f.Close()))
}

// newFile writes a file that is not there yet.
func newFile(path string, content []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, os.ErrExist) {
		return usagef("%s exists, and a key is never replaced: give another name, or remove it first", path)
	}
	if err != nil {
		return usageError{err}
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		err = usageError{errors.Join(err, os.Remove(path))}
	}
	return err
}
