package hosts_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/hosts"
)

const (
	head  = `{"format":"parley-log/1","game":"pig","rules":"1.0.0","abi":"1.0","module":"","seats":2,"seed":7,"options":{},"chance":"auto","setup":null}`
	first = `{"n":0,"position":"0123456789abcdef","step":"0123456789abcdef"}`
	next  = `{"n":1,"seat":0,"move":{"type":"roll"},"position":"0123456789abcdef"}`
	open  = `{"open":true}`
	over  = `{"outcome":{"reason":"target","winners":[0],"places":[1,2],"scores":null}}`
)

func logOf(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestLogRoundTrip(t *testing.T) {
	sum := strings.Repeat("0123456789abcdef", 4)
	for _, text := range []string{
		logOf(head, first, open),
		logOf(head, first, next, over),
		logOf(strings.NewReplacer(`"auto"`, `"host"`, `:{}`, `:{"b":[1,{"c":"<é>"}],"a":null}`, `:null`, `:{"x":[true,-1]}`, `"module":""`, `"module":"`+sum+`"`,
			`"seed":7`, `"seed":"hex:00ff"`).Replace(head), first, strings.Replace(next, `"seat":0`, `"seat":"chance"`, 1), over),
		logOf(strings.Replace(head, `"seed":7`, `"seed":9007199254740991`, 1), first, open),
	} {
		l, err := hosts.ReadLog(strings.NewReader(text))
		require.NoError(t, err)
		var out bytes.Buffer
		n, err := l.WriteTo(&out)
		require.NoError(t, err)
		require.Equal(t, int64(len(text)), n)
		require.Equal(t, text, out.String())
	}
}

func TestLogIsRefused(t *testing.T) {
	edit := func(line, from, to string) string {
		require.Contains(t, line, from)
		return strings.Replace(line, from, to, 1)
	}
	for name, test := range map[string]struct {
		text    string
		line    int
		problem string
	}{
		"empty":               {"", 1, "is missing: the log is empty"},
		"no JSON":             {"hello\n", 1, "is no JSON"},
		"no object":           {"[1]\n", 1, "is not a JSON object"},
		"bytes":               {"\x00\xff\x80", 1, "is no JSON"},
		"two values":          {logOf(head+"{}", first, open), 1, "is no JSON"},
		"no header":           {logOf(first, open), 1, "has the unknown key"},
		"another format":      {logOf(edit(head, "log/1", "log/2"), first, open), 1, `has the format "parley-log/2"`},
		"no format":           {logOf(edit(head, `"format":"parley-log/1",`, ``), first, open), 1, `lacks the key "format"`},
		"header, unknown key": {logOf(edit(head, `{`, `{"x":1,`), first, open), 1, `has the unknown key "x"`},
		"header, empty key":   {logOf(edit(head, `{`, `{"":1,`), first, open), 1, `has the unknown key ""`},
		"header, double key":  {logOf(edit(head, `{`, `{"seats":3,`), first, open), 1, `twice`},
		"header, other case":  {logOf(edit(head, `"seats"`, `"Seats"`), first, open), 1, `has the unknown key "Seats"`},
		"no setup key":        {logOf(edit(head, `,"setup":null`, ``), first, open), 1, `lacks the key "setup"`},
		"no game":             {logOf(edit(head, `"pig"`, `""`), first, open), 1, `has no text in "game"`},
		"rules no text":       {logOf(edit(head, `"1.0.0"`, `1`), first, open), 1, `has no text in "rules"`},
		"module":              {logOf(edit(head, `"module":""`, `"module":"abc"`), first, open), 1, `has a "module"`},
		"no seats":            {logOf(edit(head, `:2`, `:0`), first, open), 1, `has "seats"`},
		"too many seats":      {logOf(edit(head, `:2`, `:1000000000`), first, open), 1, `has "seats"`},
		"half a seat":         {logOf(edit(head, `:2`, `:2.5`), first, open), 1, `is no JSON`},
		"negative seed":       {logOf(edit(head, `:7`, `:-7`), first, open), 1, `has no seed`},
		"large seed":          {logOf(edit(head, `:7`, `:9007199254740992`), first, open), 1, `2^53-1`},
		"seed as text":        {logOf(edit(head, `:7`, `:"7"`), first, open), 1, `has no seed`},
		"empty seed":          {logOf(edit(head, `:7`, `:"hex:"`), first, open), 1, `has no seed`},
		"long seed":           {logOf(edit(head, `:7`, `:"hex:`+strings.Repeat("00", 33)+`"`), first, open), 1, `has no seed`},
		"options list":        {logOf(edit(head, `:{}`, `:[]`), first, open), 1, `has "options"`},
		"chance":              {logOf(edit(head, `"auto"`, `"dice"`), first, open), 1, `has a "chance"`},
		"deep":                {logOf(edit(head, `:null`, `:`+strings.Repeat("[", 100)+strings.Repeat("]", 100)), first, open), 1, `is no JSON`},
		"a long line":         {logOf(edit(head, `{}`, `{"a":"`+strings.Repeat("x", hosts.MaxLogLine)+`"}`), first, open), 1, "is longer than"},
		"a long line later":   {logOf(head, first, strings.Repeat(" ", hosts.MaxLogLine+1)), 3, "is longer than"},

		"nothing after the header": {logOf(head), 2, "has been cut"},
		"no last line":             {logOf(head, first, next), 4, "has been cut"},
		"half a line":              {logOf(head, first) + next[:20], 3, "is no JSON"},
		"an empty line":            {logOf(head, "", first, open), 2, "is no JSON"},
		"only an end":              {logOf(head, open), 2, "tells the end before"},
		"something behind":         {logOf(head, first, open, next), 4, "follows after the end"},
		"an empty line behind":     {logOf(head, first, open, ""), 4, "follows after the end"},
		"a long line behind":       {logOf(head, first, open, strings.Repeat(" ", hosts.MaxLogLine+1)), 4, "follows after the end"},
		"n starts at 1":            {logOf(head, next, open), 2, `must have "n": 0`},
		"n left out":               {logOf(head, first, edit(next, `"n":1`, `"n":2`), open), 3, `must have "n": 1`},
		"n twice":                  {logOf(head, first, next, next, open), 4, `must have "n": 2`},
		"no n":                     {logOf(head, first, edit(next, `"n":1,`, ``), open), 3, `must have "n": 1`},
		"a creation with a move":   {logOf(head, edit(next, `"n":1`, `"n":0`), open), 2, "is of the creation"},
		"step, unknown key":        {logOf(head, first, edit(next, `{`, `{"time":1,`), open), 3, `has the unknown key "time"`},
		"step, empty key":          {logOf(head, first, edit(next, `{`, `{"":1,`), open), 3, `has the unknown key ""`},
		"no seat":                  {logOf(head, first, edit(next, `"seat":0,`, ``), open), 3, `has no "seat"`},
		"seat 16":                  {logOf(head, first, edit(next, `"seat":0`, `"seat":16`), open), 3, `has no "seat"`},
		"seat referee":             {logOf(head, first, edit(next, `"seat":0`, `"seat":"referee"`), open), 3, `has no "seat"`},
		"no move":                  {logOf(head, first, edit(next, `"move":{"type":"roll"},`, ``), open), 3, `has no "move"`},
		"a compact move":           {logOf(head, first, edit(next, `{"type":"roll"}`, `[0]`), open), 3, `has no "move"`},
		"no position":              {logOf(head, edit(first, `"position":"0123456789abcdef",`, ``), open), 2, `has no "position"`},
		"a short position":         {logOf(head, edit(first, `0123456789abcdef`, `0123456789abcde`), open), 2, `has no "position"`},
		"a position in capitals":   {logOf(head, edit(first, `0123456789abcdef`, `0123456789ABCDEF`), open), 2, `has no "position"`},
		"a wrong step":             {logOf(head, edit(first, `"step":"0123456789abcdef"`, `"step":7`), open), 2, `has a "step"`},
		"not open":                 {logOf(head, first, `{"open":false}`), 3, `has an "open"`},
		"open and over":            {logOf(head, first, `{"open":true,"outcome":null}`), 3, "and something else"},
		"no outcome":               {logOf(head, first, `{"outcome":null}`), 3, `has an "outcome"`},
		"half an outcome":          {logOf(head, first, edit(over, `,"scores":null`, ``)), 3, `has an "outcome"`},
		"a wrong winner":           {logOf(head, first, edit(over, `[0]`, `[-1]`)), 3, `has an "outcome"`},
	} {
		_, err := hosts.ReadLog(strings.NewReader(test.text))
		var e *hosts.LogError
		require.ErrorAs(t, err, &e, name)
		require.Equal(t, test.line, e.Line, "%s: %v", name, err)
		require.ErrorContains(t, err, test.problem, name)
		require.ErrorContains(t, err, fmt.Sprintf("line %d", test.line), name)
	}
}

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }

