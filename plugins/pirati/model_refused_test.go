package pirati_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/native"
	"github.com/parley-rules/parley/plugins/pirati"
)

// Setups made from positions of games by a change or two are refused as the model foresees, with the same key, or taken.
func TestModelForeseesRefusedSetups(t *testing.T) {
	games := 20
	if testing.Short() {
		games = 6
	}
	ctx := context.Background()
	game, err := hosts.Open(ctx, native.New(pirati.Rules{}))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, game.Close()) })
	src := core.Source{State: 31}
	seen := map[string]int{}
	look := hosts.Look{Moves: true, Views: []core.Seat{core.Referee}}
	for range games {
		seats, options := modelDraw(&src)
		raw, err := msgpack.Marshal(options)
		require.NoError(t, err)
		start := hosts.NewGame{Seats: seats, Seed: hosts.SeedOf(src.Uint64() >> 11), Options: raw, Look: look}
		step, err := game.Init(ctx, start)
		require.NoError(t, err)
		if now := modelSees(t, step); src.Below(3) > 0 {
			start.Setup, err = msgpack.Marshal(modelSetup(&src, now))
			require.NoError(t, err)
			step, err = game.Init(ctx, start)
			require.NoError(t, err)
		}
		for now := modelSees(t, step); now.Phase != "over"; now = modelSees(t, step) {
			for range 6 {
				m := modelSees(t, step)
				for range 1 + src.Below(2) {
					modelSpoil(&src, m)
				}
				m.count()
				var b bytes.Buffer
				e := msgpack.NewEncoder(&b)
				e.SetCustomStructTag("json")
				require.NoError(t, e.Encode(m.modelView))
				start.Setup = b.Bytes()
				made, err := game.Init(ctx, start)
				want, got := m.refused(), ""
				var refused *hosts.RuleError
				if errors.As(err, &refused) {
					require.Equal(t, "bad_setup", refused.Code)
					got = refused.Detail
				} else {
					require.NoError(t, err)
				}
				text, _ := json.Marshal(m.modelView)
				require.Equal(t, want, got, "%s", text)
				seen[got]++
				if got == "" {
					require.Equal(t, m.modelView, modelSees(t, made).modelView, "%s", text)
				}
			}
			if seen["turns"]++; seen["turns"]%60 == 0 {
				break
			}
			mv := modelPick(&src, now.legal())
			move, err := game.Move([]byte(mv.text()))
			require.NoError(t, err)
			step, err = game.Apply(ctx, step.Position, core.Seat(now.ToAct), move, look)
			require.NoError(t, err)
		}
	}
	t.Log(seen)
	if !testing.Short() {
		for _, key := range []string{"", "to_act", "tiles", "pirates", "ships", "genie", "mermaid", "discoverer", "bank", "pending", "progress", "result", "phase"} {
			require.Positive(t, seen[key], "no setup was refused for %q", key)
		}
	}
}

