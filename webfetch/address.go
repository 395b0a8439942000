package webfetch

import (
	"errors"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

// maxURL bounds the length of an address in bytes.
const maxURL = 8 << 10

// parseURL reads the address of a request. Its path is in the spelling in which it is
// sent, so that whatever compares it afterwards compares that.
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
	return address.Clean(u), nil
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
	return strings.TrimPrefix(address.Host(u.Scheme, u.Host), "www.")
}
