package transport_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

func TestDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Sent", r.UserAgent()+"|"+r.Header.Get("Accept")+"|"+r.Header.Get("Accept-Encoding")+"|"+r.Header.Get("X-Mine"))
			if r.URL.Path == "/missing" {
				w.WriteHeader(http.StatusNotFound)
			}
			fmt.Fprint(w, "hello")
		})
		c := w.client(transport.Config{UserAgent: "Tester/1.0"})

		resp, err := get(t.Context(), c, "http://A.example.com?q=a b#part")
		require.NoError(t, err)
		assert.Equal(t, "http://a.example.com/?q=a%20b#part", resp.URL.String())
		assert.Equal(t, http.StatusOK, resp.Status)
		assert.Equal(t, "hello", string(resp.Body))
		assert.Equal(t, "Tester/1.0|"+transport.Accept+"|"+transport.AcceptEncoding+"|", resp.Header.Get("X-Sent"))
		assert.Empty(t, resp.Redirects)
		assert.Empty(t, resp.Robots)

		resp, err = c.Do(t.Context(), &transport.Request{
			URL: parse(t, "http://a.example.com/"), UserAgent: "Other/2",
			Header: http.Header{"x-mine": {"1"}, "Accept": {"text/plain"}},
		})
		require.NoError(t, err)
		assert.Equal(t, "Other/2|text/plain|"+transport.AcceptEncoding+"|1", resp.Header.Get("X-Sent"))

		resp, err = c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), Method: http.MethodHead})
		require.NoError(t, err)
		assert.Nil(t, resp.Body)
		assert.Equal(t, "5", resp.Header.Get("Content-Length"))

		resp, err = get(t.Context(), c, "http://a.example.com/missing")
		require.NoError(t, err)
		assert.Equal(t, http.StatusNotFound, resp.Status)
		assert.Equal(t, "hello", string(resp.Body))
		assert.Len(t, w.dialed, 1, "one connection serves them all")
	})
}

func TestBadRequests(t *testing.T) {
	header := func(name, value string) *transport.Request {
		return &transport.Request{URL: &url.URL{Scheme: "http", Host: "a.example.com"}, Header: http.Header{name: {value}}}
	}
	many := http.Header{}
	for i := range transport.MaxCallerFields + 1 {
		many[fmt.Sprintf("X-%d", i)] = []string{"y"}
	}
	tests := map[string]struct {
		request *transport.Request
		code    string
	}{
		"nil":               {nil, "INVALID_URL"},
		"no URL":            {&transport.Request{}, "INVALID_URL"},
		"relative":          {&transport.Request{URL: &url.URL{Path: "/a"}}, "INVALID_PROTOCOL"},
		"scheme":            {&transport.Request{URL: &url.URL{Scheme: "ftp", Host: "a.example.com"}}, "INVALID_PROTOCOL"},
		"user":              {&transport.Request{URL: &url.URL{Scheme: "http", Host: "a.example.com", User: url.User("u")}}, "INVALID_URL"},
		"private":           {&transport.Request{URL: &url.URL{Scheme: "http", Host: "10.0.0.1"}}, "SSRF_BLOCKED"},
		"port":              {&transport.Request{URL: &url.URL{Scheme: "http", Host: "a.example.com:22"}}, "SSRF_BLOCKED"},
		"name":              {&transport.Request{URL: &url.URL{Scheme: "http", Host: "localhost"}}, "SSRF_BLOCKED"},
		"domain":            {&transport.Request{URL: &url.URL{Scheme: "http", Host: "x.blocked.example.com"}}, "DOMAIN_NOT_ALLOWED"},
		"method":            {&transport.Request{URL: &url.URL{Scheme: "http", Host: "a.example.com"}, Method: "POST"}, "INVALID_INPUT"},
		"Host":              {header("Host", "b.example.com"), "INVALID_INPUT"},
		"host, lower case":  {header("host", "b.example.com"), "INVALID_INPUT"},
		"Connection":        {header("Connection", "close"), "INVALID_INPUT"},
		"Transfer-Encoding": {header("Transfer-Encoding", "chunked"), "INVALID_INPUT"},
		"proxy secret":      {header("Proxy-Authorization", "x"), "INVALID_INPUT"},
		"Content-Length":    {header("Content-Length", "0"), "INVALID_INPUT"},
		"name with colon":   {header("X:Y", "z"), "INVALID_INPUT"},
		"empty name":        {header("", "z"), "INVALID_INPUT"},
		"split value":       {header("X-Y", "a\r\nZ: b"), "INVALID_INPUT"},
		"large":             {header("X-Y", strings.Repeat("x", transport.MaxCallerBytes)), "INVALID_INPUT"},
		"many":              {&transport.Request{URL: &url.URL{Scheme: "http", Host: "a.example.com"}, Header: many}, "INVALID_INPUT"},
		"split agent":       {&transport.Request{URL: &url.URL{Scheme: "http", Host: "a.example.com"}, UserAgent: "a\nb"}, "INVALID_INPUT"},
	}
	c := transport.New(transport.Config{Policy: &security.Policy{BlockDomains: []string{"blocked.example.com"}}})
	defer c.Close()
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			_, err := c.Do(t.Context(), tt.request)
			assert.Equal(t, tt.code, codeOf(t, err))
		})
	}
}

