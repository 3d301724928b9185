package abi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/parley-rules/parley/core/wire"
)

func TestConstantKeys(t *testing.T) {
	for word, key := range map[string]wire.Key{
		"code":     keyCode,
		"detail":   keyDetail,
		"position": keyPosition,
		"actors":   keyActors,
		"events":   keyEvents,
		"draws":    keyDraws,
		"outcome":  keyOutcome,
		"moves":    keyMoves,
		"views":    keyViews,
		"weights":  keyWeights,
		"seed":     keySeed,
		"text":     keyText,
		"reason":   keyReason,
		"winners":  keyWinners,
		"places":   keyPlaces,
		"scores":   keyScores,
		"chance":   wordChance,
	} {
		require.Equal(t, wire.NewKey(word), key)
	}
	require.Equal(t, string(wire.AppendStr(wire.AppendMap(nil, 1), "ok")), okHead)
	require.Equal(t, string(wire.AppendStr(wire.AppendMap(nil, 1), "error")), errorHead)
}

func TestKeyWords(t *testing.T) {
	for word, number := range map[string]uint64{
		"seats":     askSeats,
		"seed":      askSeed,
		"options":   askOptions,
		"chance":    askChance,
		"setup":     askSetup,
		"position":  askPosition,
		"seat":      askSeat,
		"viewer":    askViewer,
		"move":      askMove,
		"moves":     askMoves,
		"look":      askLook,
		"positions": 0,
		"seat\x00":  0,
		"":          0,
	} {
		require.Equal(t, number, keyWord([]byte(word)))
	}
}
