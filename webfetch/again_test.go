package webfetch_test

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

type countingExtractor struct{ calls atomic.Int32 }

func (e *countingExtractor) Extract(_ context.Context, src *extract.Source) (*extract.Document, error) {
	e.calls.Add(1)
	doc := &extract.Document{Markdown: string(src.Body), Warnings: []extract.Warning{{Type: "low_confidence_date", Message: "a guess"}}}
	if src.Options.WholePage {
		doc.Markdown = "# All\n\n" + doc.Markdown
	}
	return doc, nil
}

func counted(t *testing.T, opts webfetch.Options, header map[string]string) (*site, *webfetch.Client, *countingExtractor) {
	s := serving(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/x-counted")
		for name, value := range header {
			w.Header().Set(name, value)
		}
		_, _ = w.Write([]byte("# One\n\nThe tide is high at six.\n\n# Two\n\nIt is low at noon."))
	})
	e := &countingExtractor{}
	opts.Hooks.Extractors = map[string]extract.Extractor{"text/x-counted": e}
	return s, s.client(t, func(o *webfetch.Options) { o.Hooks, o.Limits.CacheBytes = opts.Hooks, opts.Limits.CacheBytes }), e
}

func TestAPageInTheCacheIsExtractedOnceMoreAtMost(t *testing.T) {
	s, c, e := counted(t, webfetch.Options{}, nil)
	get := func(req webfetch.Request) *webfetch.Packet {
		req.URL = s.URL + "/tides" + req.URL
		p, err := c.Fetch(t.Context(), req)
		require.NoError(t, err)
		return p
	}
	get(webfetch.Request{})
	second, third := get(webfetch.Request{}), get(webfetch.Request{})
	require.EqualValues(t, 2, e.calls.Load())
	require.NotEqual(t, second.Stats.RequestID, third.Stats.RequestID)
	third.Stats = second.Stats
	require.Equal(t, second, third)
	require.Equal(t, "cache", third.Provenance.Via)

	whole := webfetch.Request{}
	whole.Extract.WholePage = true
	require.Contains(t, get(whole).Content, "# All")
	require.NotContains(t, get(webfetch.Request{}).Content, "# All")
	require.Equal(t, "Two", get(webfetch.Request{URL: "#two"}).Provenance.Section)
	require.Empty(t, get(webfetch.Request{}).Provenance.Section)
	require.NotEmpty(t, get(webfetch.Request{Extract: webfetch.ExtractOptions{RawExcerpt: true}}).RawExcerpt)
	require.Less(t, len(get(webfetch.Request{Extract: webfetch.ExtractOptions{MaxTokens: 10}}).Content), len(second.Content))
	require.Equal(t, second.Content, get(webfetch.Request{}).Content)
	require.Equal(t, 1, s.count("/tides"))
}

func TestPacketsOfOneResponseAreApart(t *testing.T) {
	s, c, _ := counted(t, webfetch.Options{}, nil)
	var fetches sync.WaitGroup
	for range 8 {
		fetches.Go(func() {
			for range 20 {
				p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/tides"})
				if err != nil || len(p.Warnings) != 1 {
					t.Errorf("Fetch: %v, want one warning", err)
					return
				}
				p.Warnings = append(p.Warnings, extract.Warning{Type: "mine"})
				p.Provenance.Redirects = append(p.Provenance.Redirects, "mine")
				p.Metadata.Title = "mine"
			}
		})
	}
	fetches.Wait()
}

func TestWhatWatchesACallSeesEachOfThem(t *testing.T) {
	scans := 0
	s, c, e := counted(t, webfetch.Options{Hooks: webfetch.Hooks{Scanner: scannerFunc(func(context.Context, string, []injection.HiddenText) ([]injection.Finding, error) {
		scans++
		return nil, nil
	})}}, nil)
	for range 3 {
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/tides"})
		require.NoError(t, err)
	}
	require.Equal(t, 3, scans)
	require.EqualValues(t, 3, e.calls.Load())
}

func TestAKeptPacketEndsWithItsResponse(t *testing.T) {
	s, c, e := counted(t, webfetch.Options{}, map[string]string{"Cache-Control": "max-age=1"})
	for range 3 {
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/tides"})
		require.NoError(t, err)
	}
	require.EqualValues(t, 2, e.calls.Load())
	time.Sleep(1100 * time.Millisecond)
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/tides"})
	require.NoError(t, err)
	require.Equal(t, "http", p.Provenance.Via)
	require.Equal(t, 2, s.count("/tides"))
}

func TestKeptPacketsCountTowardsTheCache(t *testing.T) {
	s, c, _ := counted(t, webfetch.Options{Limits: webfetch.Limits{CacheBytes: 1200}}, nil)
	for range 4 { // the packet takes more than there is: with it the response leaves
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/tides"})
		require.NoError(t, err)
	}
	require.Equal(t, 2, s.count("/tides"))
}
