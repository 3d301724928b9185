package jackal

import "github.com/parley-rules/parley/core"

// The kinds of items, by their places in the words.
const (
	coin = iota
	bullion
	cannonball
	boat
	cart
	itemKinds
)

// bullionPoints is what a bar is worth. A coin is worth 1.
//
// JK-39.
const bullionPoints = 3

// goods are numbers of items by kind.
type goods [itemKinds]uint16

// loadCount is how many loads there are: nothing, an item, and a cart with up to two more.
const loadCount = 20

// The loads are numbered in their canonical order. Number 0 is nothing; those before firstCart are a single item.
const (
	noLoad    = 0
	boatAlone = 1 + boat
	firstCart = 1 + cart
)

// load is what a unit holds.
type load struct {
	goods goods
	items [3]uint8 // in canonical order
	n     uint8
	need  [itemKinds]uint8 // goods again, small
}

// loads are all loads that a unit may hold.
//
// JK-30.
var loads [loadCount]load

func init() {
	n := 1
	add := func(items ...uint8) {
		l := &loads[n]
		for i, item := range items {
			l.items[i] = item
			l.goods[item]++
			l.need[item]++
		}
		l.n = uint8(len(items))
		n++
	}
	for a := range uint8(cart) {
		add(a)
	}
	add(cart)
	for a := range uint8(cart) {
		add(cart, a)
		for b := a; b < cart; b++ {
			add(cart, a, b)
		}
	}
}

// noSuchLoad is the number of a canonical list that no unit may hold.
const noSuchLoad = 0xff

// loadOf numbers the lists of up to three items, as key makes it of a move's arguments; notCanonical marks those out of order.
var loadOf [4 * 125]uint8

func init() {
	for i := range loadOf {
		n, list := i/125, [3]int{i / 25 % 5, i / 5 % 5, i % 5}
		loadOf[i] = noSuchLoad
		rank := func(item int) int { return (item + 1) % itemKinds } // a cart comes first
		for j := 1; j < n; j++ {
			if rank(list[j]) < rank(list[j-1]) {
				loadOf[i] = notCanonical
			}
		}
	}
	for i := range loads {
		l := &loads[i]
		loadOf[loadKey(int(l.n), int(l.items[0]), int(l.items[1]), int(l.items[2]))] = uint8(i)
	}
}

const notCanonical = 0xfe

func loadKey(n, a, b, c int) int { return n*125 + a*25 + b*5 + c }

// loadIn is the number of the load whose length and items are a move's arguments from a place on.
func loadIn(m *core.Move, at int) uint8 {
	return loadOf[loadKey(int(m.Arg[at]), int(m.Arg[at+1]), int(m.Arg[at+2]), int(m.Arg[at+3]))]
}

// putLoad writes a load's length and items into a move's arguments.
func putLoad(m *core.Move, at int, l uint8) {
	m.Arg[at] = int16(loads[l].n)
	for i, item := range loads[l].items {
		m.Arg[at+1+i] = int16(item)
	}
}

// anyLoad is the set of all loads, bit l for load l; loaded those that are not nothing.
const (
	anyLoads = 1<<loadCount - 1
	loaded   = anyLoads &^ 1
)

// loadsFrom is the set of the loads that can be taken from a pile.
//
// JK-31, JK-103.
func loadsFrom(g *goods) uint32 {
	set := uint32(1)
	for i := range itemKinds {
		if g[i] != 0 {
			set |= 1 << (1 + i)
		}
	}
	if g[cart] == 0 {
		return set
	}
	for l := firstCart + 1; l < loadCount; l++ {
		n := &loads[l].need
		if uint16(n[0]) <= g[0] && uint16(n[1]) <= g[1] && uint16(n[2]) <= g[2] && uint16(n[3]) <= g[3] {
			set |= 1 << l
		}
	}
	return set
}

// loadOfGoods is the number of the load that consists of some items, which must be one.
func loadOfGoods(g *goods) uint8 {
	for l := range loads {
		if loads[l].goods == *g {
			return uint8(l)
		}
	}
	return noLoad
}