// modelSpoil changes something in a position.
func modelSpoil(src *core.Source, m *model) {
	w := modelWho{src.Below(m.Seats), src.Below(3)}
	p := m.pirate(w)
	ship := &m.Ships[src.Below(m.Seats)]
	t := &m.Tiles[src.Below(121)]
	if q := src.Below(121); p.Place != nil && p.Place.At != nil && p.Place.At.onBoard() && src.Below(2) == 0 {
		t = m.tile(*p.Place.At)
	} else if m.Pending != nil && m.Pending.At.onBoard() && q < 30 {
		t = m.tile(m.Pending.At)
	}
	cause := modelCauses[src.Below(len(modelCauses))]
	switch src.Below(24) {
	case 0:
		p.Captive = !p.Captive
	case 1:
		p.Freed = !p.Freed
	case 2:
		p.Delay = src.Below(3)
	case 3:
		p.Place, p.Cause = nil, &cause
	case 4:
		p.Cause = &cause
	case 5:
		p.Place = nil
	case 6, 7, 8:
		at := modelAt{src.Below(13), src.Below(13)}
		if other := m.pirate(modelWho{src.Below(m.Seats), src.Below(3)}); src.Below(2) == 0 && other.Place != nil && other.Place.At != nil {
			at = *other.Place.At
		}
		p.Place = &modelPlace{&at, src.Below(src.Below(4) + 1), -1}
		if at.onBoard() && src.Below(2) == 0 {
			p.Place.Footprint = min(1, modelMud[m.tile(at).Kind])
		}
		p.Cause = nil
	case 9:
		p.Cause = nil
		p.Place = &modelPlace{nil, 0, src.Below(m.Seats)}
		if at := m.Ships[p.Place.Ship].At; at != nil {
			p.Place.At = at
		}
	case 10:
		ship.Sunk = !ship.Sunk
	case 11, 12:
		at := m.sidePlace(src.Below(m.Seats), 1+src.Below(11))
		if src.Below(4) == 0 {
			at = modelAt{src.Below(13), src.Below(13)}
		}
		for s := range m.Ships {
			if &m.Ships[s] == ship {
				for _, v := range m.aboard(s) {
					if src.Below(5) > 0 {
						m.pirate(v).Place.At = &at
					}
				}
			}
		}
		ship.At = &at
	case 13:
		n := src.Below(5) - 2
		ship.Hoard = max(0, ship.Hoard+n)
		if src.Below(2) == 0 && m.Bank >= n {
			m.Bank -= n
		}
	case 14:
		m.Genie = []string{"hidden", "unused", "used", "lost"}[src.Below(4)]
	case 15:
		m.Mermaid = []string{"hidden", "unused", "used"}[src.Below(3)]
	case 16:
		m.Discoverer = &w
		if src.Below(3) == 0 {
			m.Discoverer = nil
		}
	case 17:
		n := 1 + src.Below(3)
		m.Sunk += n
		if m.Bank >= n && src.Below(4) > 0 {
			m.Bank -= n
		}
	case 18:
		m.ToAct = src.Below(m.Seats+1) - 1
	case 19:
		m.Phase = []string{"setup", "main", "choice", "over"}[src.Below(4)]
		if m.Phase == "over" && src.Below(2) == 0 {
			m.ToAct = -1
		}
		if src.Below(3) == 0 {
			m.Turn = 1
		}
	case 20:
		m.Progress = !m.Progress
	case 21:
		hoards := []int{}
		for _, s := range m.Ships {
			hoards = append(hoards, s.Hoard)
		}
		totals := m.totals()
		m.Result = &modelResult{"stuck", totals, hoards, []int{0, -1, 1}[min(2, max(0, 1+totals[1]-totals[0]))]}
	case 22:
		m.spoilPending(src, w)
	case 23:
		m.spoilTile(src, t)
	}
}

func (m *model) spoilTile(src *core.Source, t *modelTile) {
	kind := t.Kind
	if src.Below(2) == 0 {
		kind = modelKinds[src.Below(len(modelKinds))]
	}
	if src.Below(3) == 0 {
		t.FaceUp = !t.FaceUp
	}
	if kind != t.Kind || src.Below(3) == 0 {
		t.Dirs = modelTurned(kind, src.Below(4))
	}
	t.Kind = kind
	t.Tokens = nil
	if t.FaceUp {
		t.Tokens = make([]int, max(1, modelMud[kind]))
		n := src.Below(src.Below(4) + 1)
		if m.Bank >= n {
			t.Tokens[src.Below(len(t.Tokens))] = n
			m.Bank -= n
		}
	}
}

