package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
)

// harbour is a site of three pages.
func harbour() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bodies := map[string]string{
			"/":      `<title>Harbour</title><p>Boats lie here in winter, and the gate is shut at night.</p><a href="/boats">Boats</a> <a href="/boats?utm_source=home">All boats</a>`,
			"/boats": `<title>Boats</title><p>Each boat has a berth of its own, and a number that is painted on it.</p><a href="/">Home</a>`,
		}
		body, found := bodies[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, body)
	}))
}

func Example() {
	site := harbour()
	defer site.Close()
	// A site on this machine is not the public internet: it has to be allowed.
	client, err := webfetch.New(webfetch.Options{Policy: security.AllowLoopback()})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	c, err := crawl.New(client, crawl.Options{Seeds: []string{site.URL}, MaxPages: 100})
	if err != nil {
		fmt.Println(err)
		return
	}
	for page, err := range c.Pages(context.Background()) {
		if err != nil {
			fmt.Println("failed:", page.URL)
			continue
		}
		fmt.Println(page.Depth, page.Found, page.Packet.Metadata.Title)
	}
	fmt.Println("done:", c.Stats().Done)
	// Output:
	// 0 seed Harbour
	// 1 link Boats
	// done: 2
}

func ExampleSitemapPages() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprint(w, `<urlset><url><loc>https://example.org/boats</loc></url><url><loc>https://example.org/ropes</loc></url></urlset>`)
	}))
	defer site.Close()
	client, err := webfetch.New(webfetch.Options{Policy: security.AllowLoopback()})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	for entry, err := range crawl.SitemapPages(context.Background(), client, site.URL+"/sitemap.xml") {
		fmt.Println(entry.URL, err)
	}
	// Output:
	// https://example.org/boats <nil>
	// https://example.org/ropes <nil>
}

func ExampleMap() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>Harbour</title><p>Here are <a href="/boats">Boats</a>.</p>`)
		case "/sitemap.xml":
			fmt.Fprintf(w, `<urlset><url><loc>http://%s/ropes</loc></url></urlset>`, r.Host)
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	client, err := webfetch.New(webfetch.Options{Policy: security.AllowLoopback()})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	for entry, err := range crawl.Map(context.Background(), client, webfetch.Request{URL: site.URL + "/"}) {
		if err != nil {
			continue // entry.URL could not be read
		}
		fmt.Println(strings.TrimPrefix(entry.URL, site.URL), entry.Found, entry.Title)
	}
	// Output:
	// / seed Harbour
	// /boats link Boats
	// /ropes sitemap
}
