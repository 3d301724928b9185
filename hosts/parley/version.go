package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/parley-rules/parley/abi"
)

// modulePath is the path of Parley's own Go module.
const modulePath = "github.com/parley-rules/parley"

// version says what this program is: the version of Parley, that of the ABI, and Go's with the platform.
func version() string {
	info, _ := debug.ReadBuildInfo()
	return fmt.Sprintf("parley %s, ABI %d.%d, %s %s/%s", versionIn(info), abi.Major, abi.Minor, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionIn finds the version of Parley in what Go noted of a build: that of its module, wherever that stands, or else the commit.
func versionIn(info *debug.BuildInfo) string {
	const unknown = "of an unknown version"
	if info == nil {
		return unknown
	}
	module := &info.Main
	for _, d := range info.Deps {
		if d.Path == modulePath {
			module = d
		}
	}
	if module.Path == modulePath && module.Version != "" && module.Version != "(devel)" {
		return module.Version
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed since"
		}
	}
	if commit == "" {
		return unknown
	}
	return fmt.Sprintf("of the commit %.12s%s", commit, changed)
}
