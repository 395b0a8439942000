package webfetch

import (
	"errors"
	"net"
	"net/url"
	"strings"
)

// maxURL bounds the length of an address in bytes.
const maxURL = 8 << 10

// parseURL reads the address of a request.
func parseURL(raw string) (*url.URL, *Error) {
	fail := func(code Code, why string) (*url.URL, *Error) {
		return nil, &Error{Op: "fetch", Code: code, Err: errors.New(why)}
	}
	raw = strings.TrimSpace(raw)
	switch {
	case raw == "":
		return fail(InvalidInput, "url is empty")
	case len(raw) > maxURL:
		return fail(InvalidURL, "url is longer than 8 KiB")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return fail(InvalidURL, "url can't be parsed")
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch {
	case u.Scheme == "":
		return fail(InvalidURL, "url has no scheme; it must start with http:// or https://")
	case u.Scheme != "http" && u.Scheme != "https":
		return fail(InvalidProtocol, "scheme "+u.Scheme+" is not http or https")
	case u.Opaque != "" || u.Host == "":
		return fail(InvalidURL, "url has no host")
	case u.User != nil:
		return fail(InvalidURL, "url holds a user name")
	}
	return u, nil
}

// isRoute reports whether a fragment names a page of an application, which its
// scripts show, and not a place in one: "/install", "!/install". It is part of the
// address of what a renderer has read.
func isRoute(fragment string) bool {
	return strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!")
}

// canonicalURL returns u in one spelling: host in lower case, no default port,
// a path, no fragment but a route, no tracking parameters. The order of the other
// parameters is kept, for servers may care.
func canonicalURL(u *url.URL) string {
	c := *u
	if c.User = nil; !isRoute(c.Fragment) {
		c.Fragment, c.RawFragment = "", ""
	}
	c.Host = canonicalHost(c.Scheme, c.Host)
	if c.Path == "" {
		c.Path = "/"
	}
	c.RawQuery = withoutTracking(c.RawQuery)
	c.ForceQuery = false
	return c.String()
}

func canonicalHost(scheme, host string) string {
	host = strings.ToLower(host)
	name, port, err := net.SplitHostPort(host)
	if err != nil || port != "" && !(scheme == "http" && port == "80" || scheme == "https" && port == "443") {
		return host
	}
	if strings.Contains(name, ":") {
		return "[" + name + "]"
	}
	return name
}

func withoutTracking(query string) string {
	if query == "" {
		return ""
	}
	kept := make([]byte, 0, len(query))
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
	return string(kept)
}

// isTracking reports whether a query parameter only tells where a visitor came
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

// trustedCanonical returns the address that a page names as its own, if it is
// one of the same host: a page may not speak for another site.
func trustedCanonical(page *url.URL, named string) *url.URL {
	u, err := url.Parse(named)
	if err != nil || page == nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil
	}
	if bareHost(u) != bareHost(page) {
		return nil
	}
	return u
}

func bareHost(u *url.URL) string {
	return strings.TrimPrefix(canonicalHost(u.Scheme, u.Host), "www.")
}
