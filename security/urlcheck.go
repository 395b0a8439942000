package security

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

const maxURL = 8 << 10 // bytes

// ParseURL parses raw, checks it as [Policy.CheckURL] does, and returns it in
// one spelling: lower-case ASCII host (IDNA, UTS 46) without a final dot, and
// a query without raw spaces. Beyond CheckURL it refuses, with BlockedURL, what
// only the text shows: control characters, and backslashes before the query,
// which browsers read as slashes.
func (p *Policy) ParseURL(raw string) (*url.URL, error) {
	if len(raw) > maxURL {
		return nil, blocked(BlockedURL, "", "longer than 8 KiB")
	}
	inQuery := false
	for i := range len(raw) {
		switch c := raw[i]; {
		case c < 0x20 || c == 0x7f:
			return nil, blocked(BlockedURL, "", "contains a control character")
		case c == '?' || c == '#':
			inQuery = true
		case c == '\\' && !inQuery:
			return nil, blocked(BlockedURL, "", "contains a backslash")
		}
	}
	u, err := url.Parse(raw)
	if err != nil {
		var detail *url.Error
		if errors.As(err, &detail) {
			err = detail.Err
		}
		return nil, &BlockedError{Reason: BlockedURL, Detail: "does not parse", Err: err}
	}
	return p.Canonical(u)
}

// Canonical returns a copy of u in the spelling of [Policy.ParseURL], or the
// error of [Policy.CheckURL]. u is not changed.
func (p *Policy) Canonical(u *url.URL) (*url.URL, error) {
	where, err := p.orZero().inspect(u)
	if err != nil {
		return nil, err
	}
	clean := *u
	clean.Host = where.hostPort(u.Scheme)
	clean.RawQuery = cleanQuery(u.RawQuery)
	if clean.Path == "" {
		clean.Path = "/"
	}
	if size(&clean) > maxURL/3 && len(clean.String()) > maxURL { // escapes take three bytes
		return nil, blocked(BlockedURL, "", "longer than 8 KiB")
	}
	return &clean, nil
}

func size(u *url.URL) int {
	return len(u.Scheme) + len(u.Host) + max(len(u.Path), len(u.RawPath)) + len(u.RawQuery) + max(len(u.Fragment), len(u.RawFragment))
}

// CheckURL reports with a [BlockedError] whether u may be fetched, as far as
// this can be said without looking up its name: http or https, at most 8 KiB,
// no user information, a host in one unmistakable spelling, a domain and a port
// that the policy allows and, where the host is an address, that address. Nil
// is refused. Where a name leads is checked by [Policy.DialContext].
func (p *Policy) CheckURL(u *url.URL) error {
	_, err := p.orZero().inspect(u)
	return err
}

// target is a host and port to connect to. addr is valid where the host is an
// address.
type target struct {
	host string
	addr netip.Addr
	port uint16
}

// domain is the host in the spelling that lists of domains have: an IPv4 address
// mapped to IPv6 (RFC 4291, section 2.5.5.2) leads where that address does.
func (t target) domain() string {
	if t.addr.Is4In6() {
		return t.addr.Unmap().String()
	}
	return t.host
}

func (t target) hostPort(scheme string) string {
	host := t.host
	if t.addr.Is6() {
		host = "[" + host + "]"
	}
	if t.port == defaultPort(scheme) {
		return host
	}
	return host + ":" + strconv.Itoa(int(t.port))
}

func (p *Policy) inspect(u *url.URL) (target, error) {
	if err := checkShape(u); err != nil {
		return target{}, err
	}
	host, port := u.Hostname(), defaultPort(u.Scheme)
	if text := u.Port(); text != "" {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			return target{}, blocked(BlockedURL, host, "the port is not a number up to 65535")
		}
		port = uint16(n)
	}
	where, err := parseHost(host, strings.HasPrefix(u.Host, "["))
	if err != nil {
		return target{}, err
	}
	where.port = port
	return where, p.checkTarget(where)
}

