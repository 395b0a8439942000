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
