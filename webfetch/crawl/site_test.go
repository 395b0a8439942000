package crawl_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

// site is a web site on loopback that counts what is asked of it: files by path
// with query, or a function.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	files map[string]string // "@URL" in one is the address of the site
	other http.HandlerFunc
	hits  map[string]int
}

func newSite(t testing.TB, files map[string]string) *site {
	t.Helper()
	s := &site{files: files, hits: map[string]int{}, other: http.NotFound}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.hits[r.URL.RequestURI()]++
		body, found := s.files[r.URL.RequestURI()]
		s.mu.Unlock()
		if !found {
			s.other(w, r)
			return
		}
		if to, moved := strings.CutPrefix(body, "-> "); moved {
			http.Redirect(w, r, to, http.StatusMovedPermanently)
			return
		}
		switch {
		case strings.HasSuffix(r.URL.Path, ".txt"):
			w.Header().Set("Content-Type", "text/plain")
		case strings.HasSuffix(r.URL.Path, ".xml"):
			w.Header().Set("Content-Type", "application/xml")
		case !strings.HasSuffix(r.URL.Path, ".gz"):
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		fmt.Fprint(w, strings.ReplaceAll(body, "@URL", s.URL))
	}))
	t.Cleanup(s.Close)
	return s
}

// most is how often the address was asked for that was asked for most.
func (s *site) most() (times int, uri string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for u, n := range s.hits {
		if n > times && u != "/robots.txt" { // which the client reads for itself, too
			times, uri = n, u
		}
	}
	return times, uri
}

func (s *site) count(uri string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hits[uri]
}

func (s *site) client(t testing.TB, change ...func(*webfetch.Options)) *webfetch.Client {
	t.Helper()
	u, err := url.Parse(s.URL)
	require.NoError(t, err)
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	require.NoError(t, err)
	allow := security.AddrRule{Prefix: netip.MustParsePrefix("127.0.0.0/8"), Ports: []uint16{uint16(port)}}
	opts := webfetch.Options{Policy: &security.Policy{Allow: []security.AddrRule{allow}}, Limits: webfetch.Limits{RatePerHost: -1, MaxRetries: -1, CacheTTL: -1}}
	for _, c := range change {
		c(&opts)
	}
	c, err := webfetch.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// page is a page with a text of its own and links.
func page(title string, links ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<html><head><title>%s</title></head><body><article><h1>%s</h1><p>%s</p><ul>", title, title, prose(title))
	for _, l := range links {
		fmt.Fprintf(&b, `<li><a href="%s">More about %s</a></li>`, l, l)
	}
	b.WriteString("</ul></article></body></html>")
	return b.String()
}

// prose is text that two titles don't share.
func prose(title string) string {
	var b strings.Builder
	seed := uint32(len(title) + 7)
	for _, c := range title {
		seed = seed*16777619 ^ uint32(c)
	}
	words := strings.Fields("harbour boat rope tide water stone bridge lamp road field river morning evening keeper letter wind rain chart anchor sail")
	for i := range 120 {
		seed = seed*1664525 + 1013904223
		fmt.Fprintf(&b, "%s%d ", words[seed>>16%uint32(len(words))], seed>>24)
		if i%12 == 11 {
			b.WriteString("was seen. ")
		}
	}
	return b.String()
}

func packed(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

// read crawls to the end and returns the pages by path with query, failures
// among them.
func read(t testing.TB, ctx context.Context, s *site, opts crawl.Options) (map[string]*crawl.Page, crawl.Stats) {
	t.Helper()
	if opts.Seeds == nil {
		opts.Seeds = []string{s.URL + "/"}
	}
	c, err := crawl.New(s.client(t), opts)
	require.NoError(t, err)
	pages := map[string]*crawl.Page{}
	for p, err := range c.Pages(ctx) {
		require.NotNil(t, p)
		require.NotEmpty(t, p.URL, "%v", err)
		require.Equal(t, err == nil, p.Packet.SourceID != "", "a failed page has an empty packet")
		at := strings.TrimPrefix(p.URL, s.URL)
		require.NotContains(t, pages, at, "yielded twice")
		pages[at] = p
	}
	return pages, c.Stats()
}
