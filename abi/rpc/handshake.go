package rpc

import (
	"context"
	"os"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
)

// Name is the name of the one plugin in go-plugin's set.
const Name = "rules"

// Handshake is what both ends must agree on. Programs of another kind, or of another major version of the ABI, are refused with
// it. It is no secret.
var Handshake = plugin.HandshakeConfig{
	ProtocolVersion:  abi.Major,
	MagicCookieKey:   "PARLEY_RULES_PLUGIN",
	MagicCookieValue: "c3f1a8d0-rules-of-a-board-game",
}

// Hosted says whether this program was started by a host, to serve rules to it.
func Hosted() bool { return os.Getenv(Handshake.MagicCookieKey) == Handshake.MagicCookieValue }

// Plugin is the service as go-plugin wants it. Rules is needed in the plugin process only.
type Plugin struct {
	plugin.NetRPCUnsupportedPlugin
	Rules core.Rules
}

var _ plugin.GRPCPlugin = (*Plugin)(nil)

// GRPCServer puts the service into a server. It panics if the manifest of the rules has a fault.
func (p *Plugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	RegisterRulesServer(s, newServer(p.Rules))
	return nil
}

// GRPCClient returns a RulesClient.
func (p *Plugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return NewRulesClient(conn), nil
}
