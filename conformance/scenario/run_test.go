package scenario

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// good is a scenario of Kuhn poker with every expectation, all of which hold.
const good = `
name: "every expectation"
game: kuhn
seats: 2
chance: host
options: {bet: 3}
setup: {cards: [king, null], dealt: 1}
expect:
  actors: [chance]
  outcome: null
  events: []
  events_of: {1: []}
  count: {chance: 2}
  legal_at:
    chance: {0: {type: deal, card: jack}, -1: {type: deal, card: queen}}
steps:
  - seat: chance
    move: {type: deal, card: jack}
    events: [{type: dealt, seat: 1, card: jack}, {type: card_dealt, seat: 1}]
    events_of:
      0: [{type: card_dealt, seat: 1}]
      spectator: [{type: card_dealt, seat: 1}]
    view:
      0: {cards: [king, null], "cards[0]": king, dealt: 2, "history": []}
      referee: {"": {pot: 2, history: [], phase: play, actor: 0, dealt: 2, cards: [king, jack]}}
    absent: {1: ["cards[2]", hand, actor.name, "history[0]"]}
    legal:
      0: [{type: check}, {type: bet}]
      1: []
    legal_include: {0: [{type: bet}, {type: check}]}
    legal_exclude: {0: [{type: fold}, {type: call}]}
    actors: [0]
  - seat: 1
    move: {type: check}
    error: not_actor
    detail: ""
    same: {as: 1, viewers: [1, referee]}
  - seat: 0
    move: {type: bet}
  - seat: 1
    move: {type: call}
    events_include: [{type: shown, seat: 0}, {type: shown, card: jack}, {reason: showdown}]
    outcome: {reason: showdown, winners: [0], places: [1, 2], scores: [4, -4]}
  - count: {0: 0}
    outcome: {scores: [4, -4], reason: showdown, places: [1, 2], winners: [0]}
`

func TestWhatHoldsHolds(t *testing.T) {
	game := openKuhn(t)
	require.Empty(t, Run(context.Background(), game, readOne(t, good)))
}

