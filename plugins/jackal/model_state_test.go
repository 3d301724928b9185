package jackal_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// model is the game once more, written from the rules text alone: slow and literal. Its position is the referee's view,
// and its methods bear the numbers of the rules that they carry out. The implementation is compared with it.
type model struct {
	modelView

	events  []map[string]any
	grass   bool // shaitan grass was found in this turn
	inChain modelChain
}

// modelView is view(referee), section 5.3 of the text.
type modelView struct {
	Game       string          `json:"game"`
	Seats      int             `json:"seats"`
	Options    modelOptions    `json:"options"`
	Mode       string          `json:"mode"`
	Size       int             `json:"size"`
	Phase      string          `json:"phase"`
	Turn       int             `json:"turn"`
	Crew       int             `json:"crew"`
	Actor      *int            `json:"actor"`
	Crews      []modelCrew     `json:"crews"`
	Vessels    []*modelVessel  `json:"vessels"`
	Units      []*modelUnit    `json:"units"`
	Land       []*modelLand    `json:"land"`
	Water      []modelWater    `json:"water"`
	Tunnel     []modelStuck    `json:"tunnel"`
	Decision   *modelDecision  `json:"decision"`
	GrassLeft  int             `json:"grass_left"`
	HitsNeeded int             `json:"hits_needed"`
	Quiet      int             `json:"quiet"`
	Progress   bool            `json:"progress"`
	Gold       modelGold       `json:"gold"`
	Result     *modelResult    `json:"result"`
	LandRest   json.RawMessage `json:"land_rest,omitempty"`
}

type modelOptions struct {
	Mode           string         `json:"mode"`
	MapSize        string         `json:"map_size"`
	TileSet        string         `json:"tile_set"`
	TileCounts     map[string]int `json:"tile_counts"`
	PiratesPerCrew int            `json:"pirates_per_crew"`
	FirstCrew      int            `json:"first_crew"`
	ShipMovement   string         `json:"ship_movement"`
	MissionaryBars bool           `json:"missionary_blocks_attack"`
	ShipDistance   string         `json:"ship_distance"`
	Ban            bool           `json:"ban_break_death"`
	BallKills      bool           `json:"cannonball_kills"`
	RumNotWasted   bool           `json:"rum_not_wasted"`
	FortShelters   bool           `json:"fort_shelters"`
	BallSparesFog  bool           `json:"cannonball_spares_fog"`
	PlaneSeats     string         `json:"plane_seats"`
	FriendlyFire   bool           `json:"friendly_fire"`
	StuckNoServe   bool           `json:"stuck_cannot_serve"`
	TabletopCaves  bool           `json:"tabletop_caves"`
	Destruction    bool           `json:"ship_destruction"`
	HitsToSink     int            `json:"ship_hits_to_sink"`
	RumAction      string         `json:"rum_action"`
	BarrelConverts bool           `json:"barrel_converts_missionary"`
	RemoteRecruit  string         `json:"remote_recruit"`
	PlaneToShip    bool           `json:"plane_to_ship"`
	EndRule        string         `json:"end_rule"`
	VoluntaryPass  bool           `json:"voluntary_pass"`
	QuietRounds    int            `json:"quiet_rounds"`
}

type modelCrew struct {
	Commander int   `json:"commander"`
	Side      []int `json:"side"`
	Score     int   `json:"score"`
	Rum       int   `json:"rum"`
}

type modelVessel struct {
	ID    int          `json:"id"`
	Kind  string       `json:"kind"`
	Crew  int          `json:"crew"`
	At    *modelSquare `json:"at"`
	Hits  int          `json:"hits"`
	Deck  modelItems   `json:"deck"`
	Units []int        `json:"units"`
}

type modelUnit struct {
	ID      int         `json:"id"`
	Kind    string      `json:"kind"`
	Crew    *int        `json:"crew"`
	Place   *modelPlace `json:"place"`
	Trapped bool        `json:"trapped"`
	Skips   int         `json:"skips"`
}

type modelLand struct {
	At     modelSquare `json:"at"`
	FaceUp bool        `json:"face_up"`
	Tile   string      `json:"tile"`
	Used   bool        `json:"used"`
	Ready  bool        `json:"ready"`
	Struck bool        `json:"struck"`
	Items  modelItems  `json:"items"`
	Units  []int       `json:"units"`
}

