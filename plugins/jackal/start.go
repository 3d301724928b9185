package jackal

import "github.com/parley-rules/parley/core"

// Start sets up a game: the deal, and what a setup by hand puts in its place.
//
// JK-266.
func (s *state) Start(start *core.Start) core.Refusal {
	if name := s.takeOptions(start.Table); name != "" {
		return core.Refuse(core.BadOption, name)
	}
	s.deal(start)
	if start.Setup != nil {
		if key, ok := s.setup(start.Setup); !ok {
			return core.Refuse(core.BadSetup, key)
		}
	}
	s.tell, s.grassFound = start.Events, false
	s.enterPlay()
	s.tell = nil
	return core.Refusal{}
}

// enterPlay enters the turns where the position says.
//
// JK-266.
func (s *state) enterPlay() {
	switch s.phase {
	case phaseOver:
		s.tellEnd(s.ending())
	case phaseDecision:
		s.tell.Emit(eventDecisionNeeded, int(s.decision)-1, int(s.actor))
	default:
		if !s.startTurn() {
			s.skip()
			s.endTurn()
		}
	}
}

// deal makes the normal start.
//
// JK-226.
func (s *state) deal(start *core.Start) {
	crews := uint8(crewsOf(int(s.mode), int(s.seats)))
	s.position = position{crews: crews, turn: 1}
	s.cell = s.board.cells
	if start.Options.Given(optLayout) {
		r := start.Options.Reader(optLayout)
		r.Array()
		for _, sq := range s.land {
			code, _ := r.Str()
			t, _ := parseTile(code)
			s.cell[sq].under, s.cell[sq].arg = t.kind, t.arg
		}
	} else {
		s.shuffle(start.Rand)
	}
	balls := 0
	for _, sq := range s.land {
		t := s.cell[sq].hidden()
		s.total += int32(t.points())
		if t.kind == cannonballTile {
			balls++
		}
	}
	switch {
	case s.hits != 0:
		s.hitsNeeded = s.hits
	case balls == 1:
		s.hitsNeeded = 1
	default:
		s.hitsNeeded = 2
	}
	for c := range crews {
		sq := s.harbour(c, crews)
		s.vessels++
		s.vessel[s.vessels] = vessel{crew: c, sq: sq}
		s.cell[sq].vessel = s.vessels
		for range s.pirates {
			s.units++
			s.unit[s.units] = unit{kind: pirate, crew: c, vessel: s.vessels}
			s.queue(s.units)
		}
	}
	if s.first >= 0 {
		s.crew = uint8(s.first)
	} else {
		s.crew = uint8(start.Rand.Below(int(crews)))
	}
	s.setActor()
}

// shuffle deals the tiles face down: those of the mix in canonical order, shuffled, row by row; then each arrow and cannon is
// turned.
func (s *state) shuffle(r *core.Rand) {
	var list [maxLand]tile
	n := 0
	for i := range mix {
		for range s.counts[i] {
			list[n] = mix[i].tile
			n++
		}
	}
	r.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i, sq := range s.land {
		t := list[i]
		if t.kind == arrow || t.kind == cannon {
			t = t.turned(r.Below(4))
		}
		s.cell[sq].under, s.cell[sq].arg = t.kind, t.arg
	}
}
