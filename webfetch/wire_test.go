package webfetch_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// served starts a site with one handler, and a client that may ask it.
func served(t *testing.T, handler http.HandlerFunc, change ...func(*webfetch.Options)) (*site, *webfetch.Client) {
	s := &site{Server: httptest.NewServer(handler)}
	t.Cleanup(s.Close)
	return s, s.client(t, change...)
}

func warned(p *webfetch.Packet, kind string) bool {
	for _, w := range p.Warnings {
		if w.Type == kind {
			return true
		}
	}
	return false
}

const tides = "<html><body><h1>Tides</h1><p>High water at the pier is an hour after noon, and the ferry waits for it.</p>"

// What came of a body that ended early is shown with a warning, is not stored, and is an
// error where no text can be made of it, or where the caller wants all or nothing.
func TestPartsOfBodies(t *testing.T) {
	var kind atomic.Value
	s, c := served(t, func(w http.ResponseWriter, r *http.Request) {
		body := tides
		switch kind.Load() {
		case "pdf":
			w.Header().Set("Content-Type", "application/pdf")
			body = "%PDF-1.7\n1 0 obj <</Type/Cat"
		default:
			w.Header().Set("Content-Type", "text/html")
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(body)+500))
		fmt.Fprint(w, body)
	}, func(o *webfetch.Options) { o.IgnoreRobots = true })
	kind.Store("page")
	for range 2 {
		p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL})
		require.NoError(t, err)
		assert.Contains(t, p.Content, "High water")
		assert.True(t, warned(p, "truncated"))
		assert.False(t, p.Provenance.Via == "cache")
	}
	e := fault(t, c, webfetch.Request{URL: s.URL, WholeOnly: true})
	assert.Equal(t, webfetch.ConnectionFailed, e.Code)
	assert.True(t, e.Retryable)
	kind.Store("pdf")
	e = fault(t, c, webfetch.Request{URL: s.URL})
	assert.Equal(t, webfetch.ConnectionFailed, e.Code, "%v", e)
	assert.NotContains(t, e.Hint(), "answer")
}

// A part that nobody asked for is told; one that was asked for, or is all, is not.
func TestPartialContent(t *testing.T) {
	for what, tt := range map[string]struct {
		contentRange string
		asked        string
		want         bool
	}{
		"unasked":          {"bytes 0-99/1000", "", true},
		"the end":          {"bytes 900-999/1000", "", true},
		"length not known": {"bytes 0-99/*", "", true},
		"no range named":   {"", "", true},
		"all of it":        {"bytes 0-999/1000", "", false},
		"asked for":        {"bytes 0-99/1000", "bytes=0-99", false},
	} {
		t.Run(what, func(t *testing.T) {
			s, c := served(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				w.Header().Set("Content-Range", tt.contentRange)
				w.WriteHeader(http.StatusPartialContent)
				fmt.Fprint(w, tides)
			})
			header := http.Header{}
			if tt.asked != "" {
				header.Set("Range", tt.asked)
			}
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL, Header: header})
			require.NoError(t, err)
			assert.Equal(t, tt.want, warned(p, "truncated"))
		})
	}
}

// A redirect without an address is told; one of several choices that has one is followed.
func TestRedirectsWithoutAnAddress(t *testing.T) {
	for _, status := range []int{http.StatusMultipleChoices, http.StatusFound, http.StatusNotModified, http.StatusUseProxy} {
		for _, location := range []string{"", "/tides"} {
			s, c := served(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/tides" {
					fmt.Fprint(w, tides)
					return
				}
				w.Header().Set("Location", location)
				w.WriteHeader(status)
			})
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL})
			require.NoError(t, err)
			assert.Equal(t, location == "" || status > http.StatusFound, warned(p, "extraction_fallback"), "%d %s", status, location)
		}
	}
}

// The name that a server gives a file decides what it is read as where its type doesn't.
func TestFileNames(t *testing.T) {
	const csv = "tide,time\nhigh,13:00\nlow,19:10\n"
	for what, tt := range map[string]struct {
		path, kind, disposition string
		format                  string
	}{
		"attachment":           {"/download?id=7", "application/octet-stream", `attachment; filename="tides.csv"`, "csv"},
		"without quotes":       {"/export.php", "text/plain", `attachment; filename=tides of may.csv`, "csv"},
		"other letters":        {"/x", "application/force-download", "attachment; filename*=UTF-8''Gezeiten%20%C3%BCber.csv", "csv"},
		"letters not encoded":  {"/x", "", `attachment; filename="Gezeiten über.CSV"`, "csv"},
		"over the address":     {"/tides.md", "text/plain", `attachment; filename="tides.csv"`, "csv"},
		"no name":              {"/x", "application/octet-stream", "attachment", "text"},
		"a name of no meaning": {"/x", "text/plain", `inline; filename="tides.dat"`, "text"},
	} {
		t.Run(what, func(t *testing.T) {
			s, c := served(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header()["Content-Type"] = []string{tt.kind}
				w.Header().Set("Content-Disposition", tt.disposition)
				fmt.Fprint(w, csv)
			})
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + tt.path})
			require.NoError(t, err)
			assert.Equal(t, tt.format, p.Provenance.Format)
		})
	}
}

