package botauth_test

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/botauth"
)

// testKey is test-key-ed25519 of RFC 9421, appendix B.1.4.
func testKey(t testing.TB) ed25519.PrivateKey {
	block, _ := pem.Decode([]byte("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----\n"))
	require.NotNil(t, block)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	require.NoError(t, err)
	return key.(ed25519.PrivateKey)
}

// testRequest is test-request of RFC 9421, appendix B.2.
func testRequest(t testing.TB) *http.Request {
	req, err := http.NewRequest("POST", "https://example.com/foo?param=Value&Pet=dog", strings.NewReader(`{"hello": "world"}`))
	require.NoError(t, err)
	req.Header = http.Header{"Date": {"Tue, 20 Apr 2021 02:07:55 GMT"}, "Content-Type": {"application/json"}}
	return req
}

// TestTheVectorOfTheRFC is appendix B.2.6: Ed25519 is deterministic, so that the
// signature must be the one that is printed.
func TestTheVectorOfTheRFC(t *testing.T) {
	components := []string{"date", "@method", "@path", "@authority", "content-type", "content-length"}
	params := `;created=1618884473;keyid="test-key-ed25519"`
	base, err := botauth.SignatureBase(testRequest(t), components, params)
	require.NoError(t, err)
	assert.Equal(t, `"date": Tue, 20 Apr 2021 02:07:55 GMT
"@method": POST
"@path": /foo
"@authority": example.com
"content-type": application/json
"content-length": 18
"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"`, base)
	signature, err := botauth.SignBase(testKey(t), testRequest(t), components, params)
	require.NoError(t, err)
	assert.Equal(t, "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==", signature)
}

// TestTheThumbprintOfTheRFC is RFC 8037, appendix A.3.
func TestTheThumbprintOfTheRFC(t *testing.T) {
	key, err := base64.RawURLEncoding.DecodeString("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
	require.NoError(t, err)
	assert.Equal(t, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", botauth.Thumbprint(key))
}

// lines is the base of a signature over one component.
func lines(name, value string) string {
	return fmt.Sprintf("%q: %s\n\"@signature-params\": (%q)", name, value, name)
}

// TestDerivedComponents has the examples of RFC 9421, section 2.2.
func TestDerivedComponents(t *testing.T) {
	for _, tt := range []struct{ url, name, want string }{
		{"https://www.example.com/path?param=value", "@method", "GET"},
		{"https://www.example.com/path?param=value#part", "@target-uri", "https://www.example.com/path?param=value"},
		{"https://WWW.Example.com:443/path", "@authority", "www.example.com"},
		{"http://www.example.com:80/path", "@authority", "www.example.com"},
		{"http://www.example.com:443/path", "@authority", "www.example.com:443"},
		{"http://www.example.com/path", "@scheme", "http"},
		{"https://www.example.com/path?param=value", "@request-target", "/path?param=value"},
		{"https://www.example.com/path?param=value", "@path", "/path"},
		{"https://www.example.com", "@path", "/"},
		{"https://www.example.com/path?param=value&foo=bar&baz=bat%2Dman", "@query", "?param=value&foo=bar&baz=bat%2Dman"},
		{"https://www.example.com/path", "@query", "?"},
	} {
		req, err := http.NewRequest("GET", tt.url, nil)
		require.NoError(t, err)
		base, err := botauth.SignatureBase(req, []string{tt.name}, "")
		require.NoError(t, err)
		assert.Equal(t, lines(tt.name, tt.want), base, "%s of %s", tt.name, tt.url)
	}
	req := testRequest(t)
	req.Header["X-Two"] = []string{" a ", "b"}
	base, err := botauth.SignatureBase(req, []string{"x-two"}, "")
	require.NoError(t, err)
	assert.Equal(t, lines("x-two", "a, b"), base)
	for _, name := range []string{"@status", "@query-param", "x-missing"} {
		_, err := botauth.SignatureBase(req, []string{name}, "")
		assert.Error(t, err, name)
	}
}

var input = regexp.MustCompile(`^sig1=(\((.*)\);created=\d+;expires=\d+;keyid="([^"]+)";alg="ed25519";nonce="([^"]+)";tag="web-bot-auth")$`)

// verify is what a site does: it builds the base from what it got.
func verify(t *testing.T, r *http.Request, key ed25519.PublicKey) (nonce string) {
	t.Helper()
	m := input.FindStringSubmatch(r.Header.Get("Signature-Input"))
	require.NotNil(t, m, r.Header.Get("Signature-Input"))
	var components []string
	for name := range strings.FieldsSeq(m[2]) {
		components = append(components, strings.Trim(name, `"`))
	}
	assert.Equal(t, botauth.Thumbprint(key), m[3])
	params := strings.TrimPrefix(m[1], m[1][:strings.Index(m[1], ")")+1])
	base, err := botauth.SignatureBase(r, components, params)
	require.NoError(t, err)
	signature, err := base64.StdEncoding.DecodeString(strings.Trim(strings.TrimPrefix(r.Header.Get("Signature"), "sig1="), ":"))
	require.NoError(t, err)
	assert.True(t, ed25519.Verify(key, []byte(base), signature), base)
	return m[4]
}

func TestASiteCanTellWhoAsks(t *testing.T) {
	key := testKey(t)
	s, err := botauth.New(botauth.Options{Key: key, Agent: "https://bot.example", Components: []string{"@method", "User-Agent"}})
	require.NoError(t, err)
	nonces := map[string]bool{}
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		r.URL.Scheme, r.URL.Host = "http", r.Host
		nonces[verify(t, r, key.Public().(ed25519.PublicKey))] = true
		assert.Equal(t, `"https://bot.example"`, r.Header.Get("Signature-Agent"))
		assert.Contains(t, r.Header.Get("Signature-Input"), `("@authority" "@method" "user-agent" "signature-agent")`)
	}))
	defer site.Close()
	transport := s.Transport(http.DefaultTransport)
	for range 2 {
		req, err := http.NewRequest("GET", site.URL+"/page", nil)
		require.NoError(t, err)
		req.Header = http.Header{"User-Agent": {"bot/1"}, "Signature-Input": {"forged"}, "Signature": {"forged"}}
		resp, err := transport.RoundTrip(req)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		assert.Equal(t, "forged", req.Header.Get("Signature"), "the request of the caller is left as it is")
	}
	assert.Len(t, nonces, 2, "each request has a nonce of its own")
	req, err := http.NewRequest("GET", site.URL, nil)
	require.NoError(t, err)
	_, err = transport.RoundTrip(req)
	require.ErrorContains(t, err, "user-agent", "a request without a field that is to be signed is not sent")
}

