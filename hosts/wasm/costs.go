package wasm

import (
	"context"
	"slices"
	"time"
)

// Costs are what it takes to have instances of a module, for reports and benchmarks.
type Costs struct {
	Rewrite time.Duration // putting the counters in, or reading the rewritten module from the cache; 0 if it is unmetered
	Compile time.Duration // or reading the compiled code from the cache
	Start   time.Duration // of a first instance: making it, and letting the module initialise itself
	Copy    time.Duration // of a further instance, made from the image of the first; 0 if there is none
	Reset   time.Duration // of an instance to the state of a fresh one, after a call; 0 if there is no image
}

// Costs measures the instances in several rounds, by turns, and tells the medians. What the load took was measured then.
func (m *Module) Costs(ctx context.Context, rounds int) (Costs, error) {
	var start, clone, reset []time.Duration
	image := m.compiled.image
	first := *m.compiled
	first.image = nil
	for range max(rounds, 1) {
		from := time.Now()
		in, err := newInstance(ctx, &first, &m.opts)
		if err != nil {
			return Costs{}, err
		}
		start = append(start, time.Since(from))
		in.close()
		if image == nil {
			continue
		}
		from = time.Now()
		if in, err = newInstance(ctx, m.compiled, &m.opts); err != nil {
			return Costs{}, err
		}
		clone = append(clone, time.Since(from))
		in.restore(image) // the first reset touches the memory for the first time
		from = time.Now()
		in.restore(image)
		reset = append(reset, time.Since(from))
		in.close()
	}
	return Costs{Rewrite: m.compiled.rewriting, Compile: m.compiled.compiling, Start: median(start), Copy: median(clone), Reset: median(reset)}, nil
}

func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}
