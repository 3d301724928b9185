package saboteurs

import "github.com/parley-rules/parley/core"

const mains = "github.com/parley-rules/parley/conformance/saboteurs/"

// orderFails are the checks that fail if lists have no order: all those that compare answers to the byte.
var orderFails = []string{"lists", "look", "history", "chance", "playout", "errors", "requests", "hidden_now", "hidden_later", "simultaneous"}

// All returns the saboteurs.
func All() []*Saboteur {
	return []*Saboteur{
		{Name: "rules_version", Sentence: "The rules version is no semantic version.", Fails: []string{"manifest"}, Says: "semantic version",
			manifest: func(m *core.Manifest) { m.Rules = "one" }},
		{Name: "not_simultaneous", Sentence: "Seats act at once, and the manifest denies it.", Fails: []string{"features"}, Says: "several seats act at once",
			manifest: func(m *core.Manifest) { m.Features.Simultaneous = false }},
		{Name: "nothing_hidden", Sentence: "Bids are hidden, and the manifest denies it.", Fails: []string{"features"}, Says: "does not see bids",
			manifest: func(m *core.Manifest) { m.Features.Hidden = false }},
		{Name: "option_ignored", Sentence: "The option `repeat` changes nothing.", Fails: []string{"options"}, Says: "option repeat"},
		{Name: "private_option", Sentence: "A view shows an option that is private.", Fails: []string{"options"}, Says: "the option rounds is private",
			manifest: func(m *core.Manifest) {
				m.Options[0].Private = true
				m.View.Fields = append(m.View.Fields, core.F("options", core.Record(core.F("rounds", core.Int(1, 4)))))
			}},
		{Name: "move_out_of_range", Sentence: "A list has a number that the argument cannot have.", Fails: []string{"move_types", "legality", "faults"}, Says: "number=7"},
		{Name: "undeclared_event", Sentence: "An event is of a kind that the manifest does not have.", Fails: []string{"event_types"}, Says: "bid_lost",
			wrap: renamed("bid_laid", "bid_lost")},
		{Name: "event_out_of_range", Sentence: "An event has a number out of its range.", Fails: []string{"event_types"}, Says: `"points":4`},
		{Name: "unknown_key", Sentence: "A view has a key that the manifest does not have.", Fails: []string{"view_types"}, Says: "mood is not in the manifest"},
		{Name: "view_out_of_range", Sentence: "A view has a number out of its range.", Fails: []string{"view_types", "setups"}, Says: "in round"},
		{Name: "no_moves", Sentence: "A seat acts and has no move.", Fails: []string{"actors", "legality", "faults"}, Says: "has no move"},
		{Name: "wrong_refusal", Sentence: "A move out of turn is refused as if its type were wrong.", Fails: []string{"actors"}, Says: "not_actor",
			wrap: changedCode("not_actor", "wrong_move_type")},
		{Name: "wrong_winner", Sentence: "The winner of an outcome is not of place 1.", Fails: []string{"outcome"}, Says: "the winners are not"},
		{Name: "unstable_order", Sentence: "The order of a list is another at every call.", Fails: orderFails, Says: "asked again"},
		{Name: "map_order", Sentence: "The order of a list is that of a Go map.", Fails: orderFails, Says: "asked again"},
		{Name: "double_move", Sentence: "A list has a move twice.", Fails: []string{"lists"}, Says: "twice"},
		{Name: "listed_and_refused", Sentence: "A list has a move that is refused.", Fails: []string{"legality", "playout", "faults"}, Says: "is listed for"},
		{Name: "allowed_and_not_listed", Sentence: "A move is accepted that no list has.", Fails: []string{"legality"}, Says: "which is not in its list"},
		{Name: "not_kept", Sentence: "A score does not come into the position's bytes.", Fails: []string{"look", "forged", "chance", "playout"}, Says: "different things"},
		{Name: "move_lost", Sentence: "A move does nothing.", Fails: []string{"moves_kept"}, Says: "it is lost"},
		{Name: "not_canonical", Sentence: "A position has a byte that says how it came about.", Fails: []string{"positions", "playout"}, Says: "read and written again"},
		{Name: "checksum_ignored", Sentence: "Altered positions are accepted.", Fails: []string{"positions"}, Says: "is not refused with bad_position",
			wrap: checksumIgnored},
		{Name: "dead_byte", Sentence: "A position has a byte that nobody looks at.", Fails: []string{"forged"}, Says: "written again"},
		{Name: "any_body", Sentence: "The sense of a position is not checked.", Fails: []string{"forged"}, Says: "the position is accepted"},
		{Name: "hidden_state", Sentence: "The first game on an instance is another.", Fails: []string{"history", "chance"}, Says: "init answers something else"},
		{Name: "clock", Sentence: "The order of a list depends on the time of day.", Fails: []string{"environment"}, Says: "WallTime", main: mains + "clock"},
		{Name: "random", Sentence: "The order of a list depends on random bytes drawn at the start.", Fails: []string{"environment"}, Says: "RandomSeed", main: mains + "random"},
		{Name: "setup_lost", Sentence: "A setup's scores are lost.", Fails: []string{"setups"}, Says: "scores"},
		{Name: "no_weight", Sentence: "An outcome of chance has weight 0.", Fails: []string{"chance"}, Says: "not above zero"},
		{Name: "other_mode", Sentence: "Prizes are larger when the host draws.", Fails: []string{"chance"}, Says: "made by a host"},
		{Name: "other_playout", Sentence: "A playout draws by another seed than it is given.", Fails: []string{"playout"}, Says: "a playout gives",
			wrap: otherPlayout},
		{Name: "endless", Sentence: "The game begins again when it is over.", Fails: []string{"termination"}, Says: "has not ended"},
		{Name: "unknown_code", Sentence: "A refusal has a code that the manifest does not have.", Fails: []string{"errors"}, Says: "number_lost",
			wrap: renamed("number_used", "number_lost")},
		{Name: "refusal_remembered", Sentence: "After a refusal the next move is told twice.", Fails: []string{"errors"}, Says: "after moves that were refused"},
		{Name: "strict_requests", Sentence: "Requests are refused whose keys are in another order.", Fails: []string{"requests"}, Says: "in another order",
			wrap: strictRequests},
		{Name: "unfinished_text", Sentence: "A text for a terminal ends in the middle of a line.", Fails: []string{"describe"}, Says: "whole lines"},
		{Name: "leaking_view", Sentence: "A view shows what another seat has laid.", Fails: []string{"hidden_now"}, Says: "the view of"},
		{Name: "leaking_text", Sentence: "A text for a terminal shows what another seat has laid.", Fails: []string{"hidden_now"}, Says: "the text for"},
		{Name: "leaking_code", Sentence: "The code of a refusal depends on what another seat has laid.", Fails: []string{"hidden_now"}, Says: "is answered depends"},
		{Name: "leaking_detail", Sentence: "The detail of a refusal depends on what another seat has laid.", Fails: []string{"hidden_now"}, Says: "it is not",
			wrap: leakingDetail},
		{Name: "leaking_moves", Sentence: "Legal moves depend on what other seats have laid.", Fails: []string{"hidden_now", "simultaneous"}, Says: "the legal moves of"},
		{Name: "resample_own", Sentence: "Resampling changes what the viewer knows.", Fails: []string{"hidden_now"}, Says: "the view of"},
		{Name: "resample_impossible", Sentence: "Resampling makes positions that cannot be.", Fails: []string{"hidden_now"}, Says: "is no position"},
		{Name: "leaking_event", Sentence: "An event tells everybody what a seat lays.", Fails: []string{"hidden_later"}, Says: "had the move been"},
		{Name: "leaking_later", Sentence: "An event tells later what another seat has laid.", Fails: []string{"hidden_later"}, Says: "an event that"},
		{Name: "resample_nothing", Sentence: "Resampling changes nothing.", Fails: []string{"hidden_varies"}, Says: "bids"},
		{Name: "first_come", Sentence: "The order matters in which seats act that act at once.", Fails: []string{"simultaneous"}, Says: "the order in which"},
		{Name: "changed_rule", Sentence: "A rule has changed and the version has not.", Fails: []string{"golden"}, Says: "line"},
		{Name: "wide_numbers", Sentence: "A view has numbers in more bytes than they need.", Fails: []string{"answers"}, Says: "could be shorter"},
		{Name: "panics", Sentence: "A rare move panics.", Fails: []string{"faults"}, Says: "internal"},
	}
}
