package security

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
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
