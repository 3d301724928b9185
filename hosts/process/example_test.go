package process_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/process"
)

// Open a plugin whose digest is known, start a game, and tell apart what can go wrong.
func ExampleOpen() {
	ctx := context.Background()
	plugin, err := process.Open(ctx, "plugins/mygame", process.Options{
		SHA256: "39486ce2c6c6f137b19cf89e7cc83b3121800fb419800759eaca0544f6dca243",
		Log:    slog.Default(),
	})
	if err != nil {
		fmt.Println(err) // says what to do
		return
	}
	game, err := hosts.Open(ctx, plugin)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer game.Close()

	step, err := game.Init(ctx, hosts.NewGame{Seats: 3, Seed: hosts.SeedOf(1)})
	var refused *hosts.RuleError
	var died *hosts.TrapError
	switch {
	case errors.As(err, &refused):
		fmt.Println("the rules do not want it:", refused.Code)
	case errors.As(err, &died):
		fmt.Println("the plugin died, and is replaced; the call may be made again:", died.Panic)
	case err == nil:
		fmt.Println("seat", step.Actors.First(), "begins")
	}
}

// Run a module of a stranger. The main function of the program begins with process.ServeIfChild().
func ExampleSandbox() {
	ctx := context.Background()
	module, err := process.Sandbox(ctx, "build/mygame.wasm", process.SandboxOptions{CallTimeout: time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := hosts.Open(ctx, module)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer game.Close()

	_, err = game.Init(ctx, hosts.NewGame{Seats: 3, Seed: hosts.SeedOf(1)})
	var limit *hosts.LimitError
	switch {
	case errors.Is(err, hosts.ErrModuleFailing):
		fmt.Println("it is not asked any more:", err)
	case errors.As(err, &limit):
		fmt.Println("it wanted more than it may have:", limit.Kind)
	}
}