func checkShape(u *url.URL) error {
	switch {
	case u == nil:
		return blocked(BlockedURL, "", "no URL")
	case u.Scheme != "http" && u.Scheme != "https":
		return blocked(BlockedScheme, u.Host, "only http and https can be fetched")
	case u.Opaque != "":
		return blocked(BlockedURL, "", "no host between two slashes and a path")
	case u.Host == "" || u.Hostname() == "":
		return blocked(BlockedURL, "", "no host")
	case u.User != nil:
		return blocked(BlockedURL, u.Host, "contains user name or password")
	case strings.ContainsRune(u.RawPath, '\\'):
		return blocked(BlockedURL, u.Host, "contains a backslash")
	}
	if size(u) > maxURL {
		return blocked(BlockedURL, "", "longer than 8 KiB")
	}
	return nil
}

func (p *Policy) checkTarget(where target) error {
	if err := p.checkDomain(where.domain()); err != nil {
		return err
	}
	if where.addr.IsValid() {
		return p.CheckAddr(netip.AddrPortFrom(where.addr, where.port))
	}
	// Resolvers look up ".test" like any other domain (RFC 6761, section 6.2). Only where it leads nowhere it
	// is a name that does not exist; where it leads somewhere that is local.
	if reason := specialName(where.host); reason != "" && len(p.Allow) == 0 && !strings.HasSuffix(where.host, ".test") {
		if nonexistent(where.host) {
			return blocked(Unresolved, where.host, "a reserved name that never exists")
		}
		return blocked(BlockedName, where.host, reason)
	}
	if !p.mayUsePort(where.port) {
		return blocked(BlockedPort, net.JoinHostPort(where.host, strconv.Itoa(int(where.port))), "the port is not allowed")
	}
	return nil
}

func defaultPort(scheme string) uint16 {
	if scheme == "https" {
		return 443
	}
	return 80
}

// cleanQuery escapes what may not stand raw in a request line. A query without
// such bytes is returned as it is.
func cleanQuery(query string) string {
	dirty := func(c byte) bool { return c <= 0x20 || c >= 0x7f || c == '"' || c == '<' || c == '>' }
	count := 0
	for i := range len(query) {
		if dirty(query[i]) {
			count++
		}
	}
	if count == 0 {
		return query
	}
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(query)+2*count)
	for i := range len(query) {
		if c := query[i]; dirty(c) {
			out = append(out, '%', hex[c>>4], hex[c&15])
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

// parseHost brings the host of a URL into its one spelling. bracketed says
// that it stood in brackets. Numbers that are an address only to some parsers
// (0x7f.1, 2130706433, full-width digits, a final dot) are refused rather than
// resolved: no honest link has them.
func parseHost(typed string, bracketed bool) (target, error) {
	if bracketed {
		addr, err := netip.ParseAddr(typed)
		switch {
		case err != nil || !addr.Is6():
			return target{}, blocked(BlockedURL, typed, "brackets hold no IPv6 address")
		case addr.Zone() != "":
			return target{}, &BlockedError{Reason: BlockedAddress, Addr: addr, Detail: zoned}
		}
		return target{host: addr.String(), addr: addr}, nil
	}
	host, err := canonicalName(typed)
	if err != nil {
		return target{}, &BlockedError{Reason: BlockedURL, Host: typed, Detail: "not a host name", Err: err}
	}
	if reason := checkName(host); reason != "" {
		return target{}, blocked(BlockedURL, typed, reason)
	}
	if !endsInNumber(host) {
		return target{host: host}, nil
	}
	addr, err := netip.ParseAddr(typed)
	if err != nil || !addr.Is4() {
		return target{}, blocked(BlockedAddress, typed, oddSpelling)
	}
	return target{host: typed, addr: addr}, nil
}

// canonicalName maps a host name to lower-case ASCII (UTS 46) without its final dot.
func canonicalName(typed string) (string, error) {
	name := typed
	if !plainASCII(typed) {
		profile := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(false), idna.CheckHyphens(false))
		mapped, err := profile.ToASCII(typed)
		if err != nil {
			return "", err
		}
		// What the mapping makes of invalid UTF-8 is not always a name itself.
		if name, err = profile.ToASCII(mapped); err != nil {
			return "", err
		}
	}
	return strings.TrimSuffix(strings.ToLower(name), "."), nil
}

func plainASCII(name string) bool {
	for i := range len(name) {
		if name[i] >= 0x80 {
			return false
		}
		if name[i] == '-' && i >= 3 && strings.EqualFold(name[i-3:i+1], "xn--") {
			return false
		}
	}
	return true
}

// checkName says what is wrong with the characters and labels of name (RFC
// 1035, section 2.3.4; underscores exist in the wild), "" if nothing is.
func checkName(name string) (reason string) {
	if len(name) > 253 {
		return "longer than 253 bytes"
	}
	label := 0
	for i := 0; i <= len(name); i++ {
		if i == len(name) || name[i] == '.' {
			if label < 1 || label > 63 {
				return "a label is empty or longer than 63 bytes"
			}
			label = 0
			continue
		}
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
			label++
		default:
			return "contains a character that no host name has"
		}
	}
	return ""
}

