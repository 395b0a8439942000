package browser_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// names resolves every name to 127.0.0.1, but for those in it.
type names map[string][]netip.Addr

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	host = strings.TrimSuffix(host, ".")
	if addrs, known := n[host]; known {
		if len(addrs) == 0 {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		return addrs, nil
	}
	return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
}

// portOfServer is that of a test server.
func portOfServer(t testing.TB, s *httptest.Server) string {
	t.Helper()
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	return u.Port()
}

// rendererOf is a renderer of a test's own.
func rendererOf(t testing.TB, opts browser.Options) *browser.Renderer {
	t.Helper()
	if opts.Policy == nil {
		opts.Policy = loopbackPolicy()
	}
	r, err := browser.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func TestRedirectsAndScriptsLeadOn(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/one":   http.RedirectHandler("/two", http.StatusFound).ServeHTTP,
		"/two":   text(`<script>location.href = '/three?x#y'</script>`),
		"/three": text(`<body>arrived<script>history.replaceState(null, '', '/four')</script>`),
		"/meta":  text(`<meta http-equiv=refresh content="0;url=/three">`),
	})
	ctx, req := at(t, s.URL+"/one")
	var asked []string
	req.Render.Admit = func(_ context.Context, next *url.URL) error { asked = append(asked, next.String()); return nil }
	got, err := shared.Render(ctx, req)
	require.NoError(t, err)
	assert.Contains(t, string(got.HTML), "arrived")
	assert.Equal(t, s.URL+"/four", got.URL)
	assert.Equal(t, []string{s.URL + "/one", s.URL + "/two"}, got.Redirects)
	assert.Equal(t, []string{s.URL + "/two", s.URL + "/three?x"}, asked)
	assert.Equal(t, http.StatusOK, got.Status)

	got = render(t, s.URL+"/meta")
	assert.Contains(t, string(got.HTML), "arrived")
	assert.Equal(t, []string{s.URL + "/meta"}, got.Redirects)
}

func TestRedirectsAreBounded(t *testing.T) {
	t.Parallel()
	s := site(t, map[string]http.HandlerFunc{
		"/a":    http.RedirectHandler("/b", http.StatusFound).ServeHTTP,
		"/b":    http.RedirectHandler("/c", http.StatusFound).ServeHTTP,
		"/c":    text("arrived"),
		"/loop": text(`<script>location.href = '/loop?' + Math.random()</script>`),
	})
	for limit, code := range map[int]webfetch.Code{2: "", 0: "", 1: webfetch.TooManyRedirects, webfetch.None: webfetch.TooManyRedirects} {
		ctx, req := at(t, s.URL+"/a")
		req.MaxRedirects = limit
		_, err := shared.Render(ctx, req)
		if code == "" {
			require.NoError(t, err)
			continue
		}
		assert.Equal(t, code, codeOf(t, err))
	}
	_, err := shared.Render(at(t, s.URL+"/loop"))
	assert.Equal(t, webfetch.TooManyRedirects, codeOf(t, err))
}

// A document that is not admitted is not asked for.
func TestAdmit(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var asked []string
	s := site(t, map[string]http.HandlerFunc{
		"/a": http.RedirectHandler("/b", http.StatusFound).ServeHTTP,
		"/b": func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, r.URL.Path)
		},
	})
	ctx, req := at(t, s.URL+"/a")
	refusal := errors.New("robots.txt says no")
	type key struct{}
	ctx = context.WithValue(ctx, key{}, "principal")
	req.Render.Admit = func(ctx context.Context, _ *url.URL) error {
		assert.Equal(t, "principal", ctx.Value(key{}))
		return refusal
	}
	_, err := shared.Render(ctx, req)
	assert.ErrorIs(t, err, refusal)
	mu.Lock()
	defer mu.Unlock()
	assert.Empty(t, asked)
}

