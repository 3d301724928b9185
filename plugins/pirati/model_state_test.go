package pirati_test

import "slices"

// model is the game once more, written from the rules text alone: slow and literal. Its position is the referee's view, and its
// methods bear the numbers of the rules that they carry out. The implementation is compared with it.
type model struct {
	modelView

	events []map[string]any
	queue  []modelEjected
	run    []modelWay // PI-63: where he was without a choice in between
	passed bool       // the turn was a pass
	found  bool       // a treasure was revealed in this move
	direct int        // the footprint that a genie flight names, 0 if none
}

// modelView is view(referee), section 5.2 of the text.
type modelView struct {
	Game       string          `json:"game"`
	Seats      int             `json:"seats"`
	Options    modelOptions    `json:"options"`
	Phase      string          `json:"phase"`
	Turn       int             `json:"turn"`
	ToAct      int             `json:"to_act"`
	Tiles      []modelTile     `json:"tiles"`
	FaceDown   map[string]int  `json:"face_down"`
	Pirates    [][]modelPirate `json:"pirates"`
	Ships      []modelShip     `json:"ships"`
	Genie      string          `json:"genie"`
	Mermaid    string          `json:"mermaid"`
	Discoverer *modelWho       `json:"discoverer"`
	Bank       int             `json:"bank"`
	Sunk       int             `json:"sunk_tokens"`
	Pending    *modelPending   `json:"pending"`
	Progress   bool            `json:"progress"`
	Quiet      int             `json:"quiet_turns"`
	Streak     int             `json:"pass_streak"`
	Result     *modelResult    `json:"result"`
}

type modelOptions struct {
	Sides      []string `json:"sides"`
	ShipStart  string   `json:"ship_start"`
	FirstSeat  int      `json:"first_seat"`
	BanDirect  bool     `json:"ban_direct_steps"`
	Liberator  string   `json:"octopus_liberator"`
	Heir       bool     `json:"mermaid_heir"`
	GenieShip  bool     `json:"genie_to_ship"`
	EnemyEntry string   `json:"enemy_ship_entry"`
	Decided    bool     `json:"end_when_decided"`
	QuietLimit int      `json:"quiet_round_limit"`
	AllPass    int      `json:"all_pass_rounds"`
}

// modelAt is [row, column], or a vector.
type modelAt [2]int

// modelWho is [seat, pirate].
type modelWho [2]int

type modelTile struct {
	At     modelAt  `json:"at"`
	FaceUp bool     `json:"face_up"`
	Kind   string   `json:"kind"`
	Dirs   []string `json:"dirs"`
	Tokens []int    `json:"tokens,omitempty"`
}

type modelPirate struct {
	Place   *modelPlace `json:"place"`
	Captive bool        `json:"captive"`
	Freed   bool        `json:"freed"`
	Delay   int         `json:"delay"`
	Cause   *string     `json:"cause"`
}

type modelPlace struct {
	At        *modelAt `json:"at"`
	Footprint int      `json:"footprint"`
	Ship      int      `json:"ship"`
}

type modelShip struct {
	At    *modelAt `json:"at"`
	Sunk  bool     `json:"sunk"`
	Hoard int      `json:"hoard"`
}

type modelPending struct {
	Pirate   int        `json:"pirate"`
	At       modelAt    `json:"at"`
	Carrying bool       `json:"carrying"`
	Used     []modelWay `json:"used"`
	Options  []modelAt  `json:"options"`
}

type modelWay struct {
	At  modelAt `json:"at"`
	Vec modelAt `json:"vec"`
}

type modelResult struct {
	Reason  string `json:"reason"`
	Totals  []int  `json:"totals"`
	Hoards  []int  `json:"hoards"`
	Winning int    `json:"winner_team"`
}

// modelEjected is a pirate on his way to his ship.
type modelEjected struct {
	who  modelWho
	from modelPlace
}

var (
	modelKinds = []string{"sea", "island", "mud2", "mud3", "mud4", "mud5", "arrow_straight", "arrow_diagonal", "double_straight",
		"double_diagonal", "quad_straight", "quad_diagonal", "compass_rose", "sea_horse", "whirlpool", "fish", "starfish", "octopus",
		"mermaid", "genie", "turtle", "shark", "treasure1", "treasure2", "treasure3", "treasure4", "treasure5"}
	modelCounts   = []int{38, 6, 6, 5, 4, 3, 5, 5, 4, 4, 3, 3, 2, 2, 3, 3, 2, 4, 1, 1, 2, 1, 4, 3, 3, 3, 1}
	modelDirNames = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}
	modelDirs     = []modelAt{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	modelKnights  = []modelAt{{-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}}
	modelMud      = map[string]int{"mud2": 2, "mud3": 3, "mud4": 4, "mud5": 5}
	modelTreasure = map[string]int{"treasure1": 1, "treasure2": 2, "treasure3": 3, "treasure4": 4, "treasure5": 5}
	modelArrows   = []string{"arrow_straight", "arrow_diagonal", "double_straight", "double_diagonal", "quad_straight", "quad_diagonal"}
	modelChoices  = []string{"double_straight", "double_diagonal", "quad_straight", "quad_diagonal", "compass_rose", "sea_horse"}
)

