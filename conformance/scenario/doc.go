// Package scenario reads and runs scenarios: worked examples of games as data, in the form of conformance/SCENARIOS.md. They
// run against any host.
//
//	list, err := scenario.LoadDir("conformance/scenarios/pig")
//	...
//	for _, s := range list {
//		for _, f := range scenario.Run(ctx, game, s) {
//			fmt.Println(f)
//		}
//	}
package scenario
