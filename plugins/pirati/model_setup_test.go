package pirati_test

import (
	"maps"
	"slices"

	"github.com/parley-rules/parley/core"
)

// modelDraw draws seats and options for a game: any values of all options.
func modelDraw(src *core.Source) (seats int, options map[string]any) {
	seats = 2 + 2*src.Below(2)
	flip := func() bool { return src.Below(2) == 0 }
	sides := [][]string{{"south", "north"}, {"south", "west"}, {"east", "west"}, {"north", "east"}}
	if seats == 4 {
		sides = [][]string{{"south", "west", "north", "east"}, {"east", "south", "west", "north"}, {"north", "west", "south", "east"}}
	}
	options = map[string]any{
		"sides": sides[src.Below(len(sides))], "first_seat": src.Below(seats), "ban_direct_steps": flip(), "mermaid_heir": flip(),
		"genie_to_ship": flip(), "quiet_round_limit": 5 + src.Below(60), "all_pass_rounds": src.Below(3), "end_when_decided": flip(),
		"ship_start":        []string{"middle", "choose"}[src.Below(2)],
		"octopus_liberator": []string{"team", "seat"}[src.Below(2)],
		"enemy_ship_entry":  []string{"unmanned_only", "unmanned_only", "never"}[src.Below(3)],
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if name != "quiet_round_limit" && src.Below(3) == 0 {
			delete(options, name)
		}
	}
	return seats, options
}

