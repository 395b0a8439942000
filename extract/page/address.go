package page

import (
	"net/url"
	"strings"
)

// resolver makes addresses absolute. What needs no parsing is put together from
// its parts, so that an empty fragment stays, and a number sign in one.
type resolver struct {
	base *url.URL
	// What the base begins references with; empty where it is unknown, the last
	// two also where only parsing tells.
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
	if base.Scheme != "http" && base.Scheme != "https" || base.User != nil || base.Host == "" || !plainHost(base.Host) ||
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

// resolve returns the absolute form of ref, or ref itself when the base is
// unknown. It refuses what leads nowhere on the web: other schemes than http
// and https, and what is no address at all. What it makes is written by to.
func (r *resolver) resolve(ref string, to *scribe) (string, bool) {
	ref = strings.TrimSpace(ref)
	switch {
	case ref == "" || ref == "#" || len(ref) > 8<<10:
		return "", false
	case !plain(ref):
		return r.slow(ref)
	case strings.HasPrefix(ref, "https://"):
		if plainHost(hostOf(ref[len("https://"):])) {
			return ref, true
		}
	case strings.HasPrefix(ref, "http://"):
		if plainHost(hostOf(ref[len("http://"):])) {
			return ref, true
		}
	case r.base == nil:
	case strings.HasPrefix(ref, "//"):
		if plainHost(hostOf(ref[2:])) {
			return to.join(r.scheme, ref), true
		}
	case ref[0] == '#':
		return to.join(r.page, ref), true
	case ref[0] == '/':
		return to.join(r.origin, ref), true
	case r.dir == "" || ref == "?" || ref[0] == '.' || strings.IndexByte(ref, ':') >= 0 || strings.Count(ref, "#") > 1 || ref[len(ref)-1] == '#':
	case ref[0] == '?':
		return to.join(r.path, ref), true
	default:
		return to.join(r.dir, ref), true
	}
	return r.slow(ref)
}

// oddInAddress has a bit for each ASCII character that parsing may change:
// controls and space, quotes, angles, braces and the like.
var oddInAddress = [2]uint64{
	1<<33 - 1 | 1<<'"' | 1<<'<' | 1<<'>' | 1<<'%',
	1<<('\\'-64) | 1<<('^'-64) | 1<<('`'-64) | 1<<('{'-64) | 1<<('|'-64) | 1<<('}'-64),
}

// plain reports whether an address holds nothing that parsing it would change:
// ASCII without spaces, control characters, quotes and dot segments.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x7F || oddInAddress[c>>6]>>(c&63)&1 != 0 || c == '/' && i+1 < len(s) && s[i+1] == '.' || i < 8 && c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// hostOf returns what stands before the path, the query and the fragment of an
// address without its scheme.
func hostOf(rest string) string {
	for i := 0; i < len(rest); i++ {
		if c := rest[i]; c == '/' || c == '?' || c == '#' {
			return rest[:i]
		}
	}
	return rest
}

// plainHost reports whether a host is a name as most are, letters, digits, dots,
// hyphens, or empty.
func plainHost(host string) bool {
	for i := 0; i < len(host); i++ {
		if c := host[i]; c|0x20 < 'a' || c|0x20 > 'z' {
			if (c < '0' || c > '9') && c != '.' && c != '-' {
				return false
			}
		}
	}
	return true
}

func (r *resolver) slow(ref string) (string, bool) {
	u, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	if r.base != nil {
		u = r.base.ResolveReference(u)
	} else if u.Scheme == "" {
		return ref, true
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	return u.String(), true
}