// endsInNumber reports whether the last label makes the host an IPv4 address
// for the parsers of the URL standard (section 3.5, "ends in a number").
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if rest, isHex := strings.CutPrefix(last, "0x"); isHex {
		return strings.Trim(rest, "0123456789abcdef") == ""
	}
	return strings.Trim(last, "0123456789") == ""
}

// specialName says why a name is not one of the public DNS, "" if it is.
func specialName(name string) (reason string) {
	switch name {
	case "metadata.goog", "metadata.tencentyun.com", "metadata.packet.net", "metadata.platformequinix.com":
		return "a metadata service"
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return "a name of one label is local"
	}
	switch name[dot+1:] {
	case "localhost", "local", "internal", "test", "arpa", // RFC 6761, 6762, 3172 and ICANN
		"invalid", "onion", "alt", // see nonexistent
		"lan", "localdomain", "svc", "home", "corp", "intranet", "private": // used in private networks
		return "a special-use name"
	}
	return ""
}

// nonexistent reports whether name is in a domain that has no addresses in DNS (RFC 6761,
// section 6.4; RFC 7686; RFC 9476). A query would only reveal the name to the server.
func nonexistent(name string) bool {
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "invalid", "onion", "alt":
		return true
	}
	return false
}

func (p *Policy) checkDomain(host string) error {
	for _, entry := range p.BlockDomains {
		domain, reason := domainOf(entry)
		if reason != "" {
			return blocked(BlockedDomain, host, "an entry of BlockDomains can't be understood: "+reason)
		}
		if inDomain(host, domain) {
			return blocked(BlockedDomain, host, "the domain is blocked")
		}
	}
	if len(p.AllowDomains) == 0 {
		return nil
	}
	for _, entry := range p.AllowDomains {
		if domain, reason := domainOf(entry); reason == "" && inDomain(host, domain) {
			return nil
		}
	}
	return blocked(BlockedDomain, host, "the domain is not among those allowed")
}

func inDomain(host, domain string) bool {
	if host == domain {
		return true
	}
	above, found := strings.CutSuffix(host, domain)
	return found && strings.HasSuffix(above, ".") && !endsInNumber(host)
}

func (p *Policy) allowsPort(port uint16) bool {
	if len(p.Ports) == 0 {
		return port == 80 || port == 443 || port == 8080 || port == 8443
	}
	return slices.Contains(p.Ports, port)
}

func (p *Policy) opens(rule *AddrRule, port uint16) bool {
	if rule.AnyPort {
		return true
	}
	if len(rule.Ports) == 0 {
		return p.allowsPort(port)
	}
	return slices.Contains(rule.Ports, port)
}

// mayUsePort spares a look-up where no address could be reached on port.
func (p *Policy) mayUsePort(port uint16) bool {
	if isBadPort(port) {
		return false
	}
	if p.allowsPort(port) {
		return true
	}
	for i := range p.Allow {
		if p.opens(&p.Allow[i], port) {
			return true
		}
	}
	return false
}

// isBadPort reports whether port belongs to a protocol that would read an HTTP
// request as its own: the bad ports of the Fetch standard, section 2.9.
func isBadPort(port uint16) bool {
	switch port {
	case 0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69,
		77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119,
		123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
		526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
		993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000,
		6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080:
		return true
	}
	return false
}
