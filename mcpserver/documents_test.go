package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
)

// What the documents of the small fetch tools show, in the words they show it.

const exampleArticle = `<html><head><title>Article Title</title></head><body><nav><a href="/">Home</a></nav>
<main><article><h1>Article Title</h1><p>Main content paragraphs formatted in clean markdown, and enough of them that they are taken for the content of the page.</p>
<h2>Subheadings preserved</h2><ul><li>Lists maintained</li><li>With proper formatting</li></ul>
<p>A paragraph after the list says what the picture below it shows, as articles do that have pictures.</p>
<p><img src="image.jpg" alt="Images kept with alt text"></p>
<p>And another one says what the table has in its columns, so that nobody takes it for a part of the layout.</p>
<table><tr><th>Tables</th><th>Converted</th></tr><tr><td>To</td><td>Markdown</td></tr>
<tr><td>Rows of cells</td><td>Lines with bars between them</td></tr><tr><td>Headings of columns</td><td>The first line of the table</td></tr></table>
<p>The last paragraph ends the article with a sentence that is of about the length of the others.</p></article></main></body></html>`

// exampleSite is https://example.com.
func exampleSite() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/article", func(w http.ResponseWriter, _ *http.Request) { html(w, exampleArticle) })
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		html(w, `<html><head><title>Example</title></head><body><nav><a href="/">Home</a> <a href="/products">Products</a> <a href="/about">About Us</a></nav>
<main><h1>Example</h1><p>See <a href="/products">what we sell</a>, <a href="https://example.com/">this page</a>, <a href="/#top">its top</a>,
<a href="javascript:void(0)">nothing</a>, <a href="https://elsewhere.example/">others</a>.</p></main></body></html>`)
	})
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { html(w, "<p>There is nothing to follow here.</p>") })
	mux.HandleFunc("/broken", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-broken; charset=utf-8")
		fmt.Fprint(w, "raw words that nothing can read")
	})
	mux.HandleFunc("/robots.txt", http.NotFound)
	return mux
}

func openExample(t *testing.T) func(tool string, arguments string) *result {
	session := serveIn(t, newWorld(t, exampleSite()).options())
	return func(tool, arguments string) *result { return call(t, session, tool, json.RawMessage(arguments)) }
}

func TestExampleArticle(t *testing.T) {
	fetch := openExample(t)
	for _, arguments := range []string{`{"url": "https://example.com/article"}`, `{"url": "https://example.com/article", "view": "markdown"}`, `{"url": "https://example.com/article", "raw": false, "max_length": 0}`} {
		r := fetch("fetch", arguments)
		require.True(t, r.Success, r.text)
		assert.True(t, strings.HasPrefix(r.text, "Contents of https://example.com/article:\n["), r.text)
		assert.Contains(t, r.text, "]\n# Article Title\n\nMain content paragraphs")
		for _, piece := range []string{
			"Main content paragraphs formatted in clean markdown", "## Subheadings preserved\n\n", "Lists maintained\n", "With proper formatting\n",
			"![Images kept with alt text]()", "| Tables | Converted |\n", "| To | Markdown |\n",
		} {
			assert.Contains(t, r.Packet.Content, piece)
		}
	}
}

func TestExampleRaw(t *testing.T) {
	fetch := openExample(t)
	for _, arguments := range []string{`{"url": "https://example.com/article", "raw": true}`, `{"url": "https://example.com/article", "view": "raw", "max_length": 0}`} {
		r := fetch("fetch", arguments)
		shown, _ := between(t, r.text)
		assert.Equal(t, exampleArticle, shown)
		assert.Equal(t, exampleArticle, r.Raw.Body)
	}
}

func TestExampleLinks(t *testing.T) {
	fetch := openExample(t)
	shown, _ := between(t, fetch("fetch", `{"url": "https://example.com", "view": "links"}`).text)
	assert.Equal(t, `All 3 links found on https://example.com

- Home: https://example.com/
- Products: https://example.com/products
- About Us: https://example.com/about`, shown, "the most frequent first, by their first text")
	empty := fetch("fetch", `{"url": "https://example.com/empty", "view": "links"}`)
	assert.Contains(t, empty.text, "No links found on https://example.com/empty - it may require JavaScript or authentication.")
}

// A list of links is cut between its lines.
func TestExampleLinksAreCutOnLines(t *testing.T) {
	fetch := openExample(t)
	whole := fetch("fetch", `{"url": "https://example.com", "view": "links", "max_length": 0}`).Packet.Content
	for limit := 420; limit < 620; limit += 10 {
		r := fetch("fetch", fmt.Sprintf(`{"url": "https://example.com", "view": "links", "max_length": %d}`, limit))
		if shown := r.Packet.Content; r.Truncated {
			require.True(t, strings.HasPrefix(whole, shown+"\n"), "%d: %q", limit, shown)
			assert.Contains(t, r.text, fmt.Sprintf("<error>Content truncated. The output has been limited to %d characters", limit))
		}
	}
}

func TestExampleFailures(t *testing.T) {
	fetch := openExample(t)
	r := fetch("fetch", `{"url": "http://thisdomaindoesntexist.example"}`)
	assert.Equal(t, "DNS_ERROR", r.Error.Code)
	assert.Contains(t, r.text, "Failed to connect to http://thisdomaindoesntexist.example")
	for _, url := range []string{"file:///etc/passwd", "gopher://example.com/"} {
		assert.Equal(t, "INVALID_PROTOCOL", fetch("fetch", `{"url": "`+url+`"}`).Error.Code)
	}
	r = fetch("fetch", `{"url": "https://example.com/nothing"}`)
	assert.Equal(t, "HTTP_ERROR", r.Error.Code)
	assert.Equal(t, 404, r.Error.Details.StatusCode)
}

// What can't be made Markdown of is shown as it came, below the words that say so.
func TestExampleExtractionFailure(t *testing.T) {
	opts := newWorld(t, exampleSite()).options()
	opts.Hooks.Extractors = map[string]extract.Extractor{"text/html": unreadable}
	r := call(t, serveIn(t, opts), "fetch", args{"url": "https://example.com/article"})
	require.True(t, r.Success, r.text)
	assert.True(t, strings.HasPrefix(r.text, "<error>Extraction to markdown failed; returning raw content</error>\n"), r.text)
	shown, _ := between(t, r.text)
	assert.Contains(t, shown, `\<h1>Article Title\</h1>`, "as it came, and inert as Markdown")
	require.NotEmpty(t, r.Packet.Warnings)
	assert.Equal(t, "extraction_fallback", r.Packet.Warnings[0].Type)
}

var unreadable = extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
	return nil, extract.ErrMalformed
})

// Use case 4: a client that turns pages by its own count gets the whole text.
func TestExamplePaging(t *testing.T) {
	web, session := newSite(t), open(t, mcpserver.Options{})
	whole := call(t, session, "fetch", args{"url": web.URL + "/long", "max_length": 0})
	second := call(t, session, "fetch", args{"url": web.URL + "/long", "max_length": 999999, "start_index": 5000})
	require.True(t, second.Success, second.text)
	assert.Equal(t, string([]rune(whole.Packet.Content)[5000:]), second.Packet.Content)
	assert.Equal(t, 1, web.count("/long"))
}