// What goes wrong has the code that a fetch over HTTP would have.
func TestErrorsOfTheDocument(t *testing.T) {
	t.Parallel()
	tls := httptest.NewTLSServer(text("secret"))
	t.Cleanup(tls.Close)
	closing := site(t, map[string]http.HandlerFunc{"/": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }})
	s := site(t, map[string]http.HandlerFunc{
		"/file": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/zip")
			_, _ = w.Write([]byte("PK"))
		},
		"/saved": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment")
			_, _ = w.Write([]byte("text"))
		},
		"/nothing":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/inside":   http.RedirectHandler("http://10.0.0.1/", http.StatusFound).ServeHTTP,
		"/script":   text(`<script>location.href = 'http://169.254.169.254/'</script>`),
		"/disk":     text(`<p>content</p><script>location.href = 'file:///etc/passwd'</script>`),
		"/settings": text(`<p>content</p><script>location.href = 'chrome://version'</script>`),
		"/blank":    text(`<p>content</p><script>setTimeout(() => { location.href = 'about:blank' }, 20)</script>`),
		"/encoded": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte("not gzip"))
		},
	})
	r := rendererOf(t, browser.Options{Policy: &security.Policy{
		Resolver: names{"missing.example.com": nil, "inside.example.com": {netip.MustParseAddr("10.0.0.1")}},
		Allow:    loopbackPolicy().Allow, BlockDomains: []string{"blocked.example.com"},
	}})
	for address, want := range map[string]webfetch.Code{
		"file:///etc/passwd":            webfetch.InvalidProtocol,
		"chrome://version":              webfetch.InvalidProtocol,
		"http://user:pass@example.com/": webfetch.InvalidURL,
		"http://10.0.0.1/":              webfetch.SSRFBlocked,
		"http://inside.example.com/":    webfetch.SSRFBlocked,
		"http://blocked.example.com/":   webfetch.DomainNotAllowed,
		"http://missing.example.com/":   webfetch.DNSError,
		"https://missing.example.com/":  webfetch.DNSError,
		"http://127.0.0.1:1/":           webfetch.SSRFBlocked, // a port that browsers refuse
		"http://127.0.0.1:9999/":        webfetch.ConnectionFailed,
		tls.URL + "/":                   webfetch.TLSError,
		closing.URL + "/":               webfetch.ConnectionFailed,
		s.URL + "/file":                 webfetch.UnsupportedContentType,
		s.URL + "/saved":                webfetch.UnsupportedContentType,
		s.URL + "/nothing":              webfetch.UnsupportedContentType,
		s.URL + "/inside":               webfetch.SSRFBlocked,
		s.URL + "/script":               webfetch.SSRFBlocked,
		s.URL + "/disk":                 "",
		s.URL + "/settings":             "",
		s.URL + "/blank":                webfetch.RenderFailed,
		s.URL + "/encoded":              webfetch.DecompressionFailed,
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			got, err := r.Render(at(t, address))
			if want == "" {
				require.NoError(t, err)
				assert.Contains(t, string(got.HTML), "content")
				return
			}
			assert.Equal(t, want, codeOf(t, err), "%v", err)
		})
	}
}

