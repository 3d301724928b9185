package adversary

// Sabotage is a game whose rules are wrong and do no harm to a host. It has a folder like an Adversary; its rules are those of
// saboteurs, one or two, each of which conformance.Verify must name.
type Sabotage struct {
	Name      string
	Saboteurs []string
}

// Sentence says what it does and what must happen.
func (s *Sabotage) Sentence() string { return (&Adversary{Name: s.Name}).Sentence() }

// Sabotages are those games.
func Sabotages() []*Sabotage {
	return []*Sabotage{
		{"clock_and_random_bytes", []string{"clock", "random"}},
		{"history", []string{"hidden_state"}},
		{"unstable_order", []string{"map_order"}},
		{"leaking_view", []string{"leaking_view"}},
		{"list_and_apply_disagree", []string{"listed_and_refused", "allowed_and_not_listed"}},
		{"position_of_two_forms", []string{"not_canonical"}},
	}
}
