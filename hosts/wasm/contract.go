package wasm

import (
	"fmt"
	"strings"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// rebuild is what the author of a module that is no good must do.
const rebuild = "the module's author must rebuild it with github.com/parley-rules/parley/sdk and GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared"

// check tells whether a module keeps the contract as far as that shows without running it. Its errors are *hosts.ABIError
// and *hosts.LimitError.
func (l *layout) check(opts *Options) error {
	if err := l.checkImports(); err != nil {
		return err
	}
	if err := l.checkMarker(); err != nil {
		return err
	}
	if err := l.checkExports(); err != nil {
		return err
	}
	for _, limit := range []struct {
		kind       string
		have, most uint64
	}{
		{"memory", l.memoryMin, uint64(opts.MemoryLimit)},
		{"table", l.tableMin, uint64(opts.MaxTable)},
		{"code", l.code, uint64(opts.MaxCode)},
		{"function", l.largest, uint64(opts.MaxFunction)},
	} {
		if limit.have > limit.most {
			return &hosts.LimitError{Kind: limit.kind, Limit: int64(limit.most), Used: int64(limit.have)}
		}
	}
	return nil
}

// checkImports refuses every import that is not one of the WASI functions, all of them at once and by name.
func (l *layout) checkImports() error {
	var foreign []string
	for _, im := range l.imports {
		fn, known := wasiFunctions[im.name]
		switch {
		case im.module != wasiModule || !known:
			foreign = append(foreign, fmt.Sprintf("%s.%s", im.module, im.name))
		case im.kind != kindFunction:
			foreign = append(foreign, fmt.Sprintf("%s.%s as a %s", im.module, im.name, im.kind))
		case im.sig != fn.sig:
			foreign = append(foreign, fmt.Sprintf("%s.%s as %s instead of %s", im.module, im.name, im.sig, fn.sig))
		}
	}
	if foreign == nil {
		return nil
	}
	return &hosts.ABIError{
		Have: "it imports " + quotedList(foreign),
		Want: "no imports but the WASI functions that Go's runtime needs",
		Hint: "the module's author must do without files, the network and host functions, and rebuild it",
	}
}

// checkMarker looks for the export that says which ABI the module speaks.
func (l *layout) checkMarker() error {
	const family = "parley_abi_v"
	var others []string
	command := false
	for _, e := range l.exports {
		if e.name == abi.MarkerExport && e.kind == kindFunction {
			return nil
		}
		if strings.HasPrefix(e.name, family) && e.name != abi.MarkerExport {
			others = append(others, e.name)
		}
		command = command || e.name == "_start"
	}
	err := &hosts.ABIError{Want: fmt.Sprintf("the function %q", abi.MarkerExport), Hint: rebuild}
	switch {
	case others != nil:
		err.Have = "it speaks another version: it exports " + quotedList(others)
		err.Hint = fmt.Sprintf("this host speaks ABI %d: use a host of the module's version, or have the module's author rebuild it with the sdk of ABI %d",
			abi.Major, abi.Major)
	case command:
		err.Have = fmt.Sprintf("it is a program (it exports %q), not a library with %q", "_start", abi.MarkerExport)
	default:
		err.Have = fmt.Sprintf("it is no module for Parley: it does not export %q", abi.MarkerExport)
	}
	return err
}

// The signatures of the exports.
var (
	sigOperation  = signature{i32, i64}
	sigBuffer     = signature{i32, i32}
	sigInitialize = signature{}
)

// checkExports compares the exports with the contract and reports all that is wrong at once.
func (l *layout) checkExports() error {
	var wrong []string
	l.want(&wrong, abi.MemoryExport, kindMemory, signature{}, false)
	l.want(&wrong, abi.InitializeExport, kindFunction, sigInitialize, false)
	l.want(&wrong, abi.BufferExport, kindFunction, sigBuffer, false)
	for _, op := range abi.Ops {
		l.want(&wrong, op.String(), kindFunction, sigOperation, op.Optional())
	}
	if wrong == nil {
		return nil
	}
	return &hosts.ABIError{Have: strings.Join(wrong, "; "), Want: "the exports of abi/SPEC.md", Hint: rebuild}
}

// want appends to wrong what is wrong with an export.
func (l *layout) want(wrong *[]string, name string, k kind, sig signature, optional bool) {
	at := l.export(name)
	if at == nil {
		if !optional {
			*wrong = append(*wrong, fmt.Sprintf("it does not export the %s %q", k, name))
		}
		return
	}
	if at.kind != k {
		*wrong = append(*wrong, fmt.Sprintf("its export %q is a %s instead of a %s", name, at.kind, k))
		return
	}
	if k != kindFunction {
		return
	}
	have, foreign, ok := l.function(at.index)
	switch {
	case !ok:
		*wrong = append(*wrong, fmt.Sprintf("its export %q is a function that does not exist", name))
	case foreign:
		*wrong = append(*wrong, fmt.Sprintf("its export %q is a function that it imports", name))
	case have != sig:
		*wrong = append(*wrong, fmt.Sprintf("its export %q is %s instead of %s", name, have, sig))
	}
}

func (l *layout) export(name string) *exported {
	for i := range l.exports {
		if l.exports[i].name == name {
			return &l.exports[i]
		}
	}
	return nil
}

// offers are the operations that the module exports.
func (l *layout) offers() []abi.Op {
	var ops []abi.Op
	for _, op := range abi.Ops {
		if l.export(op.String()) != nil {
			ops = append(ops, op)
		}
	}
	return ops
}

// quotedList writes at most eight names, quoted, since they come from a stranger.
func quotedList(names []string) string {
	const most = 8
	var b strings.Builder
	for i, n := range names {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", n)
	}
	return b.String()
}
