package webfetch_test

import (
	"context"
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
	c, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{ExtractBytes: bytes, MaxBytes: max(bytes, 10<<20)}, Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{
		"application/x-slow": extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
			<-f.end
			return &extract.Document{}, nil
		}),
	}}})
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
	p, err := f.Extract(f.t.Context(), extract.Source{MediaType: "text/html", Body: []byte(body), URL: parsed(f.t, address)}, webfetch.ExtractOptions{RawOnly: true})
	require.NoError(f.t, err)
	return p
}

// html is the html view of a page; the error is TIMEOUT if there is no room for it.
func (f *full) html(p *webfetch.Packet) (string, error) {
	ctx, cancel := context.WithTimeout(f.t.Context(), time.Minute)
	defer cancel()
	text, _, err := f.View(ctx, p, "html")
	return text, err
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
