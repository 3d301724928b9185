package coverage

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseRules(t *testing.T) {
	r, err := ParseRules(`# A game
See AB-2 and **AB-3**.

- **AB-1** The first.
  **AB-1b** Put in later.
* **AB-2** As **AB-9** was.
**CD-10** A paragraph.

**7 ` + "`tile`" + ` (5)** — **CD-11** With a heading. **CD-12** is none.

## No code
- **AB-2** *no code*: nothing is done.
`)
	require.NoError(t, err)
	require.Equal(t, []string{"AB-1", "AB-1b", "AB-2", "CD-10", "CD-11"}, r.IDs)
	require.Equal(t, map[string]string{"AB-2": "nothing is done."}, r.NoCode)
	require.Equal(t, []string{"AB", "CD"}, r.Prefixes())
	for text, problem := range map[string]string{
		"# nothing":                             "the text has no rule",
		"- **AB-1** a\n- **AB-1** b":            "line 2: AB-1 stands twice",
		"- **AB-1** a\n- **AB-2** *no code*: b": "AB-2 is said to have no code, but there is no such rule",
		"- **AB-1** a\n- **AB-1** *no code*: b\n- **AB-1** *no code*: c\n": "line 3: AB-1 is said twice",
		"- **AB-1** a\n- **AB-1** *no code*:\n":                            "line 2: AB-1 stands twice", // without a reason it is not said
	} {
		_, err := ParseRules(text)
		require.ErrorContains(t, err, problem, text)
	}
}
