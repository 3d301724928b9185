package rewrite

// Limits are caps on a module. A field of zero or less is its default.
type Limits struct {
	Code     int // bytes of all code
	Function int // bytes of one function's code, at most 16 MiB
	Control  int // control operators of one function, each target of a br_table among them
	Loops    int // loops inside each other: an engine's time to compile them grows with the square
	Locals   int // locals of one function, its parameters among them
	Values   int // parameters and results of one function type together
	Table    int // entries of one table; a table cannot grow beyond it either
	Tables   int // tables
	Entries  int // types, imports, functions, globals, exports, element segments, elements: of each so many
	Segments int // data segments
}

// The defaults of Limits. Go modules with net/http have functions of 51 kB, 5,400 functions and 94,000 data segments; rules of
// games have functions of 40 kB at most.
const (
	DefaultCode     = 16 << 20
	DefaultFunction = 64 << 10
	DefaultControl  = 4096
	DefaultLoops    = 16
	DefaultLocals   = 256
	DefaultValues   = 256
	DefaultTable    = 10_000
	DefaultTables   = 16
	DefaultEntries  = 1 << 16
	DefaultSegments = 1 << 20
)

// maxFunction keeps the weight of a function's code in the room that there is for it.
const maxFunction = 16 << 20

func (l Limits) resolved() Limits {
	for _, f := range []struct {
		at  *int
		def int
	}{
		{&l.Code, DefaultCode}, {&l.Function, DefaultFunction}, {&l.Control, DefaultControl}, {&l.Loops, DefaultLoops},
		{&l.Locals, DefaultLocals}, {&l.Values, DefaultValues}, {&l.Table, DefaultTable}, {&l.Tables, DefaultTables}, {&l.Entries, DefaultEntries},
		{&l.Segments, DefaultSegments},
	} {
		if *f.at <= 0 {
			*f.at = f.def
		}
	}
	l.Function = min(l.Function, maxFunction)
	return l
}
