package scenario

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Load reads the scenarios of a file, with the base files that they name. Either all of them are good, or the error has a
// *FormError for each document that is not, joined, or says why a file cannot be read.
func Load(path string) ([]*Scenario, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("folder of the scenario: %w", err)
	}
	defer root.Close()
	return parse(path, data, root.FS())
}

// LoadDir reads the files of a folder and its subfolders that end in .yaml, in the order of their paths, and passes over files
// and folders whose names begin with `_` or `.`. It returns the scenarios of all good files, and an error that joins those
// of the others. A folder without scenarios is an error.
func LoadDir(dir string) ([]*Scenario, error) {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := path != dir && strings.ContainsRune("_.", rune(entry.Name()[0]))
		if entry.IsDir() {
			if hidden {
				return fs.SkipDir
			}
			return nil
		}
		if !hidden && filepath.Ext(path) == ".yaml" {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("folder of scenarios: %w", err)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("there is no scenario in %s: name a folder with .yaml files", dir)
	}
	slices.Sort(paths)
	var list []*Scenario
	var wrong []error
	for _, p := range paths {
		l, err := Load(p)
		list = append(list, l...)
		wrong = append(wrong, err)
	}
	return list, errors.Join(wrong...)
}

// readFile reads a file that is a file, and no larger than may be.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, &FormError{File: path, Problem: "this is no file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	return readAll(path, f)
}

func readAll(path string, f fs.File) ([]byte, error) {
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	if len(data) > maxFile {
		return nil, &FormError{File: path, Problem: fmt.Sprintf("the file has more than %d bytes: split it", maxFile)}
	}
	return data, nil
}

// loader reads one file with its bases, and counts what they cost together.
type loader struct {
	file   string
	folder fs.FS
	bases  map[string]node
	values int
}

// parse reads the scenarios of a file's bytes. Bases are in folder.
func parse(file string, data []byte, folder fs.FS) ([]*Scenario, error) {
	docs, err := documents(file, data)
	if err != nil {
		return nil, err
	}
	l := &loader{file: file, folder: folder, bases: map[string]node{}}
	names := map[string]bool{}
	var list []*Scenario
	var wrong []error
	for i, n := range docs {
		r := &reader{load: l}
		if len(docs) > 1 {
			r.doc = i + 1
		}
		s := r.scenario(n)
		if r.err == nil && names[s.Name] {
			r.wrong(n, "another scenario of this file has the name %q", s.Name)
		}
		if r.err != nil {
			wrong = append(wrong, r.err)
			if l.values > maxValues {
				break
			}
			continue
		}
		names[s.Name] = true
		list = append(list, s)
	}
	if len(wrong) > 0 {
		return nil, errors.Join(wrong...)
	}
	return list, nil
}

// base reads a base file, once for all scenarios of the file.
func (r *reader) base(n node) node {
	path := r.text(n, "base")
	if r.err == nil && !isBelow(path) {
		r.wrong(n, "base must be a path below the scenario's folder, with / and without ..")
	}
	if r.err != nil {
		return node{}
	}
	if b, ok := r.load.bases[path]; ok {
		return b
	}
	b, err := r.load.readBase(path)
	if err != nil {
		r.wrong(n, "base %s: %v", path, err)
		return node{}
	}
	r.load.bases[path] = b
	return b
}

func isBelow(path string) bool {
	return path != "." && !strings.Contains(path, `\`) && fs.ValidPath(strings.TrimPrefix(path, "./"))
}

func (l *loader) readBase(path string) (node, error) {
	path = strings.TrimPrefix(path, "./")
	full := filepath.Join(filepath.Dir(l.file), filepath.FromSlash(path))
	info, err := fs.Stat(l.folder, path)
	if err != nil {
		return node{}, err
	}
	if !info.Mode().IsRegular() {
		return node{}, errors.New("this is no file")
	}
	f, err := l.folder.Open(path)
	if err != nil {
		return node{}, err
	}
	data, err := readAll(full, f)
	if err != nil {
		return node{}, err
	}
	docs, err := documents(full, data)
	if err != nil {
		return node{}, err
	}
	if len(docs) != 1 {
		return node{}, errors.New("a base file has one document")
	}
	return docs[0], nil
}
