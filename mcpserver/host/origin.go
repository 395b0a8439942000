package host

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
func (o Options) checkOrigin(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !o.allowsHost(r.Host):
			http.Error(w, "host not served", http.StatusForbidden)
		case !o.allowsOrigin(r):
			http.Error(w, "origin not allowed", http.StatusForbidden)
		case o.answerPage(w, r):
		case r.Method == http.MethodPost && !isJSON(r.Header):
			http.Error(w, "the body must be application/json", http.StatusUnsupportedMediaType)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

func (o Options) allowsHost(hostport string) bool {
	host := hostOf(hostport)
	if len(o.Hosts) > 0 {
		return slices.ContainsFunc(o.Hosts, func(h string) bool { return h == "*" || strings.EqualFold(hostOf(h), host) })
	}
	if isLoopback(host) {
		return true
	}
	_, err := netip.ParseAddr(host) // no page can rebind an address
	return o.Auth != nil && (err == nil || strings.EqualFold(o.Auth.host(), host))
}

// isJSON reports whether the body of a request says that it is JSON, and only once: a page can't
// send that to another origin without asking first.
func isJSON(h http.Header) bool {
	values := h.Values("Content-Type")
	if len(values) != 1 {
		return false
	}
	kind, _, err := mime.ParseMediaType(values[0])
	return err == nil && kind == "application/json"
}

const longestHeaderList = 2 << 10 // bytes of the names of headers that a page may ask to send

// answerPage says that a page of one of Origins may read the answer to r
// (https://fetch.spec.whatwg.org/#http-cors-protocol). It answers, and reports so, if all that
// r asks is whether the page may send a request.
func (o Options) answerPage(w http.ResponseWriter, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if len(o.Origins) > 0 {
		w.Header().Add("Vary", "Origin")
	}
	if origin == "" || !o.lists(origin) {
		return false
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	w.Header().Set("Access-Control-Expose-Headers", "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Retry-After")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
	// All headers of the protocol are let pass, those of later revisions too.
	if names := r.Header.Get("Access-Control-Request-Headers"); len(names) <= longestHeaderList {
		w.Header().Set("Access-Control-Allow-Headers", names)
	}
	w.Header().Set("Access-Control-Max-Age", "7200")
	w.WriteHeader(http.StatusNoContent)
	return true
}

func (o Options) lists(origin string) bool {
	return slices.ContainsFunc(o.Origins, func(a string) bool { return strings.EqualFold(a, origin) })
}

// allowsOrigin lets pass what no page sent, what a page of this very host sent, and the origins of
// the list. All values have to be good ones.
func (o Options) allowsOrigin(r *http.Request) bool {
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		same := err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host)
		if !same && !o.lists(origin) {
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
