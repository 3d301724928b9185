package adversary

import (
	"bytes"
	"maps"
	"slices"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core/wire"
	asm "github.com/parley-rules/parley/hosts/hosttest/wasmasm"
)

// liars are modules whose answers are none.
func liars() []*Adversary {
	// at answers a range, whatever is there.
	at := func(name string, at, size uint32) variant {
		return one(name, func(p *parrot) { p.ops[abi.Apply] = answer(at, size) }, abi.Apply)
	}
	area := func(name string, address int32) variant {
		return one(name, func(p *parrot) { p.buffer = [][]byte{asm.I32Const(address)} }, asked...)
	}
	const end = pages << 16
	return []*Adversary{
		{"no_answer", broken("answered no bytes"), []variant{
			at("no bytes", roomAt, 0),
			at("nothing at all", 0, 0),
		}},
		{"answer_outside", broken("its memory ends at"), []variant{
			at("at the end", end, 1),
			at("over the end", end-1, 2),
			at("a negative address", 0xffff_ffff, 1),
			at("a negative length", roomAt, 0xffff_fff0),
			at("both", 0xffff_ffff, 0xffff_ffff),
			at("all that 32 bits can say", 0, 0xffff_ffff),
		}},
		{"huge_answer", limit("response"), []variant{
			one("10 MB, all there", func(p *parrot) {
				p.pages = 200
				p.ops[abi.Apply] = answer(0, 10<<20)
			}, abi.Apply),
		}},
		{"buffer_outside", broken("its memory ends at"), []variant{
			area("at the end", end-1),
			area("a negative address", -1),
			area("the largest address", 1<<31-1),
		}},
		{"buffer_refuses", limit("request"), []variant{area("whatever the length", 0)}},
		{"answers_in_one_place", nil, []variant{
			one("each answer over the one before", func(p *parrot) {
				for _, op := range asked {
					w := p.where[op]
					p.ops[op] = append([][]byte{asm.I32Const(roomAt), asm.I32Const(int32(w[0])), asm.I32Const(int32(w[1])), asm.MemoryCopy},
						answer(roomAt, w[1])...)
				}
			}, asked...),
			one("the answer over the request", func(p *parrot) {
				for _, op := range asked {
					w := p.where[op]
					p.ops[op] = append([][]byte{asm.I32Const(requestAt), asm.I32Const(int32(w[0])), asm.I32Const(int32(w[1])), asm.MemoryCopy},
						answer(requestAt, w[1])...)
				}
			}, asked...),
		}},
		{"truncated_answer", broken("its answer is not"), falseAnswers(map[string]func(right []byte) []byte{
			"a byte":         func(b []byte) []byte { return b[:1] },
			"half":           func(b []byte) []byte { return b[:len(b)/2] },
			"all but one":    func(b []byte) []byte { return b[:len(b)-1] },
			"one too many":   func(b []byte) []byte { return append(bytes.Clone(b), 0xc0) },
			"twice the same": func(b []byte) []byte { return append(bytes.Clone(b), b...) },
		})},
		{"deep_answer", broken("its answer is not"), falseAnswers(map[string]func([]byte) []byte{
			"lists in lists": func([]byte) []byte { return append(okIs(), append(bytes.Repeat([]byte{0x91}, 60_000), 0xc0)...) },
			"maps in maps":   func([]byte) []byte { return append(okIs(), append(bytes.Repeat([]byte("\x81\xa1a"), 20_000), 0xc0)...) },
			"lists that do not end": func([]byte) []byte {
				return append(okIs(), bytes.Repeat([]byte{0xdd, 0xff, 0xff, 0xff, 0xff}, 10_000)...)
			},
		})},
		{"double_key", broken("its answer is not"), falseAnswers(map[string]func([]byte) []byte{
			"ok":       func(b []byte) []byte { return asm.Cat([]byte{0x82}, b[1:], b[1:]) },
			"position": func(b []byte) []byte { return doubled(b, "position") },
			"in another encoding": func(b []byte) []byte {
				return bytes.Replace(doubled(b, "position"), []byte("\xa8position"), []byte("\xd9\x08position"), 1)
			},
		})},
		{"answers_that_lie", broken("its answer is not"), falseAnswers(map[string]func([]byte) []byte{
			"a map of four thousand millions":  func([]byte) []byte { return append(okIs(), 0xdf, 0xff, 0xff, 0xff, 0xff) },
			"a list of four thousand millions": func([]byte) []byte { return append(okIs(), 0xdd, 0xff, 0xff, 0xff, 0xff, 0xc0) },
			"a text of 4 GB":                   func([]byte) []byte { return append(okIs(), 0xdb, 0xff, 0xff, 0xff, 0xff, 'x') },
			"bytes of 4 GB":                    func([]byte) []byte { return append(okIs(), 0xc6, 0xff, 0xff, 0xff, 0xff, 'x') },
			"a position of 4 GB": func(b []byte) []byte {
				return bytes.Replace(b, []byte("position\xc4"), []byte("position\xc6\xff\xff\xff"), 1)
			},
		})},
		{"foreign_values", broken("its answer is not"), falseAnswers(map[string]func([]byte) []byte{
			"a float":                    func([]byte) []byte { return append(okIs(), 0xca, 0, 0, 0, 0) },
			"an extension":               func([]byte) []byte { return append(okIs(), 0xd4, 1, 1) },
			"a time":                     func([]byte) []byte { return append(okIs(), 0xd6, 0xff, 0, 0, 0, 0) },
			"a number of 2^64-1":         func([]byte) []byte { return append(okIs(), 0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff) },
			"a text that is none":        func([]byte) []byte { return append(okIs(), 0xa2, 0xc3, 0x28) },
			"a number as a key":          func([]byte) []byte { return append(okIs(), 0x81, 1, 2) },
			"a byte that has no meaning": func([]byte) []byte { return append(okIs(), 0xc1) },
		})},
		{"answers_without_sense", broken("its answer is not"), falseAnswers(map[string]func([]byte) []byte{
			"nil":                  func([]byte) []byte { return []byte{0xc0} },
			"an empty map":         func([]byte) []byte { return []byte{0x80} },
			"ok is nil":            func([]byte) []byte { return append(okIs(), 0xc0) },
			"error is nil":         func([]byte) []byte { return []byte("\x81\xa5error\xc0") },
			"another word":         func(b []byte) []byte { return bytes.Replace(b, []byte("ok"), []byte("ko"), 1) },
			"the view instead":     func([]byte) []byte { return script().answers[abi.View] },
			"actors that are none": func(b []byte) []byte { return bytes.Replace(b, []byte("actors\x91\x00"), []byte("actors\x91\x7f"), 1) },
		})},
		{"false_manifest", broken(""), manifests(map[string]func(right []byte) []byte{
			"nothing but nil":       func([]byte) []byte { return []byte{0xc0} },
			"half":                  func(b []byte) []byte { return b[:len(b)/2] },
			"too deep":              func([]byte) []byte { return append(okIs(), bytes.Repeat([]byte{0x91}, 60_000)...) },
			"sizes that lie":        func([]byte) []byte { return append(okIs(), 0xdf, 0xff, 0xff, 0xff, 0xff) },
			"another version":       func(b []byte) []byte { return bytes.Replace(b, []byte("abi\x92\x01"), []byte("abi\x92\x02"), 1) },
			"another type":          func(b []byte) []byte { return bytes.Replace(b, []byte("\xa3pig"), []byte("\xc0\xa2g"), 1) },
			"a game without a name": func(b []byte) []byte { return bytes.Replace(b, []byte("\xa3pig"), []byte("\xa3\x00\x01 "), 1) },
		})},
	}
}

// okIs is the beginning of an answer that goes well.
func okIs() []byte { return []byte("\x81\xa2ok") }

// falseAnswers are parrots that answer apply with something else, in the order of the names.
func falseAnswers(change map[string]func(right []byte) []byte) []variant {
	return saying(abi.Apply, change)
}

func manifests(change map[string]func(right []byte) []byte) []variant {
	return saying(abi.Manifest, change)
}

func saying(op abi.Op, change map[string]func(right []byte) []byte) (list []variant) {
	for _, name := range slices.Sorted(maps.Keys(change)) {
		list = append(list, one(name, func(p *parrot) { p.says(op, change[name](p.heard[op])) }, op))
	}
	return list
}

// doubled is a step in which a key stands twice.
func doubled(step []byte, key string) []byte {
	r, _ := wire.NewReader(step).Find("ok")
	inner, _ := r.Find(key)
	value, _ := inner.Raw()
	var w wire.Writer
	w.Map(1)
	w.Str("ok")
	w.Map(2)
	for range 2 {
		w.Str(key)
		w.Raw(value)
	}
	return w.B
}