func (m *model) spoilPending(src *core.Source, w modelWho) {
	n := m.Pending
	if n == nil || src.Below(4) == 0 {
		m.Pending = nil
		if p := m.pirate(w).Place; p != nil && p.At != nil {
			m.Pending = &modelPending{w[1], *p.At, false, []modelWay{}, []modelAt{}}
		}
		return
	}
	switch src.Below(6) {
	case 0:
		n.Pirate = w[1]
	case 1:
		n.At = modelAt{src.Below(13), src.Below(13)}
	case 2:
		n.Carrying = !n.Carrying
		if n.Carrying && m.Bank > 0 {
			m.Bank--
		} else if !n.Carrying {
			m.Bank++
		}
	case 3:
		n.Options = slices.DeleteFunc(n.Options, func(modelAt) bool { return src.Below(4) == 0 })
	case 4:
		if k := len(n.Options); k > 1 {
			i, j := src.Below(k), src.Below(k)
			n.Options[i], n.Options[j] = n.Options[j], n.Options[i]
		}
	case 5:
		t := m.Tiles[src.Below(121)]
		if n.At.onBoard() && src.Below(2) == 0 {
			t = *m.tile(n.At)
		}
		ways := t.ways()
		if len(ways) == 0 || src.Below(6) == 0 {
			ways = modelDirs
		}
		n.Used = append(n.Used, modelWay{t.At, ways[src.Below(len(ways))]})
		if src.Below(2) == 0 { // and what is left is given right, if anything is
			m.sortWays(n.Used)
			if !n.At.onBoard() {
				return
			}
			if t := m.tile(n.At); t.FaceUp && t.choice() && m.pirate(modelWho{max(0, m.ToAct), n.Pirate}).Place != nil {
				n.Options = append([]modelAt{}, m.legalWays(modelWho{max(0, m.ToAct), n.Pirate}, t, n.Carrying, n.Used)...)
			}
		}
	}
}

// refused is the key that PI-12 names for a setup with all keys, whose values have their form and whose face_down, hoards,
// totals and winner follow: "" if it is taken.
func (m *model) refused() string {
	sunkAt := slices.ContainsFunc(m.Ships, func(s modelShip) bool { return s.Sunk && s.At != nil })
	if !sunkAt && m.strayCrew() {
		return "pirates"
	}
	if sunkAt {
		return "ships"
	}
	if r := m.Result; r != nil && !slices.Equal(r.Totals, m.totals()) {
		return "result"
	}
	for _, check := range modelInvariants {
		if key := check(m); key != "" {
			return key
		}
	}
	return ""
}

// strayCrew: a place aboard names the square of its ship.
func (m *model) strayCrew() bool {
	for s := range m.Pirates {
		for _, p := range m.Pirates[s] {
			if p.Place == nil || p.Place.Ship < 0 {
				continue
			}
			at := m.Ships[p.Place.Ship].At
			if (at == nil) != (p.Place.At == nil) || at != nil && *at != *p.Place.At {
				return true
			}
		}
	}
	return false
}

// modelInvariants are I1 to I17 in their order.
var modelInvariants = []func(m *model) string{
	(*model).tokensAdd, (*model).downIsEmpty, (*model).transitIsEmpty, (*model).oneTeam, (*model).crowds, (*model).noSwimmerAtShip,
	(*model).flagsFit, (*model).genieAlone, (*model).swimmersHaveShip, (*model).homeAlone, (*model).shipsAtSide, (*model).wholePirates,
	(*model).wondersFit, (*model).bankPays, (*model).phaseFits, (*model).pendingFits, (*model).shipsPlaced,
}

func modelKey(bad bool, key string) string {
	if bad {
		return key
	}
	return ""
}

func (m *model) kindAt(w modelWho) string {
	if l := m.pirate(w).Place; l.At != nil && l.Ship < 0 && l.At.onBoard() {
		return m.tile(*l.At).Kind
	}
	return ""
}

func (m *model) tokensAdd() string { // I1
	sum := m.Bank + m.Sunk
	for _, s := range m.Ships {
		sum += s.Hoard
	}
	for _, t := range m.Tiles {
		for _, n := range t.Tokens {
			sum += n
		}
	}
	if m.Pending != nil && m.Pending.Carrying {
		sum++
	}
	return modelKey(sum != 39, "bank")
}

func (m *model) downIsEmpty() string { // I2
	for _, w := range m.everybody() {
		if m.kindAt(w) != "" && !m.tile(m.at(w)).FaceUp {
			return "pirates"
		}
	}
	for _, t := range m.Tiles {
		holds := t.FaceUp && (slices.Contains([]string{"sea", "octopus", "turtle"}, t.Kind) || modelMud[t.Kind]+modelTreasure[t.Kind] > 0)
		for _, n := range t.Tokens {
			if n > 0 && !holds {
				return "tiles"
			}
		}
	}
	return ""
}

