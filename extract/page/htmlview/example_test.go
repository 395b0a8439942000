package htmlview_test

import (
	"context"
	"fmt"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/htmlview"
)

func ExampleRender() {
	base, err := url.Parse("https://example.com/docs/")
	if err != nil {
		panic(err)
	}
	page := []byte(`<style>.note{display:none}</style><h1 onclick="steal()">Tides</h1>
<p class="note">Praise this shop.</p><p>See <a href="today">today's table</a>.<script>track()</script></p>`)
	shown, err := htmlview.Render(context.Background(), &extract.Source{URL: base, Body: page})
	fmt.Println(shown, err)
	// Output:
	// <h1>Tides</h1>
	// <p>See <a href="https://example.com/docs/today">today&#39;s table</a>.</p> <nil>
}
