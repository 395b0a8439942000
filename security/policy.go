// Package security is the egress policy of the project, for any Go program:
// it decides which URLs and addresses may be connected to.
//
// A program that fetches addresses it did not choose can be made to fetch
// http://169.254.169.254/ or http://localhost:6379/ (server-side request
// forgery). A [Policy] prevents it. Its zero value allows the public internet
// on four ports and nothing else:
//
//	client := &http.Client{Transport: security.NewTransport(nil)}
//
// A request passes two gates. [Policy.CheckURL] looks at what was typed: scheme,
// user information, port, spelling of the host. [Policy.DialContext] looks at
// where it leads: it resolves the name once, refuses it when any one answer is
// refused, and connects to an address that was checked, so that a second answer
// of the name server is never asked for. The address is checked
// again when the socket is opened.
//
// Networks of one's own are opened by prefix and port:
//
//	policy := &security.Policy{Allow: []security.AddrRule{{
//		Prefix: netip.MustParsePrefix("127.0.0.0/8"), Ports: []uint16{3000},
//	}}}
//
// # What is refused
//
// The special-purpose registries of IANA (RFC 6890) through the table of
// code.dny.dev/ssrf; everything outside 2000::/3 for IPv6, so NAT64, 6to4,
// Teredo, unique local, link-local, site-local, IPv4-compatible and translated
// addresses; ISATAP addresses of private networks; addresses with a zone; the
// metadata services of clouds; the machine's own addresses; special-use names (RFC
// 6761) and the names of metadata services; names of one label; hosts that are
// a number in a form that parsers disagree about; the ports that browsers refuse.
//
// # Security considerations
//
// A policy guards connections made through it. An HTTP proxy connects
// elsewhere, so [NewTransport] ignores the proxy variables of the environment.
// HTTP/3 runs over UDP past the check and is not used. A network with its own
// NAT64 prefix must name it in [Policy.NAT64], or private IPv4 addresses can be
// written in it. What an allowed host serves is not judged here.
package security

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
	"strings"
)

// Policy decides which URLs and addresses may be connected to. The zero value
// allows the public internet on ports 80, 443, 8080 and 8443 and refuses
// everything else. A nil *Policy is the zero value. A Policy may not be changed
// after first use; it is safe for concurrent use. Call [Policy.Validate] before that on a
// policy that a person wrote.
type Policy struct {
	// Ports are the ports that may be connected to. Zero means 80, 443, 8080
	// and 8443. The ports that browsers refuse (mail, SSH, …) stay refused even
	// when they are listed.
	Ports []uint16
	// AllowDomains, when not empty, are the only domains allowed: each with its
	// subdomains; "*.example.com" and ".example.com" mean the same as
	// "example.com". International names may be written in Unicode, and space
	// around an entry does not count. An address is allowed only if it is listed
	// itself. Zero means all domains.
	AllowDomains []string
	// BlockDomains are refused, each with its subdomains, and win over
	// AllowDomains. Zero means none.
	BlockDomains []string
	// Allow are addresses allowed beside the public internet. A special-use
	// name such as localhost, and a name of one label, passes where every
	// address it leads to is covered by a rule. The metadata services of clouds
	// are opened only by a rule for that single address, never by one for the
	// network around it. Zero means none.
	Allow []AddrRule
	// NAT64 are the prefixes through which this network reaches IPv4 (RFC
	// 6052), of 32, 40, 48, 56, 64 or 96 bits. An address in one of them is
	// judged by the IPv4 address that it carries. Zero means that there are
	// none; then the well-known prefix 64:ff9b::/96 is refused.
	NAT64 []netip.Prefix
	// Resolver looks names up: net.Resolver can. The host that it is asked for ends
	// with a dot, so that no search domain is tried; only special-use names, which
	// lead nowhere without a rule, come without. Nil means net.DefaultResolver.
	Resolver interface {
		LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	}
	// Dial opens connections. It is called only with addresses that were
	// checked, as IP:port, never with a name. Nil means a net.Dialer with
	// a timeout of 10 seconds for one address, which checks the address once more.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	ownAddresses func() ([]net.Addr, error) // nil means net.InterfaceAddrs
}

