package process

import (
	"fmt"
	"net"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/parley-rules/parley/abi"
	"github.com/parley-rules/parley/hosts"
)

// handshake is go-plugin's line on standard output: core protocol | version | network | address | protocol | certificate,
// and perhaps more.
var handshake = regexp.MustCompile(`1\|(\d{1,9})\|(unix|tcp)\|([^|]+)\|(\w+)(?:\|([A-Za-z0-9+/]*))?(?:\|.*)?$`)

// findHandshake looks for the handshake in a line of standard output. Plugins print without a new line too, so that junk may
// come before it on the same line.
func findHandshake(line string) (junk, found string, ok bool) {
	line = strings.TrimRight(line, "\r")
	at := handshake.FindStringIndex(line)
	if at == nil {
		return line, "", false
	}
	return line[:at[0]], line[at[0]:], true
}

const rebuild = "its author must rebuild it with Parley's sdk and `go build`"

// checkHandshake says what is wrong with a handshake that findHandshake has found. The plugin's socket must be in dir, since
// whatever it names will be connected to, and removed.
func checkHandshake(line, dir string) error {
	parts := handshake.FindStringSubmatch(line)
	if parts == nil {
		return &hosts.ABIError{Have: fmt.Sprintf("its handshake is %q", line), Want: "go-plugin's", Hint: rebuild}
	}
	version, network, address, protocol, certificate := parts[1], parts[2], parts[3], parts[4], parts[5]
	if v, err := strconv.Atoi(version); err != nil || v != abi.Major {
		return &hosts.ABIError{Have: "it speaks version " + version + " of the ABI", Want: fmt.Sprintf("version %d", abi.Major),
			Hint: "its author must rebuild it with the sdk of this host's version, or the host must be brought up to date"}
	}
	if protocol != "grpc" {
		return &hosts.ABIError{Have: fmt.Sprintf("it speaks the protocol %q", protocol), Want: "grpc", Hint: rebuild}
	}
	if certificate == "" {
		return &hosts.ABIError{Have: "it gave no certificate", Want: "a connection that both ends prove (AutoMTLS)", Hint: rebuild}
	}
	if network == "unix" && filepath.Dir(address) != dir {
		return &hosts.ABIError{Have: fmt.Sprintf("its socket is %q", address), Want: "one in the folder PLUGIN_UNIX_SOCKET_DIR", Hint: rebuild}
	}
	if network == "tcp" {
		host, _, err := net.SplitHostPort(address)
		if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
			return &hosts.ABIError{Have: fmt.Sprintf("its address is %q", address), Want: "an address of this machine, as 127.0.0.1:10000", Hint: rebuild}
		}
	}
	return nil
}