func (m *model) transitIsEmpty() string { // I3
	for _, w := range m.everybody() {
		k := m.kindAt(w)
		transit := slices.Contains(modelArrows, k) || slices.Contains(modelChoices, k) || k == "whirlpool" || k == "fish"
		his := m.Pending != nil && w == modelWho{max(0, m.ToAct), m.Pending.Pirate}
		if transit && !his || k == "starfish" || k == "shark" {
			return "pirates"
		}
	}
	return ""
}

// together are the pirates at each place, without those in open water.
func (m *model) together() map[[4]int][]modelWho {
	list := map[[4]int][]modelWho{}
	for _, w := range m.everybody() {
		l := m.pirate(w).Place
		key := [4]int{-1, -1, l.Footprint, l.Ship}
		if l.At != nil {
			key[0], key[1] = l.At[0], l.At[1]
		}
		if modelMud[m.kindAt(w)] == 0 {
			key[2] = 0 // the square is the place, whatever the footprint says
		}
		if m.kindAt(w) != "" || l.Ship >= 0 || l.At != nil && m.shipAt(*l.At) >= 0 {
			list[key] = append(list[key], w)
		}
	}
	return list
}

func (m *model) oneTeam() string { // I4
	for group := range maps.Values(m.together()) {
		for _, w := range group {
			if m.opposing(w, group[0]) {
				return "pirates"
			}
		}
	}
	return ""
}

func (m *model) crowds() string { // I5
	for place, group := range m.together() {
		if len(group) > 6 || place[3] >= 0 && len(group) > 3 {
			return "pirates"
		}
	}
	for _, t := range m.Tiles {
		if modelMud[t.Kind] > 0 && slices.ContainsFunc(t.Tokens, func(n int) bool { return n > 1 }) {
			return "tiles"
		}
	}
	return ""
}

func (m *model) noSwimmerAtShip() string { // I6
	for _, w := range m.everybody() {
		if m.pirate(w).Place.At != nil && m.swims(w) && m.shipAt(m.at(w)) >= 0 {
			return "pirates"
		}
	}
	return ""
}

func (m *model) flagsFit() string { // I7
	for s := range m.Pirates {
		for i, p := range m.Pirates[s] {
			k := ""
			if p.Place != nil {
				k = m.kindAt(modelWho{s, i})
			}
			if p.Captive && k != "octopus" && (k != "mermaid" || m.Mermaid != "used") || p.Freed && k != "octopus" || p.Delay > 0 && k != "turtle" {
				return "pirates"
			}
		}
	}
	return ""
}

func (m *model) genieAlone() string { // I8
	for _, group := range m.together() {
		if len(group) > 1 && m.kindAt(group[0]) == "genie" && m.Genie == "unused" {
			return "pirates"
		}
	}
	return ""
}

func (m *model) swimmersHaveShip() string { // I9
	for _, w := range m.everybody() {
		if m.pirate(w).Place.At != nil && m.swims(w) && !m.afloat(modelTeam(w[0])) {
			return "pirates"
		}
	}
	return ""
}

func (m *model) homeAlone() string { // I10
	for s := range m.Ships {
		crew := m.aboard(s)
		home := slices.ContainsFunc(crew, func(w modelWho) bool { return w[0] == s })
		if home && slices.ContainsFunc(crew, func(w modelWho) bool { return modelTeam(w[0]) != modelTeam(s) }) {
			return "pirates"
		}
	}
	return ""
}

func (m *model) shipsAtSide() string { // I11
	for s, ship := range m.Ships {
		fits := ship.At == nil
		for pos := 1; pos <= 11 && !fits; pos++ {
			fits = m.sidePlace(s, pos) == *ship.At
		}
		if !fits {
			return "ships"
		}
	}
	for _, w := range m.everybody() {
		if l := m.pirate(w).Place; l.Ship >= 0 && m.Ships[l.Ship].Sunk {
			return "pirates"
		}
	}
	return ""
}

