package security

import (
	"context"
	"net/netip"
)

// Policy decides which URLs and addresses may be connected to. The zero value
// allows the public internet on ports 80, 443, 8080 and 8443 and refuses
// everything else. A nil *Policy is the zero value. A Policy may not be changed
// after first use; it is safe for concurrent use.
type Policy struct {
	// Ports are the ports that may be connected to. Zero means 80, 443, 8080
	// and 8443.
	Ports []uint16
	// AllowDomains, when not empty, are the only domains allowed: each with its
	// subdomains.
	AllowDomains []string
	// BlockDomains are refused, each with its subdomains, and win over AllowDomains.
	BlockDomains []string
	// Allow are addresses allowed beside the public internet.
	Allow []AddrRule
	// Resolver looks names up. Nil means net.DefaultResolver.
	Resolver Resolver
}

// AddrRule allows the addresses of a prefix.
type AddrRule struct {
	Prefix netip.Prefix
	// Ports are the ports allowed there. Zero means those of the Policy.
	Ports []uint16
}

// Resolver looks up the addresses of a host name. net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}
