package security

import (
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

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

// isTesting reports whether name is of the domain for tests, which resolvers
// look up like any other (RFC 6761, section 6.2). Only where it leads nowhere it
// is a name that does not exist; where it leads somewhere that is local.
func isTesting(name string) bool { return strings.HasSuffix(name, ".test") }

// isLocalhost reports whether name means this machine (RFC 6761, section 6.3).
func isLocalhost(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}