// Each expectation, made wrong in turn, is reported, and where.
func TestWhatIsWrongFails(t *testing.T) {
	game := openKuhn(t)
	tests := []struct {
		name, old, new string
		step           int
		key, who, path string
	}{
		{"actors of creation", "actors: [chance]", "actors: [0]", 0, "actors", "", ""},
		{"one actor too many", "actors: [0]", "actors: [0, 1]", 1, "actors", "", ""},
		{"outcome of a game that goes on", "outcome: null", "outcome: {reason: fold, winners: [0], places: [1, 2], scores: null}", 0, "outcome", "", ""},
		{"no outcome", "outcome: {reason: showdown, winners: [0], places: [1, 2], scores: [4, -4]}", "outcome: null", 4, "outcome", "", ""},
		{"outcome's scores", "scores: [4, -4]}\n  - count", "scores: [4, 4]}\n  - count", 4, "outcome", "", ""},
		{"outcome's reason in a look", "{scores: [4, -4], reason: showdown", "{scores: [4, -4], reason: fold", 5, "outcome", "", ""},
		{"outcome without scores", "outcome: {scores: [4, -4],", "outcome: {scores: null,", 5, "outcome", "", ""},
		{"events of creation", "events: []", "events: [{type: dealt}]", 0, "events", "", ""},
		{"events of creation of a seat", "events_of: {1: []}", "events_of: {1: [{type: dealt, seat: 0}]}", 0, "events_of", "1", ""},
		{"one event too few", ", {type: card_dealt, seat: 1}]\n    events_of", "]\n    events_of", 1, "events", "", ""},
		{"an event's value", "{type: dealt, seat: 1, card: jack}", "{type: dealt, seat: 1, card: queen}", 1, "events", "", ""},
		{"an event's kind of value", "{type: dealt, seat: 1, card: jack}", `{type: dealt, seat: "1", card: jack}`, 1, "events", "", ""},
		{"an event with a key too few", "{type: dealt, seat: 1, card: jack}", "{type: dealt, seat: 1}", 1, "events", "", ""},
		{"events in another order", "[{type: dealt, seat: 1, card: jack}, {type: card_dealt, seat: 1}]",
			"[{type: card_dealt, seat: 1}, {type: dealt, seat: 1, card: jack}]", 1, "events", "", ""},
		{"a secret in another's events", "0: [{type: card_dealt, seat: 1}]",
			"0: [{type: dealt, seat: 1, card: jack}, {type: card_dealt, seat: 1}]", 1, "events_of", "0", ""},
		{"spectator's events", "spectator: [{type: card_dealt, seat: 1}]", "spectator: []", 1, "events_of", "spectator", ""},
		{"part of events in another order", "[{type: shown, seat: 0}, {type: shown, card: jack}", "[{type: shown, card: jack}, {type: shown, seat: 0}", 4,
			"events_include", "", "[1]"},
		{"part of an event", "{reason: showdown}]", "{reason: fold}]", 4, "events_include", "", "[2]"},
		{"part with a key that is not there", "{reason: showdown}]", "{reason: showdown, card: jack}]", 4, "events_include", "", "[2]"},
		{"a value by its path", `"cards[0]": king`, `"cards[0]": queen`, 1, "view", "0", "cards[0]"},
		{"a list", "{cards: [king, null], \"", "{cards: [king], \"", 1, "view", "0", "cards"},
		{"null is something", "{cards: [king, null], \"", "{cards: [king, jack], \"", 1, "view", "0", "cards"},
		{"a number is no text", "dealt: 2, \"history\"", `dealt: "2", "history"`, 1, "view", "0", "dealt"},
		{"a number is no bool", "dealt: 2, \"history\"", `dealt: true, "history"`, 1, "view", "0", "dealt"},
		{"a path to nothing", "\"history\": []", `"cards[2]": null`, 1, "view", "0", "cards[2]"},
		{"a list is no map", "\"history\": []", `"history": {}`, 1, "view", "0", "history"},
		{"a whole view with a key too few", "{pot: 2, history: [],", "{history: [],", 1, "view", "referee", ""},
		{"a whole view with a key too many", "{pot: 2,", "{pot: 2, more: 1,", 1, "view", "referee", ""},
		{"a viewer who does not exist", "absent: {1:", "absent: {2:", 1, "absent", "2", "cards[2]"},
		{"a null is not absent", "hand, actor.name", "hand, \"cards[0]\"", 1, "absent", "1", "cards[0]"},
		{"a key is not absent", "hand, actor.name", "hand, pot", 1, "absent", "1", "pot"},
		{"legal in another order", "[{type: check}, {type: bet}]\n      1", "[{type: bet}, {type: check}]\n      1", 1, "legal", "0", ""},
		{"legal with one too few", "[{type: check}, {type: bet}]\n      1", "[{type: check}]\n      1", 1, "legal", "0", ""},
		{"legal with one too many", "1: []\n    legal_include", "1: [{type: check}]\n    legal_include", 1, "legal", "1", ""},
		{"legal of a seat that does not exist", "1: []\n    legal_include", "5: []\n    legal_include", 1, "legal", "5", ""},
		{"the first move", "{0: {type: deal, card: jack}", "{0: {type: deal, card: queen}", 0, "legal_at", "chance", "[0]"},
		{"the last move", "-1: {type: deal, card: queen}", "-1: {type: deal, card: jack}", 0, "legal_at", "chance", "[-1]"},
		{"a move after the last", "-1: {type: deal, card: queen}", "2: {type: deal, card: queen}", 0, "legal_at", "chance", "[2]"},
		{"a move before the first", "-1: {type: deal, card: queen}", "-3: {type: deal, card: queen}", 0, "legal_at", "chance", "[-3]"},
		{"a move that is not legal", "legal_include: {0: [{type: bet}, {type: check}]}", "legal_include: {0: [{type: bet}, {type: fold}]}", 1,
			"legal_include", "0", "[1]"},
		{"a move that is legal", "legal_exclude: {0: [{type: fold}, {type: call}]}", "legal_exclude: {0: [{type: fold}, {type: bet}]}", 1,
			"legal_exclude", "0", "[1]"},
		{"a slip of the pen is not excluded", "legal_exclude: {0: [{type: fold}", "legal_exclude: {0: [{type: folds}", 1, "legal_exclude", "0", "[0]"},
		{"count", "count: {chance: 2}", "count: {chance: 3}", 0, "count", "chance", ""},
		{"count in a look", "count: {0: 0}", "count: {0: 1}", 5, "count", "0", ""},
		{"another code", "error: not_actor", "error: bad_seat", 2, "error", "", ""},
		{"another detail", `detail: ""`, "detail: seat", 2, "detail", "", ""},
		{"a move that is accepted", "move: {type: bet}\n", "move: {type: bet}\n    error: not_actor\n", 3, "error", "", ""},
		{"a move that is refused", "    error: not_actor\n    detail: \"\"\n", "", 2, "move", "", ""},
		{"another view than before", "same: {as: 1, viewers: [1", "same: {as: 0, viewers: [1", 2, "same", "1", ""},
		{"another view of the referee", "same: {as: 1, viewers: [1, referee]}", "same: {as: 0, viewers: [referee]}", 2, "same", "referee", ""},
		{"a creation that is refused", "options: {bet: 3}", "options: {bet: 30}", 0, "expect", "", ""},
		{"another game", "game: kuhn", "game: pig", 0, "game", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(good, test.old), "the text to change must be there once")
			s := readOne(t, strings.Replace(good, test.old, test.new, 1))
			failures := Run(context.Background(), game, s)
			require.NotEmpty(t, failures)
			f := failures[0]
			require.Equal(t, test.key, f.Key, f.String())
			require.Equal(t, test.step, f.Step, f.String())
			require.Equal(t, test.who, f.Who, f.String())
			require.Equal(t, test.path, f.Path, f.String())
			require.Equal(t, "every expectation", f.Scenario)
			require.Equal(t, "folder/test.yaml", f.File)
			require.Greater(t, f.Line, 0)
			require.NotEmpty(t, f.Problem)
			_, err := json.Marshal(failures)
			require.NoError(t, err)
		})
	}
}

