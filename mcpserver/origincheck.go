package mcpserver

import (
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// checkOrigin refuses requests that a web page of another origin sent, and those for
// another host: both are how a page reaches a server on its visitor's machine
// (DNS rebinding). The MCP specification demands 403 for a bad Origin.
func (o HTTPOptions) checkOrigin(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !o.allowsHost(r.Host):
			http.Error(w, "host not served", http.StatusForbidden)
		case !o.allowsOrigin(r):
			http.Error(w, "origin not allowed", http.StatusForbidden)
		case r.Method == http.MethodPost && !isJSON(r.Header):
			http.Error(w, "the body must be application/json", http.StatusUnsupportedMediaType)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

func (o HTTPOptions) allowsHost(hostport string) bool {
	host := hostOf(hostport)
	if len(o.Hosts) > 0 {
		return slices.ContainsFunc(o.Hosts, func(h string) bool { return h == "*" || strings.EqualFold(hostOf(h), host) })
	}
	if isLoopback(host) {
		return true
	}
	return o.Auth != nil && (isAddress(host) || strings.EqualFold(o.Auth.host(), host))
}

// isJSON reports whether the body of a request says that it is JSON, and only
// once: a page can't send that to another origin without asking first.
func isJSON(h http.Header) bool {
	values := h.Values("Content-Type")
	if len(values) != 1 {
		return false
	}
	kind, _, err := mime.ParseMediaType(values[0])
	return err == nil && kind == "application/json"
}

// isAddress reports whether a host is an address, which no page can rebind.
func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// allowsOrigin lets pass what no page sent, what a page of this very host
// sent, and the origins of the list. All values have to be good ones.
func (o HTTPOptions) allowsOrigin(r *http.Request) bool {
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		same := err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
		if !same && !slices.ContainsFunc(o.Origins, func(a string) bool { return strings.EqualFold(a, origin) }) {
			return false
		}
	}
	return true
}

func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}
