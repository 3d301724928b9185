package main

import "github.com/spf13/cobra"

// serveCommand is what hosts start for a sandbox. When one has, main never gets here.
func (a *app) serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve MODULE.wasm",
		Short: "serve a module from a locked process, to the host that started it",
		Long: `Serve a module to the host that started this program (process.Sandbox of hosts/process, with the option
Command: {"parley", "serve"}). The process locks itself up before the host hands it the module, whose name here is only for people
who look at the list of processes.`,
		Hidden: true,
		Args:   takes(operand{"a MODULE.wasm", "it is for hosts, which start it"}),
		RunE: func(*cobra.Command, []string) error {
			return usagef("serve is for hosts, which start it: use --host sandbox with another command")
		},
	}
}
