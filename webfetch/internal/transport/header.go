package transport

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
	"golang.org/x/net/publicsuffix"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

const (
	maxHeaderBytes  = 256 << 10
	maxHeaderFields = 500
	// maxCallerFields and maxCallerBytes bound the headers of a request.
	maxCallerFields = 100
	maxCallerBytes  = 64 << 10

	acceptEncoding = "gzip, deflate, br, zstd"
	// accept asks for Markdown where a site has it, then for what has structure.
	accept = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, application/pdf;q=0.8, " +
		"application/json;q=0.8, application/xml;q=0.8, text/plain;q=0.8, */*;q=0.5"
)

var ofConnection = []string{
	"Host", "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
	"Te", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect", "Http2-Settings",
}

// checkHeader refuses headers that belong to the connection (RFC 9110, section 7.6.1), and those
// that can't be sent.
func checkHeader(header http.Header, userAgent string) error {
	size, fields := 0, 0
	if !httpguts.ValidHeaderFieldValue(userAgent) || len("User-Agent")+len(userAgent) > maxCallerBytes {
		return errors.New("header User-Agent has a value that is not valid")
	}
	for name, values := range header {
		if !httpguts.ValidHeaderFieldName(name) {
			return fmt.Errorf("header name %q is not valid", name)
		}
		if slices.Contains(ofConnection, http.CanonicalHeaderKey(name)) {
			return fmt.Errorf("header %s belongs to the connection and can't be set", name)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return fmt.Errorf("header %s has a value that is not valid", name)
			}
			size += len(name) + len(value)
			fields++
		}
	}
	if size > maxCallerBytes || fields > maxCallerFields {
		return errors.New("more than 100 headers or 64 KiB of them")
	}
	return nil
}

// requestHeader makes the header of one hop: ours, then the caller's over it. It must not be
// changed.
func (c *Client) requestHeader(userAgent string, callers http.Header) http.Header {
	if userAgent == "" || userAgent == c.config.UserAgent {
		if len(callers) == 0 && c.sender == nil { // what wraps might change it
			return c.header
		}
		userAgent = c.config.UserAgent
	}
	header := http.Header{"User-Agent": {userAgent}, "Accept": {accept}, "Accept-Encoding": {acceptEncoding}}
	for name, set := range callers {
		header[http.CanonicalHeaderKey(name)] = set
	}
	return header
}

// ForOrigin returns the headers of a caller with those of Config.OriginHeaders for the origin
// of u.
func (c *Client) ForOrigin(u *url.URL, callers http.Header) http.Header {
	own := c.ofOrigin[u.Scheme+"://"+u.Host]
	if own == nil {
		return callers
	}
	header := make(http.Header, len(own)+len(callers))
	for name, values := range callers {
		header[http.CanonicalHeaderKey(name)] = values
	}
	for name, values := range own {
		if name = http.CanonicalHeaderKey(name); name == "Cookie" && len(header[name]) > 0 {
			values = []string{strings.Join(append(slices.Clone(header[name]), values...), "; ")}
		}
		header[name] = values
	}
	return header
}

// ByOrigin returns Config.OriginHeaders by the normalized spelling of their origins, and an error for what could not be sent.
func ByOrigin(all map[string]http.Header) (map[string]http.Header, error) {
	spelt := make(map[string]http.Header, len(all))
	for origin, header := range all {
		u, err := url.Parse(strings.TrimSuffix(origin, "/"))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Path+u.RawQuery+u.Fragment != "" {
			return nil, fmt.Errorf("has the key %.100q, which is not an origin like https://example.org", origin)
		}
		if err := checkHeader(header, ""); err != nil {
			return nil, fmt.Errorf("for %.100s: %w", origin, err)
		}
		spelt[u.Scheme+"://"+address.Host(u.Scheme, u.Host)] = header.Clone()
	}
	return spelt, nil
}

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
		plain := "name="
		for attribute := range strings.SplitSeq(attributes, ";") {
			key, of, _ := strings.Cut(attribute, "=")
			plain += "; " + strings.TrimSpace(key) + "=" + strings.TrimSpace(of)
		}
		cookie, err := http.ParseSetCookie(plain)
		if name = strings.TrimSpace(name); err == nil && named && name != "" {
			cookie.Name, cookie.Value = name, strings.TrimSpace(value) // as they came: net/http would drop or quote some that browsers send
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
