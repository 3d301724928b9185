// Package plugins lists the games that come with Parley.
package plugins

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/plugins/jackal"
	"github.com/parley-rules/parley/plugins/pirates"
	"github.com/parley-rules/parley/plugins/pirati"
	"github.com/parley-rules/parley/plugins/walktheplank"
)

// All returns the rules of every game of this folder, in the order of their ids. They are stateless and safe for concurrent
// use; the list is the caller's own.
func All() []core.Rules {
	return []core.Rules{
		jackal.Rules{},
		pirati.Rules{},
		pirates.Rules{},
		walktheplank.Rules{},
	}
}
