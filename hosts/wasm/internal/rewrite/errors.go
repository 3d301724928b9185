package rewrite

import "fmt"

// InvalidError: the bytes are no valid module.
type InvalidError struct{ What string }

func (e *InvalidError) Error() string { return e.What }

// UnsupportedError: the module uses something that the rewriter does not know.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return "it uses " + e.What + ", which is not supported" }

// LimitError: the module is larger than one of the Limits.
type LimitError struct {
	Kind        string // "code", "function", "control operators", "nested loops", "locals", "values", "table", "tables", "data segments", or what Entries counts
	Limit, Used int64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the limit %q is %d, and it has %d", e.Kind, e.Limit, e.Used)
}

// failure carries an error out of the depths of the decoder; see rewriter.module.
type failure struct{ err error }

func invalid(format string, args ...any) {
	panic(failure{&InvalidError{fmt.Sprintf(format, args...)}})
}

func unsupported(format string, args ...any) {
	panic(failure{&UnsupportedError{fmt.Sprintf(format, args...)}})
}

func limit(kind string, limit int, used uint64) {
	if used > uint64(limit) {
		panic(failure{&LimitError{kind, int64(limit), int64(min(used, 1<<62))}})
	}
}