// chain redirects /N to /N-1 and so on to /0.
func chain(w http.ResponseWriter, r *http.Request) {
	var n int
	if _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); err == nil && n > 0 {
		http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusFound)
		return
	}
	fmt.Fprint(w, "end")
}

func TestRedirectLimit(t *testing.T) {
	tests := map[string]struct {
		path string
		max  int
		code string
	}{
		"default, at the limit": {"/5", 0, ""},
		"default, one over":     {"/6", 0, "TOO_MANY_REDIRECTS"},
		"own, at the limit":     {"/2", 2, ""},
		"own, one over":         {"/3", 2, "TOO_MANY_REDIRECTS"},
		"none":                  {"/0", -1, ""},
		"none, one over":        {"/1", -1, "TOO_MANY_REDIRECTS"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newWorld(t, chain).client(transport.Config{})
				resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com"+tt.path), MaxRedirects: tt.max})
				require.Equal(t, tt.code, codeOf(t, err))
				if err == nil {
					assert.Equal(t, "http://a.example.com/0", resp.URL.String())
					assert.Len(t, resp.Redirects, int(tt.path[1]-'0'))
				}
			})
		})
	}
}

func TestRedirectTargets(t *testing.T) {
	tests := map[string]struct {
		location string
		want     string // the final address, or the failing one
		code     string
	}{
		"relative":            {"b?c", "http://a.example.com/b?c", ""},
		"query only":          {"?c", "http://a.example.com/start?c", ""},
		"other host":          {"http://b.example.com/", "http://b.example.com/", ""},
		"scheme-relative":     {"//b.example.com/x", "http://b.example.com/x", ""},
		"fragment":            {"/b#part", "http://a.example.com/b#part", ""},
		"space and umlaut":    {"/a bü?ü", "http://a.example.com/a%20b%C3%BC?%C3%BC", ""},
		"none":                {"", "http://a.example.com/start", ""},
		"itself":              {"/start", "http://a.example.com/start", "REDIRECT_LOOP"},
		"itself, fragment":    {"/start#x", "http://a.example.com/start", "REDIRECT_LOOP"},
		"loopback":            {"http://127.0.0.1/", "http://127.0.0.1/", "SSRF_BLOCKED"},
		"metadata, mapped":    {"http://[::ffff:169.254.169.254]/", "http://[::ffff:169.254.169.254]/", "SSRF_BLOCKED"},
		"decimal":             {"http://2130706433/", "http://2130706433/", "SSRF_BLOCKED"},
		"resolves private":    {"http://private.example.com/", "http://private.example.com/", "SSRF_BLOCKED"},
		"port":                {"http://b.example.com:25/", "http://b.example.com:25/", "SSRF_BLOCKED"},
		"file":                {"file:///etc/passwd", "file:///etc/passwd", "INVALID_PROTOCOL"},
		"user":                {"http://u:p@b.example.com/", "http://b.example.com/", "INVALID_URL"},
		"no host":             {"http://", "http:", "INVALID_URL"},
		"does not parse":      {"http://b.example.com:port/", "http://a.example.com/start", "INVALID_URL"},
		"unknown name":        {"http://gone.example.com/", "http://gone.example.com/", "DNS_ERROR"},
		"slash and backslash": {`/\127.0.0.1/x`, "http://127.0.0.1/x", "SSRF_BLOCKED"},
		"two backslashes":     {`\\b.example.com\x`, "http://b.example.com/x", ""},
		"backslashes":         {`\x\..\y?a\b`, "http://a.example.com/y?a\\b", ""},
		"backslash in a host": {`http://b.example.com\@127.0.0.1/`, "http://a.example.com/start", "INVALID_URL"},
		"dot segments":        {"/x/%2e%2e/./y/.%2E", "http://a.example.com/", ""},
		"dots above the root": {"../..//%2e./z", "http://a.example.com/z", ""},
		"escaped separators":  {"/x%2F..%2Fy/%252e%252e/%5C..", "http://a.example.com/x%2F..%2Fy/%252e%252e/%5C..", ""},
	}
	for what, tt := range tests {
		for _, status := range []int{301, 302, 303, 307, 308} {
			t.Run(fmt.Sprintf("%s %d", what, status), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
						if r.URL.RequestURI() == "/start" {
							w.Header()["Location"] = []string{tt.location}
							w.WriteHeader(status)
						}
					})
					w.answers = map[string][]netip.Addr{"private.example.com": {netip.MustParseAddr("10.0.0.1")}}
					resp, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/start")
					require.Equal(t, tt.code, codeOf(t, err), "%v", err)
					if err == nil {
						assert.Equal(t, tt.want, resp.URL.String())
						return
					}
					e := err.(*transport.Error)
					assert.Equal(t, tt.want, e.URL)
					for _, address := range w.dialed {
						assert.Equal(t, "93.184.216.34:80", address)
					}
				})
			})
		}
	}
}

