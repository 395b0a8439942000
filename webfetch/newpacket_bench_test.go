package webfetch_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// buildPages are the tests' own pages, or 300 of the folder that -corpus names.
func buildPages(b *testing.B) (pages [][]byte) {
	b.Helper()
	pattern := "testdata/site/*.html"
	if corpus := flag.Lookup("corpus"); corpus != nil && corpus.Value.String() != "" {
		pattern = filepath.Join(corpus.Value.String(), "*.html")
	}
	names, err := filepath.Glob(pattern)
	require.NoError(b, err)
	for i := 0; i < len(names); i += len(names)/300 + 1 {
		page, err := os.ReadFile(names[i])
		require.NoError(b, err)
		pages = append(pages, page)
	}
	require.NotEmpty(b, pages)
	return pages
}

// least keeps the least time that a piece of work took on each page: what other
// work on the machine adds is left out.
type least []time.Duration

func (l least) time(page int, work func()) {
	began := time.Now()
	work()
	if took := time.Since(began); l[page] == 0 || took < l[page] {
		l[page] = took
	}
}

func (l least) sum() (sum time.Duration) {
	for _, d := range l {
		sum += d
	}
	return sum
}

// BenchmarkBuild measures what a client makes of an extraction, as multiples of html.Parse
// over the same pages in the same run: the scan, the hashes and all else of the packet.
func BenchmarkBuild(b *testing.B) {
	pages := buildPages(b)
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(b, err)
	defer client.Close()
	registry, n := webfetch.Registry(), len(pages)
	floor, document, packet := make(least, n), make(least, n), make(least, n)
	for b.Loop() {
		for i, page := range pages {
			src := extract.Source{MediaType: "text/html; charset=utf-8", Body: page}
			floor.time(i, func() {
				_, err := html.Parse(bytes.NewReader(page))
				require.NoError(b, err)
			})
			document.time(i, func() {
				_, err := registry.Extract(b.Context(), &src)
				require.NoError(b, err)
			})
			packet.time(i, func() {
				_, err := client.Extract(b.Context(), src, webfetch.ExtractOptions{})
				require.NoError(b, err)
			})
		}
	}
	per := func(d time.Duration) float64 { return float64(d) / float64(floor.sum()) }
	b.ReportMetric(per(document.sum()), "x-parse-document")
	b.ReportMetric(per(packet.sum()-document.sum()), "x-parse-packet")
}
