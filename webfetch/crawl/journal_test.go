package crawl_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

// tree is a site whose page n links to 3n+1 to 3n+3, up to pages in all.
func tree(t testing.TB, pages int) *site {
	s := newSite(t, map[string]string{"/sitemap.xml": "<urlset><url><loc>@URL/page-39</loc></url></urlset>"})
	s.other = func(w http.ResponseWriter, r *http.Request) {
		n := 0
		if _, err := fmt.Sscanf(r.URL.Path, "/page-%d", &n); err != nil && r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		var links []string
		for i := 3*n + 1; i <= 3*n+3 && i < pages; i++ {
			links = append(links, fmt.Sprintf("/page-%d", i))
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page(fmt.Sprint("Page ", n), links...))
	}
	return s
}

// A loop that ends, again and again, reads the site once all the same.
func TestACrawlGoesOn(t *testing.T) {
	const pages = 40
	s := tree(t, pages)
	opts := crawl.Options{Seeds: []string{s.URL + "/"}, Journal: filepath.Join(t.TempDir(), "journal")}
	times := map[string]int{}
	for range pages {
		c, err := crawl.New(s.client(t), opts)
		require.NoError(t, err)
		n := 0
		for p, err := range c.Pages(t.Context()) {
			require.NoError(t, err)
			times[p.URL]++
			if n++; n == 7 {
				break
			}
		}
		if n == 0 {
			break
		}
		assert.Positive(t, c.Stats().Done)
	}
	assert.Len(t, times, pages)
	for u, n := range times {
		assert.Equal(t, 1, n, u)
	}
	for _, path := range []string{"/sitemap.xml", "/llms.txt"} { // one that was on its way when a loop ended is asked for again
		n := s.count(path)
		assert.True(t, n == 1 || n == 2, "%s: %d", path, n)
	}
}

// A process that is killed leaves a journal that ends anywhere.
func TestAJournalMayEndAnywhere(t *testing.T) {
	const pages = 25
	s := tree(t, pages)
	path := filepath.Join(t.TempDir(), "journal")
	opts := crawl.Options{Seeds: []string{s.URL + "/"}, Journal: path, Skip: []string{"sitemap", "llms.txt"}}
	crawled := func(delivered map[string]bool) {
		opts.Delivered = func(u string) bool { return delivered[u] }
		c, err := crawl.New(s.client(t), opts)
		require.NoError(t, err)
		for p, err := range c.Pages(t.Context()) {
			require.NoError(t, err)
			require.False(t, delivered[p.URL], p.URL)
			delivered[p.URL] = true
		}
	}
	crawled(map[string]bool{})
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for end := 0; end <= len(whole); end += 211 {
		require.NoError(t, os.WriteFile(path, whole[:end], 0o600))
		delivered := map[string]bool{} // what the loop had seen: all that is done, and one of what came
		lines := bytes.Split(whole[:end], []byte("\n"))
		for i, line := range lines[:len(lines)-1] {
			got := bytes.HasPrefix(line, []byte(`{"got":"`)) && i%2 == 0
			if got || bytes.HasPrefix(line, []byte(`{"done":`)) {
				_, after, _ := strings.Cut(string(line), s.URL)
				at, _, _ := strings.Cut(after, `"`)
				delivered[s.URL+at] = true
			}
		}
		crawled(delivered)
		assert.Len(t, delivered, pages, "cut at %d", end)
	}
}

func TestDuplicatesAreToldOfACrawlThatGoesOn(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Home", "/first"), "/first": page("One", "/second"), "/second": page("One", "/first")})
	opts := crawl.Options{Seeds: []string{s.URL + "/"}, Journal: filepath.Join(t.TempDir(), "journal"), Skip: []string{"sitemap", "llms.txt"}}
	var last *crawl.Page
	for range 3 {
		c, err := crawl.New(s.client(t), opts)
		require.NoError(t, err)
		for p := range c.Pages(t.Context()) {
			last = p
			break
		}
	}
	assert.Equal(t, s.URL+"/first", last.DuplicateOf)
}

// A failure that the loop may have seen is told to Delivered like a page.
func TestAFailureIsDeliveredOnce(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Home", "/missing")})
	path := filepath.Join(t.TempDir(), "journal")
	opts := crawl.Options{Seeds: []string{s.URL + "/"}, Journal: path, Skip: []string{"sitemap", "llms.txt"}}
	for _, want := range []int{2, 0} {
		c, err := crawl.New(s.client(t), opts)
		require.NoError(t, err)
		n := 0
		for range c.Pages(t.Context()) {
			n++
		}
		assert.Equal(t, want, n)
		whole, err := os.ReadFile(path)
		require.NoError(t, err)
		cut := bytes.LastIndex(whole, []byte(`{"done"`)) // killed while the body of the loop ran
		require.NoError(t, os.WriteFile(path, whole[:cut], 0o600))
		opts.Delivered = func(u string) bool { return strings.HasSuffix(u, "/missing") }
	}
	assert.Equal(t, 1, s.count("/missing"))
}

func TestAJournalBelongsToOneCrawl(t *testing.T) {
	s := newSite(t, map[string]string{"/": page("Home")})
	path := filepath.Join(t.TempDir(), "journal")
	open := func(o crawl.Options) error {
		o.Journal = path
		c, err := crawl.New(s.client(t), o)
		if err == nil {
			for _, err := range c.Pages(t.Context()) {
				assert.NoError(t, err)
			}
		}
		return err
	}
	require.NoError(t, open(crawl.Options{Seeds: []string{s.URL}}))
	assert.ErrorIs(t, open(crawl.Options{Seeds: []string{s.URL + "/other"}}), crawl.ErrJournal)
	assert.ErrorIs(t, open(crawl.Options{Seeds: []string{s.URL}, Prefixes: []string{"/a"}}), crawl.ErrJournal)
	require.NoError(t, open(crawl.Options{Seeds: []string{s.URL}, MaxPages: 7}), "a budget may change")
	for what, text := range map[string]string{"text": "a list of things to do\n", "JSON": "{}\n", "long": strings.Repeat("x", 70<<10) + "\n"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		assert.ErrorIs(t, open(crawl.Options{Seeds: []string{s.URL}}), crawl.ErrJournal, what)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, text, string(after), "a file that is none is left as it is")
	}
}
