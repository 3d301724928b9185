package jackal_test

import (
	"slices"

	"github.com/parley-rules/parley/core"
)

// modelSetup draws a position by hand in the middle of a game, so that everything happens within a few turns.
func modelSetup(src *core.Source, seats int, options map[string]any) map[string]any {
	size := map[string]int{"standard": 13, "medium": 11, "small": 9}[options["map_size"].(string)]
	crews := seats
	if options["mode"] == "duel_double" {
		crews = 4
	}
	m := &model{}
	m.Size = size
	last := size - 1
	leaps := src.Below(3) == 0 // an island for long chains
	var land []map[string]any
	var plain, traps, barrels, labyrinths, caves []int // places in land
	for r := 1; r < last; r++ {
		for c := 1; c < last; c++ {
			if (r == 1 || r == last-1) && (c == 1 || c == last-1) {
				continue
			}
			code := "empty"
			if src.Below(3) > 0 {
				code = modelCodes[src.Below(39)]
				if src.Below(3) == 0 {
					code = modelSmallArrow(src)
				}
				if leaps && src.Below(2) == 0 {
					code = []string{"horse", "ice", "ice", "crocodile", "airplane", "cave", "fort", "labyrinth:2"}[src.Below(8)]
				}
			}
			l := map[string]any{"at": []int{r, c}, "tile": code, "face_up": src.Below(3) > 0}
			kind, _ := kindOfModelTile(code)
			i := len(land)
			land = append(land, l)
			if !l["face_up"].(bool) {
				l["struck"] = src.Below(6) == 0 && options["cannonball_spares_fog"] != true
				continue
			}
			switch kind {
			case "trap":
				traps = append(traps, i)
			case "rum_barrel":
				barrels = append(barrels, i)
			case "labyrinth":
				labyrinths = append(labyrinths, i)
			case "cave":
				caves = append(caves, i)
			case "empty", "coins", "bullion", "cannonball", "boat", "cart", "ben_gunn", "missionary", "chunga_changa":
				plain = append(plain, i)
			case "rum_bottles", "lighthouse", "earthquake", "shaitan_grass":
				l["used"] = src.Below(3) == 0
				plain = append(plain, i)
			case "airplane":
				l["ready"] = src.Below(4) > 0
				plain = append(plain, i)
			case "fort", "resurrection_fort", "jungle":
				plain = append(plain, i)
				continue
			}
			if slices.Contains([]string{"arrow", "ice", "crocodile"}, kind) && len(arrowModelDirs(code)) < 2 {
				continue
			}
			if src.Below(3) == 0 {
				items := map[string]int{}
				for _, item := range modelOrder {
					if src.Below(3) == 0 {
						items[item] = 1 + src.Below(2)
					}
				}
				l["items"] = items
			}
		}
	}
	// A cannon that points at a ship, a ball beside it, and a fort for a dead pirate.
	mid := last / 2
	special := func(r, c int, code string, items map[string]int) any {
		for i, l := range land {
			if slices.Equal(l["at"].([]int), []int{r, c}) {
				land[i] = map[string]any{"at": l["at"], "face_up": true, "tile": code, "items": items}
				for _, list := range []*[]int{&plain, &traps, &barrels, &labyrinths, &caves} {
					*list = slices.DeleteFunc(*list, func(j int) bool { return j == i })
				}
			}
		}
		return map[string]any{"sq": []int{r, c}}
	}
	special(2, mid, "cannon:"+[]string{"N", "S"}[src.Below(2)], map[string]int{})
	gunner := special(3, mid, "cannonball", map[string]int{"cannonball": 1})
	healer := special(4, mid, "resurrection_fort", map[string]int{})
	water := func() []int {
		k := 2 + src.Below(size-4)
		return [][]int{{0, k}, {k, last}, {last, k}, {k, 0}}[src.Below(4)]
	}
	taken := [][]int{{0, last / 2}, {last / 2, last}, {last, last / 2}, {last / 2, 0}}
	free := func() []int {
		for {
			x := water()
			if !slices.ContainsFunc(taken, func(y []int) bool { return slices.Equal(x, y) }) {
				taken = append(taken, x)
				return x
			}
		}
	}
	vessels := []map[string]any{}
	for c := range crews {
		vessels = append(vessels, map[string]any{"id": c, "deck": map[string]int{"cannonball": 1}})
	}
	for range src.Below(4) {
		vessels = append(vessels, map[string]any{"id": len(vessels), "kind": "boat", "crew": src.Below(crews), "at": free()})
	}
	pirates := 3
	if n, ok := options["pirates_per_crew"].(int); ok {
		pirates = n
	}
	units := []map[string]any{}
	place := func(u map[string]any, crew int) {
		take := func(list *[]int, p map[string]any) bool {
			if len(*list) == 0 {
				return false
			}
			i := src.Below(len(*list))
			p["sq"] = land[(*list)[i]]["at"]
			*list = slices.Delete(*list, i, i+1)
			return true
		}
		p := map[string]any{}
		neutral := crew < 0
		switch src.Below(12) {
		case 0:
			if !neutral {
				u["place"] = nil
				return
			}
		case 1:
			p["sq"] = free()
		case 2:
			if take(&traps, p) {
				u["trapped"] = u["kind"] != "chunga_changa" && src.Below(2) == 0
			}
		case 3:
			if take(&barrels, p) && !neutral {
				u["skips"] = 1 + src.Below(2)
			}
		case 4, 5:
			if !neutral && len(labyrinths) > 0 {
				take(&labyrinths, p)
				for _, l := range land {
					if at, ok := p["sq"].([]int); ok && slices.Equal(l["at"].([]int), at) {
						p["step"] = 1 + src.Below(labyrinthModelSteps(l["tile"].(string)))
					}
				}
			}
		case 6:
			if !neutral && take(&caves, p) {
				p["tunnel"] = src.Below(2) == 0
			}
		}
		if p["sq"] == nil && !take(&plain, p) {
			p["sq"] = free()
		}
		u["place"] = p
	}
	for id := range crews * pirates {
		switch {
		case id == 0 && pirates > 1:
			units = append(units, map[string]any{"id": id, "place": healer})
			continue
		case id == 1 && pirates > 1:
			if src.Below(2) == 0 {
				units = append(units, map[string]any{"id": id, "place": nil})
			}
			continue
		case id == pirates:
			units = append(units, map[string]any{"id": id, "place": gunner})
			continue
		}
		if src.Below(2) == 0 {
			continue // aboard
		}
		u := map[string]any{"id": id}
		place(u, id/pirates)
		units = append(units, u)
	}
	for range src.Below(7) {
		crew := src.Below(crews+1) - 1
		u := map[string]any{"id": crews * pirates, "kind": []string{"ben_gunn", "missionary", "chunga_changa", "pirate"}[src.Below(4)], "crew": nil}
		for _, v := range units {
			u["id"] = max(u["id"].(int), v["id"].(int)+1)
		}
		if crew >= 0 {
			u["crew"] = crew
		}
		place(u, crew)
		units = append(units, u)
	}
	var all []map[string]any
	for range crews {
		all = append(all, map[string]any{"rum": src.Below(3), "score": src.Below(4)})
	}
	return map[string]any{"land": land, "vessels": vessels, "units": units, "crews": all, "hits_needed": 1 + src.Below(2), "crew": src.Below(crews),
		"grass_left": max(0, src.Below(crews+6)-5)}
}

func modelSmallArrow(src *core.Source) string {
	code := "arrow:" + modelDirections[src.Below(8)]
	if i := src.Below(8); i < 4 {
		code = "arrow:" + modelDirections[i] + "+" + modelDirections[i+1+src.Below(7-i)]
	}
	return code
}
