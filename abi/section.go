package abi

import (
	"errors"

	"github.com/parley-rules/parley/core/wire"
)

// The section ManifestSection of a module holds the answer of its operation `manifest` to the byte, without the {ok: ...}
// around it: the key `abi` in it gives the ABI's version. So ParseManifest reads it, and two manifests agree if their bytes
// are equal. A module without the section is as good; a host that finds one compares it (CheckSection).

// Errors of the functions of this file.
var (
	// ErrSections: the bytes cannot be divided into the sections of a WebAssembly module. Give the whole .wasm file.
	ErrSections = errors.New("no WebAssembly module, or one that is cut short: give the whole .wasm file")
	// ErrTwoSections: which of the two is meant cannot be known. Pack the module again, which replaces both.
	ErrTwoSections = errors.New("the module has more than one section " + ManifestSection + ": pack it again with `parley pack`")
	// ErrSectionDiffers: the section was not made from this module. Pack the module again.
	ErrSectionDiffers = errors.New("the module's section " + ManifestSection + " does not say what the module itself answers: pack it again with `parley pack`")
)

const wasmHead = "\x00asm\x01\x00\x00\x00"

// FindSection looks for the manifest in a module's section, false if it has none. The bytes point into the module and are
// not looked at: ParseManifest does that. The module may come from a stranger. The errors are ErrSections and
// ErrTwoSections.
func FindSection(module []byte) (manifest []byte, found bool, err error) {
	double := false
	ok := Sections(module, func(_ []byte, name string, content []byte) {
		if name == ManifestSection {
			double = double || found
			manifest, found = content, true
		}
	})
	if !ok {
		return nil, false, ErrSections
	}
	if double {
		return nil, false, ErrTwoSections
	}
	return manifest, found, nil
}

// AppendSection returns the module with this manifest in its section, which is the last one; sections of that name that it
// has already are left out. The module is not changed, nor is anything else in it. Doing it twice is the same as doing it once.
// The error is ErrSections.
func AppendSection(module, manifest []byte) ([]byte, error) {
	out, err := StripSection(module)
	if err != nil {
		return nil, err
	}
	size := 1 + len(ManifestSection) + len(manifest)
	out = append(out, 0)
	out = appendLEB(out, uint32(size))
	out = append(out, byte(len(ManifestSection)))
	out = append(out, ManifestSection...)
	return append(out, manifest...), nil
}

// StripSection returns a copy of the module without its section. The error is ErrSections.
func StripSection(module []byte) ([]byte, error) {
	out := append(make([]byte, 0, len(module)), wasmHead...)
	ok := Sections(module, func(whole []byte, name string, _ []byte) {
		if name != ManifestSection {
			out = append(out, whole...)
		}
	})
	if !ok {
		return nil, ErrSections
	}
	return out, nil
}

// CheckSection compares a module's section, if it has one, with the manifest that the module itself answers. The errors are
// those of FindSection, and ErrSectionDiffers.
func CheckSection(module, manifest []byte) error {
	section, found, err := FindSection(module)
	if err != nil || !found {
		return err
	}
	if !wire.Equal(section, manifest) {
		return ErrSectionDiffers
	}
	return nil
}

// Sections calls f with every section of a module, in order: all its bytes, and of a custom section its name and what follows
// after that. The bytes point into the module, which may come from a stranger. It returns false, perhaps after some calls, at
// bytes that are not sections.
func Sections(module []byte, f func(whole []byte, name string, content []byte)) bool {
	if len(module) < len(wasmHead) || string(module[:len(wasmHead)]) != wasmHead {
		return false
	}
	rest := module[len(wasmHead):]
	for len(rest) > 0 {
		size, n := readLEB(rest[1:])
		end := uint64(1+n) + uint64(size)
		if n == 0 || end > uint64(len(rest)) {
			return false
		}
		content, name := rest[1+n:end], ""
		if rest[0] == 0 {
			length, n := readLEB(content)
			if n == 0 || uint64(length) > uint64(len(content)-n) {
				return false
			}
			name = string(content[n : n+int(length)])
			content = content[n+int(length):]
		}
		f(rest[:end], name, content)
		rest = rest[end:]
	}
	return true
}

// readLEB reads an unsigned LEB128 number of at most 32 bits, and returns how many bytes it takes, 0 if it is none.
func readLEB(b []byte) (v uint32, n int) {
	for i := 0; i < len(b) && i < 5; i++ {
		if i == 4 && b[i] > 0x0f {
			return 0, 0
		}
		v |= uint32(b[i]&0x7f) << (7 * i)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}

func appendLEB(b []byte, v uint32) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}
