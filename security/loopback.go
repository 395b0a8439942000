package security

import "net/netip"

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
