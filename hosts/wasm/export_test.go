package wasm

// GuestFile builds the guest of testdata/name for examples and returns the module's path.
func GuestFile(name string) string {
	if _, err := guestBuilds[name](); err != nil {
		panic(err)
	}
	return guestPath(name)
}
