package transport

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"
)

const (
	maxCookies     = 100      // that one call takes
	maxCookieBytes = 4 << 10  // of one cookie: RFC 6265 section 6.1
	maxCookieField = 16 << 10 // of the Cookie header
)

// cookies are those that sites set during one call. They are sent on to the same site as a
// browser does (RFC 6265), and forgotten with the call. The zero value has none.
type cookies struct {
	jar   *cookiejar.Jar
	taken int
}

// take keeps the cookies of a response.
func (c *cookies) take(u *url.URL, header http.Header) {
	lines := header["Set-Cookie"]
	if len(lines) == 0 {
		return
	}
	var set []*http.Cookie
	for _, line := range lines {
		if len(line) > maxCookieBytes || c.taken >= maxCookies {
			continue
		}
		pair, attributes, _ := strings.Cut(line, ";")
		name, value, named := strings.Cut(pair, "=")
		cookie, err := http.ParseSetCookie(name + "=;" + attributes)
		if err == nil && named {
			cookie.Value = strings.TrimSpace(value) // which browsers send as it came; net/http would quote or drop some
			c.taken++
			set = append(set, cookie)
		}
	}
	if c.jar == nil {
		c.jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // it never fails
	}
	c.jar.SetCookies(u, set)
}

// header returns the Cookie header of a request for u: the caller's cookies, except those that
// the site has set again, and the cookies of the call; "" if the call has none.
func (c *cookies) header(u *url.URL, callers []string) string {
	if c.jar == nil {
		return ""
	}
	kept := c.jar.Cookies(u)
	names := map[string]bool{}
	var pairs []string
	size := 0
	for _, cookie := range kept {
		pair := cookie.Name + "=" + cookie.Value
		if size += len(pair) + 2; size > maxCookieField {
			break
		}
		names[cookie.Name] = true
		pairs = append(pairs, pair)
	}
	if len(pairs) == 0 {
		return ""
	}
	var own []string
	for pair := range strings.SplitSeq(strings.Join(callers, "; "), ";") {
		name, _, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if name != "" && !names[name] {
			own = append(own, strings.TrimSpace(pair))
		}
	}
	return strings.Join(append(own, pairs...), "; ")
}
