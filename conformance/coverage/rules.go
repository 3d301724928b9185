package coverage

import (
	"fmt"
	"regexp"
	"strings"
)

// id matches a rule's ID: the prefix of the game, a number, and for a rule that was put between others a letter.
const id = `[A-Z]+-[0-9]+[a-z]?`

var (
	rulePattern   = regexp.MustCompile(`^\s*(?:[-*]\s+)?(?:\*\*[^*]+\*\*\s+—\s+)?\*\*(` + id + `)\*\*(.*)$`)
	noCodePattern = regexp.MustCompile(`^\s+\*no code\*:\s*(\S.*)$`)
)

// Rules are the rules of a text.
type Rules struct {
	IDs    []string          // in the order of the text
	NoCode map[string]string // the reasons why rules have no code
}

// ParseRules reads the rules of a RULES.md. A rule is a paragraph or an item of a list that begins with its ID in bold,
// `**WP-33** ...`, or with a heading in bold, a dash and the ID, `**A tile** — **PI-90** ...`; that it has no code is said where the ID is followed by the words `*no code*:` and a reason.
func ParseRules(text string) (*Rules, error) {
	r := &Rules{NoCode: map[string]string{}}
	known := map[string]bool{}
	for i, line := range strings.Split(text, "\n") {
		m := rulePattern.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		rule := m[1]
		if reason := noCodePattern.FindStringSubmatch(m[2]); reason != nil {
			if r.NoCode[rule] != "" {
				return nil, fmt.Errorf("line %d: %s is said twice to have no code", i+1, rule)
			}
			r.NoCode[rule] = reason[1]
			continue
		}
		if known[rule] {
			return nil, fmt.Errorf("line %d: %s stands twice in the rules: give the second rule another ID", i+1, rule)
		}
		known[rule] = true
		r.IDs = append(r.IDs, rule)
	}
	if len(r.IDs) == 0 {
		return nil, fmt.Errorf("the text has no rule: a rule begins with its ID in bold, as `- **WP-33** ...`")
	}
	for rule := range r.NoCode {
		if !known[rule] {
			return nil, fmt.Errorf("%s is said to have no code, but there is no such rule", rule)
		}
	}
	return r, nil
}

// Has says whether the text has a rule.
func (r *Rules) Has(rule string) bool {
	for _, known := range r.IDs {
		if known == rule {
			return true
		}
	}
	return false
}
