package webfetch_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// spellings are addresses of /private/ledger.
var spellings = []string{
	"/private/ledger", "/open/../private/ledger", "/./private/./ledger", "/open/%2e%2e/private/ledger", "/open/%2E./x/.%2e/../private/ledger",
	"/../private/ledger", "/private/x//%2e%2e/../ledger", `/open\..\private\ledger`, "/private/%2e/ledger",
}

// shore is a site whose robots.txt keeps robots out of /private. It notes what it is asked
// for, as it stands in the request. A query "to" is where it redirects, "head" what the
// head of its page holds.
type shore struct {
	*site
	mu   sync.Mutex
	sent []string
}

func newShore(t *testing.T) *shore {
	s := &shore{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.sent = append(s.sent, r.RequestURI)
		s.mu.Unlock()
		switch to := r.URL.Query().Get("to"); {
		case r.RequestURI == "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
		case to != "":
			w.Header()["Location"] = []string{to}
			w.WriteHeader(http.StatusFound)
		default:
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Cache-Control", "max-age=600")
			fmt.Fprintf(w, "<head>%s</head><main><h1>Ledger</h1><p>The keeper of the lamp writes down each ship that passes by day and by night.</p></main>", r.URL.Query().Get("head"))
		}
	}))
	t.Cleanup(server.Close)
	s.site = &site{Server: server}
	return s
}

// asked returns what was asked for, but robots.txt.
func (s *shore) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.sent), func(uri string) bool { return uri == "/robots.txt" })
}

func TestRobotsTxtJudgesThePathThatIsSent(t *testing.T) {
	for _, path := range spellings {
		s := newShore(t)
		c := s.client(t)
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + path})
		e := codeIs(t, webfetch.RobotsBlocked, err)
		assert.Equal(t, []string{s.URL + "/private/ledger", s.URL + path}, []string{e.URL, e.OriginalURL}, path)
		assert.Empty(t, s.asked(), path)

		_, err = c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/open?to=" + url.QueryEscape(path)})
		assert.Equal(t, s.URL+"/private/ledger", codeIs(t, webfetch.RobotsBlocked, err).URL, "a redirect to %s", path)
		assert.Len(t, s.asked(), 1, path)
	}
	s := newShore(t)
	for path, sent := range map[string]string{
		"/private/../open/b": "/open/b", "/private/%2e%2e/open/c/.": "/open/c/", "/open%2F..%2Fprivate": "/open%2F..%2Fprivate", "/%252e%252e/private": "/%252e%252e/private",
		"/open/..;x/private": "/open/..;x/private", "//private": "//private",
	} {
		p, err := s.client(t).Fetch(t.Context(), webfetch.Request{URL: s.URL + path})
		require.NoError(t, err, path)
		assert.Equal(t, s.URL+sent, p.Provenance.FinalURL)
		assert.Contains(t, s.asked(), sent)
	}
}

func TestThePolicyForAddressesJudgesThePathThatIsSent(t *testing.T) {
	for _, path := range spellings {
		s := newShore(t)
		custom, seen := new(asked), urlpolicy.NewSeen(s.URL+"/open/")
		c := s.client(t, func(o *webfetch.Options) { o.Hooks.URLPolicy, o.IgnoreRobots = custom.allow, true })
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + path})
		require.NoError(t, err)
		_, err = c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/open?to=" + url.QueryEscape(path)})
		require.NoError(t, err)
		assert.Equal(t, []string{"/private/ledger", "/open", "/open > /private/ledger"}, slices.Compact(custom.lines), path)

		c = s.client(t, func(o *webfetch.Options) { o.Hooks.URLPolicy, o.IgnoreRobots = seen.Allow, true })
		_, err = c.Fetch(t.Context(), webfetch.Request{URL: s.URL + path})
		codeIs(t, webfetch.DomainNotAllowed, err)
		_, err = c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/private/..%2fx/%2e%2e/../open/x"})
		assert.NoError(t, err)
	}
}

func TestARendererGetsThePathThatIsSent(t *testing.T) {
	for _, path := range spellings {
		s := newShore(t)
		policy := &asked{refuse: "> /private"}
		p, err := s.client(t, func(o *webfetch.Options) {
			o.Hooks.URLPolicy, o.IgnoreRobots = policy.allow, true
			o.Renderer = renderer(func(ctx context.Context, r webfetch.Request) (*webfetch.Rendered, error) {
				assert.Equal(t, s.URL+"/private/ledger", r.URL)
				next, err := url.Parse(s.URL + path)
				require.NoError(t, err)
				assert.Error(t, r.Render.Admit(ctx, next), path)
				return &webfetch.Rendered{URL: s.URL + path, Status: http.StatusOK, HTML: []byte(rendered)}, nil
			})
		}).Fetch(t.Context(), webfetch.Request{URL: s.URL + path, Mode: "render"})
		require.NoError(t, err)
		assert.Equal(t, []string{"/private/ledger", "/private/ledger > /private/ledger"}, policy.lines)
		assert.Equal(t, s.URL+"/private/ledger", p.Provenance.FinalURL)
	}
}

// One page has one key in the cache, is downloaded once for a batch, and has one ID.
func TestSpellingsOfOnePageAreOne(t *testing.T) {
	s := newShore(t)
	var all []string
	for _, path := range spellings {
		all = append(all, s.URL+path)
	}
	ids, originals := map[string]bool{}, []string{}
	for p, err := range s.client(t, func(o *webfetch.Options) { o.IgnoreRobots = true }).FetchAll(t.Context(), requests(all...)) {
		require.NoError(t, err)
		ids[p.SourceID] = true
		originals = append(originals, p.OriginalURL)
		assert.Equal(t, s.URL+"/private/ledger", p.Provenance.FinalURL)
		assert.Equal(t, s.URL+"/private/ledger", p.CanonicalURL)
		assert.Empty(t, p.Provenance.Redirects)
	}
	assert.Len(t, ids, 1)
	assert.ElementsMatch(t, all, originals)
	assert.Equal(t, []string{"/private/ledger"}, s.asked())
}

// What a page names is compared as it would be sent: its canonical address, its links.
func TestWhatAPageNamesIsComparedAsItWouldBeSent(t *testing.T) {
	for _, path := range spellings {
		s := newShore(t)
		get := func(c *webfetch.Client, head string) *webfetch.Packet {
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/page?head=" + url.QueryEscape(head)})
			require.NoError(t, err)
			return p
		}
		c := s.client(t)
		p := get(c, `<link rel="canonical" href="`+s.URL+path+`">`)
		assert.Equal(t, s.URL+"/private/ledger", p.CanonicalURL, path)
		links, _, err := c.View(t.Context(), get(c, `</head><main><ul><li><a href="/private/ledger">Ledger</a><li><a href="`+path+`">The same</a></ul>`), "links")
		require.NoError(t, err)
		assert.Contains(t, links, "All 1 links found")
		assert.Contains(t, links, "- Ledger: "+s.URL+"/private/ledger")
	}
}
