package main

import (
	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/abi/rpc"
)

// pluginCommand is the name of the hidden command with which this program starts itself for --host process.
const pluginCommand = "plugin"

// pluginCommand serves a built-in game to the host that started this program.
func (a *app) pluginCommand() *cobra.Command {
	return &cobra.Command{
		Use:    pluginCommand + " GAME",
		Short:  "serve a built-in game as a plugin process, to the host that started this program",
		Hidden: true,
		Args:   takes(operand{"a GAME", "a built-in game"}),
		RunE: func(_ *cobra.Command, args []string) error {
			rules := builtinGame(args[0])
			switch {
			case rules == nil:
				return usagef("there is no built-in game %q; there are %s", args[0], builtinList())
			case !rpc.Hosted():
				return usagef("%s is for hosts of plugin processes, which start it: use --host process with another command", pluginCommand)
			}
			rpc.Serve(rules)
			return nil
		},
	}
}
