package wasm

import "context"

// Compile puts the compiled code of a module into the cache, and neither keeps nor runs it: a Load with the same options, in another
// process perhaps, starts fast. The errors are those of Load, but for what shows only when a module is run.
func Compile(ctx context.Context, module []byte, opts Options) error {
	opts, err := opts.resolved()
	if err != nil {
		return err
	}
	l, err := read(module, &opts)
	if err != nil {
		return err
	}
	c, err := compile(ctx, module, l, &opts)
	if err == nil {
		c.close()
	}
	return err
}
