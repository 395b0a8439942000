// Package address writes the addresses of pages in one spelling.
package address

import (
	"net"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// IsRoute reports whether a fragment names a page of an application, which its
// scripts show, and not a place in one: "/install", "!/install". It is part of the
// address of what a renderer has read.
func IsRoute(fragment string) bool {
	return strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!")
}

// Canonical returns u in one spelling: the host of [Host], the path of [Path], no fragment but a route, no tracking parameters. The order of the
// other parameters is kept, for servers may care.
func Canonical(u *url.URL) string {
	c := clean(u)
	if c.User = nil; !IsRoute(c.Fragment) {
		c.Fragment, c.RawFragment = "", ""
	}
	c.Host = Host(c.Scheme, c.Host)
	c.RawQuery = withoutTracking(c.RawQuery)
	c.ForceQuery = false
	return c.String()
}

// Host returns a host with its port in one spelling: lower case, ASCII (IDNA), without the dot
// that may end a name, no default port, and none with zeros before it.
func Host(scheme, host string) string {
	host = strings.ToLower(host)
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, ""
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		if ascii, err := idna.Lookup.ToASCII(name); err == nil {
			name = ascii
		}
	}
	name = strings.TrimSuffix(name, ".")
	if err == nil && strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	if len(name)+len(":")+len(port) == len(host) && strings.HasPrefix(host, name) && port != "" && port[0] != '0' && port != "80" && port != "443" {
		return host // the usual one
	}
	port = strings.TrimLeft(port, "0")
	if port == "" || scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		return name
	}
	return name + ":" + port
}

func withoutTracking(query string) string {
	var buffer [256]byte
	kept := buffer[:0]
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if pair == "" || isTracking(strings.ToLower(name)) {
			continue
		}
		if len(kept) > 0 {
			kept = append(kept, '&')
		}
		kept = append(kept, pair...)
	}
	if len(kept) == len(query) {
		return query
	}
	return string(kept)
}

// isTracking reports whether a query parameter only says where a visitor came
// from. Names that some sites use for content (ref, source) are kept.
func isTracking(name string) bool {
	switch name {
	case "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "ysclid", "twclid",
		"ttclid", "igshid", "igsh", "li_fat_id", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "vero_id", "vero_conv",
		"oly_anon_id", "oly_enc_id", "rb_clickid", "s_cid", "mkt_tok", "_ga", "_gl", "srsltid", "wickedid",
		"epik", "sc_cid", "cmpid", "xtor", "at_medium", "at_campaign":
		return true
	}
	return strings.HasPrefix(name, "utm_") || strings.HasPrefix(name, "mtm_") || strings.HasPrefix(name, "pk_") ||
		strings.HasPrefix(name, "piwik_") || strings.HasPrefix(name, "hsa_")
}