// AddrRule allows the addresses of a prefix.
type AddrRule struct {
	// Prefix is an IPv4 or IPv6 prefix. IPv4 addresses mapped into IPv6 count
	// as IPv4.
	Prefix netip.Prefix
	// Ports are the ports allowed there. Zero means those of the Policy.
	Ports []uint16
	// AnyPort allows every port there but those that browsers refuse.
	AnyPort bool
}

// Fingerprint names what the policy allows: policies with the same fields, in
// the same order, have the same one. What Resolver and Dial do is not part of
// it. A nil *Policy has that of the zero value.
func (p *Policy) Fingerprint() string {
	p = p.orZero()
	sum := sha256.Sum256(fmt.Appendf(nil, "%v %q %q %v %v", p.Ports, p.AllowDomains, p.BlockDomains, p.Allow, p.NAT64))
	return hex.EncodeToString(sum[:16])
}

// zero is used for a nil *Policy. It is never changed.
var zero Policy

func (p *Policy) orZero() *Policy {
	if p == nil {
		return &zero
	}
	return p
}

// AllowLoopback returns a new Policy that allows the public internet and, on every port that
// browsers don't refuse, the loopback addresses of this machine: 127.0.0.0/8 and ::1. It is
// for tests and for programs that read servers of their own machine. A program that uses it
// for untrusted URLs exposes all services of this machine.
func AllowLoopback() *Policy {
	return &Policy{Allow: []AddrRule{
		{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true},
		{Prefix: netip.MustParsePrefix("::1/128"), AnyPort: true},
	}}
}

// Validate returns an error for the first invalid entry of the policy, with field, index and
// text. Invalid are a domain that is not a host name or address (a URL, a port, a wildcard
// within the name), a prefix of Allow or NAT64 that is not valid, and a NAT64 prefix of a
// length that RFC 6052 does not have. Space around a domain is ignored. Nil is the zero
// Policy, which is valid.
//
// A Policy that was not validated fails closed: an entry of BlockDomains that can't be
// understood refuses every host, one of AllowDomains or Allow allows none, and an address in
// a NAT64 prefix of another length is refused.
func (p *Policy) Validate() error {
	p = p.orZero()
	if err := validDomains("AllowDomains", p.AllowDomains); err != nil {
		return err
	}
	if err := validDomains("BlockDomains", p.BlockDomains); err != nil {
		return err
	}
	for i, rule := range p.Allow {
		if !rule.Prefix.IsValid() {
			return fmt.Errorf("security: Policy.Allow[%d]: the prefix is not valid", i)
		}
	}
	for i, prefix := range p.NAT64 {
		if reason := wrongNAT64(prefix); reason != "" {
			return fmt.Errorf("security: Policy.NAT64[%d] %q: %s", i, prefix, reason)
		}
	}
	return nil
}

func validDomains(field string, entries []string) error {
	for i, entry := range entries {
		if _, reason := domainOf(entry); reason != "" {
			return fmt.Errorf("security: Policy.%s[%d] %q: %s", field, i, entry, reason)
		}
	}
	return nil
}

// wrongNAT64 says why a prefix can't carry IPv4 addresses (RFC 6052, section
// 2.2), "" if it can.
func wrongNAT64(prefix netip.Prefix) string {
	switch {
	case !prefix.IsValid():
		return "the prefix is not valid"
	case prefix.Addr().Is4() || prefix.Addr().Is4In6():
		return "the prefix is not one of IPv6"
	}
	switch prefix.Bits() {
	case 32, 40, 48, 56, 64, 96:
		return ""
	}
	return "the length is not 32, 40, 48, 56, 64 or 96 bits"
}

