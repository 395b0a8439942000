package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// A page that is empty without its script is read as a reader sees it.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<title>Tides</title><main></main><script>document.querySelector("main").innerHTML = "<p>High water is at six.</p>"</script>`)
	}))
	defer site.Close()
	// A policy that allows this machine; leave it out to read pages of the internet.
	policy := security.AllowLoopback()
	renderer, err := browser.New(browser.Options{Policy: policy})
	if err != nil {
		panic(err) // browser.ErrNotFound: see browser.Install
	}
	defer renderer.Close()
	client, err := webfetch.New(webfetch.Options{Policy: policy, Renderer: renderer})
	if err != nil {
		panic(err)
	}
	defer client.Close()
	page, err := client.Fetch(context.Background(), webfetch.Request{URL: site.URL + "/", Mode: "render"})
	if err != nil {
		panic(err)
	}
	fmt.Println(page.Content)
	// Output: High water is at six.
}
