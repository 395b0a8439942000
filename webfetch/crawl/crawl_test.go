package crawl_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

func paths(pages map[string]*crawl.Page) []string { return slices.Sorted(maps.Keys(pages)) }

func TestASiteIsReadFromEverywhere(t *testing.T) {
	s := newSite(t, map[string]string{
		"/robots.txt": "User-agent: *\nDisallow: /private\nSitemap: @URL/index.xml # all\n",
		"/index.xml":  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>@URL/more.xml.gz</loc></sitemap></sitemapindex>`,
		"/more.xml.gz": packed(t, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>/mapped</loc><lastmod>2024-05-06</lastmod></url>
			<url><loc>https://elsewhere.example/</loc></url></urlset>`),
		"/llms.txt": "# Harbour\n\n- [Guide](/guide?b=1&a=2): how\n- [Away](https://elsewhere.example/x)\n",
		"/":         page("Home", "/a", "/A", "/a#part", "/a?utm_source=home", "/private/x", "https://elsewhere.example/", "/boat.jpg", "mailto:me@example.org", "/missing"),
		"/a":        page("Small a", "/deep", "/"),
		"/A":        page("Capital A"),
		"/deep":     page("Deep", "/deeper"),
		"/deeper":   page("Deeper", "/deepest"),
		"/mapped":   page("Mapped"), "/guide?b=1&a=2": page("Guide"),
	})
	pages, stats := read(t, t.Context(), s, crawl.Options{MaxDepth: 3})
	assert.Equal(t, []string{"/", "/A", "/a", "/deep", "/deeper", "/guide?b=1&a=2", "/mapped", "/missing", "/private/x"}, paths(pages))
	times, uri := s.most()
	assert.Equal(t, 1, times, uri)
	assert.Zero(t, s.count("/private/x"), "robots.txt is obeyed")
	assert.Empty(t, pages["/private/x"].Packet)

	assert.Equal(t, "seed", pages["/"].Found)
	assert.Equal(t, "sitemap", pages["/mapped"].Found)
	assert.Equal(t, time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC), pages["/mapped"].LastModified)
	assert.Equal(t, "llms.txt", pages["/guide?b=1&a=2"].Found)
	assert.Equal(t, "link", pages["/deep"].Found)
	assert.Equal(t, s.URL+"/a", pages["/deep"].Referrer)
	assert.Equal(t, 3, pages["/deeper"].Depth)
	assert.Equal(t, map[string]int{"scope": 3, "media": 1, "max_depth": 1}, stats.LeftOut)
	assert.Equal(t, 9, stats.Done)
	assert.Equal(t, 2, stats.Failed)
	require.Len(t, stats.Sitemaps, 2)
}

func TestScope(t *testing.T) {
	s := newSite(t, map[string]string{
		"/docs/":  page("Docs", "/docs/a", "/docs/b", "/docs/b?print=1", "/blog/", "/docs/old/c"),
		"/docs/a": page("Docs a"), "/docs/b": page("Docs b"), "/docs/b?print=1": page("Docs b printed"),
		"/docs/old/c": page("Docs old"), "/blog/": page("Blog"),
	})
	seeds := []string{s.URL + "/docs/"}
	for what, tt := range map[string]struct {
		opts crawl.Options
		want []string
	}{
		"host":    {crawl.Options{}, []string{"/blog/", "/docs/", "/docs/a", "/docs/b", "/docs/b?print=1", "/docs/old/c"}},
		"prefix":  {crawl.Options{Prefixes: []string{"/docs/"}}, []string{"/docs/", "/docs/a", "/docs/b", "/docs/b?print=1", "/docs/old/c"}},
		"exclude": {crawl.Options{Exclude: []*regexp.Regexp{regexp.MustCompile(`\?print=`), regexp.MustCompile(`/old/`)}}, []string{"/blog/", "/docs/", "/docs/a", "/docs/b"}},
		"include": {crawl.Options{Include: []*regexp.Regexp{regexp.MustCompile(`/[ab]$`)}}, []string{"/docs/", "/docs/a", "/docs/b"}},
		"budget":  {crawl.Options{MaxPages: 3}, []string{"/docs/", "/docs/a", "/docs/b"}},
		"seeds":   {crawl.Options{Skip: []string{"link"}}, []string{"/docs/"}},
	} {
		t.Run(what, func(t *testing.T) {
			tt.opts.Seeds = seeds
			pages, stats := read(t, t.Context(), s, tt.opts)
			assert.Equal(t, tt.want, paths(pages))
			assert.Equal(t, len(tt.want), stats.Found)
		})
	}
}

