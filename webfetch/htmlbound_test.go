package webfetch

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const htmlPage = "<html><body><main><p>Boats float because they push water away.</p></main></body></html>"

// The html view waits for its share of the bytes under extraction, as long as
// its caller does.
func TestHTMLViewKeepsToTheBoundOfBytes(t *testing.T) {
	begun, end := make(chan struct{}), make(chan struct{})
	c, err := New(Options{ExtractBytes: 50, Extractors: map[string]extract.Extractor{
		"application/x-slow": extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
			close(begun)
			<-end
			return &extract.Document{}, nil
		}),
	}})
	require.NoError(t, err)
	defer c.Close()
	p, err := c.Extract(t.Context(), extract.Source{MediaType: "text/html", Body: []byte(htmlPage)}, ExtractOptions{})
	require.NoError(t, err)

	done := make(chan error)
	go func() {
		_, err := c.Extract(t.Context(), extract.Source{MediaType: "application/x-slow", Body: make([]byte, 50)}, ExtractOptions{})
		done <- err
	}()
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err = c.View(ctx, p, ViewHTML)
	require.ErrorIs(t, err, ErrTimeout)
	close(end)
	require.NoError(t, <-done)
	text, err := c.View(t.Context(), p, ViewHTML)
	require.NoError(t, err)
	assert.Contains(t, text, "Boats float")
}

// A reading in parts renders once; another page is not taken for it.
func TestHTMLViewRendersOnce(t *testing.T) {
	c, err := New(Options{})
	require.NoError(t, err)
	defer c.Close()
	read := func(body, address string) string {
		p, err := c.Extract(t.Context(), extract.Source{MediaType: "text/html", Body: []byte(body)}, ExtractOptions{CanonicalURL: address})
		require.NoError(t, err)
		text, err := c.View(t.Context(), p, ViewHTML)
		require.NoError(t, err)
		return text
	}
	first := read(htmlPage, "https://a.example/")
	c.html.text = "remembered"
	assert.Equal(t, "remembered", read(htmlPage, "https://a.example/"))
	assert.Equal(t, first, read(htmlPage, "https://b.example/"))
	assert.NotEqual(t, first, read("<p>Stones sink.</p>", "https://a.example/"))
}