func TestRedirectLoops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			to := map[string]string{"a.example.com/": "http://b.example.com/", "b.example.com/": "http://a.example.com/"}
			http.Redirect(w, r, to[r.Host+r.URL.Path], http.StatusMovedPermanently)
		})
		_, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/")
		assert.Equal(t, "REDIRECT_LOOP", codeOf(t, err))
		assert.Equal(t, []string{"http://a.example.com/", "http://b.example.com/"}, err.(*transport.Error).Redirects)
		assert.Equal(t, []string{"GET a.example.com /", "GET b.example.com /"}, w.seen())
	})
}

func TestFragmentIsInherited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newWorld(t, chain).client(transport.Config{})
		resp, err := get(t.Context(), c, "http://a.example.com/2#part")
		require.NoError(t, err)
		assert.Equal(t, "http://a.example.com/0#part", resp.URL.String())
		assert.Equal(t, []string{"http://a.example.com/2", "http://a.example.com/1"}, resp.Redirects)
	})
}

// Caller's headers stay within the first origin, and are gone for good once it
// was left.
func TestHeadersAreBoundToTheOrigin(t *testing.T) {
	tests := map[string]struct {
		hops []string // the address of each request
		kept []bool
	}{
		"same origin":      {[]string{"http://a.example.com/1", "http://a.example.com/2"}, []bool{true, true}},
		"default port":     {[]string{"http://a.example.com/1", "http://a.example.com:80/2"}, []bool{true, true}},
		"other host":       {[]string{"http://a.example.com/1", "http://b.example.com/2"}, []bool{true, false}},
		"subdomain":        {[]string{"http://example.com/1", "http://a.example.com/2"}, []bool{true, false}},
		"other port":       {[]string{"http://a.example.com/1", "http://a.example.com:8080/2"}, []bool{true, false}},
		"there and back":   {[]string{"http://a.example.com/1", "http://b.example.com/2", "http://a.example.com/3"}, []bool{true, false, false}},
		"upper-case host":  {[]string{"http://a.example.com/1", "http://A.EXAMPLE.com/2"}, []bool{true, true}},
		"final dot":        {[]string{"http://a.example.com/1", "http://a.example.com./2"}, []bool{true, true}},
		"loop of the host": {[]string{"http://a.example.com/1", "http://a.example.com/2", "http://b.example.com/3"}, []bool{true, true, false}},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var kept []bool
				w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
					own, set := r.Header.Get("Cookie"), ""
					if len(kept) > 0 {
						own, set = strings.Replace(own, "sid=1", "", 1), "sid=1"
					}
					assert.Equal(t, set != "", strings.Contains(r.Header.Get("Cookie"), "sid=1"), "what a site sets is for all of it")
					kept = append(kept, r.Header.Get("Authorization")+r.Header.Get("X-Api-Key")+own != "")
					assert.Empty(t, r.Header.Get("Referer"))
					assert.NotEmpty(t, r.UserAgent())
					w.Header().Set("Set-Cookie", "sid=1; Domain=example.com")
					if len(kept) < len(tt.hops) {
						w.Header().Set("Location", tt.hops[len(kept)])
						w.WriteHeader(http.StatusTemporaryRedirect)
					}
				})
				_, err := w.client(transport.Config{}).Do(t.Context(), &transport.Request{URL: parse(t, tt.hops[0]), Header: http.Header{
					"Authorization": {"Bearer x"}, "X-Api-Key": {"x"}, "Cookie": {"a=b"},
				}})
				require.NoError(t, err)
				assert.Equal(t, tt.kept, kept)
			})
		})
	}
}

