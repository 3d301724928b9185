package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

func (a *app) inspectCommand() *cobra.Command {
	var loaded bool
	cmd := &cobra.Command{
		Use:   "inspect MODULE",
		Short: "show what a module is: its game, options, moves, events, codes, size, imports and exports",
		Long: `Show what a module is: the game with its rules version, seats, options, moves, events and error codes,
and the ABI, size, sha256, imports, exports and optional operations of the file.

A plugin's program is run to ask what it is.

A module that was packed (see ` + "`parley pack`" + `) is not run: what it is stands in its section parley.manifest.
With --run it is started nevertheless, and must answer the same.`,
		Args: takes(theModule),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := a.inspect(cmd.Context(), args[0], loaded)
			if err != nil {
				return err
			}
			if a.json {
				return r.writeJSON(a.stdout)
			}
			return r.write(a.stdout)
		},
	}
	cmd.Flags().BoolVar(&loaded, "run", false, "start the module even if it is packed")
	return cmd
}

// inspected is what inspect found out.
type inspected struct {
	module       string
	from         string // where the manifest is from: "section", "module", "native", "process"
	info         hosts.Info
	signer       ed25519.PublicKey // nil if it is not signed
	unsigned     error             // what is wrong with its signature
	raw          []byte            // the manifest
	manifest     *core.Manifest
	major, minor int
}

func (a *app) inspect(ctx context.Context, module string, loaded bool) (*inspected, error) {
	from, err := a.resolve(module)
	if err != nil {
		return nil, err
	}
	r := &inspected{module: module, from: "native"}
	if from.program != "" {
		r.module, r.from = from.program, "process"
	}
	packed := false
	if from.path != "" {
		r.module, r.from = from.path, "module"
		code, err := a.trusted(from.path)
		if err != nil {
			return nil, err
		}
		if r.info, err = wasm.Inspect(code, a.wasmOptions()); err == nil {
			r.raw, packed, err = abi.FindSection(code)
		}
		if err == nil {
			r.signer, r.unsigned = hosts.Signer(code)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", from.path, err)
		}
	}
	if packed && !loaded {
		r.from = "section"
	} else {
		g, err := a.open(ctx, module)
		if err != nil {
			return nil, err
		}
		defer g.Close()
		r.info = g.Info()
		if r.raw, err = rawManifest(ctx, g); err != nil {
			return nil, err
		}
	}
	if r.manifest, r.major, r.minor, err = abi.ParseManifest(r.raw); err != nil {
		return nil, fmt.Errorf("%s: %w", r.module, err)
	}
	return r, nil
}

func (r *inspected) offers() []string {
	list := []string{}
	for _, op := range r.info.Offers {
		if op.Optional() {
			list = append(list, op.String())
		}
	}
	return list
}

func (r *inspected) writeJSON(out io.Writer) error {
	reader := wire.NewReader(r.raw)
	manifest, ok := hosts.AppendJSON(nil, &reader)
	if !ok {
		return fmt.Errorf("%s: %w", r.module, abi.ErrManifest)
	}
	fault := ""
	if r.unsigned != nil {
		fault = r.unsigned.Error()
	}
	list := func(s []string) []string { return append([]string{}, s...) }
	return writeJSON(out, struct {
		Module   string          `json:"module"`
		Host     string          `json:"host"`
		ABI      [2]int          `json:"abi"`
		Size     int64           `json:"size"`
		SHA256   string          `json:"sha256"`
		Imports  []string        `json:"imports"`
		Exports  []string        `json:"exports"`
		Offers   []string        `json:"offers"`
		Signer   string          `json:"signer,omitempty"`
		BadSign  string          `json:"signature_fault,omitempty"`
		From     string          `json:"manifest_from"`
		Manifest json.RawMessage `json:"manifest"`
	}{r.module, r.info.Host, [2]int{r.major, r.minor}, r.info.Size, r.info.SHA256, list(r.info.Imports), list(r.info.Exports),
		r.offers(), hex.EncodeToString(r.signer), fault, r.from, manifest})
}

// writeJSON writes a value as indented JSON.
func writeJSON(out io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := out.Write(b.Bytes())
	return err
}

func (r *inspected) write(out io.Writer) error {
	var b strings.Builder
	m := r.manifest
	fmt.Fprintf(&b, "%s (%s), rules %s, %s\n", m.Titles[0].Text, m.Game, m.Rules, seatsText(m.Seats))
	for _, t := range m.Titles[1:] {
		fmt.Fprintf(&b, "  %s: %s\n", t.Lang, t.Text)
	}
	fmt.Fprintf(&b, "features: %s\n", featuresText(m.Features))
	fmt.Fprintf(&b, "ABI %d.%d, offers %s\n", r.major, r.minor, orNone(r.offers()))
	r.writeOrigin(&b)
	writeManifest(&b, m)
	_, err := io.WriteString(out, b.String())
	return err
}

