// Package modulefile reads modules from files and says whether they are those that are wanted, before anything else is done with them.
package modulefile

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/parley-rules/parley/hosts"
)

// Read reads a file, of one that is larger than a limit only so much that Check refuses it. The errors are the system's.
func Read(path string, limit int) (module []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// One byte over the limit is enough to know, also of a file without end.
	if module, err = io.ReadAll(io.LimitReader(f, int64(limit)+1)); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return module, nil
}

// Check looks at a module's size, digest ("" for any) and signature (nil keys for none), and returns the digest in hex. The errors are
// *hosts.LimitError, *hosts.ChecksumError and *hosts.SignatureError.
func Check(module []byte, limit int, want string, keys []ed25519.PublicKey) (digest string, err error) {
	if len(module) > limit {
		return "", &hosts.LimitError{Kind: "module", Limit: int64(limit), Used: int64(len(module))}
	}
	sum := sha256.Sum256(module)
	if err := hosts.CheckSum(sum, want); err != nil {
		return "", err
	}
	if keys != nil {
		if err := hosts.VerifySignature(module, keys); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum[:]), nil
}
