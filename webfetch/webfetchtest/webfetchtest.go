// Package webfetchtest helps to test programs that fetch pages, without the internet:
//
//	site := webfetchtest.Site(t, map[string]string{"/": "<title>Tides</title><p>High water is at six.</p>"})
//	client := webfetchtest.Client(t, webfetch.Options{})
//	packet, err := client.Fetch(t.Context(), webfetch.Request{URL: site + "/"})
package webfetchtest

import (
	"cmp"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"path"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Client returns a client that may reach servers of this machine on every port and asks hosts as
// often as the test wants to. What opts sets stays as it is, so that a Policy of opts decides
// alone. The client is closed when the test ends; options that are not valid end the test.
func Client(t testing.TB, opts webfetch.Options) *webfetch.Client {
	t.Helper()
	opts.Policy = cmp.Or(opts.Policy, security.AllowLoopback())
	opts.Limits.RatePerHost = cmp.Or(opts.Limits.RatePerHost, webfetch.None)
	client, err := webfetch.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}

// Site serves pages on loopback until the test ends and returns its address, without a slash at
// the end. Keys of pages are paths, which begin with a slash; all other paths, robots.txt among
// them, have the status 404. A path without a file extension that is known is text/html in UTF-8.
func Site(t testing.TB, pages map[string]string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, found := pages[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", cmp.Or(mime.TypeByExtension(path.Ext(r.URL.Path)), "text/html; charset=utf-8"))
		_, _ = io.WriteString(w, page) // a client that has gone needs no answer
	}))
	t.Cleanup(server.Close)
	return server.URL
}
