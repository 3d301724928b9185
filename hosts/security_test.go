package hosts_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSecurityPage: every test that SECURITY.md names is there.
func TestSecurityPage(t *testing.T) {
	page, err := os.ReadFile("SECURITY.md")
	require.NoError(t, err)
	names := regexp.MustCompile(`([a-z/]+)\.((?:Test|Fuzz)\w+)`).FindAllStringSubmatch(string(page), -1)
	require.Greater(t, len(names), 40)
	for _, n := range names {
		files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(n[1]), "*_test.go"))
		require.NoError(t, err)
		found := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			found = found || strings.Contains(string(text), "\nfunc "+n[2]+"(")
		}
		require.True(t, found, "the page names %s", n[0])
	}
}
