package abi

// Op is an operation of the ABI. Its name is the name of the module's export.
type Op uint8

// The operations. Manifest to View must be exported by every module, the rest are optional.
const (
	Manifest   Op = iota // the game's manifest; the request is empty
	Init                 // creates a position
	LegalMoves           // the legal moves of a seat
	Apply                // carries out a move
	View                 // what a viewer sees of a position
	Resample             // another position that a viewer cannot tell from this one
	Playout              // random moves, in a loop inside the module
	Describe             // a position as text for a terminal
	opCount
)

// Ops are all operations, in the order of their numbers.
var Ops = [...]Op{Manifest, Init, LegalMoves, Apply, View, Resample, Playout, Describe}

var opNames = [opCount]string{"manifest", "init", "legal_moves", "apply", "view", "resample", "playout", "describe"}

// String returns the operation's name, which is also the name of the export.
func (o Op) String() string {
	if o < opCount {
		return opNames[o]
	}
	return "unknown operation"
}

// Optional says whether a module may lack the operation.
func (o Op) Optional() bool { return o >= Resample }

// The version of the ABI. Minor versions only add; a host accepts every module of its major version.
const (
	Major = 1
	Minor = 0
)

// Names that a module exports besides its operations.
const (
	MarkerExport     = "parley_abi_v1" // never called; says which major version the module speaks
	BufferExport     = "buffer"        // buffer(n i32) i32: the request area for n bytes, 0 if n is too large
	MemoryExport     = "memory"
	InitializeExport = "_initialize"
)

// ManifestSection is the name of the custom section into which `parley pack` writes the manifest.
const ManifestSection = "parley.manifest"

// MaxRequest is the largest request in bytes that a module of this SDK takes. `buffer` answers 0 for more.
const MaxRequest = 1 << 20

// MaxResponse is the largest response in bytes that a host takes from a module unless told otherwise.
const MaxResponse = 8 << 20
