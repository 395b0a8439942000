package egress

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Site returns the registrable domain of a host: the public suffix
// (publicsuffix.org) and the label before it. An address, and a name that is a
// public suffix itself, is a site of its own.
func Site(host string) string {
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap().String()
	}
	site, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return site
}
