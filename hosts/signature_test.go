package hosts_test

import (
	"bytes"
	"crypto/ed25519"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// bareModule has a type section and a custom one.
const bareModule = "\x00asm\x01\x00\x00\x00" + "\x01\x04\x01\x60\x00\x00" + "\x00\x05\x01xabc"

func keyOf(seed byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
}

func publicOf(key ed25519.PrivateKey) ed25519.PublicKey { return key.Public().(ed25519.PublicKey) }

func signed(t testing.TB, module string, key ed25519.PrivateKey) string {
	out, err := hosts.Sign([]byte(module), key)
	require.NoError(t, err)
	return string(out)
}

func TestSignature(t *testing.T) {
	mine, other := keyOf(1), keyOf(2)
	s := signed(t, bareModule, mine)
	require.Len(t, s, len(bareModule)+116)
	require.True(t, strings.HasPrefix(s, bareModule), "nothing before it changes")
	require.Equal(t, s, signed(t, s, mine), "signing again changes nothing")
	require.NoError(t, hosts.VerifySignature([]byte(s), []ed25519.PublicKey{publicOf(other), publicOf(mine)}))
	signer, err := hosts.Signer([]byte(s))
	require.NoError(t, err)
	require.Equal(t, publicOf(mine), signer)
	bare, had, err := hosts.Unsign([]byte(s))
	require.NoError(t, err)
	require.True(t, had)
	require.Equal(t, bareModule, string(bare))
	signer, err = hosts.Signer(bare)
	require.NoError(t, err)
	require.Nil(t, signer)
	require.NotContains(t, signed(t, s, other), string(publicOf(mine)), "another signature replaces it")
}

func TestSignatureThatIsNoGood(t *testing.T) {
	mine := keyOf(1)
	keys := []ed25519.PublicKey{publicOf(mine)}
	s := signed(t, bareModule, mine)
	section := s[len(bareModule):]
	altered := func(at int, b byte) string { return s[:at] + string([]byte{s[at] ^ b}) + s[at+1:] }
	packed, err := abi.AppendSection([]byte(s), []byte{0x80})
	require.NoError(t, err)
	for what, c := range map[string]struct{ module, want string }{
		"none":                      {bareModule, "there is none"},
		"another's":                 {signed(t, bareModule, keyOf(2)), "none of the keys"},
		"two":                       {s + section, "more than one"},
		"two, one of them in front": {bareModule[:8] + section + s[8:], "more than one"},
		"not last":                  {s + "\x00\x05\x01xabc", "after it"},
		"packed after it":           {string(packed), "after it"},
		"another algorithm":         {altered(len(bareModule)+19, 3), "form"},
		"another key in it":         {altered(len(bareModule)+20, 1), "changed since"},
		"an altered signature":      {altered(len(s)-1, 1), "changed since"},
		"an altered module":         {altered(len(bareModule)-1, 1), "changed since"},
		"a byte less":               {bareModule + "\x00\x71" + section[2:len(section)-1], "form"},
		"nothing in it":             {bareModule + "\x00\x11\x10" + hosts.SignatureSection, "form"},
		"a long length":             {bareModule + "\x00\xf2\x00" + section[2:], "after it"},
	} {
		err := hosts.VerifySignature([]byte(c.module), keys)
		var e *hosts.SignatureError
		require.ErrorAs(t, err, &e, what)
		require.ErrorContains(t, err, c.want, what)
		again := signed(t, c.module, mine)
		require.NoError(t, hosts.VerifySignature([]byte(again), keys), what)
	}
	for _, module := range []string{"", "\x00asm", s[:len(s)-1], s + "\x00"} {
		require.ErrorIs(t, hosts.VerifySignature([]byte(module), keys), abi.ErrSections)
		_, err := hosts.Sign([]byte(module), mine)
		require.ErrorIs(t, err, abi.ErrSections)
	}
	require.Error(t, hosts.VerifySignature([]byte(s), nil), "no key is a key")
	require.Error(t, hosts.VerifySignature([]byte(s), []ed25519.PublicKey{nil}))
}

func TestCheckSum(t *testing.T) {
	sum := [32]byte{0xab}
	have := "ab" + strings.Repeat("0", 62)
	require.NoError(t, hosts.CheckSum(sum, ""))
	require.NoError(t, hosts.CheckSum(sum, have))
	require.NoError(t, hosts.CheckSum(sum, strings.ToUpper(have)))
	err := hosts.CheckSum(sum, strings.Repeat("0", 64))
	require.Equal(t, &hosts.ChecksumError{Want: strings.Repeat("0", 64), Have: have}, err)
	require.ErrorContains(t, err, have)
	require.ErrorContains(t, err, strings.Repeat("0", 64))
}

// Nothing but what was signed has a signature: a module that is accepted is, without its last 116 bytes, one that Sign gives
// back.
func FuzzSignature(f *testing.F) {
	mine := keyOf(1)
	s := signed(f, bareModule, mine)
	f.Add([]byte(s))
	f.Add([]byte(s + s[len(bareModule):]))
	f.Add([]byte(bareModule))
	f.Add([]byte(s[:len(s)-1]))
	f.Fuzz(func(t *testing.T, module []byte) {
		before := bytes.Clone(module)
		signer, err := hosts.Signer(module)
		bare, had, errUnsign := hosts.Unsign(module)
		require.Equal(t, before, module)
		if errUnsign != nil {
			require.ErrorIs(t, err, abi.ErrSections)
			return
		}
		if signer != nil {
			require.True(t, had)
			require.Equal(t, bare, module[:len(module)-116])
			require.NoError(t, hosts.VerifySignature(module, []ed25519.PublicKey{signer}))
		}
		again, err := hosts.Sign(module, mine)
		require.NoError(t, err)
		require.NoError(t, hosts.VerifySignature(again, []ed25519.PublicKey{publicOf(mine)}))
		if signer.Equal(publicOf(mine)) {
			require.Equal(t, module, again)
		}
	})
}
