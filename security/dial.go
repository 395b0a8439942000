package security

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	dialTimeout = 10 * time.Second // to one address
	// http.Transport dials without the deadline of the request.
	lookupTimeout = 10 * time.Second
)

// Resolve returns the addresses that host may be connected to on port, each of
// them checked. One refused answer refuses the name, since the next connection
// could get that one; so does a failed look-up (Unresolved). localhost and its
// subdomains are not looked up: they are those of 127.0.0.1 and ::1 that a rule
// allows.
func (p *Policy) Resolve(ctx context.Context, host string, port uint16) ([]netip.AddrPort, error) {
	p = p.orZero()
	addr, err := netip.ParseAddr(host)
	where, err := parseHost(host, err == nil && addr.Is6())
	if err != nil {
		return nil, err
	}
	where.port = port
	if err := p.checkTarget(where); err != nil {
		return nil, err
	}
	if where.addr.IsValid() {
		return []netip.AddrPort{netip.AddrPortFrom(where.addr.Unmap(), port)}, nil
	}
	if where.host == "localhost" || strings.HasSuffix(where.host, ".localhost") { // this machine (RFC 6761, section 6.3)
		return p.loopback(where)
	}
	return p.lookup(ctx, where)
}

// loopback returns the addresses of localhost that rules allow.
func (p *Policy) loopback(where target) ([]netip.AddrPort, error) {
	var found []netip.AddrPort
	for _, addr := range []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()} {
		if ap := netip.AddrPortFrom(addr, where.port); p.covered(ap) {
			found = append(found, ap)
		}
	}
	if len(found) == 0 {
		return nil, blocked(BlockedName, where.host, "a special-use name")
	}
	return found, nil
}

// withoutServer leaves the address of the name server out of an error of a
// look-up: it belongs to the network of the caller, and errors are shown.
func withoutServer(err error) error {
	dns, is := errors.AsType[*net.DNSError](err)
	if !is {
		return err
	}
	bare := *dns
	bare.Server = ""
	return &bare
}

// lookup asks the resolver and checks every answer.
func (p *Policy) lookup(ctx context.Context, where target) ([]netip.AddrPort, error) {
	local := specialName(where.host)
	name := where.host + "."
	if local != "" {
		name = where.host
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	resolve := net.DefaultResolver.LookupNetIP
	if p.Resolver != nil {
		resolve = p.Resolver.LookupNetIP
	}
	addrs, err := resolve(ctx, "ip", name)
	if err != nil {
		return nil, &BlockedError{Reason: Unresolved, Host: where.host, Detail: "the name does not resolve", Err: withoutServer(err)}
	}
	if len(addrs) == 0 {
		return nil, &BlockedError{Reason: Unresolved, Host: where.host, Detail: "the name has no address"}
	}
	found := make([]netip.AddrPort, len(addrs))
	for i, addr := range addrs {
		found[i] = netip.AddrPortFrom(addr.Unmap(), where.port)
		if local != "" && !p.covered(found[i]) {
			return nil, &BlockedError{Reason: BlockedName, Host: where.host, Addr: addr, Detail: local}
		}
		if err := p.CheckAddr(netip.AddrPortFrom(addr, where.port)); err != nil {
			if refused, is := errors.AsType[*BlockedError](err); is {
				refused.Host = where.host
			}
			return nil, err
		}
	}
	return found, nil
}

// DialContext resolves address, checks all answers and connects to one of
// them: a value for http.Transport.DialContext. network must be tcp, tcp4 or
// tcp6. Addresses are tried in the order of the resolver, families in turn,
// each 250 ms after the one before or as soon as that has failed (RFC 8305).
// The error is a [BlockedError] for what is refused and a *net.OpError for what fails.
func (p *Policy) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	p = p.orZero()
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, &BlockedError{Reason: BlockedURL, Host: address, Detail: "not host and port", Err: err}
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, blocked(BlockedURL, address, "the port is not a number up to 65535")
	}
	targets, err := p.Resolve(ctx, host, uint16(port))
	if err != nil {
		return nil, err
	}
	targets, err = ofNetwork(targets, network)
	if err != nil {
		return nil, err
	}
	return dialFirst(ctx, p.dialOne, targets)
}

// ofNetwork keeps the addresses of a network's family, families in turn.
func ofNetwork(targets []netip.AddrPort, network string) ([]netip.AddrPort, error) {
	var v4, v6 []netip.AddrPort
	for _, ap := range targets {
		switch {
		case ap.Addr().Is4() && network != "tcp6":
			v4 = append(v4, ap)
		case ap.Addr().Is6() && network != "tcp4":
			v6 = append(v6, ap)
		}
	}
	if !isTCP(network) {
		return nil, blocked(BlockedURL, "", "only TCP is allowed, not "+network)
	}
	if len(v4)+len(v6) == 0 {
		return nil, blocked(Unresolved, "", "the name has no address of the family "+network)
	}
	first, second := v4, v6
	if targets[0].Addr().Is6() && len(v6) > 0 {
		first, second = v6, v4
	}
	mixed := make([]netip.AddrPort, 0, len(v4)+len(v6))
	for i := 0; i < max(len(first), len(second)); i++ {
		if i < len(first) {
			mixed = append(mixed, first[i])
		}
		if i < len(second) {
			mixed = append(mixed, second[i])
		}
	}
	return mixed, nil
}

