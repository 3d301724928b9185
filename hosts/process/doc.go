// Package process runs rules in processes of their own, in two ways that have little in common but the care for processes:
//
//   - [Open] runs a plugin: a game's main package, built natively (see package sdk), or a program in another language. It isolates the
//     host from what rules do to their process, a crash or memory without end. It is no sandbox: a plugin is a program with the
//     host's rights.
//   - [Sandbox] runs a module of a stranger as hosts/wasm does, but in a process that has locked itself up before it sees the
//     module. hosts/wasm contains what a module does; the process contains what hosts/wasm might not, a fault of the engine or
//     of the system under it. hosts/SECURITY.md says what is promised.
//
// # The sandbox
//
// The process is this program again, whose main must begin with [ServeIfChild], or `parley serve`. It inherits no environment, no
// descriptors but three pipes and no folder it could write to; its memory, its CPU time and its files are limited by the system; on
// Linux it keeps no system calls but those that Go's runtime cannot do without. It gets the module's bytes over its standard input
// and answers over its standard output, in frames; what else it prints is logged. So there is no socket and no file. A call
// costs some 30 to 90 µs more than in hosts/wasm, and less than half of a plugin's.
//
// Compiled code comes from a cache that the processes only read: another process, which never runs the module, fills it. What a
// module makes of the process that runs it can so not get at what others run.
//
// Errors of the module are those of hosts/wasm, to the letter, and leave the process as it is. A process that dies, is over its time or
// answers nonsense is dropped and replaced, as below; after Options.Wasm.MaxFailures of them in a row the module is refused
// (hosts.ErrModuleFailing).
//
// # Plugins
//
// A call costs some ten times that of a module, so that a plugin is for isolation of native code and for other languages, not for
// speed. The host and the plugin speak gRPC (abi/rpc) over a socket
// that only they know, each with a certificate of its own, and find each other by the handshake of hashicorp/go-plugin.
//
// What a plugin gets:
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
