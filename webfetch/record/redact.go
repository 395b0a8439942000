package record

import (
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

// Redacted replaces secrets in a cassette.
const Redacted = "REDACTED"

// Redaction configures which secrets are kept out of a cassette. The zero value replaces the
// values of these by [Redacted], ignoring the case of their names:
//
//   - the header fields Authorization, Proxy-Authorization, Authentication-Info,
//     Cookie, Set-Cookie, X-Api-Key, Api-Key, X-Auth-Token, X-Access-Token,
//     X-Csrf-Token, X-Xsrf-Token, X-Amz-Security-Token, X-Goog-Api-Key,
//     X-Goog-Iap-Jwt-Assertion, Cf-Access-Client-Secret, Cf-Access-Jwt-Assertion,
//     Private-Token, Signature
//   - the query parameters api_key, apikey, api-key, key, token, access_token,
//     id_token, refresh_token, auth, auth_token, authorization, client_secret,
//     secret, password, passwd, pwd, session, sessionid, sid, jwt, sig,
//     signature, code, X-Amz-Signature, X-Amz-Credential, X-Amz-Security-Token,
//     X-Goog-Signature, X-Goog-Credential, AWSAccessKeyId, Key-Pair-Id, of the
//     request and of the addresses in Location, Content-Location, Refresh, Link and
//     Referer
//   - user name and password of an address
//
// Bodies are kept as they are, unless Exchange changes them.
type Redaction struct {
	// Headers are more header fields, and Params more query parameters.
	Headers, Params []string
	// Keep are header fields and query parameters that are kept although they are
	// on the lists.
	Keep []string
	// Exchange, when set, may change what is written after that, bodies included. It
	// is also called with the request alone, Status 0, to find its recording: what
	// it does to a request may depend on nothing else. It is called from several
	// goroutines at a time.
	Exchange func(*Exchange)
}

// Exchange is a request and the response to it, as a cassette keeps them.
type Exchange struct {
	URL    string // absolute, without fragment
	Method string // of the request
	// Request and Header are the header fields of the request and of the response.
	Request, Header http.Header
	// RequestBody and Body are the bodies, before content decoding. Nil means none.
	RequestBody, Body []byte
	// Status is the status code of the response. Zero means that the response has not arrived
	// yet.
	Status int
}

var secretHeaders = []string{
	"authorization", "proxy-authorization", "authentication-info", "cookie", "set-cookie", "x-api-key", "api-key",
	"x-auth-token", "x-access-token", "x-csrf-token", "x-xsrf-token", "x-amz-security-token", "x-goog-api-key",
	"x-goog-iap-jwt-assertion", "cf-access-client-secret", "cf-access-jwt-assertion", "private-token", "signature",
}

var secretParams = []string{
	"api_key", "apikey", "api-key", "key", "token", "access_token", "id_token", "refresh_token", "auth", "auth_token",
	"authorization", "client_secret", "secret", "password", "passwd", "pwd", "session", "sessionid", "sid", "jwt", "sig",
	"signature", "code", "x-amz-signature", "x-amz-credential", "x-amz-security-token", "x-goog-signature",
	"x-goog-credential", "awsaccesskeyid", "key-pair-id",
}

// addressHeaders are fields whose values hold addresses.
var addressHeaders = []string{"Location", "Content-Location", "Refresh", "Link", "Referer"}

// redactor is a Redaction ready for use.
type redactor struct {
	headers, params map[string]bool // lower case
	exchange        func(*Exchange)
}

func newRedactor(r Redaction) *redactor {
	return &redactor{
		headers:  setOf(secretHeaders, r.Headers, r.Keep),
		params:   setOf(secretParams, r.Params, r.Keep),
		exchange: r.Exchange,
	}
}

func setOf(builtIn, more, without []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range slices.Concat(builtIn, more) {
		set[strings.ToLower(name)] = true
	}
	for _, name := range without {
		delete(set, strings.ToLower(name))
	}
	return set
}

// apply redacts an exchange, whose header maps it replaces.
func (r *redactor) apply(x *warc.Exchange) {
	x.URL = r.address(x.URL)
	x.Request, x.Header = r.header(x.Request), r.header(x.Header)
	if r.exchange != nil {
		shown := Exchange{URL: x.URL, Method: x.Method, Request: x.Request, Header: x.Header, RequestBody: x.RequestBody, Body: x.Body, Status: x.Status}
		r.exchange(&shown)
		x.URL, x.Method, x.Request, x.Header = shown.URL, shown.Method, shown.Request, shown.Header
		x.RequestBody, x.Body, x.Status = shown.RequestBody, shown.Body, shown.Status
	}
}

func (r *redactor) header(h http.Header) http.Header {
	clean := maps.Clone(h)
	for name, values := range clean {
		if r.headers[strings.ToLower(name)] {
			clean[name] = []string{Redacted}
			continue
		}
		if !slices.Contains(addressHeaders, http.CanonicalHeaderKey(name)) {
			continue
		}
		values = slices.Clone(values)
		for i := range values {
			values[i] = r.text(values[i])
		}
		clean[name] = values
	}
	return clean
}

// address redacts a URL.
func (r *redactor) address(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	if u.User != nil {
		u.User = url.User(Redacted)
	}
	u.RawQuery = r.query(u.RawQuery)
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

// query redacts the parameters of a query, and leaves everything else of it as
// it is, in its order.
func (r *redactor) query(raw string) string {
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		name, value, found := strings.Cut(pair, "=")
		if !found || value == "" {
			continue
		}
		if plain, err := url.QueryUnescape(name); err == nil && r.params[strings.ToLower(plain)] {
			pairs[i] = name + "=" + Redacted
		}
	}
	return strings.Join(pairs, "&")
}

// pair is a query parameter in running text.
var pair = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([?&;])([^=&?#;<>"'\s]+)=([^&#;<>"'\s]+)`) })

// userinfo is user information of an address in running text.
var userinfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`//[^/?#@\s<>"']+@`) })

// text redacts the addresses in the value of a header field.
func (r *redactor) text(value string) string {
	value = pair().ReplaceAllStringFunc(value, func(found string) string {
		m := pair().FindStringSubmatch(found)
		if plain, err := url.QueryUnescape(m[2]); err == nil && r.params[strings.ToLower(plain)] {
			return m[1] + m[2] + "=" + Redacted
		}
		return found
	})
	return userinfo().ReplaceAllString(value, "//"+Redacted+"@")
}
