package rewrite

// What is taken: WebAssembly 2.0 without vectors, that is the first version with sign extension, saturating conversions,
// multi-value, bulk memory and reference types. What else there is gets refused by its name.

func isReference(t byte) bool { return t == 0x70 || t == 0x6f }

func valueType(t byte) {
	switch {
	case t >= 0x7c && t <= 0x7f || isReference(t):
	case t == 0x7b:
		unsupported("vectors (SIMD)")
	default:
		unsupportedType(t)
	}
}

func referenceType(t byte) {
	if !isReference(t) {
		unsupportedType(t)
	}
}

func unsupportedType(t byte) {
	switch {
	case t == 0x63 || t == 0x64:
		unsupported("typed references")
	case t == 0x69 || t == 0x74:
		unsupported("exceptions (references to them)")
	case t >= 0x6a && t <= 0x73:
		unsupported("garbage collection (references of the type 0x%02x)", t)
	}
	invalid("there is no type 0x%02x", t)
}

func unsupportedOperator(op byte) {
	switch {
	case op >= 0x06 && op <= 0x0a, op == 0x18, op == 0x19, op == 0x1f:
		unsupported("exceptions (the operator 0x%02x)", op)
	case op == 0x12 || op == 0x13:
		unsupported("tail calls")
	case op == 0x14 || op == 0x15 || op >= 0xd4 && op <= 0xd6:
		unsupported("typed references (the operator 0x%02x)", op)
	case op == 0xd3 || op == 0xfb:
		unsupported("garbage collection (the operator 0x%02x)", op)
	case op == 0xfd:
		unsupported("vectors (SIMD)")
	case op == 0xfe:
		unsupported("atomic operators (threads)")
	}
	unsupported("the operator 0x%02x", op)
}