// modelSetup draws a position by hand in the middle of a game: few kinds of tiles or many, most of them face up, so that chains
// are long and everything happens within a few turns.
func modelSetup(src *core.Source, m *model) map[string]any {
	var mix []string
	for range 2 + src.Below(12) {
		if k := modelKinds[src.Below(len(modelKinds))]; k != "mermaid" && k != "genie" {
			mix = append(mix, k)
		}
	}
	mix = append(mix, "sea", "sea", "octopus", "turtle", "island")
	down := src.Below(5)
	calls := src.Below(2) == 0 // somebody waits on the mermaid, and treasures are hidden
	if calls {
		mix = append(mix, "treasure1", "treasure1", "treasure1")
	}
	wonders := map[string]int{"mermaid": src.Below(121), "genie": src.Below(121)}
	ends := src.Below(8) == 0 // nearly exhausted
	doomed := !ends && src.Below(8) == 0
	if doomed { // one pirate is left, without a ship, among sharks
		mix, down, calls = []string{"shark", "shark", "starfish", "arrow_diagonal", "sea", "treasure1"}, 4, false
	}
	var tiles []map[string]any
	var rests []modelPlace
	kind := map[modelAt]string{}
	left := 39 - 3 - 12
	for i := range 121 {
		at := modelAt{1 + i/11, 1 + i%11}
		k := mix[src.Below(len(mix))]
		for _, wonder := range []string{"mermaid", "genie"} {
			if wonders[wonder] == i {
				k = wonder
			}
		}
		up := src.Below(5) >= down || calls && (k == "mermaid" || k == "genie")
		if n := modelTreasure[k]; !up && (n > left || ends) {
			k = "sea"
		} else if !up {
			left -= n
		}
		dirs := modelTurned(k, src.Below(4))
		t := map[string]any{"at": at, "face_up": up, "kind": k, "dirs": dirs}
		tiles = append(tiles, t)
		if !up {
			continue
		}
		kind[at] = k
		switch {
		case modelMud[k] > 0:
			list := make([]int, modelMud[k])
			for f := range list {
				rests = append(rests, modelPlace{&at, f + 1, -1}, modelPlace{&at, f + 1, -1})
				if left > 0 && src.Below(4) == 0 && !ends {
					list[f] = 1
					left--
				}
			}
			t["tokens"] = list
		case slices.Contains([]string{"sea", "octopus", "turtle"}, k) || modelTreasure[k] > 0:
			n := 1
			if k == "octopus" || k == "turtle" {
				n = 3
			}
			for range n {
				rests = append(rests, modelPlace{&at, 0, -1})
			}
			if left > 1 && src.Below(4) == 0 && !ends {
				n := 1 + src.Below(2)
				t["tokens"] = []int{n}
				left -= n
			}
		case slices.Contains([]string{"island", "mermaid", "genie"}, k):
			n := 4
			if k == "genie" || k == "mermaid" && calls {
				n = 100
			}
			for range n {
				rests = append(rests, modelPlace{&at, 0, -1})
			}
		}
	}
	genie, mermaid := "hidden", "hidden"
	if wonder := tiles[wonders["genie"]]; wonder["face_up"].(bool) && wonder["kind"] == "genie" {
		genie = []string{"unused", "unused", "used", "lost"}[src.Below(4)]
	}
	if wonder := tiles[wonders["mermaid"]]; wonder["face_up"].(bool) && wonder["kind"] == "mermaid" {
		mermaid = []string{"unused", "unused", "used"}[src.Below(3)]
	}
	owner := map[modelAt]map[int]int{} // square, footprint: team + 1
	var ships []map[string]any
	afloat := map[int]bool{}
	for s := range m.Seats {
		if doomed || src.Below(6) == 0 {
			ships = append(ships, map[string]any{"sunk": true})
			continue
		}
		at, hoard := m.sidePlace(s, 1+src.Below(11)), src.Below(4)
		if ends {
			hoard = src.Below(8)
		}
		ships = append(ships, map[string]any{"at": at, "hoard": hoard})
		afloat[s], afloat[s%2+10] = true, true
		owner[at] = map[int]int{0: 9}
	}
	last := modelAt{} // before the ship of seat 0, where the last token lies
	if at, ok := ships[0]["at"].(modelAt); ok && ends {
		last = modelAt{min(11, max(1, at[0])), min(11, max(1, at[1]))}
		i := 11*(last[0]-1) + last[1] - 1
		if i == wonders["genie"] || i == wonders["mermaid"] {
			last = modelAt{}
		} else {
			tiles[i] = map[string]any{"at": last, "face_up": true, "kind": "sea", "tokens": []int{1}}
			rests = slices.DeleteFunc(rests, func(l modelPlace) bool { return *l.At == last })
		}
	}
	crowded := m.Seats == 4 && src.Below(3) == 0 // ships with three pirates, and one more on his way
	guests := map[int]bool{}                     // a partner is aboard: somebody of the crew is not
	var crews []any
	var discoverer any
	for s := range m.Seats {
		var crew []any
		for p := range 3 {
			pirate := map[string]any{}
			crew = append(crew, pirate)
			if s == 0 && p == 2 && last.onBoard() {
				pirate["place"] = map[string]any{"at": last}
				continue
			}
			if doomed && s+p > 0 {
				pirate["cause"] = "drowned"
				continue
			}
			what := src.Below(8)
			if crowded {
				what = []int{[]int{4, 8, 3, 3}[s], 1, 1}[p]
			}
			switch what {
			case 0:
				if p > 0 {
					pirate["cause"] = "shark"
					continue
				}
			case 1, 2:
				if afloat[s] && (p > 0 || m.Seats == 2) {
					continue // aboard
				}
			case 3:
				other := (s + 2) % m.Seats
				if other != s && afloat[other] && !guests[other] && p == 0 {
					guests[other] = true
					pirate["place"] = map[string]any{"ship": other}
					continue
				}
			case 4:
				q := modelAt{src.Below(13), 12 * src.Below(2)}
				if src.Below(2) == 0 {
					q = modelAt{q[1], q[0]}
				}
				if mine, ok := ships[s]["at"].(modelAt); ok && crowded {
					q = mine.plus(modelAt{0, 1})
					if mine[1] == 0 || mine[1] == 12 {
						q = mine.plus(modelAt{1, 0})
					}
				}
				if afloat[s%2+10] && owner[q] == nil {
					pirate["place"] = map[string]any{"at": q}
					continue
				}
			}
			for {
				i := src.Below(len(rests))
				l := rests[i]
				k := kind[*l.At]
				team := owner[*l.At][l.Footprint]
				if team != 0 && (team != modelTeam(s)+1 || k == "genie" && genie == "unused") {
					if src.Below(50) > 0 {
						continue
					}
					pirate["cause"] = "shark"
					break
				}
				if owner[*l.At] == nil {
					owner[*l.At] = map[int]int{}
				}
				first := team == 0
				owner[*l.At][l.Footprint] = modelTeam(s) + 1
				pirate["place"] = map[string]any{"at": *l.At, "footprint": l.Footprint}
				switch {
				case k == "octopus":
					pirate["captive"] = first && src.Below(3) > 0
					if !first {
						pirate["freed"] = src.Below(2) == 0
					}
				case k == "turtle":
					pirate["delay"] = src.Below(2)
				case k == "mermaid" && mermaid == "used":
					pirate["captive"] = src.Below(4) > 0
				case k == "mermaid" && mermaid == "unused" && discoverer == nil && src.Below(2) == 0:
					discoverer = modelWho{s, p}
				}
				break
			}
		}
		crews = append(crews, crew)
	}
	act := src.Below(m.Seats)
	for !slices.ContainsFunc(crews[act].([]any), func(p any) bool { return p.(map[string]any)["cause"] == nil }) {
		act = (act + 1) % m.Seats
	}
	return map[string]any{"phase": "main", "tiles": tiles, "pirates": crews, "ships": ships, "genie": genie, "mermaid": mermaid, "discoverer": discoverer, "to_act": act,
		"turn": 1 + src.Below(50), "quiet_turns": src.Below(4)}
}

// modelTurned are the directions of a kind in the orientation of a draw from 0 to 3 (PI-7).
func modelTurned(kind string, i int) []string {
	d := modelDirNames
	switch kind {
	case "arrow_straight", "starfish":
		return []string{d[2*i]}
	case "arrow_diagonal":
		return []string{d[2*i+1]}
	case "double_straight":
		return []string{d[2*(i%2)], d[2*(i%2)+4]}
	case "double_diagonal":
		return []string{d[2*(i%2)+1], d[2*(i%2)+5]}
	case "quad_straight":
		return []string{"n", "e", "s", "w"}
	case "quad_diagonal":
		return []string{"ne", "se", "sw", "nw"}
	case "compass_rose":
		return d
	}
	return []string{}
}
