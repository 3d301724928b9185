package pirates_test

import (
	"fmt"
	"slices"

	"github.com/parley-rules/parley/core"
)

// The model is a second implementation of the rules, written from their text alone: literal, slow, and with nothing of the
// package's code. Its state is the referee's view; it foresees each next view, the events, the legal moves, the refusals and,
// with a generator of its own, the tiles and the dice.

type modelOptions struct {
	SetupOrder       string `json:"setup_order"`
	Movement         string `json:"movement"`
	HarbourEntry     string `json:"harbour_entry"`
	SafeHarbour      bool   `json:"safe_harbour"`
	TreasureHits     string `json:"treasure_hits"`
	FortressTreasure string `json:"fortress_treasure"`
	Combat           string `json:"combat"`
	CounterPlunder   bool   `json:"counter_plunder"`
	HoldUnit         string `json:"hold_unit"`
	ScoreUnit        string `json:"score_unit"`
	TreasureTarget   int    `json:"treasure_target"`
	CountAboard      string `json:"count_aboard"`
	MaxRounds        int    `json:"max_rounds"`
	HarbourRefit     bool   `json:"harbour_refit"`
	UnlimitedSupply  bool   `json:"unlimited_supply"`
}

type modelMap struct {
	Name           string   `json:"name"`
	Seas           int      `json:"seas"`
	Edges          [][]int  `json:"edges"`
	Fortresses     [][]int  `json:"fortresses"`
	Coords         [][]int  `json:"coords"`
	FortressCoords [][]int  `json:"fortress_coords"`
	SeaNames       []string `json:"sea_names"`
	FortressNames  []string `json:"fortress_names"`
}

type modelTile struct {
	Fields []int `json:"fields"`
	Vault  []int `json:"vault"`
}

type modelShip struct {
	Node     int   `json:"node"`
	Fields   []int `json:"fields"`
	Hold     []int `json:"hold"`
	Secured  []int `json:"secured"`
	Equipped bool  `json:"equipped"`
}

type modelFortress struct {
	State  string `json:"state"`
	Tile   *int   `json:"tile"`
	Fields []int  `json:"fields"`
	Vault  []int  `json:"vault"`
}

type modelSide struct {
	Ship     *int `json:"ship,omitempty"`
	Fortress *int `json:"fortress,omitempty"`
}

type modelSupply struct {
	Crew    *int  `json:"crew"`
	Cannons *int  `json:"cannons"`
	Chests  []int `json:"chests"`
}

type modelCombat struct {
	Attacker int       `json:"attacker"`
	Target   modelSide `json:"target"`
	Salvos   int       `json:"salvos"`
	Shooter  modelSide `json:"shooter"`
	Dice     []int     `json:"dice"`
	DiceLeft int       `json:"dice_left"`
	Loot     []int     `json:"loot"`
}

type modelResult struct {
	Reason  string `json:"reason"`
	Scores  []int  `json:"scores"`
	Places  []int  `json:"places"`
	Winners []int  `json:"winners"`
}

// modelView has the keys of chapter 5.1 in its order.
type modelView struct {
	Game       string          `json:"game"`
	Viewer     any             `json:"viewer"`
	N          int             `json:"n"`
	Options    modelOptions    `json:"options"`
	Map        modelMap        `json:"map"`
	Tiles      []modelTile     `json:"tiles"`
	Phase      string          `json:"phase"`
	Turn       *int            `json:"turn"`
	Round      int             `json:"round"`
	Action     *int            `json:"action"`
	Actors     []any           `json:"actors"`
	Ships      []modelShip     `json:"ships"`
	Choices    [][]int         `json:"choices"`
	Fortresses []modelFortress `json:"fortresses"`
	TilesLeft  []int           `json:"tiles_left"`
	Supply     modelSupply     `json:"supply"`
	Combat     *modelCombat    `json:"combat"`
	Result     *modelResult    `json:"result"`
}

type modelEvent struct {
	kind string
	text string // the whole event in JSON
}

type model struct {
	modelView
	auto   bool // chance mode
	rand   core.Rand
	events []modelEvent
	draws  []string
}

