package webfetch_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestTheMarkdownVersionOfAPage(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		markdown := func() {
			w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
			fmt.Fprintf(w, "# Markdown of %s\n\nHigh water at Norwick is at 06:12.\n", r.URL.Path)
		}
		w.Header().Set("Content-Type", "text/html")
		head := ""
		switch r.URL.Path {
		case "/named.md", "/guess.md", "/dir/index.html.md", "/v1.2.md", "/llms.txt":
			markdown()
			return
		case "/negotiated":
			assert.Contains(t, r.Header.Get("Accept"), "text/markdown, text/html;q=0.9")
			markdown()
			return
		case "/header":
			w.Header().Set("Link", `</style.css>; rel=preload, </named.md>; rel="alternate"; type="text/markdown"`)
		case "/element":
			head = `<link rel="stylesheet" href="/x.css"><link rel="alternate nofollow" type="text/markdown" href="/named.md#top">`
		case "/body":
			head = `<body><link rel="alternate" type="text/markdown" href="/named.md">`
		case "/elsewhere":
			head = `<link rel="alternate" type="text/markdown" href="https://evil.example/named.md">`
		case "/missing":
			head = `<link rel="alternate" type="text/markdown" href="/gone.md">`
		case "/itself":
			head = `<link rel="alternate" type="text/markdown" href="/itself">`
		case "/gone.md":
			w.WriteHeader(http.StatusNotFound)
		case "/soft.md":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprint(w, "<!DOCTYPE html><p>There is no such page.")
			return
		}
		fmt.Fprintf(w, `<!doctype html><html><head>%s</head><main><p>This is the page at %s as it is for people to read in a browser.</p></main>`, head, r.URL.Path)
	}))
	defer server.Close()
	s := &site{Server: server}
	for _, tt := range []struct {
		path          string
		follow, guess bool
		how, final    string
		requests      int32
	}{
		{"/negotiated", false, false, "", "/negotiated", 1},
		{"/header", false, false, "", "/header", 1},
		{"/header", true, false, "rel=alternate", "/named.md", 2},
		{"/element", true, false, "rel=alternate", "/named.md", 2},
		{"/body", true, false, "", "/body", 1},
		{"/elsewhere", true, false, "", "/elsewhere", 1},
		{"/itself", true, false, "", "/itself", 1},
		{"/missing", true, false, "", "/missing", 2},
		{"/guess", true, false, "", "/guess", 1},
		{"/guess?a=b", true, true, ".md", "/guess.md", 2},
		{"/dir/", false, true, ".md", "/dir/index.html.md", 2},
		{"/v1.2", false, true, ".md", "/v1.2.md", 2},
		{"/soft", false, true, "", "/soft", 2},
		{"/image.png", false, true, "", "/image.png", 1},
	} {
		t.Run(fmt.Sprint(tt.path, tt.follow, tt.guess), func(t *testing.T) {
			c := s.client(t, func(o *webfetch.Options) {
				o.IgnoreRobots, o.FollowMarkdown, o.GuessMarkdown = true, tt.follow, tt.guess
			})
			asked.Store(0)
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: server.URL + tt.path})
			require.NoError(t, err)
			assert.Equal(t, tt.how, p.Provenance.Markdown)
			if tt.how != "" {
				assert.Equal(t, server.URL+tt.final, p.Provenance.FinalURL)
				assert.Contains(t, p.Content, "# Markdown of "+tt.final)
				assert.Equal(t, server.URL+tt.path, p.OriginalURL)
			}
			assert.Equal(t, tt.requests, asked.Load())
		})
	}
}

// The llms.txt of a site stands in for its front page only, and only where it is asked for.
func TestTheIndexOfASite(t *testing.T) {
	for name, tt := range map[string]struct {
		path, index string
		on          bool
		how, final  string
		requests    int32
	}{
		"front page":      {"/", "# Index\n\n- [Docs](/docs.md)\n", true, "llms.txt", "/llms.txt", 2},
		"not asked for":   {"/", "# Index\n\n- [Docs](/docs.md)\n", false, "", "/", 1},
		"another page":    {"/docs", "# Index\n", true, "", "/docs", 1},
		"with a query":    {"/?q=1", "# Index\n", true, "", "/?q=1", 1},
		"there is none":   {"/", "", true, "", "/", 2},
		"a page of words": {"/", "<!doctype html><p>Not found", true, "", "/", 2},
	} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int32
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				if r.URL.Path != "/llms.txt" {
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprint(w, `<!doctype html><main><p>This is the page as it is for people to read in a browser.</p></main>`)
					return
				}
				if tt.index == "" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "text/plain; charset=utf-8")
				fmt.Fprint(w, tt.index)
			}))
			defer server.Close()
			c := (&site{Server: server}).client(t, func(o *webfetch.Options) { o.IgnoreRobots, o.SiteIndex = true, tt.on })
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: server.URL + tt.path})
			require.NoError(t, err)
			assert.Equal(t, tt.how, p.Provenance.Markdown)
			assert.Equal(t, server.URL+tt.final, p.Provenance.FinalURL)
			assert.Equal(t, tt.requests, asked.Load())
		})
	}
}