func TestLogReaderPassesErrorsOn(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, err := hosts.ReadLog(io.MultiReader(strings.NewReader(logOf(head, first)), brokenReader{broken}))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "line 3")

	r := hosts.NewLogReader(strings.NewReader(logOf(head, first, next, next)))
	for range 2 {
		h, err := r.Header()
		require.NoError(t, err)
		require.Equal(t, "pig", h.Game)
	}
	for n := range 2 {
		s, err := r.Next()
		require.NoError(t, err)
		require.Equal(t, n, s.N)
	}
	for range 2 {
		_, err = r.Next()
		require.ErrorContains(t, err, `line 4 must have "n": 2`)
	}
	_, err = r.Header()
	require.NoError(t, err, "the header was good")
}

func TestSeeds(t *testing.T) {
	for text, seed := range map[string][]byte{
		"0":                        {0, 0, 0, 0, 0, 0, 0, 0},
		"258":                      {2, 1, 0, 0, 0, 0, 0, 0},
		"9007199254740991":         {255, 255, 255, 255, 255, 255, 31, 0},
		"hex:00":                   {0},
		"hex:00000000000000000001": {0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
		"hex:0000000000000020":     {0, 0, 0, 0, 0, 0, 0, 32}, // 2^61
	} {
		got, err := hosts.ParseSeed(text)
		require.NoError(t, err)
		require.Equal(t, seed, got)
		require.Equal(t, text, strings.Trim(string(hosts.SeedJSON(seed)), `"`))
	}
	for _, text := range []string{"", "-1", "1.5", "9007199254740992", "hex:", "hex:0", "hex:zz", "hex:" + strings.Repeat("00", 33), " 7", "+7"} {
		_, err := hosts.ParseSeed(text)
		require.Error(t, err, text)
	}
}

// FuzzLog: what ReadLog takes it writes so that it reads the same again, and what it does not take it refuses with the line.
func FuzzLog(f *testing.F) {
	f.Add([]byte(logOf(head, first, open)))
	f.Add([]byte(logOf(head, first, next, over)))
	f.Add([]byte(logOf(strings.Replace(head, `:7`, `:"hex:00"`, 1), first)))
	f.Add([]byte(logOf(strings.Replace(head, `:null`, `:{"a":[[1],{"b":"\ud800"}]}`, 1), first, open)))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := hosts.ReadLog(bytes.NewReader(data))
		if err != nil {
			var e *hosts.LogError
			require.ErrorAs(t, err, &e)
			require.LessOrEqual(t, e.Line, 1+bytes.Count(data, []byte("\n"))+1)
			return
		}
		var out bytes.Buffer
		_, err = l.WriteTo(&out)
		require.NoError(t, err)
		text := out.String()
		again, err := hosts.ReadLog(&out)
		require.NoError(t, err)
		require.Equal(t, l, again)
		_, err = again.WriteTo(&out)
		require.NoError(t, err)
		require.Equal(t, text, out.String())
	})
}
