package main

import (
	"regexp"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVersion(t *testing.T) {
	require.Regexp(t, regexp.MustCompile(`^parley \S.*, ABI 1\.\d+, go1\.\S+ \w+/\w+\n$`), fine(t, "--version"))
}

func TestVersionIn(t *testing.T) {
	parley := func(version string) debug.Module { return debug.Module{Path: modulePath, Version: version} }
	other := parley("v0.2.0")
	git := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"}}
	for want, info := range map[string]*debug.BuildInfo{
		"v0.1.0": {Main: parley("v0.1.0")},
		"v0.2.0": {Main: debug.Module{Path: "example.org/x", Version: "v9.0.0"}, Deps: []*debug.Module{&other}},
		"of the commit 0123456789ab, changed since": {Main: parley("(devel)"), Settings: git},
		"of the commit 0123456789ab":                {Main: parley(""), Settings: git[:1]},
		"of an unknown version":                     {Main: debug.Module{Path: "example.org/x", Version: "v9.0.0"}},
	} {
		require.Equal(t, want, versionIn(info))
	}
	require.Equal(t, "of an unknown version", versionIn(nil))
}
