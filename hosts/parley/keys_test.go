package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A module is packed, signed, and used by those who have the public key.
func TestSign(t *testing.T) {
	dir := t.TempDir()
	key, other := filepath.Join(dir, "key"), filepath.Join(dir, "other")
	packed, signed := filepath.Join(dir, "packed.wasm"), filepath.Join(dir, "signed.wasm")
	require.Contains(t, fine(t, "keygen", key), "keep it secret")
	fine(t, "keygen", other)
	info, err := os.Stat(key)
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm())
	code, _, stderr := parley("", "keygen", key)
	require.Equal(t, exitUse, code, "no key is replaced")
	require.Contains(t, stderr, "exists")

	fine(t, "pack", pigModule(t), packed)
	require.Contains(t, fine(t, "inspect", packed), "not signed")
	require.Contains(t, fine(t, "sign", packed, "--key", key, "--out", signed), "signed")
	require.Contains(t, fine(t, "inspect", signed), "signed by the public key")
	require.Contains(t, fine(t, "inspect", "--json", signed), `"signer"`)
	for _, args := range [][]string{
		{"inspect", signed}, {"verify", "--quick", signed}, {"perft", signed, "--depth", "1"}, {"perft", signed, "--depth", "1", "--host", "sandbox"},
	} {
		fine(t, append(args, "--key", key+".pub")...)
	}
	for _, args := range [][]string{{"inspect", signed}, {"verify", signed}, {"perft", signed, "--depth", "1"}, {"perft", signed, "--depth", "1", "--host", "sandbox"}, {"pack", signed, packed}} {
		code, _, stderr := parley("", append(args, "--key", other+".pub")...)
		require.Equal(t, exitCheck, code, args)
		require.Contains(t, stderr, "none of the keys")
	}
	code, _, stderr = parley("", "inspect", packed, "--key", key+".pub")
	require.Equal(t, exitCheck, code)
	require.Contains(t, stderr, "there is none")

	// Packing takes the signature away and says so; without that the module would be refused.
	code, _, stderr = parley("", "pack", signed, signed)
	require.Equal(t, exitFine, code)
	require.Contains(t, stderr, "sign "+signed+" again")
	a, err := os.ReadFile(packed)
	require.NoError(t, err)
	b, err := os.ReadFile(signed)
	require.NoError(t, err)
	require.Equal(t, a, b)
	fine(t, "sign", signed, "--key", other, "--json")
	fine(t, "inspect", signed, "--key", other+".pub")

	b, err = os.ReadFile(signed)
	require.NoError(t, err)
	b[100]++
	require.NoError(t, os.WriteFile(signed, b, 0o600))
	code, _, stderr = parley("", "inspect", signed, "--key", other+".pub")
	require.Equal(t, exitCheck, code)
	require.Contains(t, stderr, "changed since")
}

// keygen makes both files or none, and none if nobody could be told of them.
func TestKeygenLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	files := func() (names []string) {
		list, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, f := range list {
			names = append(names, f.Name())
		}
		return names
	}
	for _, args := range [][]string{{"keygen", key}, {"keygen", key, "--json"}} {
		require.Equal(t, exitCheck, run(args, strings.NewReader(""), &fullWriter{}, io.Discard))
		require.Empty(t, files())
	}
	require.NoError(t, os.WriteFile(key+".pub", []byte("another's"), 0o600))
	code, _, stderr := parley("", "keygen", key)
	require.Equal(t, exitUse, code)
	require.Contains(t, stderr, key+".pub exists")
	require.Equal(t, []string{"key.pub"}, files())
	code, _, stderr = parley("", "keygen", filepath.Join(dir, "none", "key"))
	require.Equal(t, exitUse, code)
	require.Contains(t, stderr, "none")
}

func TestKeysThatAreNone(t *testing.T) {
	dir := t.TempDir()
	module, key := pigModule(t), filepath.Join(dir, "key")
	fine(t, "keygen", key)
	p256, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(p256)
	require.NoError(t, err)
	elsewhere := filepath.Join(dir, "p256")
	require.NoError(t, os.WriteFile(elsewhere, pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: der}), 0o600))
	broken := filepath.Join(dir, "broken")
	require.NoError(t, os.WriteFile(broken, pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: der[1:]}), 0o600))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"sign", module}, "parley keygen"},
		{[]string{"sign", module, "--key", key + ".pub"}, "PRIVATE KEY"},
		{[]string{"sign", module, "--key", elsewhere}, "no ed25519 key"},
		{[]string{"sign", module, "--key", broken}, "--key"},
		{[]string{"sign", module, "--key", module}, "too large"},
		{[]string{"sign", module, "--key", dir + "/not"}, "not"},
		{[]string{"sign", module, "--key", key, "--sha256", strings.Repeat("0", 64)}, "is wanted"},
		{[]string{"sign", "keys_test.go", "--key", key}, "no WebAssembly module"},
		{[]string{"inspect", module, "--key", key}, "it is a private key"},
		{[]string{"inspect", module, "--sha256", strings.Repeat("0", 64)}, "is wanted"},
	} {
		code, stdout, stderr := parley("", c.args...)
		require.NotEqual(t, exitFine, code, c.args)
		require.Empty(t, stdout)
		require.Contains(t, stderr, c.want, c.args)
	}
}

// Every command says the same of a module in a sandbox.
func TestHostSandbox(t *testing.T) {
	module := pigModule(t)
	for _, args := range [][]string{
		{"play", module, "--seats", "3", "--seed", "7", "--auto"},
		{"perft", module, "--depth", "2"},
		{"scenario", module, "../../conformance/scenarios/pig"},
	} {
		require.Equal(t, fine(t, args...), fine(t, append(args, "--host", "sandbox")...))
	}
	require.Contains(t, fine(t, append([]string{"replay", module, "--host", "sandbox"}, goldenLogs(t)...)...), " 0 differ")
	require.Contains(t, fine(t, "inspect", module, "--host", "sandbox"), "pig")
}