func TestHeadersAreDroppedFromHTTPSToHTTP(t *testing.T) {
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Empty(t, r.Header.Get("Authorization"))
	}))
	defer plain.Close()
	secure := httptest.NewTLSServer(http.RedirectHandler(plain.URL, http.StatusFound))
	defer secure.Close()
	c := transport.New(transport.Config{Policy: localPolicy(plain, secure), RootCAs: poolOf(secure)})
	defer c.Close()
	resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, secure.URL), Header: http.Header{"Authorization": {"x"}}})
	require.NoError(t, err)
	assert.Equal(t, plain.URL+"/", resp.URL.String())
}

func TestRedirectBodyIsNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/end" {
				return
			}
			w.Header().Set("Location", "/end")
			w.WriteHeader(http.StatusFound)
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		})
		resp, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/")
		require.NoError(t, err)
		assert.Equal(t, "http://a.example.com/end", resp.URL.String())
	})
}

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, text(strings.Repeat("x", 50_000)))
		w.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "50000")
			fmt.Fprint(w, strings.Repeat("x", 50_000))
		})
		var stages []string
		var done, total int64
		_, err := w.client(transport.Config{}).Do(t.Context(), &transport.Request{
			URL: parse(t, "http://a.example.com/"), Robots: true,
			Progress: func(stage string, d, n int64) {
				if len(stages) == 0 || stages[len(stages)-1] != stage {
					stages = append(stages, stage)
				}
				if stage == "download" {
					assert.GreaterOrEqual(t, d, done)
					done, total = d, n
				}
			},
		})
		require.NoError(t, err)
		assert.Equal(t, []string{"robots", "queue", "download"}, stages)
		assert.Equal(t, int64(50_000), done)
		assert.Equal(t, int64(50_000), total)
	})
}