func isTCP(network string) bool { return network == "tcp" || network == "tcp4" || network == "tcp6" }

// dialOne connects to an address that was checked.
func (p *Policy) dialOne(ctx context.Context, ap netip.AddrPort) (net.Conn, error) {
	if p.Dial != nil {
		return p.Dial(ctx, "tcp", ap.String())
	}
	d := net.Dialer{Timeout: dialTimeout, Control: p.control}
	return d.DialContext(ctx, "tcp", ap.String())
}

// control checks the address of a socket about to be connected: the last check,
// independent of how the name was resolved.
func (p *Policy) control(network, address string, _ syscall.RawConn) error {
	if !isTCP(network) {
		return blocked(BlockedURL, address, "only TCP is allowed, not "+network)
	}
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return &BlockedError{Reason: BlockedAddress, Host: address, Detail: "not an address", Err: err}
	}
	return p.CheckAddr(ap)
}

const (
	// attemptDelay is the pause before the next address is tried beside one
	// that has not answered yet (RFC 8305, section 5).
	attemptDelay = 250 * time.Millisecond
	maxAttempts  = 8 // addresses tried for one connection
)

type dialFunc func(context.Context, netip.AddrPort) (net.Conn, error)

type dialResult struct {
	conn  net.Conn
	err   error
	fault *dialPanic
}

// dialPanic carries a panic of Policy.Dial from the goroutine of one attempt to the caller, where dialFirst panics with it.
type dialPanic struct {
	value any
	stack []byte // of the goroutine that panicked
}

func (p *dialPanic) String() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

func try(ctx context.Context, dial dialFunc, ap netip.AddrPort) (a dialResult) {
	defer func() {
		if value := recover(); value != nil {
			a = dialResult{fault: &dialPanic{value, debug.Stack()}}
		}
	}()
	a.conn, a.err = dial(ctx, ap)
	return a
}

// dialFirst returns the first connection made to one of targets, which must not be empty, or the
// first error when all fail. Connections that come too late are closed, also after ctx was done.
func dialFirst(ctx context.Context, dial dialFunc, targets []netip.AddrPort) (net.Conn, error) {
	if len(targets) == 1 {
		return dial(ctx, targets[0])
	}
	targets = targets[:min(len(targets), maxAttempts)]
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan dialResult, len(targets)) // room for all, so that no sender waits
	started, pending := 0, 0
	start := func() {
		ap := targets[started]
		started++
		pending++
		go func() { results <- try(ctx, dial, ap) }()
	}
	start()
	timer := time.NewTimer(attemptDelay)
	defer timer.Stop()
	var first error
	for {
		select {
		case <-ctx.Done():
			go closeLate(results, pending)
			return nil, ctx.Err()
		case <-timer.C:
			if started < len(targets) {
				start()
				timer.Reset(attemptDelay)
			}
		case got := <-results:
			pending--
			if got.fault != nil {
				go closeLate(results, pending)
				panic(got.fault)
			}
			if got.err == nil {
				go closeLate(results, pending)
				return got.conn, nil
			}
			first = cmp.Or(first, got.err)
			if started < len(targets) && ctx.Err() == nil {
				start()
				timer.Reset(attemptDelay)
			} else if pending == 0 {
				return nil, first
			}
		}
	}
}

func closeLate(results <-chan dialResult, pending int) {
	for range pending {
		if got := <-results; got.conn != nil {
			_ = got.conn.Close()
		}
	}
}

type transport struct {
	policy *Policy
	base   *http.Transport
}

// NewTransport returns a transport that checks the URL of every request and
// the address of every connection, so also those of the redirects that its
// http.Client follows. Nil means the zero Policy. TLS is 1.2 or later and
// verified; HTTP/2 is used where the server has it, HTTP/3 never; the proxy
// variables of the environment are ignored. Response headers are bounded to 256
// KiB. The body is not bounded: that is up to the caller. A request whose URL is
// refused returns a [BlockedError] and nothing is sent.
//
// It is an http.Transport, which repeats a request when a kept connection fails
// and writes the first bytes that a server sends out of turn to the standard
// logger; the client of package webfetch does neither.
//
// http.Client sends Authorization and Cookie headers on to subdomains and
// custom ones everywhere when it follows a redirect; a program that sends
// secrets sets CheckRedirect. The transport is safe for concurrent use, and
// http.Client.CloseIdleConnections closes its idle connections.
func NewTransport(p *Policy) http.RoundTripper {
	p = p.orZero()
	return &transport{policy: p, base: &http.Transport{
		DialContext:            p.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    10 * time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConns:           100,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}}
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.policy.CheckURL(req.URL); err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	return t.base.RoundTrip(req)
}

func (t *transport) CloseIdleConnections() { t.base.CloseIdleConnections() }
