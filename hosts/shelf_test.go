package hosts_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// moduleCaller is native rules that say they are a module.
type moduleCaller struct {
	*native.Game
	sum string
}

func (c moduleCaller) Info() hosts.Info {
	i := c.Game.Info()
	i.SHA256 = c.sum
	return i
}

func opener(rules core.Rules, sum string, times *int) func(context.Context) (*hosts.Game, error) {
	return func(ctx context.Context) (*hosts.Game, error) {
		*times++
		return hosts.Open(ctx, moduleCaller{native.New(rules), sum})
	}
}

func TestShelf(t *testing.T) {
	ctx := context.Background()
	var shelf hosts.Shelf
	a, b := strings.Repeat("aa", 32), strings.Repeat("bb", 32)
	pigA, pigB, kuhnA := hosts.Edition{Game: "pig", Rules: "1.0.0", SHA256: a}, hosts.Edition{Game: "pig", Rules: "1.0.0", SHA256: b},
		hosts.Edition{Game: "kuhn", Rules: "1.0.0", SHA256: a}

	_, err := shelf.Open(ctx, pigA)
	require.EqualError(t, err, "there is no pig 1.0.0 (module "+a+") on the shelf: it is empty")

	var times [3]int
	require.NoError(t, shelf.Add(kuhnA, opener(kuhn.Rules{}, a, &times[2])))
	_, err = shelf.Open(ctx, pigA)
	require.EqualError(t, err, "there is no pig 1.0.0 (module "+a+") on the shelf: there is kuhn 1.0.0 (module "+a+")")
	require.NoError(t, shelf.Add(pigA, opener(pig.Rules{}, a, &times[0])))
	require.NoError(t, shelf.Add(pigB, opener(pig.Rules{}, b, &times[1])))
	require.ErrorIs(t, shelf.Add(pigB, opener(pig.Rules{}, b, &times[1])), hosts.ErrOnShelf)
	require.Equal(t, []hosts.Edition{kuhnA, pigA, pigB}, shelf.Editions())

	other := pigA
	other.Rules = "2.0.0"
	_, err = shelf.Open(ctx, other)
	var missing *hosts.MissingError
	require.ErrorAs(t, err, &missing)
	require.Equal(t, hosts.MissingError{Want: other, Have: []hosts.Edition{pigA, pigB}, SameGame: true}, *missing)
	require.ErrorContains(t, err, "of this game there is pig 1.0.0 (module "+a+"), pig 1.0.0 (module "+b+")")

	var all sync.WaitGroup
	games := make([]*hosts.Game, 4)
	for i := range games {
		all.Go(func() { games[i], _ = shelf.Open(ctx, pigB) })
	}
	all.Wait()
	for _, g := range games {
		require.NotNil(t, g)
		require.Same(t, games[0], g)
	}
	require.Equal(t, [3]int{0, 1, 0}, times)

	// A log of native rules means no particular bytes.
	header := hosts.NewLogHeader(openPig(t), hosts.NewGame{})
	g, err := shelf.Open(ctx, header.Edition())
	require.NoError(t, err)
	require.Equal(t, pigA, g.Edition())
	require.NoError(t, shelf.Put(openPig(t)))
	g, err = shelf.Open(ctx, header.Edition())
	require.NoError(t, err)
	require.Equal(t, "", g.Edition().SHA256)

	require.NoError(t, shelf.Close())
	require.Empty(t, shelf.Editions())
	for _, g := range []*hosts.Game{games[0], g} {
		_, err = g.Init(ctx, hosts.NewGame{Seats: 2, Seed: []byte{1}})
		require.ErrorIs(t, err, hosts.ErrClosed)
	}
}

func TestShelfOpenFails(t *testing.T) {
	ctx := context.Background()
	var shelf hosts.Shelf
	broken, calls := errors.New("no such file"), 0
	edition := hosts.Edition{Game: "pig", Rules: "1.0.0", SHA256: strings.Repeat("aa", 32)}
	require.NoError(t, shelf.Add(edition, func(ctx context.Context) (*hosts.Game, error) {
		if calls++; calls == 1 {
			return nil, broken
		}
		return hosts.Open(ctx, native.New(kuhn.Rules{}))
	}))
	_, err := shelf.Open(ctx, edition)
	require.ErrorIs(t, err, broken)
	_, err = shelf.Open(ctx, edition)
	require.ErrorContains(t, err, "is kuhn 1.0.0 (native)")
	require.Equal(t, 2, calls)
	require.NoError(t, shelf.Close())
}