// revisions serves a page that counts how often it was asked for, and a client of it.
func revisions(t *testing.T, later int) (fetch func(req webfetch.Request) (string, error)) {
	n := 0
	s, c := served(t, func(w http.ResponseWriter, r *http.Request) {
		if n++; n > 1 && later != 0 {
			w.WriteHeader(later)
		}
		fmt.Fprintf(w, "<p>This is revision %d of the page about the tides.</p>", n)
	}, func(o *webfetch.Options) { o.IgnoreRobots = true })
	return func(req webfetch.Request) (string, error) {
		req.URL = s.URL
		p, err := c.Fetch(t.Context(), req)
		if err != nil {
			return "", err
		}
		return strings.Fields(p.Content)[3], nil
	}
}

// What a call without the cache has seen replaces what is stored.
func TestNoCacheReplacesWhatIsStored(t *testing.T) {
	fresh := webfetch.Request{CacheTTL: webfetch.None}
	fetch := revisions(t, 0)
	for i, tt := range []struct {
		req  webfetch.Request
		want string
	}{{webfetch.Request{}, "1"}, {webfetch.Request{}, "1"}, {fresh, "2"}, {webfetch.Request{}, "2"}, {fresh, "3"}, {fresh, "4"}, {webfetch.Request{}, "4"}} {
		got, err := fetch(tt.req)
		require.NoError(t, err)
		assert.Equal(t, tt.want, got, i)
	}
	for status, kept := range map[int]bool{404: false, 410: false, 503: true, 429: true} {
		fetch := revisions(t, status)
		_, err := fetch(webfetch.Request{})
		require.NoError(t, err)
		_, err = fetch(fresh)
		require.Error(t, err)
		_, err = fetch(webfetch.Request{})
		assert.Equal(t, kept, err == nil, "what is stored is out of date after %d", status)
	}
}

// CacheOnly sends no request, even if the cache has nothing.
func TestCacheOnly(t *testing.T) {
	var hits atomic.Int32
	s, c := served(t, func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Cache-Control", "max-age=0")
		fmt.Fprint(w, tides)
	})
	only := webfetch.Request{URL: s.URL + "/a", CacheOnly: true}
	e := fault(t, c, only)
	assert.Equal(t, webfetch.SourceNotFound, e.Code)
	assert.Contains(t, e.Hint(), "cache=only")
	assert.Zero(t, hits.Load(), "robots.txt is not asked for either")
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/a"})
	require.NoError(t, err)
	asked := hits.Load()
	p, err := c.Fetch(t.Context(), only)
	require.NoError(t, err)
	assert.Equal(t, "stale", p.Stats.Cache)
	assert.True(t, warned(p, "stale_copy"))
	assert.Equal(t, asked, hits.Load())
	for _, bad := range []webfetch.Request{{CacheTTL: webfetch.None}, {Mode: "render"}} {
		bad.URL, bad.CacheOnly = s.URL, true
		assert.Equal(t, webfetch.InvalidInput, fault(t, c, bad).Code)
	}
}

// Headers of the operator go to their origin alone, over those of the caller, and clients
// with other ones share no cached page.
func TestOriginHeaders(t *testing.T) {
	var other *site
	echo := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, other.URL+"/", http.StatusFound)
			return
		}
		fmt.Fprintf(w, "<p>Authorization %s, cookies %s, team %s, end of it.</p>", r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("X-Team"))
	}
	other, _ = served(t, echo)
	s, _ := served(t, echo)
	shared := &heldCache{entries: map[string][]byte{}}
	client := func(key string) *webfetch.Client {
		return s.client(t, func(o *webfetch.Options) {
			o.Policy.Allow = append(o.Policy.Allow, other.policy(t).Allow...)
			o.OriginHeaders = map[string]http.Header{strings.ToUpper(s.URL[:4]) + s.URL[4:] + "/": {"authorization": {key}, "Cookie": {"own=1"}}}
			o.IgnoreRobots, o.Cache = true, shared
		})
	}
	c := client("Bearer a")
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL, Header: http.Header{"Authorization": {"mine"}, "Cookie": {"x=2"}, "X-Team": {"t"}}})
	require.NoError(t, err)
	assert.Contains(t, p.Content, "Authorization Bearer a, cookies x=2; own=1, team t")
	p, err = c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/away"})
	require.NoError(t, err)
	assert.Contains(t, p.Content, "Authorization , cookies , team")
	p, err = client("Bearer b").Fetch(t.Context(), webfetch.Request{URL: s.URL, Header: http.Header{"Authorization": {"mine"}, "Cookie": {"x=2"}, "X-Team": {"t"}}})
	require.NoError(t, err)
	assert.Contains(t, p.Content, "Bearer b")
	for _, bad := range []map[string]http.Header{{"https://a.example/b": {}}, {"a.example": {}}, {"ftp://a.example": {}}, {"https://u@a.example": {}}, {"https://a.example": {"Host": {"x"}}}, {"https://a.example": {"A": {"x\ny"}}}} {
		_, err := webfetch.New(webfetch.Options{OriginHeaders: bad})
		assert.ErrorIs(t, err, webfetch.InvalidInput, "%v", bad)
	}
}

