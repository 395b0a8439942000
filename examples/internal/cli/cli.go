// Package cli has what the commands share: how they begin and end, and what those need that
// reach addresses of this machine, or serve it.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// Usage is the error of wrong flags and arguments.
type Usage struct{ Err error }

func (u Usage) Error() string { return u.Err.Error() }
func (u Usage) Unwrap() error { return u.Err }

// Run is the main function of a command: run ends soon after its context, which an interrupt ends.
// An error is printed behind the name of the command, and the process exits with its code: 2 for a
// [Usage], what code says for others, 1 where that is nil, and 0 for that of -help.
func Run(name string, code func(error) int, run func(ctx context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, name+":", err)
	switch {
	case errors.As(err, new(Usage)):
		os.Exit(2)
	case code != nil:
		os.Exit(code(err))
	}
	os.Exit(1)
}

// Parse reads the flags of a command, which may stand before and behind its other arguments, and
// calls check with the latter. Arguments after "--" are never flags. For -help it writes usage, the flags
// and more to help, and returns flag.ErrHelp. Any other error is a [Usage].
func Parse(f *flag.FlagSet, args []string, help io.Writer, usage, more string, check func(rest []string) error) error {
	f.SetOutput(io.Discard) // Run prints errors
	var rest, last []string
	if at := slices.Index(args, "--"); at >= 0 {
		args, last = args[:at], args[at+1:]
	}
	err := f.Parse(args)
	for err == nil && f.NArg() > 0 {
		rest = append(rest, f.Arg(0))
		err = f.Parse(f.Args()[1:])
	}
	if err == nil {
		err = check(append(rest, last...))
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, flag.ErrHelp):
		f.SetOutput(help)
		fmt.Fprintln(help, "usage: "+usage)
		f.PrintDefaults()
		fmt.Fprint(help, more)
		return err
	}
	return Usage{err}
}

// Policy returns the egress policy of a command: nil for the public internet alone, and with private
// [Networks] beside it.
func Policy(private bool, more ...string) *security.Policy {
	if !private {
		return nil
	}
	return &security.Policy{Allow: Networks(more...)}
}

// Networks returns rules for the networks of this machine and of private sites (RFC 1122, 1918,
// 4193), and for the prefixes in more, on every port. Link-local networks are not among them,
// because cloud metadata services live there. A prefix in more that is malformed panics.
func Networks(more ...string) []security.AddrRule {
	var rules []security.AddrRule
	for _, prefix := range append([]string{"127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"}, more...) {
		rules = append(rules, security.AddrRule{Prefix: netip.MustParsePrefix(prefix), AnyPort: true})
	}
	return rules
}

// CarrierNAT is the network between customers and the NAT of their provider (RFC 6598).
const CarrierNAT = "100.64.0.0/10"

// IsHost reports whether a Host header, with or without a port, is localhost or a loopback address.
// A name that a stranger points at 127.0.0.1 (DNS rebinding) is not.
func IsHost(header string) bool {
	host, _, err := net.SplitHostPort(header)
	if err != nil {
		host = header
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// Serve answers requests until ctx ends, then closes all connections and returns nil.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
