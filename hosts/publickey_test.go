package hosts_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
)

func pemOf(t testing.TB, kind string, key any) string {
	der, err := x509.MarshalPKIXPublicKey(key)
	require.NoError(t, err)
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func TestReadPublicKey(t *testing.T) {
	dir := t.TempDir()
	want := publicOf(keyOf(1))
	path := filepath.Join(dir, "key.pub")
	require.NoError(t, os.WriteFile(path, []byte("# Ann's\n"+pemOf(t, "PUBLIC KEY", want)+"\n"), 0o600))
	key, err := hosts.ReadPublicKey(path)
	require.NoError(t, err)
	require.Equal(t, want, key)

	_, err = hosts.ReadPublicKey(filepath.Join(dir, "missing"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = hosts.ReadPublicKey(dir)
	require.Error(t, err)
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	_, err = hosts.ReadPublicKey(path)
	require.ErrorContains(t, err, path+": it is no key in PEM")
}

func TestPublicKeysThatAreNone(t *testing.T) {
	p256, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	mine := publicOf(keyOf(1))
	for want, text := range map[string]string{
		"no key in PEM":  "",
		"FILE.pub":       pemOf(t, "PRIVATE KEY", mine),
		`"CERTIFICATE"`:  pemOf(t, "CERTIFICATE", mine),
		"more than one":  pemOf(t, "PUBLIC KEY", mine) + pemOf(t, "PUBLIC KEY", mine),
		"cannot be read": string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: []byte{1}})),
		"no ed25519 key": pemOf(t, "PUBLIC KEY", p256.Public()),
		"too large":      strings.Repeat(" ", 20_000),
	} {
		key, err := hosts.ParsePublicKey([]byte(text))
		require.ErrorContains(t, err, want)
		require.Nil(t, key)
	}
}

// FuzzParsePublicKey: whatever the text, there is an error or a key, which is the same when it is written and read again.
func FuzzParsePublicKey(f *testing.F) {
	f.Add([]byte(pemOf(f, "PUBLIC KEY", publicOf(keyOf(1)))))
	f.Add([]byte("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		key, err := hosts.ParsePublicKey(text)
		if err != nil {
			require.Nil(t, key)
			return
		}
		require.Len(t, key, ed25519.PublicKeySize)
		again, err := hosts.ParsePublicKey([]byte(pemOf(t, "PUBLIC KEY", key)))
		require.NoError(t, err)
		require.Equal(t, key, again)
	})
}