// Each status has advice that fits it.
func TestAdviceForStatuses(t *testing.T) {
	for status, want := range map[int]string{
		401: "headers of an account", 402: "paid", 403: "doesn't let this client", 999: "doesn't let this client", 431: "fewer", 511: "operator", 404: "Check the address", 407: "proxy",
		410: "Check the address", 414: "too long", 451: "legal", 500: "Try later", 501: "Try later", 523: "Try later", 599: "Try later",
	} {
		s, c := served(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) }, func(o *webfetch.Options) { o.IgnoreRobots = true })
		e := fault(t, c, webfetch.Request{URL: s.URL})
		assert.Equal(t, status, e.Status)
		assert.Contains(t, e.Hint(), want, status)
	}
	for status, get := range map[int]bool{405: true, 501: true, 400: true, 422: true, 404: true, 403: true, 429: false, 503: false} {
		s, c := served(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) }, func(o *webfetch.Options) { o.IgnoreRobots = true })
		e := fault(t, c, webfetch.Request{URL: s.URL, Method: http.MethodHead})
		assert.Equal(t, get, strings.Contains(e.Hint(), "GET"), "%d: %s", status, e.Hint())
	}
}

// What a server writes by itself is no check for people, and names the scheme that it wants.
func TestErrorPagesOfServers(t *testing.T) {
	for body, want := range map[string]struct {
		status int
		code   webfetch.Code
		hint   string
	}{
		"<title>403 Forbidden</title><center><h1>403 Forbidden</h1></center><hr><center>nginx</center>":                              {403, webfetch.HTTPError, "doesn't let this client"},
		"<title>403 Forbidden</title><script src=https://ct.captcha-delivery.com/c.js></script>":                                     {403, webfetch.CaptchaDetected, "another source"},
		"<title>Access Denied</title><h1>Access Denied</h1>Reference #18.2":                                                          {403, webfetch.CaptchaDetected, "another source"},
		"<title>400 Bad Request</title><h1>400 Bad Request</h1><center>The plain HTTP request was sent to HTTPS port</center>":       {400, webfetch.HTTPError, "https://"},
		"<h1>Bad Request</h1><p>Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />Instead use the HTTPS scheme": {400, webfetch.HTTPError, "https://"},
		"Client sent an HTTP request to an HTTPS server.\n":                                                                          {400, webfetch.HTTPError, "https://"},
		"<h1>Bad Request</h1>": {400, webfetch.HTTPError, "Check the address"},
	} {
		s, c := served(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(want.status); io.WriteString(w, body) }, func(o *webfetch.Options) { o.IgnoreRobots = true })
		e := fault(t, c, webfetch.Request{URL: s.URL})
		assert.Equal(t, want.code, e.Code, body)
		assert.Equal(t, want.status, e.Status, body)
		assert.Contains(t, e.Hint(), want.hint, body)
	}
}

// Some servers close the connection of a HEAD, or refuse it alone.
func TestAdviceForHead(t *testing.T) {
	s, c := served(t, func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, func(o *webfetch.Options) { o.IgnoreRobots, o.Limits.MaxRetries = true, webfetch.None })
	assert.Contains(t, fault(t, c, webfetch.Request{URL: s.URL, Method: http.MethodHead}).Hint(), "method=GET")
	assert.NotContains(t, fault(t, c, webfetch.Request{URL: s.URL}).Hint(), "method=GET")
}

// Calls that meet in the moment in which a download ends share it.
func TestNoSecondDownloadAfterTheFirst(t *testing.T) {
	var hits atomic.Int32
	s, c := served(t, func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		fmt.Fprint(w, tides)
	}, func(o *webfetch.Options) { o.IgnoreRobots = true })
	for i := range 50 {
		hits.Store(0)
		done := make(chan error)
		for n := range 8 {
			go func() {
				time.Sleep(time.Duration(n) * 100 * time.Microsecond)
				_, err := c.Fetch(t.Context(), webfetch.Request{URL: fmt.Sprint(s.URL, "/", i)})
				done <- err
			}()
		}
		for range 8 {
			assert.NoError(t, <-done)
		}
		assert.EqualValues(t, 1, hits.Load())
	}
}