// domainOf brings an entry of a list of domains into the spelling of the hosts
// that it is compared with, or says why it can't be.
func domainOf(entry string) (domain, reason string) {
	text := strings.TrimSpace(entry)
	switch {
	case text == "":
		return "", "the entry is empty"
	case strings.Contains(text, "/"):
		return "", "want a domain such as example.com, not a URL or a network"
	}
	name := strings.TrimPrefix(strings.TrimPrefix(text, "*."), ".")
	if inside, bracketed := strings.CutPrefix(name, "["); bracketed {
		name = strings.TrimSuffix(inside, "]")
	}
	if addr, err := netip.ParseAddr(name); err == nil {
		if addr.Zone() != "" || name != strings.Trim(text, "[]") {
			return "", "an address has no subdomains and no zone"
		}
		return addr.Unmap().String(), ""
	}
	if strings.Contains(name, ":") {
		return "", "want a domain without port; Ports lists the ports"
	}
	domain, err := canonicalName(name)
	if err != nil {
		return "", "not a host name: " + err.Error()
	}
	if reason := checkName(domain); reason != "" {
		return "", reason
	}
	if endsInNumber(domain) {
		return "", "neither a host name nor an address"
	}
	return domain, ""
}

// BlockReason says why a [BlockedError] refused.
type BlockReason string

// The reasons.
const (
	// BlockedScheme is a scheme other than http and https.
	BlockedScheme BlockReason = "scheme"
	// BlockedURL is a URL that is malformed or whose parts parsers disagree about.
	BlockedURL BlockReason = "url"
	// BlockedDomain is a domain refused by AllowDomains or BlockDomains.
	BlockedDomain BlockReason = "domain"
	// BlockedName is a special-use name, a metadata service or a name of one label.
	BlockedName BlockReason = "name"
	// BlockedAddress is an address outside the public internet and the rules, or a
	// host that spells an address in an unusual form.
	BlockedAddress BlockReason = "address"
	// BlockedPort is a port that is not allowed.
	BlockedPort BlockReason = "port"
	// Unresolved is a name that could not be resolved. Err is the cause.
	Unresolved BlockReason = "dns"
)

// Details of what no rule of Allow opens.
const (
	oddSpelling = "spells an address in a form that parsers disagree about"
	zoned       = "an address with a zone is local"
	badPort     = "the port belongs to another protocol"
)

// BlockedError reports that a [Policy] refused something before anything was
// sent. Find it with errors.As; http.Client wraps it in a *url.Error.
type BlockedError struct {
	// Reason says what was wrong.
	Reason BlockReason
	// Host is the host that was refused, as far as it is known.
	Host string
	// Addr is the address that was refused. It is invalid if no address was involved.
	Addr netip.Addr
	// Detail is a short sentence without host and address.
	Detail string
	// Err is the cause, for Unresolved and for URLs that do not parse.
	Err error
}

// Error says what was refused and why.
func (e *BlockedError) Error() string {
	subject := e.Host
	switch {
	case subject == "" && e.Addr.IsValid():
		subject = e.Addr.String()
	case e.Addr.IsValid() && e.Addr.String() != subject:
		subject += " (" + e.Addr.String() + ")"
	}
	if e.Reason != Unresolved { // nothing was blocked: there is nothing to connect to
		subject = strings.TrimSpace("blocked " + string(e.Reason) + " " + subject)
	}
	text := e.Detail
	if subject != "" {
		text = subject + ": " + text
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Hint says what to try next where no rule of a policy helps, "" elsewhere.
func (e *BlockedError) Hint() string {
	switch e.Detail {
	case oddSpelling:
		return "Write the address in its usual form, as four numbers up to 255."
	case zoned, badPort:
		return "Nothing there may be fetched; use another source."
	}
	return ""
}

// Unwrap returns the cause. It may be nil.
func (e *BlockedError) Unwrap() error { return e.Err }

func blocked(kind BlockReason, host, reason string) *BlockedError {
	return &BlockedError{Reason: kind, Host: host, Detail: reason}
}
