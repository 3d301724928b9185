package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// operand is something that a command takes beside its flags.
type operand struct {
	name string // with its article: "a MODULE"
	what string // what to give
}

// theModule is the operand of most commands.
var theModule = operand{"a MODULE", "a .wasm, a plugin's program, or a built-in game (" + builtinList() + ")"}

// takes makes a command want these operands, neither more nor fewer.
func takes(list ...operand) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := needs(cmd, args, list); err != nil || len(args) == len(list) {
			return err
		}
		names := make([]string, len(list))
		for i, o := range list {
			names[i] = o.name
		}
		return usagef("%s takes %s, and got %q too: leave it out; what belongs to a flag follows it at once", cmd.Name(), strings.Join(names, " and "), args[len(list)])
	}
}

// takesMany makes a command want these operands, of the last one as many as there are.
func takesMany(list ...operand) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error { return needs(cmd, args, list) }
}

func needs(cmd *cobra.Command, args []string, list []operand) error {
	if len(args) < len(list) {
		o := list[len(args)]
		return usagef("%s needs %s: %s", cmd.Name(), o.name, o.what)
	}
	for i, arg := range args {
		if arg == "" {
			o := list[min(i, len(list)-1)]
			return usagef("%s needs %s, and got an empty word: %s", cmd.Name(), o.name, o.what)
		}
	}
	return nil
}
