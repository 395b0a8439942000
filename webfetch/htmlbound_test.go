package webfetch_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

const htmlPage = "<html><body><main><p>Boats float because they push water away.</p></main></body></html>"

// full is a client of which all bytes that may be under extraction can be taken.
type full struct {
	*webfetch.Client
	t     *testing.T
	bytes int64
	end   chan struct{}
}

// newFull must be called in a bubble of synctest.
func newFull(t *testing.T, bytes int64) *full {
	f := &full{t: t, bytes: bytes, end: make(chan struct{})}
	c, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{ExtractBytes: bytes, MaxBytes: max(bytes, 10<<20)}, Extractors: map[string]extract.Extractor{
		"application/x-slow": extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
			<-f.end
			return &extract.Document{}, nil
		}),
	}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, c.Close()) })
	f.Client = c
	return f
}

// whileTaken runs work while n of the bytes are taken.
func (f *full) whileTaken(n int64, work func()) {
	done := make(chan error)
	go func() {
		_, err := f.Extract(f.t.Context(), extract.Source{MediaType: "application/x-slow", Body: make([]byte, n)}, webfetch.ExtractOptions{})
		done <- err
	}()
	synctest.Wait()
	work()
	f.end <- struct{}{}
	require.NoError(f.t, <-done)
}

// page is a packet of an HTML page.
func (f *full) page(body, address string) *webfetch.Packet {
	p, err := f.Extract(f.t.Context(), extract.Source{MediaType: "text/html", Body: []byte(body)}, webfetch.ExtractOptions{CanonicalURL: address, RawOnly: true})
	require.NoError(f.t, err)
	return p
}

// html is the html view of a page; the error is TIMEOUT if there is no room for it.
func (f *full) html(p *webfetch.Packet) (string, error) {
	ctx, cancel := context.WithTimeout(f.t.Context(), time.Minute)
	defer cancel()
	return f.View(ctx, p, webfetch.ViewHTML)
}

// The html view waits for its share of the bytes under extraction, as long as
// its caller does.
func TestHTMLViewKeepsToTheBoundOfBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFull(t, 50)
		p := f.page(htmlPage, "")
		f.whileTaken(50, func() {
			_, err := f.html(p)
			assert.ErrorIs(t, err, webfetch.Timeout)
		})
		text, err := f.html(p)
		require.NoError(t, err)
		assert.Contains(t, text, "Boats float")
	})
}

// Readings in parts render once each, also when they alternate: where there is no room
// to render a page, its view is there all the same. Another page is not taken for one of
// them.
func TestHTMLViewRendersOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFull(t, 1000)
		a, b := f.page(htmlPage, "https://a.example/"), f.page(htmlPage, "https://b.example/")
		first, err := f.html(a)
		require.NoError(t, err)
		second, err := f.html(b)
		require.NoError(t, err)
		assert.Equal(t, first, second)
		same, other := f.page(htmlPage, "https://a.example/"), f.page("<p>Stones sink.</p>", "https://a.example/")
		f.whileTaken(1000, func() {
			for range 3 {
				for _, p := range []*webfetch.Packet{a, b, same} {
					again, err := f.html(p)
					require.NoError(t, err)
					assert.Equal(t, first, again)
				}
			}
			_, err := f.html(other)
			assert.ErrorIs(t, err, webfetch.Timeout)
		})
	})
}

// At most 32 views are remembered, of 16 MiB together: those that were used last. One that
// is larger alone is remembered until the next.
func TestHTMLViewsThatAreRemembered(t *testing.T) {
	const most, mostBytes = 32, 16 << 20
	paragraph := func(n int) string { return "<p>" + strings.Repeat("x", n) }
	synctest.Test(t, func(t *testing.T) {
		f := newFull(t, 2*mostBytes)
		render := func(body string) *webfetch.Packet {
			p := f.page(body, "")
			_, err := f.html(p)
			require.NoError(t, err)
			return p
		}
		remembered := func(p *webfetch.Packet) (known bool) {
			f.whileTaken(2*mostBytes, func() {
				_, err := f.html(p)
				known = err == nil
			})
			return known
		}
		var pages []*webfetch.Packet
		for i := range most {
			pages = append(pages, render(fmt.Sprint("<p>Page ", i)))
		}
		assert.True(t, remembered(pages[0]), "which uses it")
		one := render("<p>One more")
		assert.True(t, remembered(pages[0]))
		assert.False(t, remembered(pages[1]), "the one used least recently goes")
		assert.True(t, remembered(pages[2]))
		assert.True(t, remembered(one))

		half := render(paragraph(mostBytes / 2))
		assert.True(t, remembered(one), "there is room for both")
		render(paragraph(mostBytes/2 + 1))
		assert.False(t, remembered(half))
		large := render(paragraph(mostBytes + 1))
		assert.True(t, remembered(large), "alone, whatever its size")
		assert.False(t, remembered(one))
		render("<p>The next")
		assert.False(t, remembered(large))
	})
}