type modelWater struct {
	At    modelSquare `json:"at"`
	Units []int       `json:"units"`
}

type modelStuck struct {
	Unit  int         `json:"unit"`
	Entry modelSquare `json:"entry"`
}

type modelDecision struct {
	Kind  string       `json:"kind"`
	Unit  int          `json:"unit"`
	At    modelSquare  `json:"at"`
	Load  []string     `json:"load"`
	Start *modelPlace  `json:"start"`
	Path  []modelKey   `json:"path"`
	Trail []modelKey   `json:"trail"`
	Held  bool         `json:"held"`
	Picks int          `json:"picks"`
	First *modelSquare `json:"first"`
}

// modelKey is an element of a path or a trail; how is null for what is no ice in a trail.
type modelKey struct {
	At  modelSquare `json:"at"`
	How *string     `json:"how"`
}

type modelGold struct {
	Total      int  `json:"total"`
	Lost       int  `json:"lost"`
	HiddenLost *int `json:"hidden_lost"`
}

type modelResult struct {
	Reason  string      `json:"reason"`
	Ranking []modelRank `json:"ranking"`
	Winners [][]int     `json:"winners"`
}

type modelRank struct {
	Side  []int `json:"side"`
	Score int   `json:"score"`
	Rank  int   `json:"rank"`
}

type modelSquare [2]int

type modelItems map[string]int

// modelPlace is a unit's place, 5.2.
type modelPlace struct {
	Sq     *modelSquare `json:"sq"`
	Step   int          `json:"step"`
	Tunnel bool         `json:"tunnel"`
	Vessel *int         `json:"vessel"`
}

// modelSpot is a place to be compared: JK-6.
type modelSpot struct {
	sq     modelSquare // of a vessel: zero
	step   int
	vessel int // or -1
}

// modelChain is what the steps of one turn must remember: JK-47, JK-50, JK-53.
type modelChain struct {
	start       *modelPlace
	path, trail []modelKey
	held        bool
}

var (
	modelDirections = []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
	modelVectors    = map[string]modelSquare{"N": {-1, 0}, "NE": {-1, 1}, "E": {0, 1}, "SE": {1, 1}, "S": {1, 0}, "SW": {1, -1}, "W": {0, -1},
		"NW": {-1, -1}}
	modelKnight = []modelSquare{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}
	modelOrder  = []string{"coin", "bullion", "cannonball", "boat", "cart"}
)

// read takes a position from view(referee) in JSON.
func (m *model) read(view []byte) error {
	*m = model{}
	return json.Unmarshal(view, &m.modelView)
}

// tell adds an event: its type, then pairs of a field's name and its value.
func (m *model) tell(kind string, fields ...any) {
	e := map[string]any{"type": kind}
	for i := 0; i < len(fields); i += 2 {
		e[fields[i].(string)] = fields[i+1]
	}
	m.events = append(m.events, e)
}

func (a modelSquare) plus(b modelSquare) modelSquare { return modelSquare{a[0] + b[0], a[1] + b[1]} }

// JK-1, JK-2.
func (m *model) isSquare(x modelSquare) bool {
	last := m.Size - 1
	if x[0] < 0 || x[1] < 0 || x[0] > last || x[1] > last {
		return false
	}
	return !(x[0] == 0 || x[0] == last) || !(x[1] == 0 || x[1] == last)
}

func (m *model) isLand(x modelSquare) bool { return m.land(x) != nil }

func (m *model) isWater(x modelSquare) bool { return m.isSquare(x) && !m.isLand(x) }

// JK-3.
func (m *model) adjacent(a, b modelSquare) bool {
	return a != b && max(modelAbs(a[0]-b[0]), modelAbs(a[1]-b[1])) == 1 && m.isSquare(a) && m.isSquare(b)
}

func (m *model) orthogonal(a, b modelSquare) bool {
	return m.adjacent(a, b) && (a[0] == b[0] || a[1] == b[1])
}

func modelAbs(x int) int { return max(x, -x) }

