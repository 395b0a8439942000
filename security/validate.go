package security

import (
	"fmt"
	"net/netip"
	"strings"
)

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
