package hosts

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"

	"github.com/parley-rules/parley/abi"
)

// SignatureSection is the name of the custom section in which a module's signature is. It is the module's last section, and
// signs all bytes before it. Its content is
//
//	01        ed25519
//	32 bytes  the public key
//	64 bytes  the signature (RFC 8032, without a prehash)
//
// The same module signed with the same key is the same bytes.
const SignatureSection = "parley.signature"

const (
	algorithmEd25519 = 1
	signatureContent = 1 + ed25519.PublicKeySize + ed25519.SignatureSize
)

// signatureHead is what the section begins with, to the byte.
var signatureHead = append([]byte{0, byte(1 + len(SignatureSection) + signatureContent), byte(len(SignatureSection))}, SignatureSection...)

// SignatureError: a module is not signed as it has to be. Get it from its publisher again, or ask him for his public key.
type SignatureError struct {
	Reason string
	Signer ed25519.PublicKey // whose signature it bears, nil if it bears none
}

func (e *SignatureError) Error() string {
	s := "the module's signature: " + e.Reason
	if e.Signer != nil {
		s += fmt.Sprintf(" (it names the public key %x)", []byte(e.Signer))
	}
	return s + ": get the module from its publisher again, or ask for his public key"
}

// ChecksumError: a file is not the one that is wanted. Get the right one, or give its own sha256.
type ChecksumError struct {
	Want, Have string // hex digests
}

func (e *ChecksumError) Error() string {
	return fmt.Sprintf("its sha256 is %s, and %s is wanted: get the right file, or give its own sha256", e.Have, e.Want)
}

// CheckSum returns a *ChecksumError if the digest of a file is not want, in hex of either case. Any is right if want is "".
func CheckSum(sum [32]byte, want string) error {
	have := hex.EncodeToString(sum[:])
	if want == "" || bytes.EqualFold([]byte(have), []byte(want)) {
		return nil
	}
	return &ChecksumError{Want: want, Have: have}
}

// Sign returns the module with a signature by this key. Signatures that it has already are left out; the module is not changed.
// The error is abi.ErrSections.
func Sign(module []byte, key ed25519.PrivateKey) ([]byte, error) {
	out, _, err := Unsign(module)
	if err != nil {
		return nil, err
	}
	signature := ed25519.Sign(key, out)
	out = append(out, signatureHead...)
	out = append(out, algorithmEd25519)
	out = append(out, key.Public().(ed25519.PublicKey)...)
	return append(out, signature...), nil
}

// Unsign returns a copy of the module without signatures, and whether it had any. The error is abi.ErrSections.
func Unsign(module []byte) (unsigned []byte, had bool, err error) {
	unsigned = make([]byte, 0, len(module)+len(signatureHead)+signatureContent)
	unsigned = append(unsigned, module[:min(len(module), 8)]...)
	ok := abi.Sections(module, func(whole []byte, name string, _ []byte) {
		if name == SignatureSection {
			had = true
			return
		}
		unsigned = append(unsigned, whole...)
	})
	if !ok {
		return nil, false, abi.ErrSections
	}
	return unsigned, had, nil
}

// Signer returns the public key by which the module is signed, nil if it has no signature. It does not say whether that key is to be
// trusted. The error is abi.ErrSections, or a *SignatureError for a signature that is no good. The module may come from a stranger;
// it is not run.
func Signer(module []byte) (ed25519.PublicKey, error) {
	count, at, end := 0, 0, 8
	ok := abi.Sections(module, func(whole []byte, name string, _ []byte) {
		if name == SignatureSection {
			count++
			at = end
		}
		end += len(whole)
	})
	switch {
	case !ok:
		return nil, abi.ErrSections
	case count == 0:
		return nil, nil
	case count > 1:
		return nil, &SignatureError{Reason: "there is more than one"}
	}
	content, ok := bytes.CutPrefix(module[at:], signatureHead)
	switch {
	case len(module)-at > len(signatureHead)+signatureContent:
		return nil, &SignatureError{Reason: "there is something after it that is not signed, as when the module was packed after it was signed"}
	case !ok || len(content) != signatureContent || content[0] != algorithmEd25519:
		return nil, &SignatureError{Reason: "it has not the form of abi/SPEC.md, or one of a later version"}
	}
	key := bytes.Clone(content[1 : 1+ed25519.PublicKeySize])
	if !ed25519.Verify(key, module[:at], content[1+ed25519.PublicKeySize:]) {
		return nil, &SignatureError{Reason: "it is not of these bytes, which were changed since", Signer: key}
	}
	return key, nil
}

// VerifySignature returns nil if the module is signed by one of these keys. The error is a *SignatureError, or abi.ErrSections. The
// module may come from a stranger; it is not run.
func VerifySignature(module []byte, keys []ed25519.PublicKey) error {
	signer, err := Signer(module)
	if err != nil {
		return err
	}
	if signer == nil {
		return &SignatureError{Reason: "there is none"}
	}
	for _, key := range keys {
		if signer.Equal(key) {
			return nil
		}
	}
	return &SignatureError{Reason: "it is good, but by none of the keys that are wanted", Signer: signer}
}
