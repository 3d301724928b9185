package main

import (
	"crypto/sha256"
	"fmt"

	"github.com/parley-rules/parley/core"
	"github.com/parley-rules/parley/hosts"
)

// randomPlayer chooses moves at random: all that are legal equally likely, those of chance by their weights. It has nothing
// to do with the game's own generator.
type randomPlayer struct{ src core.Source }

// newRandomPlayer makes the player that belongs to a game's seed.
func newRandomPlayer(seed []byte) *randomPlayer {
	sum := sha256.Sum256(append([]byte("random players"), seed...))
	return &randomPlayer{core.NewSource(sum[:8])}
}

// choose picks one of the moves of a seat.
func (p *randomPlayer) choose(seat core.Seat, moves hosts.Moves) (hosts.Move, error) {
	if moves.Len() == 0 {
		return hosts.Move{}, fmt.Errorf("seat %v must act and has no legal move: a fault of the rules, report it to their author", seat)
	}
	if seat != core.Chance {
		return moves.At(p.src.Below(moves.Len())), nil
	}
	weights, total := make([]int, moves.Len()), 0
	for i := range weights {
		weights[i] = moves.Weight(i)
		total += weights[i]
		if weights[i] < 1 || total > 1<<31 {
			return hosts.Move{}, fmt.Errorf("the weights of chance are not from 1 to 2^31 together: a fault of the rules, report it to their author")
		}
	}
	at := p.src.Below(total)
	for i, w := range weights {
		if at -= w; at < 0 {
			return moves.At(i), nil
		}
	}
	return moves.At(moves.Len() - 1), nil // not reached: the weights add up to total
}
