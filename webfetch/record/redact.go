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

const redacted = "REDACTED"

// Redaction configures which secrets are kept out of a cassette. The zero value replaces the
// values of these by "REDACTED", ignoring the case of their names:
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
// Bodies are kept as they are, unless Body changes them.
type Redaction struct {
	// Names are more header fields and query parameters.
	Names []string
	// Keep are header fields and query parameters that are kept although they are
	// on the lists.
	Keep []string
	// Body, when set, returns what is kept of the body of a request or a response, before
	// content decoding, with that header. What it does to the body of a request decides which
	// recording is found. It is called from several goroutines at a time.
	Body func(header http.Header, body []byte) []byte
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

var addressHeaders = []string{"Location", "Content-Location", "Refresh", "Link", "Referer"}

type redactor struct {
	headers, params map[string]bool // lower case
	body            func(http.Header, []byte) []byte
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

func (r *redactor) apply(x *warc.Exchange) {
	x.URL = r.address(x.URL)
	x.Request, x.Header = r.header(x.Request), r.header(x.Header)
	if r.body != nil {
		x.RequestBody, x.Body = r.body(x.Request, x.RequestBody), r.body(x.Header, x.Body)
	}
}

func (r *redactor) header(h http.Header) http.Header {
	clean := maps.Clone(h)
	for name, values := range clean {
		if r.headers[strings.ToLower(name)] {
			clean[name] = []string{redacted}
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

func (r *redactor) address(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	if u.User != nil {
		u.User = url.User(redacted)
	}
	u.RawQuery = r.query(u.RawQuery)
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

func (r *redactor) query(raw string) string {
	pairs := strings.Split(raw, "&")
	for i, pair := range pairs {
		name, value, found := strings.Cut(pair, "=")
		if !found || value == "" {
			continue
		}
		if plain, err := url.QueryUnescape(name); err == nil && r.params[strings.ToLower(plain)] {
			pairs[i] = name + "=" + redacted
		}
	}
	return strings.Join(pairs, "&")
}

var pair = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([?&;])([^=&?#;<>"'\s]+)=([^&#;<>"'\s]+)`) })

// userinfo is user information of an address in running text.
var userinfo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`//[^/?#@\s<>"']+@`) })

func (r *redactor) text(value string) string {
	value = pair().ReplaceAllStringFunc(value, func(found string) string {
		m := pair().FindStringSubmatch(found)
		if plain, err := url.QueryUnescape(m[2]); err == nil && r.params[strings.ToLower(plain)] {
			return m[1] + m[2] + "=" + redacted
		}
		return found
	})
	return userinfo().ReplaceAllString(value, "//"+redacted+"@")
}
