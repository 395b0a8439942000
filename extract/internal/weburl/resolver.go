package weburl

import (
	"net/url"
	"strings"
)

// Target is an address in two parts, so that most links need no string made: an origin and a path, or nothing and an address.
type Target struct{ Site, Path string }

// IsEmpty reports whether there is no address.
func (t Target) IsEmpty() bool { return t.Site == "" && t.Path == "" }

func (t Target) String() string { return t.Site + t.Path }

// Resolver makes the references of a page absolute. The zero value, for an unknown base, leaves them as they are.
type Resolver struct {
	Base   *url.URL
	Origin string // "https://host", "" for a base without a host
	Page   string // the whole without its fragment, "" likewise
}

// NewResolver returns a Resolver for a base, nil if that is unknown.
func NewResolver(base *url.URL) Resolver {
	r := Resolver{Base: base}
	if base != nil && base.Scheme != "" && base.Host != "" {
		page := *base
		page.Fragment, page.RawFragment, page.ForceQuery = "", "", false
		r.Origin, r.Page = page.Scheme+"://"+page.Host, page.String()
	}
	return r
}

// Plain returns what a reference leads to if parsing it would change nothing: it is absolute already, or relative to the host or
// the page. A second number sign stays.
func (r *Resolver) Plain(ref string) (t Target, ok bool) {
	if ref == "" || !isCanonical(ref) {
		return t, false
	}
	scheme, rest, _ := strings.Cut(ref, "//")
	host := HostOf(rest)
	switch {
	case (scheme == "https:" || scheme == "http:") && host != "" && IsPlainHost(host):
		return Target{Path: ref}, true
	case r.Page == "" || strings.HasPrefix(ref, "//"):
	case ref[0] == '#':
		return Target{r.Page, ref}, true
	case ref[0] == '/':
		return Target{r.Origin, ref}, true
	}
	return t, false
}
