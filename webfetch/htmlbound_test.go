package webfetch

import (
	"context"
	"strconv"
	"strings"
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
	c, err := New(Options{Limits: Limits{ExtractBytes: 50}, Extractors: map[string]extract.Extractor{
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
	require.ErrorIs(t, err, Timeout)
	close(end)
	require.NoError(t, <-done)
	text, err := c.View(t.Context(), p, ViewHTML)
	require.NoError(t, err)
	assert.Contains(t, text, "Boats float")
}

// Readings in parts render once each, also when they alternate; another page is
// not taken for one of them.
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
	assert.Equal(t, first, read(htmlPage, "https://b.example/"))
	for i := range c.html.texts {
		c.html.texts[i].text = "remembered"
	}
	for range 3 {
		assert.Equal(t, "remembered", read(htmlPage, "https://a.example/"))
		assert.Equal(t, "remembered", read(htmlPage, "https://b.example/"))
	}
	assert.NotEqual(t, "remembered", read("<p>Stones sink.</p>", "https://a.example/"))
}

func TestRecentTextsAreBounded(t *testing.T) {
	var r recentTexts
	half := strings.Repeat("x", maxRecentBytes/2)
	r.put("a", half)
	r.put("b", half)
	_, known := r.get("a")
	assert.True(t, known, "at the limit of bytes")
	r.put("c", "x")
	_, known = r.get("b")
	assert.False(t, known, "one over, the one used least recently goes")
	_, known = r.get("a")
	assert.True(t, known)
	r.put("a", "short")
	assert.Equal(t, len("short")+1, r.bytes)
	r.put("large", half+half+half)
	_, known = r.get("large")
	assert.True(t, known, "alone, whatever its size")
	assert.Len(t, r.texts, 1)
	for i := range maxRecent + 1 {
		r.put(strconv.Itoa(i), "x")
	}
	assert.Len(t, r.texts, maxRecent)
	assert.Equal(t, maxRecent, r.bytes)
}
