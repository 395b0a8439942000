package crawl

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

type scope struct {
	hosts            map[string]bool
	prefixes         []string
	include, exclude []*regexp.Regexp
}

func newScope(o Options) *scope {
	s := &scope{hosts: map[string]bool{}, prefixes: o.Prefixes, include: o.Include, exclude: o.Exclude}
	for _, h := range o.Hosts {
		s.hosts[withoutWWW(strings.ToLower(h))] = true
	}
	if o.Hosts == nil {
		for _, a := range slices.Concat(o.Seeds, o.Sitemaps) {
			if u, err := url.Parse(strings.TrimSpace(a)); err == nil {
				s.hosts[withoutWWW(address.Host(u.Scheme, u.Host))] = true
			}
		}
	}
	return s
}

// holds reports whether u, an address in normal form, is in scope; normal is its text.
func (s *scope) holds(u *url.URL, normal string) bool {
	if !s.hosts[withoutWWW(u.Host)] {
		return false
	}
	if s.prefixes != nil && !slices.ContainsFunc(s.prefixes, func(p string) bool { return strings.HasPrefix(u.Path, p) }) {
		return false
	}
	matches := func(r *regexp.Regexp) bool { return r.MatchString(normal) }
	if len(s.include) > 0 && !slices.ContainsFunc(s.include, matches) {
		return false
	}
	return !slices.ContainsFunc(s.exclude, matches)
}

func withoutWWW(host string) string { return strings.TrimPrefix(host, "www.") }