func (m *model) wholePirates() string { // I12
	for s := range m.Pirates {
		for i, p := range m.Pirates[s] {
			prints := 0
			if p.Place != nil {
				prints = modelMud[m.kindAt(modelWho{s, i})]
			}
			if p.Captive && p.Freed || (p.Place == nil) != (p.Cause != nil) || p.Delay > 1 ||
				p.Place == nil && (p.Captive || p.Freed || p.Delay > 0) ||
				p.Place != nil && (p.Place.Footprint > prints || (prints > 0) != (p.Place.Footprint > 0)) {
				return "pirates"
			}
		}
	}
	return ""
}

func (m *model) wondersFit() string { // I13
	all, up := map[string]int{}, map[string]int{}
	for _, t := range m.Tiles {
		all[t.Kind]++
		if t.FaceUp {
			up[t.Kind]++
		}
	}
	switch {
	case all["genie"] > 1 || all["mermaid"] > 1:
		return "tiles"
	case (m.Genie == "hidden") != (up["genie"] == 0):
		return "genie"
	case (m.Mermaid == "hidden") != (up["mermaid"] == 0):
		return "mermaid"
	case m.Discoverer != nil:
		return modelKey(m.Mermaid != "unused" || m.pirate(*m.Discoverer).Place == nil || m.kindAt(*m.Discoverer) != "mermaid", "discoverer")
	}
	return ""
}

func (m *model) bankPays() string { // I14
	needs, mermaid := 0, false
	for _, t := range m.Tiles {
		if !t.FaceUp {
			needs += modelTreasure[t.Kind]
		}
		mermaid = mermaid || t.Kind == "mermaid"
	}
	if mermaid && m.Mermaid != "used" {
		needs += 3
	}
	return modelKey(m.Bank < needs, "bank")
}

func (m *model) phaseFits() string { // I15
	switch {
	case (m.Phase == "over") != (m.ToAct < 0), (m.Phase == "main" || m.Phase == "choice") && !m.alive(m.ToAct):
		return "to_act"
	case (m.Pending != nil) != (m.Phase == "choice"):
		return "pending"
	case (m.Result != nil) != (m.Phase == "over"):
		return "result"
	}
	return modelKey(m.Progress && m.Phase != "choice", "progress")
}

func (m *model) pendingFits() string { // I16
	n := m.Pending
	if n == nil {
		return ""
	}
	w := modelWho{m.ToAct, n.Pirate}
	p := m.pirate(w)
	if p.Place == nil || p.Place.Ship >= 0 || !n.At.onBoard() || *p.Place.At != n.At || !m.tile(n.At).FaceUp || !m.tile(n.At).choice() {
		return "pending"
	}
	for i, u := range n.Used {
		if !u.At.onBoard() || !m.tile(u.At).FaceUp || !m.tile(u.At).choice() || !slices.Contains(m.tile(u.At).ways(), u.Vec) || slices.Contains(n.Used[:i], u) {
			return "pending"
		}
	}
	used := slices.Clone(n.Used)
	m.sortWays(used)
	options := m.legalWays(w, m.tile(n.At), n.Carrying, n.Used)
	return modelKey(!slices.Equal(used, n.Used) || len(options) < 2 || !slices.Equal(options, n.Options), "pending")
}

func (m *model) shipsPlaced() string { // I17
	if m.Phase != "setup" {
		return modelKey(slices.ContainsFunc(m.Ships, func(s modelShip) bool { return s.At == nil && !s.Sunk }), "phase")
	}
	if m.Options.ShipStart != "choose" || m.Turn != 1 {
		return "phase"
	}
	placed := true
	for i := range m.Seats {
		s := (m.Options.FirstSeat + i) % m.Seats
		placed = placed && s != m.ToAct
		if len(m.aboard(s)) != 3 || (m.Ships[s].At != nil) != placed || m.Ships[s].Sunk {
			return "phase"
		}
		for _, w := range m.aboard(s) {
			if w[0] != s {
				return "phase"
			}
		}
	}
	return ""
}
