package core

// Code says why something was refused. The zero Code is OK. Codes from FirstCode on are the game's own: FirstCode + i is
// entry i of Manifest.Codes.
type Code uint16

// The codes that no game owns, with the words that stand for them on the wire.
const (
	OK             Code = iota
	BadRequest          // "bad_request": the request is no request of this operation
	TooLarge            // "too_large"
	Unsupported         // "unsupported": the game does not offer this
	BadPosition         // "bad_position": these bytes are no position of this game and rules version
	BadViewer           // "bad_viewer"
	BadPlayerCount      // "bad_player_count"
	BadOption           // "bad_option": the detail names the option
	BadSetup            // "bad_setup": the detail names the key
	GameOver            // "game_over"
	BadSeat             // "bad_seat"
	Malformed           // "malformed": the move has not the form that the manifest says
	NotActor            // "not_actor"
	WrongMoveType       // "wrong_move_type"
	IllegalMove         // "illegal_move": Moves lists what Check refuses; a fault of the game
	Internal            // "internal": the game's code panicked; a fault of the game
	commonCodes
)

// FirstCode is the first of a game's own codes.
const FirstCode Code = 32

// CommonCodes describes the codes that no game owns, in their order without OK.
var CommonCodes = [commonCodes - 1]CodeDoc{
	{"bad_request", "The request is not what this operation takes."},
	{"too_large", "The request is too large or too deeply nested."},
	{"unsupported", "This game does not offer that."},
	{"bad_position", "These bytes are no position of this game and this rules version."},
	{"bad_viewer", "There is no such viewer."},
	{"bad_player_count", "The game cannot be played by so many players."},
	{"bad_option", "An option is unknown or has a value that it cannot have."},
	{"bad_setup", "The setup is not a position that can be."},
	{"game_over", "The game has ended."},
	{"bad_seat", "There is no such seat."},
	{"malformed", "The move has not the form that its type asks for."},
	{"not_actor", "This seat has nothing to decide now."},
	{"wrong_move_type", "A move of this type does not belong to the present decision."},
	{"illegal_move", "The game lists a move that it then refuses: a fault in its rules."},
	{"internal", "The rules failed: a fault in them."},
}

// Refusal is a Code with its detail, which is short: empty, or the name of an option, key or argument. The zero Refusal
// refuses nothing. Refusals are data: nothing has changed, and nothing went wrong.
type Refusal struct {
	Code   Code
	Detail string
}

// Refused says whether it is a refusal at all.
func (r Refusal) Refused() bool { return r.Code != OK }

// Refuse makes a Refusal.
func Refuse(code Code, detail string) Refusal { return Refusal{code, detail} }
