package walktheplank

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/core"
)

// call serves a request through the dispatcher, encoded and decoded by another codec than ours.
func call(t *testing.T, s *abi.Server, op abi.Op, request map[string]any) map[string]any {
	t.Helper()
	b, err := msgpack.Marshal(request)
	require.NoError(t, err)
	d := msgpack.NewDecoder(strings.NewReader(string(s.Serve(op, b, nil))))
	d.UseLooseInterfaceDecoding(true)
	response, err := d.DecodeMap()
	require.NoError(t, err)
	return response
}

// bytesOf is a position again, which the loose decoder took for a string.
func bytesOf(position any) []byte { return []byte(position.(string)) }

func lay(cards ...string) map[string]any {
	return map[string]any{"type": "choose_cards", "cards": cards}
}

// The last round is played out (E21), through the dispatcher: WP-71 to WP-75.
func TestLastRoundIsPlayedOut(t *testing.T) {
	s := abi.NewServer(Rules{})
	step := call(t, s, abi.Init, map[string]any{"seats": 3, "seed": []byte{1}, "options": map[string]any{"first_player": 0},
		"setup": map[string]any{"pirates": []any{[]int{0, 0, 0, 1}, []int{0, 1, 0, 0}, []int{0, 0, 1, 0}}}})["ok"].(map[string]any)
	play := func(seat int, move map[string]any) {
		response := call(t, s, abi.Apply, map[string]any{"position": bytesOf(step["position"]), "seat": seat, "move": move})
		require.Contains(t, response, "ok", "%v", response)
		step = response["ok"].(map[string]any)
	}
	play(0, lay("run_around", "extend_plank", "dont_want_to_die"))
	play(1, lay("extend_plank", "shove_left", "dont_want_to_die"))
	play(2, lay("dont_want_to_die", "extend_plank", "run_around"))
	require.Equal(t, []any{int64(0)}, step["actors"])
	play(0, map[string]any{"type": "run_around", "space": 3, "step": 1})
	require.Equal(t, []any{int64(2)}, step["actors"])
	events := step["events"].([]any)
	require.Equal(t, []any{nil, map[string]any{"type": "end_triggered", "reason": "two_or_fewer"}}, events[2])
	play(2, map[string]any{"type": "retreat", "space": 2, "steps": 1})
	play(2, map[string]any{"type": "run_around", "space": 2, "step": -1})
	require.Equal(t, map[string]any{"reason": "two_or_fewer", "winners": []any{int64(1), int64(2)},
		"places": []any{int64(3), int64(1), int64(1)}, "scores": nil}, step["outcome"])
	refused := call(t, s, abi.Apply, map[string]any{"position": bytesOf(step["position"]), "seat": 0, "move": lay()})
	require.Equal(t, map[string]any{"error": map[string]any{"code": "game_over", "detail": ""}}, refused)
}

// A position whose options break a condition of chapter 10 is no position, in whatever way it came about.
func TestLoadRefusesOptions(t *testing.T) {
	d := core.NewDriver(Rules{})
	for name, options := range map[string]map[string]any{
		"skull_cards":  {"skull_cards": []string{"drag", "drag"}},
		"first_player": {"first_player": 3},
		"colors":       {"colors": []string{"red", "blue"}},
	} {
		require.Equal(t, core.Refuse(core.BadOption, name), d.Start(request(t, 3, 1, options, nil)))
		_, s := start(t, 3, nil, nil)
		require.False(t, s.Load(d.Table(), s.Append(nil)), name)
	}
}

// program_set is the only event that not everybody sees: WP-81.
func TestPrivateEvent(t *testing.T) {
	s := abi.NewServer(Rules{})
	step := call(t, s, abi.Init, map[string]any{"seats": 3, "seed": []byte{1}})["ok"].(map[string]any)
	step = call(t, s, abi.Apply, map[string]any{"position": bytesOf(step["position"]), "seat": 1,
		"move": lay("run_around", "shove_left", "charge")})["ok"].(map[string]any)
	require.Equal(t, []any{
		[]any{nil, map[string]any{"type": "cards_chosen", "seat": int64(1)}},
		[]any{[]any{int64(1)}, map[string]any{"type": "program_set", "seat": int64(1), "cards": []any{"run_around", "shove_left", "charge"}}},
	}, step["events"])
}

// The picture fits a terminal and shows nobody's hidden cards.
func TestDescribe(t *testing.T) {
	randomGames(t, 20, 8, func(d *core.Driver, s *state) {
		for _, v := range viewers(s) {
			text := string(s.Describe(v, nil))
			require.True(t, strings.HasSuffix(text, "\n"))
			for _, line := range strings.Split(text, "\n") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%q", line)
				require.Equal(t, strings.TrimRight(line, " "), line)
			}
			other := *s
			other.Resample(v, &core.Source{State: 1})
			require.Equal(t, text, string(other.Describe(v, nil)))
		}
	})
}