// modelDefaultMap and modelDefaultTiles are the tables of chapter 2.
func modelDefaultMap() modelMap {
	m := modelMap{
		Name: "default", Seas: 26,
		Edges: [][]int{
			{0, 2}, {0, 3}, {1, 5}, {1, 6}, {2, 3}, {2, 6}, {2, 7}, {3, 8}, {4, 8}, {4, 9}, {5, 6}, {6, 10}, {6, 11}, {7, 12}, {8, 9}, {8, 13}, {9, 13},
			{10, 11}, {10, 14}, {10, 15}, {11, 15}, {11, 16}, {12, 16}, {12, 17}, {13, 18}, {14, 15}, {15, 19}, {15, 20}, {16, 21}, {17, 18}, {17, 21},
			{17, 22}, {19, 23}, {19, 24}, {20, 21}, {20, 24}, {21, 25}, {22, 25}, {22, 26}, {23, 24}, {25, 26},
		},
		Fortresses: [][]int{{1, 5}, {4, 9}, {6, 7, 11}, {12, 13}, {10, 14}, {13, 18}, {15, 16, 20}, {21, 22}, {23, 24}, {20, 21, 25}},
		Coords: [][]int{
			{6, 36}, {18, 12}, {18, 28}, {18, 44}, {18, 60}, {32, 4}, {32, 20}, {32, 36}, {32, 52}, {32, 68}, {46, 12}, {46, 28}, {46, 44}, {46, 60},
			{60, 4}, {60, 20}, {60, 36}, {60, 52}, {60, 68}, {74, 12}, {74, 28}, {74, 44}, {74, 60}, {88, 4}, {88, 20}, {88, 52}, {88, 68},
		},
		FortressCoords: [][]int{{20, 2}, {20, 70}, {32, 28}, {46, 52}, {46, 2}, {46, 70}, {60, 28}, {74, 52}, {97, 12}, {88, 36}},
		SeaNames:       []string{"Harbour"},
		FortressNames: []string{"Fort Pelican", "Fort Turtle", "Fort Lantern", "Fort Coral", "Fort Heron", "Fort Anchor", "Fort Ember", "Fort Gannet",
			"Fort Sentinel", "Fort Crown"},
	}
	for i := 1; i <= 26; i++ {
		m.SeaNames = append(m.SeaNames, fmt.Sprint("Sea ", i))
	}
	return m
}

func modelDefaultTiles(vault bool) (list []modelTile) {
	for _, row := range []string{". k . c 1 .", "c . k . 1 1", ". c k 2 . 1", "k . c k 3 .", "c k 2 . k 1", "k c 2 k c 1", "c k 2 k c 2", "k c 3 k c 2", "c k 3 k c 3", "k c 3 k 3 c"} {
		t := modelTile{Fields: []int{}, Vault: []int{}}
		for i := 0; i < len(row); i += 2 {
			code := map[byte]int{'.': 0, 'c': 1, 'k': 2, '1': 11, '2': 12, '3': 13}[row[i]]
			if vault && code > 10 {
				t.Vault = append(t.Vault, code-10)
				code = 0
			}
			t.Fields = append(t.Fields, code)
		}
		modelSort(t.Vault)
		list = append(list, t)
	}
	return list
}

// modelSort sorts chests from high to low.
func modelSort(chests []int) {
	slices.Sort(chests)
	slices.Reverse(chests)
}

// newModel is chapter 4: the map and the tiles must be valid.
func newModel(seats int, o modelOptions, board modelMap, tiles []modelTile, seed []byte, auto bool) *model {
	m := &model{auto: auto}
	m.Game, m.Viewer, m.N, m.Options, m.Map, m.Tiles = "ravensburger_pirates", "referee", seats, o, board, tiles
	m.Phase, m.Actors = "equip", []any{}
	for s := range seats {
		m.Ships = append(m.Ships, modelShip{Fields: make([]int, 6), Hold: []int{}, Secured: make([]int, 3)})
		if s == 0 || o.SetupOrder == "simultaneous" {
			m.Actors = append(m.Actors, s)
		}
	}
	m.Choices = make([][]int, seats)
	m.rand.Seed(seed)
	order := make([]int, len(tiles)+1) // from 1
	for i := range order {
		order[i] = i
	}
	for i := len(tiles); i >= 2; i-- {
		k := 1 + m.rand.Below(i)
		order[i], order[k] = order[k], order[i]
	}
	for f := range tiles {
		m.Fortresses = append(m.Fortresses, modelFortress{State: "hidden", Tile: new(order[f+1])})
		m.TilesLeft = append(m.TilesLeft, f+1)
	}
	m.Supply.Chests = []int{6, 6, 6}
	if !o.UnlimitedSupply {
		m.Supply.Crew, m.Supply.Cannons = new(30), new(30)
	}
	return m
}

// seenBy is the view of a viewer by the table of 5.1.
func (m *model) seenBy(viewer any) modelView {
	v := m.modelView
	v.Viewer = viewer
	if viewer == "referee" {
		return v
	}
	v.Choices = make([][]int, m.N)
	if s, ok := viewer.(int); ok {
		v.Choices[s] = m.Choices[s]
	}
	v.Fortresses = slices.Clone(m.Fortresses)
	for i := range v.Fortresses {
		if v.Fortresses[i].State == "hidden" {
			v.Fortresses[i].Tile = nil
		}
	}
	return v
}
