package wasm

import (
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/internal/modulefile"
)

// Inspect says what Load would: whether a module keeps the contract as far as that shows without compiling or running it, and
// what it imports, exports and offers. The errors are those of the options, *hosts.ChecksumError, *hosts.SignatureError,
// *hosts.ABIError and *hosts.LimitError.
func Inspect(module []byte, opts Options) (hosts.Info, error) {
	opts, err := opts.resolved()
	if err != nil {
		return hosts.Info{}, err
	}
	l, err := read(module, &opts)
	if err != nil {
		return hosts.Info{}, err
	}
	return l.info(module, &opts), nil
}

// read scans a module and checks it.
func read(module []byte, opts *Options) (*layout, error) {
	sum, err := modulefile.Check(module, opts.MaxModule, opts.SHA256, opts.PublicKeys)
	if err != nil {
		return nil, err
	}
	l, err := scan(module)
	if err != nil {
		return nil, &hosts.ABIError{Have: err.Error(), Want: "a WebAssembly module", Hint: "give the whole .wasm file of a rules module; " + rebuild}
	}
	l.sum = sum
	return l, l.check(opts)
}

// info is what hosts.Caller's Info says of a module.
func (l *layout) info(module []byte, opts *Options) hosts.Info {
	info := hosts.Info{
		Host:   "wasm",
		Engine: engineName(opts),
		SHA256: l.sum,
		Size:   int64(len(module)),
		Offers: l.offers(),
	}
	for _, im := range l.imports {
		info.Imports = append(info.Imports, im.module+"."+im.name)
	}
	for _, e := range l.exports {
		info.Exports = append(info.Exports, e.name)
	}
	return info
}