// Headers of the caller go to the origin that they are for, in whatever of the
// page asks it, and nowhere else.
func TestHeadersAreBoundToTheirOrigin(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var withSecret, without []string
	note := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			where := r.Host[:strings.IndexByte(r.Host, '.')] + r.URL.Path
			if r.Header.Get("X-Secret") == "s3cret" && r.Header.Get("Authorization") == "Bearer t" {
				withSecret = append(withSecret, where)
			} else {
				without = append(without, where)
			}
			assert.Equal(t, "tester/1", r.UserAgent(), where)
			mu.Unlock()
			w.Header().Set("Access-Control-Allow-Origin", "*")
			next(w, r)
		}
	}
	var port string
	s := site(t, map[string]http.HandlerFunc{
		"/start": note(http.RedirectHandler("/page", http.StatusFound).ServeHTTP),
		"/page": note(func(w http.ResponseWriter, r *http.Request) {
			text(strings.ReplaceAll(`<body><script src="/own.js"></script><script src="http://b.example.com:PORT/other.js"></script><script>
				fetch('/api'); fetch('/leave'); fetch('http://a.example.com:PORT/back');</script>
				<iframe src="/frame"></iframe>`, "PORT", port))(w, r)
		}),
		"/own.js": note(text("")), "/other.js": note(text("")), "/api": note(text("x")), "/frame": note(text("x")), "/back": note(text("x")), "/end": note(text("x")),
		"/leave": note(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://b.example.com:"+port+"/end", http.StatusFound)
		}),
		"/away": note(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://b.example.com:"+port+"/end", http.StatusFound)
		}),
	})
	port = portOfServer(t, s)
	r := rendererOf(t, browser.Options{Policy: &security.Policy{Resolver: names{}, Allow: loopbackPolicy().Allow}})
	ctx, req := at(t, "http://a.example.com:"+port+"/start")
	req.Header = http.Header{"X-Secret": {"s3cret"}, "Authorization": {"Bearer t"}}
	req.UserAgent = "tester/1"
	_, err := r.Render(ctx, req)
	require.NoError(t, err)
	req.URL = strings.Replace(req.URL, "/start", "/away", 1)
	_, err = r.Render(ctx, req)
	require.NoError(t, err)
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(withSecret)
	slices.Sort(without)
	assert.Equal(t, []string{"a/api", "a/away", "a/back", "a/frame", "a/leave", "a/own.js", "a/page", "a/start"}, withSecret)
	assert.Equal(t, []string{"b/end", "b/end", "b/other.js"}, without)
}

func TestThirdPartiesAreBlockedByRegistrableDomain(t *testing.T) {
	t.Parallel()
	var port string
	page := func(w http.ResponseWriter, r *http.Request) {
		text(strings.ReplaceAll(`<body><p id=p></p><script src="http://cdn.example.co.uk:PORT/x.js"></script><script src="http://other.co.uk:PORT/x.js"></script>
			<script src="http://ads.test-site.com:PORT/x.js"></script>`, "PORT", port))(w, r)
	}
	s := site(t, map[string]http.HandlerFunc{
		"/page": page,
		"/x.js": func(w http.ResponseWriter, r *http.Request) {
			host, _, _ := strings.Cut(r.Host, ":")
			_, _ = w.Write([]byte("p.append('" + host + " ')"))
		},
		"/moved": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://www.other.co.uk:"+port+"/page", http.StatusFound)
		},
	})
	port = portOfServer(t, s)
	r := rendererOf(t, browser.Options{Policy: &security.Policy{Resolver: names{}, Allow: loopbackPolicy().Allow}})
	for _, tt := range []struct {
		path  string
		allow bool
		want  string
	}{
		{"/page", false, `<p id="p">cdn.example.co.uk </p>`},
		{"/page", true, `<p id="p">cdn.example.co.uk other.co.uk ads.test-site.com </p>`},
		// The page's own site is where it has led to, and where it came from.
		{"/moved", false, `<p id="p">cdn.example.co.uk other.co.uk </p>`},
	} {
		ctx, req := at(t, "http://www.example.co.uk:"+port+tt.path)
		req.Render.AllowThirdParty = tt.allow
		got, err := r.Render(ctx, req)
		require.NoError(t, err)
		assert.Contains(t, string(got.HTML), tt.want)
	}
}

// The fragment of an address is for scripts.
func TestRoutesInTheFragment(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]string{"/": `<body><script>document.body.append('route ' + location.hash)</script>`})
	got := render(t, s.URL+"/#/boats?sort=a")
	assert.Contains(t, string(got.HTML), "route #/boats?sort=a")
	assert.Equal(t, s.URL+"/#/boats?sort=a", got.URL)
}
