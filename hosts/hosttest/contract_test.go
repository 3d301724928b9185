package hosttest_test

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/hosttest/testdata/panicky"
	"github.com/parley-rules/parley/hosts/native"
)

// What hosts.Caller says of Call and Info.
func TestCallerContract(t *testing.T) {
	reference := native.New(pigGame.rules)
	onEveryHost(t, pigGame, func(t *testing.T, c hosts.Caller) {
		ctx := context.Background()
		info := c.Info()
		require.NotEmpty(t, info.Host)
		require.NotEmpty(t, info.Engine)
		require.Subset(t, info.Offers, reference.Info().Offers)
		require.IsIncreasing(t, info.Offers)

		request := packed(t, map[string]any{"viewer": 0, "position": start(t, c)})
		before := bytes.Clone(request)
		want, err := reference.Call(ctx, abi.View, request, nil)
		require.NoError(t, err)
		for _, prefix := range []string{"", "kept"} {
			got, err := c.Call(ctx, abi.View, request, append(make([]byte, 0, 1<<10), prefix...))
			require.NoError(t, err)
			require.Equal(t, prefix+string(want), string(got), "the answer is appended")
		}
		require.Equal(t, before, request)

		// Errors that are not of the rules leave what the caller gave.
		done, cancel := context.WithCancel(ctx)
		cancel()
		got, err := c.Call(done, abi.View, request, []byte("kept"))
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, "kept", string(got))
		got, err = c.Call(ctx, abi.Op(len(abi.Ops)), request, []byte("kept"))
		require.ErrorIs(t, err, hosts.ErrNotOffered)
		require.Equal(t, "kept", string(got))
		got, err = c.Call(ctx, abi.View, make([]byte, abi.MaxRequest+1), []byte("kept"))
		var limit *hosts.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, "request", limit.Kind)
		require.EqualValues(t, abi.MaxRequest, limit.Limit)
		require.EqualValues(t, abi.MaxRequest+1, limit.Used)
		require.Equal(t, "kept", string(got))
		_, err = c.Call(ctx, abi.View, make([]byte, abi.MaxRequest), nil)
		require.NoError(t, err, "the largest request is answered")
	})
}

// A Caller is safe for concurrent use.
func TestManyCallers(t *testing.T) {
	onEveryHost(t, pigGame, func(t *testing.T, c hosts.Caller) {
		request := packed(t, map[string]any{"viewer": 0, "position": start(t, c)})
		want, err := c.Call(context.Background(), abi.View, request, nil)
		require.NoError(t, err)
		const callers = 8
		errs := make(chan error, callers)
		var wait sync.WaitGroup
		for range callers {
			wait.Go(func() {
				for range 25 {
					got, err := c.Call(context.Background(), abi.View, request, nil)
					if err != nil || !bytes.Equal(got, want) {
						errs <- fmt.Errorf("answer %q, error %w", got, err)
						return
					}
				}
			})
		}
		wait.Wait()
		close(errs)
		for err := range errs {
			require.NoError(t, err)
		}
	})
}

// A panic of the rules is the answer `internal` and nothing more, and the next call is answered.
func TestPanicOfTheRules(t *testing.T) {
	onEveryHost(t, panickyGame, func(t *testing.T, c hosts.Caller) {
		p := start(t, c)
		for range 3 {
			response, err := c.Call(context.Background(), abi.View, packed(t, map[string]any{"viewer": 1, "position": p}), nil)
			require.NoError(t, err)
			require.Equal(t, "\x81\xa5error\x82\xa4code\xa8internal\xa6detail\xa0", string(response))
			require.NotContains(t, string(response), panicky.Secret)
			require.Empty(t, errorOf(t, c, abi.View, packed(t, map[string]any{"viewer": 0, "position": p})))
		}
	})
}
