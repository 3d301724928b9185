package process

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
	"github.com/parley-rules/parley/hosts/wasm"
)

// ServeIfChild does nothing, unless Sandbox has started this program: then it serves the module and never returns. It must be
// the first statement of main: what comes before it, and what package variables and init functions do, is done by each process of
// a sandbox too.
//
// Before it reads the module, the process
//   - forgets its environment, closes what it has inherited but for its three pipes, and leaves its folder;
//   - limits its memory and its CPU time, and may neither write files nor dump its core, nor have more than a few open (Linux, macOS);
//   - on Linux gives up all new rights (PR_SET_NO_NEW_PRIVS), and on amd64 and arm64 all system calls but those that Go's runtime
//     cannot do without (seccomp): no files but to read the cache, until the module is loaded, no network, no other
//     processes.
//
// It ends when its standard input does, which is when the host dies, and on Linux is killed then.
func ServeIfChild() {
	if nonce := os.Getenv(childKey); nonce != "" {
		os.Exit(serveChild(nonce, openModule))
	}
}

// openModule is what a sandbox does with a module.
func openModule(s *sandboxed, module []byte, log *slog.Logger) (hosts.Caller, error) {
	s.Wasm.Log = log
	if s.Compile {
		return nil, wasm.Compile(context.Background(), module, s.Wasm)
	}
	if _, err := os.Stat(s.Wasm.CacheDir); err != nil {
		s.Wasm.CacheDir, s.Wasm.NoCache = "", true // the cache was removed, and cannot be filled from here
	}
	m, err := wasm.Load(context.Background(), module, s.Wasm)
	if err != nil {
		return nil, err // a nil *wasm.Module would be a Caller
	}
	return m, nil
}

// What serveChild answers, as the exit code of the process.
const (
	childEnds   = 0 // the host wants no more
	childCannot = 3 // the host does not say what it should, or the system lets the process not lock itself up
)

// serveChild serves what open makes of the module.
func serveChild(nonce string, open func(*sandboxed, []byte, *slog.Logger) (hosts.Caller, error)) int {
	err := func() error {
		in, out, err := takePipes()
		if err != nil {
			return err
		}
		os.Clearenv()
		if err := dropInherited(); err != nil {
			return err
		}
		runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))) // else a module that spins would keep the end of the input from being seen
		s := &server{from: frameReader{newFrameBuffer(in)}, to: frameWriter{w: out}}
		if _, err := io.WriteString(out, marker(nonce)+"\n"); err != nil {
			return err
		}
		return s.serve(open)
	}()
	if err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(os.Stderr, "the sandbox's process:", err)
		return childCannot
	}
	return childEnds
}

// server is the process's end.
type server struct {
	from  frameReader
	to    frameWriter
	told  sandboxed
	calls chan []byte
}

// serve does what the host wants, until it wants no more: then it returns io.EOF, or does not return.
func (s *server) serve(open func(*sandboxed, []byte, *slog.Logger) (hosts.Caller, error)) error {
	options, err := s.expect(frameOptions, maxNote)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(options, &s.told); err != nil {
		return fmt.Errorf("the options: %w", err)
	}
	if err := limitResources(&s.told); err != nil {
		return err
	}
	// The memory that the module does not have, with room for what the garbage collector does not count.
	debug.SetMemoryLimit(max(s.told.Memory-s.told.Wasm.MemoryLimit, s.told.Memory/4) / 4 * 3)
	cached := s.told.Wasm.CacheDir != ""
	if err := giveUpCalls(cached, s.told.Compile); err != nil {
		return err
	}
	module, err := s.expect(frameModule, max(s.told.Wasm.MaxModule, wasm.DefaultMaxModule))
	if err != nil {
		return err
	}
	s.calls = make(chan []byte)
	go s.receive()
	caller, err := open(&s.told, module, s.log())
	if err != nil {
		return s.to.write(frameError, make([]byte, fuelHead), packError(err))
	}
	if cached {
		if err := giveUpCalls(false, false); err != nil {
			return err
		}
	}
	info := []byte("{}")
	if caller != nil {
		if info, err = json.Marshal(caller.Info()); err != nil {
			return err
		}
	}
	if err := s.to.write(frameReady, info); err != nil {
		return err
	}
	for request := range s.calls {
		if err := s.answer(caller, request); err != nil {
			return err
		}
	}
	return nil
}

// receive takes calls from the host. It goes on while one is carried out, so that the end of the input ends the process at any
// time.
func (s *server) receive() {
	for {
		request, err := s.expect(frameCall, 1<<30)
		if err != nil || len(request) == 0 {
			if errors.Is(err, io.EOF) {
				os.Exit(childEnds)
			}
			fmt.Fprintln(os.Stderr, "the sandbox's process: what the host says is no call:", err)
			os.Exit(childCannot)
		}
		s.calls <- request
	}
}

// expect reads a frame of this kind.
func (s *server) expect(kind byte, most int) ([]byte, error) {
	_, content, err := s.from.read(func(k byte) int {
		if k == kind {
			return most
		}
		return -1
	})
	return content, err
}

// answer carries out a call, of which the first byte is the operation.
func (s *server) answer(caller hosts.Caller, request []byte) error {
	response, fuel, err := call(caller, abi.Op(request[0]), request[1:])
	if usedCPU() > s.told.CPU*1000/2 {
		if err := s.to.write(frameTired); err != nil {
			return err
		}
	}
	if err != nil {
		return s.to.write(frameError, binary.LittleEndian.AppendUint64(nil, uint64(fuel)), packError(err))
	}
	return s.to.write(frameAnswer, binary.LittleEndian.AppendUint64(nil, uint64(fuel)), response)
}

func call(caller hosts.Caller, op abi.Op, request []byte) (response []byte, fuel int64, err error) {
	if meter, ok := caller.(hosts.Meter); ok {
		return meter.CallMetered(context.Background(), op, request, nil)
	}
	response, err = caller.Call(context.Background(), op, request, nil)
	return response, 0, err
}

// log is what the module's host logs to, nil if the host wants no log.
func (s *server) log() *slog.Logger {
	if !s.told.Log {
		return nil
	}
	return slog.New(sender{send: func(record []byte) { _ = s.to.write(frameLog, record) }}) // an error shows at the answer
}
