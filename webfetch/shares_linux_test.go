package webfetch_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// slowly is an extractor that takes a minute for bodies that say so.
type slowly struct{}

func (slowly) Extract(_ context.Context, src *extract.Source) (*extract.Document, error) {
	if strings.HasPrefix(string(src.Body), "slow") {
		time.Sleep(time.Minute)
	}
	return &extract.Document{Markdown: "text", Format: "slow"}, nil
}

// Large documents of three principals leave room for those of a fourth.
func TestExtractionOfOneBesideThree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{ExtractBytes: 4000}, Hooks: webfetch.Hooks{Extractors: map[string]extract.Extractor{"application/x-slow": slowly{}}}})
		require.NoError(t, err)
		defer c.Close()
		run := func(principal, body string) time.Duration {
			began := time.Now()
			_, err := c.Extract(hostlimit.WithPrincipal(t.Context(), principal), extract.Source{MediaType: "application/x-slow", Body: []byte(body)}, webfetch.ExtractOptions{})
			assert.NoError(t, err)
			return time.Since(began)
		}
		slow := "slow" + strings.Repeat("x", 900)
		for _, greedy := range []string{"a", "b", "c"} {
			for range 6 {
				go run(greedy, slow)
			}
		}
		synctest.Wait()
		for range 10 {
			assert.Zero(t, run("good", strings.Repeat("y", 1000)))
		}
		time.Sleep(time.Hour)
	})
}

// A packed document counts with what it unpacks to: there is no room for that where there
// is some for the document as it came.
func TestPackedDocumentsCountUnpacked(t *testing.T) {
	docx := packed(docxType, map[string]string{"word/document.xml": "<w:document>" + strings.Repeat("<w:p/>", 100_000) + "</w:document>"})
	require.Less(t, len(docx.body), 10_000)
	zipped := gz(strings.Repeat("a", 1_000_000))
	const room, taken = 1_000_000, 900_000
	synctest.Test(t, func(t *testing.T) {
		f := newFull(t, room)
		fits := func(mediaType, body string, raw bool) bool {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			_, err := f.Extract(ctx, extract.Source{MediaType: mediaType, Body: []byte(body)}, webfetch.ExtractOptions{RawOnly: raw})
			if err != nil {
				assert.ErrorIs(t, err, webfetch.Timeout)
			}
			return err == nil
		}
		f.whileTaken(taken, func() {
			assert.False(t, fits(docxType, docx.body, false), "docx")
			assert.False(t, fits("application/gzip", zipped, false), "gzip")
			assert.True(t, fits("text/plain", "abc", false))
			assert.True(t, fits("text/plain", strings.Repeat("a", room-taken), false), "at the limit")
			assert.False(t, fits("text/plain", strings.Repeat("a", room-taken+1), false), "one over")
			assert.True(t, fits(docxType, docx.body, true), "it is not unpacked")
			for _, broken := range []string{"PK\x03\x04", "\x1f\x8b"} {
				assert.True(t, fits("text/plain", broken+strings.Repeat("a", 100), true), "what looks packed and isn't")
			}
		})
		assert.True(t, fits(docxType, docx.body, false))
	})
}