func (g *goods) add(other *goods) {
	for i := range itemKinds {
		g[i] += other[i]
	}
}

func (g *goods) take(other *goods) {
	for i := range itemKinds {
		g[i] -= other[i]
	}
}

func (g *goods) any() bool { return g[0]|g[1]|g[2]|g[3]|g[4] != 0 }

// gold is the gold among the items, in points.
//
// JK-39.
func (g *goods) gold() int32 { return int32(g[coin]) + bullionPoints*int32(g[bullion]) }

// goodsAt are the items in a unit's place that are within its reach, nil if there are none: on its land square (in a
// labyrinth from the last step only) or on the deck of its vessel. A missionary takes nothing, a swimmer has nothing to take.
//
// JK-31, JK-33, JK-34, JK-40.
func (s *state) goodsAt(u *unit) *goods {
	if u.kind == missionary {
		return nil
	}
	if u.vessel != 0 {
		if s.vessel[u.vessel].goods {
			return &s.deck[u.vessel]
		}
		return nil
	}
	c := &s.cell[u.sq]
	if !c.goods || u.step != s.lastStep(u.sq) {
		return nil
	}
	return &s.pile[c.land]
}

// loadsAt is the set of the loads that a unit can take from its place.
//
// JK-31, JK-33.
func (s *state) loadsAt(u *unit) uint32 {
	g := s.goodsAt(u)
	if g == nil {
		return 1
	}
	return loadsFrom(g)
}

// pick takes a load from the place of a unit that leaves it.
//
// JK-50.
func (s *state) pickUp(u *unit, l uint8) {
	if l == noLoad {
		return
	}
	g := s.goodsAt(u)
	g.take(&loads[l].goods)
	if u.vessel != 0 {
		s.vessel[u.vessel].goods = g.any()
	} else {
		s.cell[u.sq].goods = g.any()
	}
}

// drop adds items to a land square. In a labyrinth they lie on the last step.
//
// JK-32, JK-34.
func (s *state) drop(sq uint8, g *goods) {
	c := &s.cell[sq]
	s.pile[c.land].add(g)
	c.goods = true
}

// putDown puts the load in hand down in the mover's place: on land as it is, on a vessel by delivery.
//
// JK-32, JK-161.
func (s *state) putDown() {
	if s.hand == noLoad {
		return
	}
	u := &s.unit[s.mover]
	g := &loads[s.hand].goods
	s.hand = noLoad
	if u.vessel != 0 {
		s.deliver(u.vessel, g)
		return
	}
	s.drop(u.sq, g)
	s.tellLoad(eventLoadPut, s.mover, g, u.sq)
}

// deliver brings the mover's load to a vessel: gold is credited to the vessel's crew, the rest stays on deck.
//
// JK-38, JK-214, JK-240, JK-252.
func (s *state) deliver(v uint8, g *goods) {
	to := &s.vessel[v]
	rest := *g
	if gold := g.gold(); gold > 0 {
		rest[coin], rest[bullion] = 0, 0
		s.score[to.crew] += gold
		s.progress = true
		if s.tell != nil {
			s.tell.Emit(eventGoldDelivered, int(to.crew), int(gold), int(v)-1)
		}
	}
	if rest.any() {
		s.deck[v].add(&rest)
		to.goods = true
		s.tellLoad(eventLoadPut, s.mover, &rest, to.sq)
	}
}

// lose takes items out of the game.
//
// JK-37, JK-41, JK-252.
func (s *state) lose(g *goods, sq uint8) {
	if !g.any() {
		return
	}
	if gold := g.gold(); gold > 0 {
		s.lost += gold
		s.progress = true
	}
	if s.tell != nil {
		s.tell.Begin(eventLoadLost)
		s.tellGoods(g)
		s.tellSquare(sq)
		s.tell.End()
	}
}

// loseHand loses the load in hand.
//
// JK-37, JK-41.
//
//go:noinline
func (s *state) loseHand(sq uint8) {
	g := &loads[s.hand].goods
	s.hand = noLoad
	s.lose(g, sq)
}