func (r *inspected) writeOrigin(b *strings.Builder) {
	if r.from == "native" {
		fmt.Fprintf(b, "built into this program\n")
		return
	}
	fmt.Fprintf(b, "file %s, %d bytes, sha256 %s\n", r.module, r.info.Size, r.info.SHA256)
	switch r.from {
	case "process":
		fmt.Fprintf(b, "a plugin's program (%s): this is what it answered when it was run\n", r.info.Engine)
		fmt.Fprintf(b, "it runs outside of the sandbox, with the rights of whoever starts it\n")
		return
	case "section":
		fmt.Fprintf(b, "packed: this is what its section %s says, it was not run\n", abi.ManifestSection)
	default:
		fmt.Fprintf(b, "this is what the module answered when it was run\n")
	}
	switch {
	case r.unsigned != nil:
		fmt.Fprintf(b, "%v\n", r.unsigned)
	case r.signer != nil:
		fmt.Fprintf(b, "signed by the public key %x; --key FILE.pub tells whether that is whom you mean\n", []byte(r.signer))
	default:
		fmt.Fprintf(b, "not signed\n")
	}
	fmt.Fprintf(b, "imports: %s\n", orNone(r.info.Imports))
	fmt.Fprintf(b, "exports: %s\n", orNone(r.info.Exports))
}

func orNone(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, ", ")
}

func featuresText(f core.Features) string {
	var list []string
	for _, x := range []struct {
		has  bool
		text string
	}{
		{f.Chance, "chance after creation"},
		{f.Hidden, "hidden information"},
		{f.Simultaneous, "simultaneous decisions"},
	} {
		if x.has {
			list = append(list, x.text)
		}
	}
	return orNone(list)
}

// writeManifest lists the parts of a manifest, a line each.
func writeManifest(b *strings.Builder, m *core.Manifest) {
	heading := func(s string, n int) {
		if n > 0 {
			fmt.Fprintf(b, "\n%s\n", s)
		}
	}
	line := func(depth int, head, doc string) {
		if doc != "" {
			head += " - " + doc
		}
		fmt.Fprintf(b, "%s%s\n", strings.Repeat("  ", depth), head)
	}
	heading("Options", len(m.Options))
	for _, o := range m.Options {
		def := "by default the game works it out"
		if o.Default != nil {
			r := wire.NewReader(o.Default)
			text, _ := hosts.AppendJSON(nil, &r)
			def = "by default " + string(text)
		}
		if o.Private {
			def += ", never shown"
		}
		text, below := outlined(o.Type)
		line(1, o.Name+": "+text+"; "+def, o.Doc)
		writeFields(2, below, line)
	}
	heading("Moves", len(m.Moves))
	for _, k := range m.Moves {
		line(1, k.Name, k.Doc)
		for _, arg := range k.Args {
			writeFields(2, []core.Field{{Name: arg.Name, Type: arg.Type, Optional: arg.Optional}}, line)
		}
	}
	heading("Events", len(m.Events))
	for _, k := range m.Events {
		head := k.Name
		if k.Reveals {
			head += " (reveals what was hidden)"
		}
		line(1, head, k.Doc)
		writeFields(2, k.Fields, line)
	}
	heading("View", len(m.View.Fields))
	writeFields(2, m.View.Fields, line)
	heading("Keys that only a setup has", len(m.SetupKeys))
	writeFields(2, m.SetupKeys, line)
	heading("Error codes", len(m.Codes))
	for _, c := range m.Codes {
		line(1, c.Code, c.Text)
	}
	heading("Ways to end", len(m.EndReasons))
	for _, s := range m.EndReasons {
		line(1, s, "")
	}
}

// writeFields lists fields, a line each, and below a field those of a record in it.
func writeFields(depth int, fields []core.Field, line func(depth int, head, doc string)) {
	for _, f := range fields {
		name := f.Name
		if f.Optional {
			name += mayBeMissing
		}
		text, below := outlined(f.Type)
		line(depth, name+": "+text, f.Doc)
		writeFields(depth+1, below, line)
	}
}

// longestType is how long the words for a type may be that stand in a line whole.
const longestType = 100

// outlined says in words what a value of a type is, without the fields of a record in it if that is long: these are below.
func outlined(t *core.Type) (text string, below []core.Field) {
	text = typeText(t)
	if len(text) <= longestType {
		return text, nil
	}
	switch t.Kind {
	case core.TRecord:
		return "a record", t.Fields
	case core.TList, core.TDict, core.TNull:
		of, below := outlined(t.Of)
		return strings.Replace(text, typeText(t.Of), of, 1), below
	}
	return text, nil
}
