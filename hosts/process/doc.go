// Package process runs rules as plugin processes: a game's main package, built natively, is one (see package sdk). It isolates
// the host from what rules do to their process, a crash or memory without end. It is no sandbox: a plugin is a program with the
// host's rights, and modules of strangers belong into hosts/wasm. A call costs some ten times that of a module, so that it
// is for isolation of native code and for plugins in other languages, not for speed.
//
// [Open] starts a program; the [Host] that it returns is a hosts.Caller. The two speak gRPC (abi/rpc) over a socket
// that only they know, each with a certificate of its own, and find each other by the handshake of hashicorp/go-plugin.
//
// # What a plugin gets
//
//   - Standard input is a pipe that stays open and empty as long as the host lives. At its end the plugin must end; sdk.Main
//     does. On Linux the kernel sends it SIGTERM as well, so that a host that is killed leaves no process behind.
//   - What it prints is logged line by line, before the handshake, after it, and around it; nothing it prints can break the
//     connection. Lines are cut after 8 KiB, and what is logged per call is bounded.
//   - Its environment is Options.Env and the handshake; its folder is the host's.
//   - Its file is hashed before every start, and must be what it was when it was opened (Options.SHA256 says what that is).
//     On Linux the very file that was hashed is started, whatever its name stands for by then.
//
// # Calls and deaths
//
// Each process is used by one call at a time, so that a death is of the call that caused it. A process that dies, takes too
// long or answers nonsense is dropped; the caller gets a typed error (*hosts.TrapError with what the process said while it
// died, *hosts.LimitError, *hosts.ABIError), and the next call a new process. That is safe because rules keep nothing that
// matters; positions are in the hands of the host. The first replacement comes at once, further ones after growing pauses while
// no call goes well; whoever waits then is bounded by the context of the call.
//
// A panic of the rules is no death: the plugin answers `internal`, as on every host.
package process
