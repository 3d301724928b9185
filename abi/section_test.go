package abi_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
)

const emptyModule = "\x00asm\x01\x00\x00\x00"

// customSection makes a section of a name; all lengths must be under 128.
func customSection(name, content string) string {
	return "\x00" + string(rune(1+len(name)+len(content))) + string(rune(len(name))) + name + content
}

func TestSection(t *testing.T) {
	other := customSection("name", "xyz")
	typeSection := "\x01\x04\x01\x60\x00\x00"
	plain := []byte(emptyModule + typeSection + other)

	_, found, err := abi.FindSection(plain)
	require.NoError(t, err)
	require.False(t, found)
	require.NoError(t, abi.CheckSection(plain, []byte("anything")))

	packed, err := abi.AppendSection(plain, []byte("one"))
	require.NoError(t, err)
	require.Equal(t, emptyModule+typeSection+other+customSection("parley.manifest", "one"), string(packed))
	section, found, err := abi.FindSection(packed)
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, "one", string(section))
	require.NoError(t, abi.CheckSection(packed, []byte("one")))
	require.ErrorIs(t, abi.CheckSection(packed, []byte("two")), abi.ErrSectionDiffers)

	again, err := abi.AppendSection(packed, []byte("one"))
	require.NoError(t, err)
	require.Equal(t, packed, again)
	replaced, err := abi.AppendSection([]byte(emptyModule+customSection("parley.manifest", "old")+typeSection+other), []byte("one"))
	require.NoError(t, err)
	require.Equal(t, packed, replaced)

	long := bytes.Repeat([]byte("m"), 70_000)
	packed, err = abi.AppendSection(plain, long)
	require.NoError(t, err)
	section, _, err = abi.FindSection(packed)
	require.NoError(t, err)
	require.Equal(t, long, section)
}

func TestSectionOfBrokenModules(t *testing.T) {
	section := customSection("parley.manifest", "m")
	for name, c := range map[string]struct {
		module string
		err    error
	}{
		"nothing":                      {"", abi.ErrSections},
		"text":                         {"(module)", abi.ErrSections},
		"a component":                  {"\x00asm\x0d\x00\x01\x00", abi.ErrSections},
		"a section without its length": {emptyModule + "\x00", abi.ErrSections},
		"a section that is cut short":  {emptyModule + section[:len(section)-1], abi.ErrSections},
		"a name beyond its section":    {emptyModule + "\x00\x03\x05abmore", abi.ErrSections},
		"a custom section of nothing":  {emptyModule + "\x00\x00", abi.ErrSections},
		"a length of more than 32 bits": {
			emptyModule + "\x00\xff\xff\xff\xff\x7f" + "parley.manifest", abi.ErrSections},
		"a length that has no end": {emptyModule + "\x00\x80\x80\x80\x80\x80\x80", abi.ErrSections},
		"the section twice":        {emptyModule + section + section, abi.ErrTwoSections},
	} {
		t.Run(name, func(t *testing.T) {
			_, found, err := abi.FindSection([]byte(c.module))
			require.ErrorIs(t, err, c.err)
			require.False(t, found)
			require.ErrorIs(t, abi.CheckSection([]byte(c.module), []byte("m")), c.err)
			packed, err := abi.AppendSection([]byte(c.module), []byte("m"))
			if c.err == abi.ErrTwoSections { // packing again mends it
				require.NoError(t, err)
				require.NoError(t, abi.CheckSection(packed, []byte("m")))
				return
			}
			require.ErrorIs(t, err, c.err)
		})
	}
}

func FuzzSection(f *testing.F) {
	f.Add([]byte(emptyModule), []byte("m"))
	f.Add([]byte(emptyModule+customSection("parley.manifest", "m")+customSection("name", "x")), []byte("other"))
	f.Add([]byte(emptyModule+customSection("parley.manifest", "m")+customSection("parley.manifest", "m")), []byte{})
	f.Add([]byte(emptyModule+"\x00\xff\xff\xff\xff\x0f"), []byte("m"))
	f.Fuzz(func(t *testing.T, module, manifest []byte) {
		_, _, findErr := abi.FindSection(module)
		before := bytes.Clone(module)
		packed, err := abi.AppendSection(module, manifest)
		require.Equal(t, before, module)
		if err != nil {
			require.ErrorIs(t, err, abi.ErrSections)
			require.ErrorIs(t, findErr, abi.ErrSections)
			return
		}
		require.NoError(t, abi.CheckSection(packed, manifest))
		again, err := abi.AppendSection(packed, manifest)
		require.NoError(t, err)
		require.Equal(t, packed, again)
	})
}