// land finds a land square by the indices that section 5.3 gives, nil for any other square.
func (m *model) land(x modelSquare) *modelLand {
	side, r, c := m.Size-2, x[0], x[1]
	i := -1
	switch {
	case r == 1 && c >= 2 && c < side:
		i = c - 2
	case r >= 2 && r < side && c >= 1 && c <= side:
		i = (side - 2) + (r-2)*side + (c - 1)
	case r == side && c >= 2 && c < side:
		i = (side - 2) + (side-2)*side + (c - 2)
	}
	if i < 0 || i >= len(m.Land) || m.Land[i].At != x {
		return nil
	}
	return m.Land[i]
}

// tile is the code of a face-up land square, "" for a face-down one and for water.
func (m *model) tile(x modelSquare) string {
	if l := m.land(x); l != nil && l.FaceUp {
		return l.Tile
	}
	return ""
}

func (m *model) isFog(x modelSquare) bool { l := m.land(x); return l != nil && !l.FaceUp }

// kindOf cuts the part behind the colon from a tile's code, which is the second result.
func kindOfModelTile(code string) (kind, rest string) {
	kind, rest, _ = strings.Cut(code, ":")
	return kind, rest
}

func isModelFort(code string) bool { return code == "fort" || code == "resurrection_fort" }

// arrowDirs are the directions of an arrow tile.
func arrowModelDirs(code string) []string {
	if kind, dirs := kindOfModelTile(code); kind == "arrow" {
		return strings.Split(dirs, "+")
	}
	return nil
}

// labyrinthSteps is k of labyrinth:k, else 0.
func labyrinthModelSteps(code string) int {
	if kind, k := kindOfModelTile(code); kind == "labyrinth" {
		return int(k[0] - '0')
	}
	return 0
}

func (m *model) vesselAt(x modelSquare) *modelVessel {
	for _, v := range m.Vessels {
		if v.At != nil && *v.At == x {
			return v
		}
	}
	return nil
}

func (m *model) vessel(id int) *modelVessel {
	if id < 0 || id >= len(m.Vessels) {
		return nil
	}
	return m.Vessels[id]
}

func (m *model) unit(id int) *modelUnit {
	if id < 0 || id >= len(m.Units) {
		return nil
	}
	return m.Units[id]
}

func (m *model) unitsOf(ids []int) (list []*modelUnit) {
	for _, id := range ids {
		list = append(list, m.Units[id])
	}
	return list
}

// JK-4, JK-5: neutrals are nobody's.
func (m *model) friends(a, b *int) bool {
	return a != nil && b != nil && slices.Contains(m.Crews[*a].Side, *b)
}

func (m *model) enemies(a, b *int) bool { return a != nil && b != nil && !m.friends(a, b) }

// JK-7.
func (u *modelUnit) fights() bool { return u.Kind == "pirate" || u.Kind == "ben_gunn" }

func (u *modelUnit) alive() bool { return u.Place != nil }

// spot is the place in which a unit is; ok is false for the dead and in the tunnel, which is no place (JK-6).
func (u *modelUnit) spot() (p modelSpot, ok bool) {
	if u.Place == nil || u.Place.Tunnel {
		return p, false
	}
	if u.Place.Vessel != nil {
		return modelSpot{vessel: *u.Place.Vessel}, true
	}
	return modelSpot{sq: *u.Place.Sq, step: u.Place.Step, vessel: -1}, true
}

// square is where a living unit is: aboard, its vessel's square.
func (m *model) square(u *modelUnit) modelSquare {
	if u.Place.Vessel != nil {
		return *m.Vessels[*u.Place.Vessel].At
	}
	return *u.Place.Sq
}

// in lists the units in a place in arrival order.
func (m *model) in(p modelSpot) (list []*modelUnit) {
	if p.vessel >= 0 {
		return m.unitsOf(m.Vessels[p.vessel].Units)
	}
	for _, u := range m.on(p.sq) {
		if u.Place.Step == p.step {
			list = append(list, u)
		}
	}
	return list
}

// on lists the units on a land square, all steps, or the swimmers of a water square, in arrival order.
func (m *model) on(x modelSquare) []*modelUnit {
	if l := m.land(x); l != nil {
		return m.unitsOf(l.Units)
	}
	for _, w := range m.Water {
		if w.At == x {
			return m.unitsOf(w.Units)
		}
	}
	return nil
}

