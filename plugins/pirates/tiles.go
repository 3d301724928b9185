package pirates

import (
	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/core/wire"
)

// What stands on a field, in the codes of the text. A chest has its value more than onNoChest.
const (
	onNothing = 0
	onCrew    = 1
	onCannon  = 2
	onChests  = 3 // on field 6 of a ship
	onNoChest = 10
)

const (
	allFields  = 1<<fields - 1
	holdField  = 1 << (fields - 1) // field 6 of a ship
	chestKinds = 3                 // the values 1, 2, 3
)

// counts are numbers of chests of the values 1, 2, 3.
type counts [chestKinds]int8

func (c *counts) total() int8 { return c[0] + c[1] + c[2] }

// parts are what stands on a fortress or is shown by its tile: sets of fields, and the chests in its vault.
type parts struct {
	crew, cannons uint8
	chests        [chestKinds]uint8 // the fields with chests of each value
	vault         counts
}

// defaultTiles are the default tiles.
var defaultTiles = [][fields]int{
	{0, 2, 0, 1, 11, 0}, {1, 0, 2, 0, 11, 11}, {0, 1, 2, 12, 0, 11}, {2, 0, 1, 2, 13, 0}, {1, 2, 12, 0, 2, 11},
	{2, 1, 12, 2, 1, 11}, {1, 2, 12, 2, 1, 12}, {2, 1, 13, 2, 1, 12}, {1, 2, 13, 2, 1, 13}, {2, 1, 13, 2, 13, 1},
}

// put puts what a code means on a field, numbered from 0. It returns false if there is no such code.
func (p *parts) put(field, code int) bool {
	bit := uint8(1) << uint(field)
	switch code {
	case onNothing:
	case onCrew:
		p.crew |= bit
	case onCannon:
		p.cannons |= bit
	case onNoChest + 1, onNoChest + 2, onNoChest + 3:
		p.chests[code-onNoChest-1] |= bit
	default:
		return false
	}
	return true
}

// code is the code of what stands on a field, numbered from 0.
func (p *parts) code(field int) int {
	at := func(set uint8) int { return int(set >> uint(field) & 1) }
	return at(p.crew)*onCrew + at(p.cannons)*onCannon + at(p.chests[0])*(onNoChest+1) +
		at(p.chests[1])*(onNoChest+2) + at(p.chests[2])*(onNoChest+3)
}

// held is how many chests of each value there are, on fields and in the vault.
func (p *parts) held() (c counts) {
	for v := range c {
		c[v] = int8(count(p.chests[v])) + p.vault[v]
	}
	return c
}

// takeTiles takes the tiles: those of the option, or the default ones, whose chests lie in the vaults if the option
// fortress_treasure says so. It returns the first of the text's codes that applies.
func (t *setting) takeTiles(o *core.Options) core.Code {
	if !o.Given(optTiles) {
		if t.board.forts != len(defaultTiles) {
			return codeTilesCount
		}
		for i := range defaultTiles {
			tile := &t.tiles[i]
			for field, code := range defaultTiles[i] {
				tile.put(field, code)
			}
			if t.vaults {
				tile.vault, tile.chests = tile.held(), [chestKinds]uint8{}
			}
		}
		return core.OK
	}
	r := o.Reader(optTiles)
	n, _ := r.Array()
	if n != t.board.forts {
		return codeTilesCount
	}
	for i := range n {
		if !readTileFields(&t.tiles[i], tileAt(r, i)) {
			return codeTilesFields
		}
	}
	for i := range n {
		if count(t.tiles[i].cannons) > maxDice {
			return codeTilesCannons
		}
	}
	for i := range n {
		if !readTileVault(&t.tiles[i], tileAt(r, i)) {
			return codeTilesVault
		}
	}
	var sum [chestKinds]int
	for i := range n {
		for v, k := range t.tiles[i].held() {
			if sum[v] += int(k); sum[v] > perKind {
				return codeTilesChests
			}
		}
	}
	return core.OK
}

// tileAt is a reader of element i of the list that follows.
func tileAt(r wire.Reader, i int) wire.Reader {
	for range i {
		r.Skip()
	}
	return r
}

func readTileFields(p *parts, tile wire.Reader) bool {
	r, n := list(tile, "fields")
	if n != fields {
		return false
	}
	for field := range n {
		if code, _ := r.Int(); !p.put(field, code) {
			return false
		}
	}
	return true
}

func readTileVault(p *parts, tile wire.Reader) bool {
	r, n := list(tile, "vault")
	for range n {
		v, _ := r.Int()
		if v < 1 || v > chestKinds {
			return false
		}
		p.vault[v-1] = min(p.vault[v-1]+1, perKind+1) // more than there are is too many, however many
	}
	return true
}

// writeTiles writes the tiles as a view has them.
func (t *setting) writeTiles(w *wire.Writer) {
	w.Array(t.board.forts)
	for i := range t.board.forts {
		w.Map(2)
		w.Str("fields")
		t.tiles[i].writeFields(w)
		w.Str("vault")
		t.tiles[i].vault.write(w)
	}
}

func (p *parts) writeFields(w *wire.Writer) {
	w.Array(fields)
	for i := range fields {
		w.Int(p.code(i))
	}
}

// write writes the values of the chests from high to low.
func (c *counts) write(w *wire.Writer) {
	w.Array(int(c.total()))
	for v := chestKinds; v > 0; v-- {
		for range c[v-1] {
			w.Int(v)
		}
	}
}
