package page

import (
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// resolver makes addresses absolute. What needs no parsing is put together from
// its parts, so that an empty fragment stays, and a number sign in one.
type resolver struct {
	base *url.URL
	// The beginnings of the base that references resolve against. They are empty if the base is
	// unknown; the last two are also empty if only parsing can resolve such references.
	scheme, origin, page, path, dir string
}

func newResolver(base *url.URL) *resolver {
	r := &resolver{base: base}
	if base == nil {
		return r
	}
	r.scheme = base.Scheme + ":"
	r.origin = r.scheme + "//" + base.Host
	page := *base
	page.Fragment, page.RawFragment, page.ForceQuery = "", "", false
	r.page = page.String()
	path := base.EscapedPath()
	if base.Scheme != "http" && base.Scheme != "https" || base.User != nil || base.Host == "" || !weburl.IsPlainHost(base.Host) ||
		path != "" && path[0] != '/' || strings.Contains(path, "/.") || strings.HasPrefix(path, "//") {
		return r
	}
	r.path = r.origin + path
	r.dir = r.origin + "/"
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		r.dir = r.origin + path[:i+1]
	}
	return r
}

// resolve returns the absolute form of ref, or ref itself if the base is unknown. It refuses
// other schemes than http and https, and invalid addresses.
func (r *resolver) resolve(ref string) (string, bool) {
	ref = strings.TrimSpace(ref)
	switch {
	case ref == "" || ref == "#" || len(ref) > 8<<10 || weburl.HasOtherScheme(ref):
		return "", false
	case !weburl.IsCanonical(ref):
		return r.slow(ref)
	case strings.HasPrefix(ref, "https://"):
		if weburl.IsPlainHost(weburl.HostOf(ref[len("https://"):])) {
			return ref, true
		}
	case strings.HasPrefix(ref, "http://"):
		if weburl.IsPlainHost(weburl.HostOf(ref[len("http://"):])) {
			return ref, true
		}
	case r.base == nil:
	case strings.HasPrefix(ref, "//"):
		if weburl.IsPlainHost(weburl.HostOf(ref[2:])) {
			return r.scheme + ref, true
		}
	case ref[0] == '#':
		return r.page + ref, true
	case ref[0] == '/':
		return r.origin + ref, true
	case r.dir == "" || ref == "?" || ref[0] == '.' || strings.IndexByte(ref, ':') >= 0 || strings.Count(ref, "#") > 1 || ref[len(ref)-1] == '#':
	case ref[0] == '?':
		return r.path + ref, true
	default:
		return r.dir + ref, true
	}
	return r.slow(ref)
}

func (r *resolver) slow(ref string) (string, bool) {
	u, err := weburl.Resolve(r.base, ref)
	switch {
	case err != nil:
		return "", false
	case r.base == nil && u.Scheme == "":
		return ref, true
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return u.String(), true
}
