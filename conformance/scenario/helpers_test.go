package scenario

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

func open(t *testing.T, rules core.Rules) *hosts.Game {
	g, err := hosts.Open(context.Background(), native.New(rules))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	return g
}

func openPig(t *testing.T) *hosts.Game { return open(t, pig.Rules{}) }

func openKuhn(t *testing.T) *hosts.Game { return open(t, kuhn.Rules{}) }

// read reads scenarios from a text and its bases.
func read(text string, bases map[string]string) ([]*Scenario, error) {
	files := fstest.MapFS{}
	for name, base := range bases {
		files[name] = &fstest.MapFile{Data: []byte(base)}
	}
	return parse("folder/test.yaml", []byte(text), files)
}

// readOne reads a text that is one good scenario.
func readOne(t *testing.T, text string) *Scenario {
	list, err := read(text, nil)
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0]
}