func TestOptions(t *testing.T) {
	key := testKey(t)
	for name, opts := range map[string]botauth.Options{
		"no key": {}, "half a key": {Key: key[:32]}, "no https": {Key: key, Agent: "http://bot.example"}, "no address": {Key: key, Agent: "bot"},
		"too long": {Key: key, Lifetime: 25 * time.Hour}, "negative": {Key: key, Lifetime: -1},
		"twice": {Key: key, Components: []string{"date", "Date"}}, "a line": {Key: key, KeyID: "a\nb"},
	} {
		_, err := botauth.New(opts)
		assert.Error(t, err, name)
	}
}

// A signature names the key and is good for as long as the options say.
func TestWhatIsSigned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := testKey(t)
		s, err := botauth.New(botauth.Options{Key: key, Lifetime: 24 * time.Hour})
		require.NoError(t, err)
		req := testRequest(t)
		require.NoError(t, s.Sign(req))
		now := time.Now().Unix()
		assert.Regexp(t, fmt.Sprintf(`^sig1=\("@authority"\);created=%d;expires=%d;keyid="%s";alg="ed25519";nonce="[^"]{10,}";tag="web-bot-auth"$`,
			now, now+24*60*60, botauth.Thumbprint(key.Public().(ed25519.PublicKey))), req.Header.Get("Signature-Input"))
		assert.Empty(t, req.Header.Get("Signature-Agent"))
	})
}

func TestDirectory(t *testing.T) {
	key := testKey(t)
	s, err := botauth.New(botauth.Options{Key: key, Agent: "https://bot.example"})
	require.NoError(t, err)
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "https://Bot.example:443"+"/.well-known/http-message-signatures-directory", nil)
	s.Directory().ServeHTTP(w, r)
	assert.Equal(t, "application/http-message-signatures-directory+json", w.Header().Get("Content-Type"))
	var got struct{ Keys []map[string]string }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got))
	require.Len(t, got.Keys, 1)
	assert.Equal(t, "OKP", got.Keys[0]["kty"])
	public, err := base64.RawURLEncoding.DecodeString(got.Keys[0]["x"])
	require.NoError(t, err)
	params := strings.TrimPrefix(w.Header().Get("Signature-Input"), "sig1=")
	signature, err := base64.StdEncoding.DecodeString(strings.Trim(strings.TrimPrefix(w.Header().Get("Signature"), "sig1="), ":"))
	require.NoError(t, err)
	base := "\"@authority\";req: bot.example\n\"@signature-params\": " + params
	assert.True(t, ed25519.Verify(public, []byte(base), signature))
	w = httptest.NewRecorder()
	s.Directory().ServeHTTP(w, httptest.NewRequest("POST", "https://bot.example"+"/.well-known/http-message-signatures-directory", nil))
	assert.Equal(t, http.StatusMethodNotAllowed, w.Code)
}

func ExampleSigner_Transport() {
	_, key, _ := ed25519.GenerateKey(nil)
	signer, err := botauth.New(botauth.Options{Key: key, Agent: "https://bot.example"})
	if err != nil {
		fmt.Println(err)
		return
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.Header.Get("Signature-Agent"), strings.Contains(r.Header.Get("Signature-Input"), `tag="web-bot-auth"`))
	}))
	defer site.Close()
	// With webfetch: webfetch.Options{WrapTransport: signer.Transport}.
	client := &http.Client{Transport: signer.Transport(http.DefaultTransport)}
	resp, err := client.Get(site.URL)
	if err == nil {
		resp.Body.Close()
	}
	// Output: "https://bot.example" true
}
