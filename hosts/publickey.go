package hosts

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxKeyFile is the largest file of a key in bytes.
const maxKeyFile = 16 << 10

// ReadPublicKey reads the public key of someone who signs modules from a file, as `parley keygen` and `openssl pkey -pubout` make
// it: an ed25519 key in PEM. It is for the option PublicKeys of hosts, and for VerifySignature.
//
// The errors are the system's for a file that cannot be read (fs.ErrNotExist, fs.ErrPermission), and those of ParsePublicKey.
func ReadPublicKey(path string) (ed25519.PublicKey, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	if err != nil {
		return nil, err
	}
	key, err := ParsePublicKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// ParsePublicKey is ReadPublicKey for the text of such a file. The error says what the text is instead.
func ParsePublicKey(text []byte) (ed25519.PublicKey, error) {
	if len(text) > maxKeyFile {
		return nil, fmt.Errorf("it is too large for a key, which has %d bytes at most", maxKeyFile)
	}
	block, rest := pem.Decode(text)
	switch {
	case block == nil:
		return nil, errors.New("it is no key in PEM: give the file that `parley keygen` makes for those who check, FILE.pub")
	case block.Type == "PRIVATE KEY":
		return nil, errors.New("it is a private key, which only its owner may have: give the public one, FILE.pub")
	case block.Type != "PUBLIC KEY":
		return nil, fmt.Errorf("it is a %.40q: give a PUBLIC KEY", block.Type)
	}
	if second, _ := pem.Decode(rest); second != nil {
		return nil, errors.New("it has more than one PEM block: give one key in a file")
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("its PUBLIC KEY cannot be read: %w", err)
	}
	public, ok := key.(ed25519.PublicKey)
	if !ok {
		return nil, errors.New("it is no ed25519 key: `parley keygen` and `openssl genpkey -algorithm ed25519` make one")
	}
	return public, nil
}
