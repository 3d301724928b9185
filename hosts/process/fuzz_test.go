package process

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestFindHandshake(t *testing.T) {
	const line = "1|1|unix|/tmp/plugin-dir1/plugin2|grpc|" + certificate
	for in, junk := range map[string]string{line: "", line + "\r": "", line + "|true": "", "loading... 1" + line: "loading... 1", "1|2|3 " + line: "1|2|3 "} {
		got, found, ok := findHandshake(in)
		require.True(t, ok, in)
		require.Equal(t, junk, got)
		require.True(t, strings.HasPrefix(found, line))
		require.NoError(t, checkHandshake(found, "/tmp/plugin-dir1"))
	}
	for _, in := range []string{"", "1|1", "2|1|unix|x|grpc|", "1|1|udp|x|grpc|", "1|one|unix|x|grpc|", "1|1|unix||grpc|"} {
		got, found, ok := findHandshake(in)
		require.False(t, ok, in)
		require.Equal(t, in, got)
		require.Empty(t, found)
	}
}

func FuzzHandshake(f *testing.F) {
	f.Add("1|1|unix|/tmp/d/plugin2|grpc|"+certificate, "/tmp/d")
	f.Add("1|1|tcp|127.0.0.1:10000|grpc|"+certificate+"|true", "")
	f.Add("loading 11|1|tcp|[::1]:9|netrpc|x", "")
	f.Fuzz(func(t *testing.T, line, dir string) {
		junk, found, ok := findHandshake(line)
		if !ok {
			require.NotNil(t, checkHandshake(junk, dir))
			return
		}
		require.Equal(t, strings.TrimRight(line, "\r"), junk+found)
		if checkHandshake(found, dir) == nil {
			parts := strings.Split(found, "|")
			require.GreaterOrEqual(t, len(parts), 6)
			require.Equal(t, "grpc", parts[4])
			require.NotEmpty(t, parts[5])
		}
	})
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\r\n\n\x00\xffc"), uint16(3))
	f.Add([]byte("\n"), uint16(maxLine))
	f.Fuzz(func(t *testing.T, text []byte, grow uint16) {
		text = append(bytes.Repeat([]byte{'x'}, int(grow)), text...) // long lines too
		want := strings.Split(string(text), "\n")
		if last := len(want) - 1; want[last] == "" {
			want = want[:last]
		}
		for _, slow := range []bool{false, true} {
			var got []string
			var raw []byte
			r := bytes.NewReader(text)
			take := func(line []byte, dropped int64) {
				require.LessOrEqual(t, len(line), maxLine)
				full := want[len(got)]
				require.EqualValues(t, len(full)-len(line), dropped)
				require.Equal(t, full[:len(line)], string(line))
				got = append(got, full)
			}
			keep := func(chunk []byte) { raw = append(raw, chunk...) }
			if slow {
				lines(iotest.OneByteReader(r), keep, take)
			} else {
				lines(r, keep, take)
			}
			require.Equal(t, want, append([]string{}, got...))
			require.Equal(t, string(text), string(raw))
		}
	})
}