func TestRefusedCreation(t *testing.T) {
	game := openPig(t)
	text := "name: refused\ngame: pig\nseats: 2\noptions: {target: 5}\nexpect: {error: bad_option, detail: target}\n"
	require.Empty(t, Run(context.Background(), game, readOne(t, text)))
	for old, key := range map[string]string{"error: bad_option": "error", "detail: target": "detail", "options: {target: 5}": "error"} {
		wrong := map[string]string{"error: bad_option": "error: bad_setup", "detail: target": "detail: tarket", "options: {target: 5}": "options: {}"}[old]
		failures := Run(context.Background(), game, readOne(t, strings.Replace(text, old, wrong, 1)))
		require.Len(t, failures, 1, old)
		require.Equal(t, key, failures[0].Key)
	}
}

// All failures of a step are reported, and no later step is run.
func TestStopsAfterTheStep(t *testing.T) {
	failures := Run(context.Background(), openPig(t), readOne(t, `
name: two faults
game: pig
seats: 2
expect:
  actors: [1]
  view:
    0: {gathered: 1, over: false, rolling: true}
steps:
  - seat: 1
    move: {type: roll}
`))
	require.Len(t, failures, 3)
	require.Equal(t, `folder/test.yaml:6: "two faults", step 0: actors: it differs first at [0]
    expected [1]
    got      [0]`, failures[0].String())
	require.Equal(t, `folder/test.yaml:8: "two faults", step 0: view of 0 at gathered: it differs
    expected 1
    got      0`, failures[1].String())
	text, err := json.Marshal(failures[2])
	require.NoError(t, err)
	require.JSONEq(t, `{"file": "folder/test.yaml", "line": 8, "scenario": "two faults", "step": 0, "key": "view", "who": "0", "path": "rolling",
		"problem": "it differs", "expected": true, "got": false}`, string(text))
}

// What is no seat goes to the game as it was written.
func TestSeatsAsWritten(t *testing.T) {
	caller := &recorder{Caller: openPig(t).Caller()}
	game, err := hosts.Open(context.Background(), caller)
	require.NoError(t, err)
	for _, seat := range []string{"-1", "-7", "99", "9007199254740991", "spectator", "referee", "nobody", `"0"`, `""`} {
		s := readOne(t, "name: seats\ngame: pig\nseats: 2\nsteps: [{seat: "+seat+", move: 5, error: bad_seat}]\n")
		require.Empty(t, Run(context.Background(), game, s), seat)
		want, err := hosts.FromJSON(appendJSON(nil, s.steps[1].seat))
		require.NoError(t, err)
		require.Contains(t, string(caller.last), "\xa4seat"+string(want))
	}
}

// recorder keeps the last request to apply.
type recorder struct {
	hosts.Caller
	last []byte
}

func (r *recorder) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	if op == abi.Apply {
		r.last = append([]byte(nil), request...)
	}
	return r.Caller.Call(ctx, op, request, response)
}

// forgetful is a game that loses a view as soon as a move has been refused.
type forgetful struct {
	hosts.Caller
	refused bool
	op      abi.Op
	answer  []byte
}

func (f *forgetful) Call(ctx context.Context, op abi.Op, request, response []byte) ([]byte, error) {
	if op == abi.Apply {
		f.refused = true
	}
	if op == f.op && f.refused {
		return append(response, f.answer...), nil
	}
	return f.Caller.Call(ctx, op, request, response)
}

func TestRefusedMoveChangesNothing(t *testing.T) {
	text := "name: refused\ngame: pig\nseats: 2\nsteps: [{seat: 1, move: {type: roll}, error: not_actor}]\n"
	for _, test := range []struct {
		op     abi.Op
		answer string
	}{{abi.View, `{"ok":{}}`}, {abi.LegalMoves, `{"ok":{"moves":[[1],[0]]}}`}} {
		answer, err := hosts.FromJSON([]byte(test.answer))
		require.NoError(t, err)
		game, err := hosts.Open(context.Background(), &forgetful{Caller: openPig(t).Caller(), op: test.op, answer: answer})
		require.NoError(t, err)
		failures := Run(context.Background(), game, readOne(t, text))
		require.NotEmpty(t, failures)
		require.Equal(t, "error", failures[0].Key)
		require.Contains(t, failures[0].Problem, "has changed the")
	}
}

func TestBrokenHost(t *testing.T) {
	game := openPig(t)
	s := readOne(t, "name: x\ngame: pig\nseats: 2\nexpect: {actors: [0]}\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	failures := Run(ctx, game, s)
	require.Len(t, failures, 1)
	require.Equal(t, context.Canceled.Error(), failures[0].Problem)
	caller, err := hosts.Open(context.Background(), &forgetful{Caller: game.Caller(), refused: true, op: abi.View, answer: []byte{0xc1}})
	require.NoError(t, err)
	failures = Run(context.Background(), caller, readOne(t, "name: x\ngame: pig\nseats: 2\nexpect: {view: {0: {over: false}}}\n"))
	require.Len(t, failures, 1)
	require.Equal(t, "view", failures[0].Key)
}
