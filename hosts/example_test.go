package hosts_test

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/parley-rules/parley/conformance/games/kuhn"
	"github.com/parley-rules/parley/conformance/games/pig"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
)

// What the rules refuse has a code, and has changed nothing. The other errors are of the host: each says what has happened to the
// module, and never costs a position.
func ExampleRuleError() {
	ctx := context.Background()
	game, err := hosts.Open(ctx, native.New(pig.Rules{})) // or a Caller of hosts/wasm or hosts/process
	if err != nil {
		fmt.Println(err)
		return
	}
	defer game.Close()
	step, err := game.Init(ctx, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7), Look: hosts.LookAll(2)})
	if err != nil {
		fmt.Println(err)
		return
	}

	moves, _ := step.Moves(0)
	_, err = game.Apply(ctx, step.Position, 1, moves.At(0), hosts.Look{}) // it is the turn of seat 0
	var refused *hosts.RuleError
	var limit *hosts.LimitError
	var died *hosts.TrapError
	switch {
	case errors.As(err, &refused):
		fmt.Println("refused:", refused.Code)
	case errors.As(err, &limit): // before TrapError: it may have one inside
		fmt.Println("more than the host's options allow:", limit.Kind)
	case errors.As(err, &died):
		fmt.Println("the module died, and the call may be made again:", died.Panic)
	case errors.Is(err, hosts.ErrModuleFailing):
		fmt.Println("it only fails: load it again or another build")
	}

	_, err = game.Apply(ctx, step.Position, 0, moves.At(0), hosts.Look{}) // the position is as good as before
	fmt.Println(err)
	// Output:
	// refused: not_actor
	// <nil>
}

// Exchange a module for a better build of the same rules while games go on.
func ExampleNewSwap() {
	ctx := context.Background()
	swap, err := hosts.NewSwap(ctx, native.New(pig.Rules{})) // in a server: what wasm.LoadFile returns
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := hosts.Open(ctx, swap)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer game.Close() // which closes the build that runs then
	step, err := game.Init(ctx, hosts.NewGame{Seats: 2, Seed: hosts.SeedOf(7), Look: hosts.LookAll(2)})
	if err != nil {
		fmt.Println(err)
		return
	}

	// Calls under way are finished by the old build, which is then closed; all others are the new one's.
	fmt.Println(swap.Swap(ctx, native.New(pig.Rules{})))
	moves, _ := step.Moves(0)
	step, err = game.Apply(ctx, step.Position, 0, moves.At(0), hosts.LookAll(2))
	fmt.Println(step != nil, err)

	// Other rules are not taken, and what runs goes on.
	var other *hosts.SwapError
	if err := swap.Swap(ctx, native.New(kuhn.Rules{})); errors.As(err, &other) {
		fmt.Println("another", other.What+":", other.Have)
	}
	// Output:
	// <nil>
	// true <nil>
	// another game: kuhn
}

// Take modules only from a publisher whose public key you have: give it to the option PublicKeys of hosts/wasm, or look yourself.
func ExampleReadPublicKey() {
	dir, err := os.MkdirTemp("", "keys")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "publisher.key.pub")
	private := publisher(file) // `parley keygen publisher.key`

	key, err := hosts.ReadPublicKey(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	trusted := []ed25519.PublicKey{key} // wasm.Options{PublicKeys: trusted}
	module := []byte(bareModule)
	fmt.Println(hosts.VerifySignature(module, trusted))
	module, _ = hosts.Sign(module, private) // `parley sign module.wasm --key publisher.key`
	fmt.Println(hosts.VerifySignature(module, trusted))
	// Output:
	// the module's signature: there is none: get the module from its publisher again, or ask for his public key
	// <nil>
}

// publisher makes a key, and the file of its public half.
func publisher(file string) ed25519.PrivateKey {
	private := keyOf(3)
	der, err := x509.MarshalPKIXPublicKey(private.Public())
	if err == nil {
		err = os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), 0o600)
	}
	if err != nil {
		panic(err)
	}
	return private
}