// A path is in scope, endless, a picture or a page that was read by the path that is sent.
func TestScopeIsThatOfThePathThatIsSent(t *testing.T) {
	outside := []string{"/docs/../blog", "/docs/%2e%2e/blog", "/docs/x/.%2E/../blog", "/docs/..;jsessionid=12AB/blog", `/docs/a.html\..\boat.jpg`}
	inside := []string{"/docs/a", "/blog/%2e%2e/docs/a", "/docs/./b", "/docs/x/../b", "/docs/boat.jpg/../b", "/docs/a%2F..%2Fc"}
	s := newSite(t, map[string]string{
		"/robots.txt": "Sitemap: @URL/maps/%2e%2e/map.xml\nSitemap: @URL/map.xml\n",
		"/map.xml":    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>@URL/docs/%2e%2e/blog</loc></url><url><loc>@URL/x/%2E./docs/mapped</loc></url></urlset>`,
		"/llms.txt":   "- [Blog](docs/../blog)\n- [Guide](x/%2e%2e/docs/guide)\n",
		"/docs/":      page("Docs", append(outside, inside...)...),
		"/docs/a":     page("Docs a"), "/docs/b": page("Docs b"), "/docs/a%2F..%2Fc": page("Docs c"), "/docs/mapped": page("Mapped"), "/docs/guide": page("Guide"),
		"/blog": page("Blog"),
	})
	c, err := crawl.New(s.client(t), crawl.Options{Seeds: []string{s.URL + "/x/%2e%2e/docs/"}, Prefixes: []string{"/docs/"}})
	require.NoError(t, err)
	var read []string
	for p, err := range c.Pages(t.Context()) {
		require.NoError(t, err)
		read = append(read, strings.TrimPrefix(p.URL, s.URL))
	}
	assert.ElementsMatch(t, []string{"/docs/", "/docs/a", "/docs/b", "/docs/a%2F..%2Fc", "/docs/mapped", "/docs/guide"}, read)
	times, uri := s.most()
	assert.Equal(t, 1, times, uri)
	assert.Zero(t, s.count("/blog"))
	assert.Len(t, c.Stats().Sitemaps, 1, "one file, named twice")

	var mapped []string
	for e, err := range crawl.SitemapPages(t.Context(), s.client(t), s.URL+"/map.xml") {
		require.NoError(t, err)
		mapped = append(mapped, strings.TrimPrefix(e.URL, s.URL))
	}
	assert.Equal(t, []string{"/blog", "/docs/mapped"}, mapped)
}

func TestWhatAsksNotToBeFollowedIsNot(t *testing.T) {
	s := newSite(t, map[string]string{
		"/":     strings.Replace(page("Home", "/open"), "</ul>", `<li><a rel="nofollow ugc" href="/shut">Shut</a></li></ul>`, 1),
		"/open": strings.Replace(page("Open", "/behind"), "<head>", `<head><meta name="robots" content="noindex, nofollow">`, 1),
	})
	pages, stats := read(t, t.Context(), s, crawl.Options{})
	assert.Equal(t, []string{"/", "/open"}, paths(pages))
	assert.Equal(t, 2, stats.LeftOut["nofollow"])

	for value, followed := range map[string]bool{
		"nofollow": false, "none": false, "webfetch-go: nofollow": false, "unavailable_after: Thursday, 25-Jun-2099 15:00:00 GMT, nofollow": false,
		"otherbot: nofollow": true, "noindex, otherbot: none": true, "otherbot: noindex, nofollow": true,
	} {
		s := newSite(t, map[string]string{"/behind": page("Behind")})
		s.other = func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("X-Robots-Tag", value)
			fmt.Fprint(w, page("Home", "/behind"))
		}
		pages, _ := read(t, t.Context(), s, crawl.Options{})
		assert.Equal(t, followed, pages["/behind"] != nil, value)
	}
}

// A redirect and a canonical address lead to a page that is read once, and told.
func TestDuplicatesAreTold(t *testing.T) {
	near := page("Twin")
	changed := strings.Replace(near, "was seen", "was found", 1)
	s := newSite(t, map[string]string{
		"/":        page("Home", "/moved", "/real", "/copy", "/twin", "/nearly", "/short1", "/short2"),
		"/moved":   "-> /real",
		"/real":    page("Real"),
		"/copy":    strings.Replace(page("Copy"), "<head>", `<head><link rel="canonical" href="/real">`, 1),
		"/twin":    near,
		"/nearly":  changed,
		"/short1":  "<p>Nothing much is here.</p>",
		"/short2":  "<p>Nothing much is here.</p>",
		"/unasked": page("Unasked"),
	})
	opts := func(o *webfetch.Options) { o.Limits.Concurrency, o.Limits.ConcurrencyPerHost = 1, 1 }
	c, err := crawl.New(s.client(t, opts), crawl.Options{Seeds: []string{s.URL + "/"}})
	require.NoError(t, err)
	pages := map[string]*crawl.Page{}
	for p, err := range c.Pages(t.Context()) {
		require.NoError(t, err)
		pages[strings.TrimPrefix(p.URL, s.URL)] = p
	}
	assert.NotContains(t, pages, "/real", "the redirect has led there")
	assert.Equal(t, 1, s.count("/real"))
	for path, want := range map[string]crawl.Page{
		"/moved":  {},
		"/copy":   {DuplicateOf: s.URL + "/moved", Duplicate: "address"},
		"/twin":   {},
		"/nearly": {DuplicateOf: s.URL + "/twin", Duplicate: "near"},
		"/short2": {DuplicateOf: s.URL + "/short1", Duplicate: "content"},
	} {
		require.Contains(t, pages, path)
		assert.Equal(t, want.DuplicateOf, pages[path].DuplicateOf, path)
		assert.Equal(t, want.Duplicate, pages[path].Duplicate, path)
	}
}

// Sites without end come to one: calendars, sessions, paths that grow.
func TestTrapsAreBounded(t *testing.T) {
	s := newSite(t, map[string]string{"/about": page("About")})
	asked := 0
	s.other = func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".txt") || strings.HasSuffix(r.URL.Path, ".xml") {
			http.NotFound(w, r)
			return
		}
		s.mu.Lock()
		asked++
		n := asked
		s.mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page(r.URL.String(), "/about", fmt.Sprintf("/calendar/%d/%d", 2000+n, n%12+1), fmt.Sprintf("/list?offset=%d&sort=up", n),
			fmt.Sprintf("/shop;jsessionid=%032x", n), fmt.Sprintf("/visit/%016xabcd1234/home", n*7919), "more/of/it", fmt.Sprintf("/shop?PHPSESSID=%d", n)))
	}
	pages, stats := read(t, t.Context(), s, crawl.Options{MaxPages: 5000, MaxDepth: 1000, MaxPerPattern: 10})
	byKind := map[string]int{}
	for path := range pages {
		kind, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		kind, _, _ = strings.Cut(kind, "?")
		byKind[kind]++
	}
	months := 0
	for path := range pages {
		if regexp.MustCompile(`^/calendar/\d+/\d+$`).MatchString(path) {
			months++
		}
	}
	assert.Equal(t, 10, months)
	assert.Equal(t, 10, byKind["list"])
	assert.Equal(t, 1, byKind["shop"], "session identifiers are dropped")
	assert.Less(t, len(pages), 400)
	assert.Positive(t, stats.LeftOut["endless"])
	assert.Positive(t, stats.LeftOut["max_pattern"])
	assert.Positive(t, stats.Patterns[s.URL+"/calendar/#/#"], "%v", stats.Patterns)
	assert.Positive(t, stats.Patterns[s.URL+"/visit/*/home"], "%v", stats.Patterns)
}

// What a sitemap names is no trap.
func TestPatternsOfSitemapsAreNotBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("<urlset>")
	for i := range 30 {
		fmt.Fprintf(&b, "<url><loc>@URL/item/%d</loc></url>", i)
	}
	s := newSite(t, map[string]string{"/sitemap.xml": b.String() + "</urlset>", "/": page("Home")})
	s.other = func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, page(r.URL.Path)) }
	pages, _ := read(t, t.Context(), s, crawl.Options{MaxPerPattern: 5, Skip: []string{"llms.txt"}})
	assert.Len(t, pages, 31)
}

func TestACrawlIsReadOnce(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Home")})
	c, err := crawl.New(s.client(t), crawl.Options{Seeds: []string{s.URL}})
	require.NoError(t, err)
	for range c.Pages(t.Context()) {
	}
	for p, err := range c.Pages(t.Context()) {
		assert.ErrorIs(t, err, crawl.ErrBegun)
		assert.Empty(t, p.URL)
	}
}

func TestACrawlEndsWithItsContext(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Home", "/slow")})
	ctx, cancel := context.WithCancel(t.Context())
	s.other = func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			cancel()
			<-r.Context().Done()
		}
	}
	pages, _ := read(t, ctx, s, crawl.Options{})
	assert.NotContains(t, pages, "/slow", "what was cancelled is not told")
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	s := newSite(t, nil)
	for what, o := range map[string]crawl.Options{
		"no seeds":       {},
		"another scheme": {Seeds: []string{"ftp://example.org/"}},
		"relative":       {Seeds: []string{"/a"}},
		"negative":       {Seeds: []string{s.URL}, MaxPages: -1},
		"a URL":          {Seeds: []string{s.URL}, Request: webfetch.Request{URL: s.URL}},
	} {
		_, err := crawl.New(s.client(t), o)
		assert.Error(t, err, what)
	}
}

// A crawl skips links and entries of sitemaps whose scheme is not http or https.
func TestAddressesOfOtherSchemes(t *testing.T) {
	s := newSite(t, map[string]string{
		"/sitemap.xml": `<urlset><url><loc>/mapped</loc></url><url><loc>ftp://files.example/x</loc></url></urlset>`,
		"/":            page("Home", "ftp://files.example/y", "/empty"),
		"/mapped":      page("Mapped"), "/empty": "",
	})
	pages, _ := read(t, t.Context(), s, crawl.Options{})
	assert.Equal(t, []string{"/", "/empty", "/mapped"}, paths(pages))
	var named []string
	for e, err := range crawl.SitemapPages(t.Context(), s.client(t), s.URL+"/sitemap.xml") {
		require.NoError(t, err)
		named = append(named, strings.TrimPrefix(e.URL, s.URL))
	}
	assert.Equal(t, []string{"/mapped"}, named)
}

// A journal goes on with a crawl of the same patterns alone.
func TestAJournalIsOfItsPatterns(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Home", "/a", "/b"), "/a": page("Page a"), "/b": page("Page b")})
	journal := filepath.Join(t.TempDir(), "journal")
	opts := func(include, exclude string) crawl.Options {
		return crawl.Options{Seeds: []string{s.URL + "/"}, Journal: journal, Include: []*regexp.Regexp{regexp.MustCompile(include)}, Exclude: []*regexp.Regexp{regexp.MustCompile(exclude)}}
	}
	pages, _ := read(t, t.Context(), s, opts("/[ab]$", "/b"))
	assert.Equal(t, []string{"/", "/a"}, paths(pages))
	for _, other := range []crawl.Options{opts("/[abc]$", "/b"), opts("/[ab]$", "/a")} {
		_, err := crawl.New(s.client(t), other)
		assert.ErrorIs(t, err, crawl.ErrJournal)
	}
}
