package rpc

import (
	"bytes"
	"context"
	"net"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/conformance/games/pig"
)

// connected serves pig in this process and returns a client of it, all of it without sockets.
func connected(t *testing.T) RulesClient {
	out, err := os.Stdout, os.Stderr
	t.Cleanup(func() { os.Stdout, os.Stderr = out, err })
	listener := bufconn.Listen(1 << 16)
	s := grpc.NewServer()
	require.NoError(t, (&Plugin{Rules: pig.Rules{}}).GRPCServer(nil, s))
	go func() { _ = s.Serve(listener) }()
	t.Cleanup(s.Stop)
	conn, dialErr := grpc.NewClient("passthrough:///plugin", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	require.NoError(t, dialErr)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	client, clientErr := (&Plugin{}).GRPCClient(context.Background(), nil, conn)
	require.NoError(t, clientErr)
	return client.(RulesClient)
}

func TestServer(t *testing.T) {
	ctx := context.Background()
	c := connected(t)
	hello, err := c.Hello(ctx, &HelloRequest{})
	require.NoError(t, err)
	require.EqualValues(t, abi.Major, hello.GetMajor())
	require.EqualValues(t, abi.Minor, hello.GetMinor())
	require.Subset(t, hello.GetOffers(), []string{"manifest", "init", "legal_moves", "apply", "view"})

	one := abi.NewServer(pig.Rules{})
	for _, op := range abi.Ops {
		for _, request := range [][]byte{nil, {0xc1}, []byte("\x82\xa5seats\x02\xa4seed\xc4\x01\x07")} {
			answer, err := c.Call(ctx, &CallRequest{Op: op.String(), Request: request})
			if !one.Offers(op) {
				require.NotContains(t, hello.GetOffers(), op.String())
				require.Equal(t, codes.Unimplemented, status.Code(err))
				continue
			}
			require.NoError(t, err)
			require.Equal(t, one.Serve(op, request, nil), answer.GetResponse())
		}
	}
	for _, op := range []string{"", "fly", "Manifest"} {
		_, err := c.Call(ctx, &CallRequest{Op: op})
		require.Equal(t, codes.Unimplemented, status.Code(err), op)
	}
	_, err = c.Call(ctx, &CallRequest{Op: "view", Request: bytes.Repeat([]byte{0xc0}, abi.MaxRequest+1)})
	require.Equal(t, codes.ResourceExhausted, status.Code(err))
}