// placeFor is the place that u takes at a square: 8.5, JK-55, JK-118.
func (m *model) placeFor(u *modelUnit, x modelSquare) modelSpot {
	if v := m.vesselAt(x); v != nil {
		return modelSpot{vessel: v.ID}
	}
	p := modelSpot{sq: x, vessel: -1}
	if k := labyrinthModelSteps(m.tile(x)); k > 0 {
		p.step = 1
		if u.Kind == "chunga_changa" {
			p.step = k
		}
	}
	return p
}

// enemiesIn lists the enemies of u in a place.
func (m *model) enemiesIn(u *modelUnit, p modelSpot) (list []*modelUnit) {
	for _, v := range m.in(p) {
		if m.enemies(u.Crew, v.Crew) {
			list = append(list, v)
		}
	}
	return list
}

// leave takes a unit out of its place.
func (m *model) leave(u *modelUnit) {
	gone := func(id int) bool { return id == u.ID }
	for _, v := range m.Vessels {
		v.Units = slices.DeleteFunc(v.Units, gone)
	}
	for _, l := range m.Land {
		l.Units = slices.DeleteFunc(l.Units, gone)
	}
	for i := range m.Water {
		m.Water[i].Units = slices.DeleteFunc(m.Water[i].Units, gone)
	}
	m.Water = slices.DeleteFunc(m.Water, func(w modelWater) bool { return len(w.Units) == 0 })
	m.Tunnel = slices.DeleteFunc(m.Tunnel, func(s modelStuck) bool { return s.Unit == u.ID })
	u.Place, u.Trapped, u.Skips = nil, false, 0
}

// put brings a unit that has left its place into another, last in arrival order.
func (m *model) put(u *modelUnit, p modelSpot) {
	if p.vessel >= 0 {
		v := m.Vessels[p.vessel]
		u.Place = &modelPlace{Vessel: &v.ID}
		v.Units = append(v.Units, u.ID)
		return
	}
	sq := p.sq
	u.Place = &modelPlace{Sq: &sq, Step: p.step}
	if l := m.land(sq); l != nil {
		l.Units = append(l.Units, u.ID)
		return
	}
	i, found := slices.BinarySearchFunc(m.Water, sq, func(w modelWater, x modelSquare) int { return slices.Compare(w.At[:], x[:]) })
	if !found {
		m.Water = slices.Insert(m.Water, i, modelWater{At: sq})
	}
	m.Water[i].Units = append(m.Water[i].Units, u.ID)
}

// itemsIn are the items within reach in a place: JK-31, JK-34, JK-40. Nil: none can ever lie there.
func (m *model) itemsIn(p modelSpot) modelItems {
	if p.vessel >= 0 {
		return m.Vessels[p.vessel].Deck
	}
	l := m.land(p.sq)
	if l == nil || p.step != labyrinthModelSteps(l.Tile) {
		return nil
	}
	return l.Items
}

// canonical lists items in the order of section 7.
func (items modelItems) canonical() []string {
	var load []string
	for _, kind := range []string{"cart", "coin", "bullion", "cannonball", "boat"} {
		for range items[kind] {
			load = append(load, kind)
		}
	}
	return load
}

func modelItemsOf(load []string) modelItems {
	items := modelItems{}
	items.add(load)
	return items
}

func (items modelItems) add(load []string) {
	for _, kind := range load {
		items[kind]++
	}
}

func (items modelItems) remove(load []string) {
	for _, kind := range load {
		if items[kind]--; items[kind] == 0 {
			delete(items, kind)
		}
	}
}

// has says whether all of a load is there.
func (items modelItems) has(load []string) bool {
	for kind, n := range maps.All(modelItemsOf(load)) {
		if items[kind] < n {
			return false
		}
	}
	return true
}

// JK-39.
func modelPoints(load []string) (points int) {
	for _, kind := range load {
		switch kind {
		case "coin":
			points++
		case "bullion":
			points += 3
		}
	}
	return points
}

// find is what lies on a square when its tile is opened: JK-101.
func modelFind(code string) []string {
	kind, n := kindOfModelTile(code)
	switch kind {
	case "coins":
		return slices.Repeat([]string{"coin"}, int(n[0]-'0'))
	case "bullion", "cannonball", "boat", "cart":
		return []string{kind}
	}
	return nil
}
