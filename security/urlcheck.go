package security

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
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
	if reason := specialName(where.host); reason != "" && len(p.Allow) == 0 && !isTesting(where.host) {
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
