package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/parley-rules/parley/hosts"
)

// The kinds of PEM blocks: PKCS#8 and PKIX, as `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout` write them.
const (
	pemPrivate = "PRIVATE KEY"
	pemPublic  = "PUBLIC KEY"
)

// maxKeyFile is the largest file of a key in bytes.
const maxKeyFile = 16 << 10

func (a *app) keygenCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "keygen FILE",
		Short: "make a key for signing modules: FILE, and FILE.pub for those who check",
		Long: `Make an ed25519 key. FILE is the private key, which only you may read; FILE.pub is the public key, for those who are
to check what you sign. Both are PEM, as OpenSSL reads and writes them. No file is replaced, and after an error none is left.`,
		Args: takes(operand{"a FILE", "where the private key goes; the public one goes to FILE.pub"}),
		RunE: func(_ *cobra.Command, args []string) error { return a.keygen(args[0]) },
	}
	runsNothing(c, "host", "engine", "prints", "sha256", "key")
	return c
}

func (a *app) keygen(path string) (err error) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	open, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return err
	}
	var made []string
	defer func() {
		if err == nil {
			return
		}
		for _, file := range made { // half a pair, or a key of which nobody was told
			err = errors.Join(err, os.Remove(file))
		}
	}()
	for _, f := range []struct {
		path, kind string
		content    []byte
		mode       fs.FileMode
	}{{path, pemPrivate, secret, 0o600}, {path + ".pub", pemPublic, open, 0o644}} {
		if err := newFile(f.path, pem.EncodeToMemory(&pem.Block{Type: f.kind, Bytes: f.content}), f.mode); err != nil {
			return err
		}
		made = append(made, f.path)
	}
	if a.json {
		return writeJSON(a.stdout, map[string]any{"private": path, "public": path + ".pub", "key": hex.EncodeToString(public)})
	}
	_, err = fmt.Fprintf(a.stdout, "%s: keep it secret\n%s.pub: the public key %x\n", path, path, []byte(public))
	return err
}

func (a *app) signCommand() *cobra.Command {
	var key, out string
	c := &cobra.Command{
		Use:   "sign MODULE.wasm --key FILE",
		Short: "sign a module, in its section parley.signature",
		Long: `Sign a module with the private key in FILE (see ` + "`parley keygen`" + `), so that ` + "`--key FILE.pub`" + ` of all commands, and the
option PublicKeys of hosts, accept it. Pack it before: packing takes the signature away. The signature is in the module's last
section and signs all bytes before it; one that is there already is replaced. The module is not run.`,
		Args: takes(operand{"a MODULE.wasm", "the module to sign"}),
		RunE: func(_ *cobra.Command, args []string) error { return a.sign(args[0], key, out) },
	}
	c.Flags().Var(named("file", "key", &key, "the private key"))
	c.Flags().Var(named("file", "out", &out, "where the signed module goes (default: it replaces MODULE.wasm)"))
	runsNothing(c, "host", "engine", "prints")
	return c
}

func (a *app) sign(path, keyPath, out string) error {
	if keyPath == "" {
		return usagef("sign needs --key FILE, a private key: `parley keygen FILE` makes one")
	}
	if out == "" {
		out = path
	}
	if err := checkOut(out); err != nil {
		return err
	}
	private, err := readPrivateKey(keyPath)
	if err != nil {
		return err
	}
	code, err := readModule(path)
	if err != nil {
		return err
	}
	if err := hosts.CheckSum(sha256.Sum256(code), a.sha256); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	signed, err := hosts.Sign(code, private)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := writeFile(out, signed); err != nil {
		return err
	}
	sum := sha256.Sum256(signed)
	public := private.Public().(ed25519.PublicKey)
	if a.json {
		return writeJSON(a.stdout, map[string]any{"file": out, "size": len(signed), "sha256": hex.EncodeToString(sum[:]), "key": hex.EncodeToString(public)})
	}
	_, err = fmt.Fprintf(a.stdout, "%s: signed, public key %x, %d bytes, sha256 %x\n", out, []byte(public), len(signed), sum)
	return err
}

// readPrivateKey reads the key to sign with.
func readPrivateKey(path string) (ed25519.PrivateKey, error) {
	text, err := readFile(path, maxKeyFile, "a key")
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil || block.Type != pemPrivate {
		return nil, fmt.Errorf("--key %s: it has no PEM block %q; `parley keygen` makes FILE, the private key, and FILE.pub, the public one", path, pemPrivate)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("--key %s: %w", path, err)
	}
	private, ok := key.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("--key %s: it is no ed25519 key: `parley keygen FILE` makes one", path)
	}
	return private, nil
}

// publicKeys are those of --key, nil if there is none.
func (a *app) publicKeys() ([]ed25519.PublicKey, error) {
	if a.key == "" {
		return nil, nil
	}
	text, err := readFile(a.key, maxKeyFile, "a key")
	if err != nil {
		return nil, err
	}
	key, err := hosts.ParsePublicKey(text)
	if err != nil {
		return nil, fmt.Errorf("--key %s: %w", a.key, err)
	}
	return []ed25519.PublicKey{key}, nil
}

// trusted reads a module, which must be what --sha256 and --key say.
func (a *app) trusted(path string) ([]byte, error) {
	keys, err := a.publicKeys()
	if err != nil {
		return nil, err
	}
	code, err := readModule(path)
	if err != nil {
		return nil, err
	}
	err = hosts.CheckSum(sha256.Sum256(code), a.sha256)
	if err == nil && keys != nil {
		err = hosts.VerifySignature(code, keys)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return code, nil
}