func (a modelAt) plus(b modelAt) modelAt  { return modelAt{a[0] + b[0], a[1] + b[1]} }
func (a modelAt) minus(b modelAt) modelAt { return modelAt{a[0] - b[0], a[1] - b[1]} }
func (a modelAt) times(n int) modelAt     { return modelAt{n * a[0], n * a[1]} }
func (a modelAt) onBoard() bool           { return a[0] >= 1 && a[0] <= 11 && a[1] >= 1 && a[1] <= 11 }
func (a modelAt) king() bool              { return slices.Contains(modelDirs, a) }
func (a modelAt) straight() bool          { return a.king() && (a[0] == 0 || a[1] == 0) }

// clamped is the jump's end point cut to 0..12, PI-60.
func (a modelAt) clamped() modelAt {
	return modelAt{min(12, max(0, a[0])), min(12, max(0, a[1]))}
}

func (a modelAt) onRing() bool { return a == a.clamped() && !a.onBoard() }

func modelTeam(seat int) int { return seat % 2 }

func (m *model) tile(at modelAt) *modelTile     { return &m.Tiles[11*(at[0]-1)+at[1]-1] }
func (m *model) pirate(w modelWho) *modelPirate { return &m.Pirates[w[0]][w[1]] }
func (m *model) at(w modelWho) modelAt          { return *m.pirate(w).Place.At }
func (m *model) opposing(a, b modelWho) bool    { return modelTeam(a[0]) != modelTeam(b[0]) }
func (m *model) tell(kind string, f ...any)     { m.events = append(m.events, modelEvent(kind, f...)) }
func (m *model) who(w modelWho, f ...any) []any {
	return append([]any{"seat", w[0], "pirate", w[1]}, f...)
}
func (m *model) tellOf(k string, w modelWho, f ...any) { m.tell(k, m.who(w, f...)...) }

func modelEvent(kind string, f ...any) map[string]any {
	e := map[string]any{"type": kind}
	for i := 0; i < len(f); i += 2 {
		e[f[i].(string)] = f[i+1]
	}
	return e
}

// everybody are the pirates that are not lost, in ascending order of seat, then index.
func (m *model) everybody() (list []modelWho) {
	for s := range m.Pirates {
		for p := range m.Pirates[s] {
			if m.Pirates[s][p].Place != nil {
				list = append(list, modelWho{s, p})
			}
		}
	}
	return list
}

// on are the pirates at a place of the board: a square and a footprint, 0 off mud.
func (m *model) on(at modelAt, footprint int) (list []modelWho) {
	for _, w := range m.everybody() {
		if l := m.pirate(w).Place; l.At != nil && *l.At == at && l.Footprint == footprint {
			list = append(list, w)
		}
	}
	return list
}

func (m *model) aboard(ship int) (list []modelWho) {
	for _, w := range m.everybody() {
		if m.pirate(w).Place.Ship == ship {
			list = append(list, w)
		}
	}
	return list
}

// swims says that the pirate's location is the ring.
func (m *model) swims(w modelWho) bool {
	l := m.pirate(w).Place
	return l != nil && l.Ship < 0 && l.At.onRing()
}

// shipAt is the seat of the afloat ship at a ring square, -1 if none is there.
func (m *model) shipAt(at modelAt) int {
	for s, ship := range m.Ships {
		if ship.At != nil && *ship.At == at {
			return s
		}
	}
	return -1
}

// mudWithin says on which footprint below the last one of a mud tile the pirate is, 0 if he is not (PI-37).
func (m *model) mudWithin(w modelWho) int {
	l := m.pirate(w).Place
	if l.Footprint > 0 && l.Footprint < modelMud[m.tile(*l.At).Kind] {
		return l.Footprint
	}
	return 0
}

// tokensAt is the number of tokens at the pirate's place.
func (m *model) tokensAt(w modelWho) *int {
	none := 0
	l := m.pirate(w).Place
	if l == nil || l.Ship >= 0 || !l.At.onBoard() {
		return &none
	}
	return &m.tile(*l.At).Tokens[max(0, l.Footprint-1)]
}

// ways are the directions or jumps that a tile shows.
func (t *modelTile) ways() (list []modelAt) {
	if t.Kind == "sea_horse" {
		return modelKnights
	}
	for i, name := range modelDirNames {
		if slices.Contains(t.Dirs, name) {
			list = append(list, modelDirs[i])
		}
	}
	return list
}

func (t *modelTile) choice() bool { return slices.Contains(modelChoices, t.Kind) }

// sidePlace is position pos of a seat's side.
func (m *model) sidePlace(seat, pos int) modelAt {
	switch m.Options.Sides[seat] {
	case "south":
		return modelAt{12, pos}
	case "north":
		return modelAt{0, pos}
	case "west":
		return modelAt{pos, 0}
	}
	return modelAt{pos, 12}
}
