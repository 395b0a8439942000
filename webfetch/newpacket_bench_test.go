package webfetch

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
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

// BenchmarkBuild measures what is made of an extraction, as multiples of
// html.Parse over the same pages in the same run: the scan, the hashes, and all
// else of the packet.
func BenchmarkBuild(b *testing.B) {
	pages := buildPages(b)
	client, err := New(Options{})
	require.NoError(b, err)
	defer client.Close()
	n := len(pages)
	floor, scan, raw, text, content := make(least, n), make(least, n), make(least, n), make(least, n), make(least, n)
	for b.Loop() {
		for i, page := range pages {
			floor.time(i, func() {
				_, err := html.Parse(bytes.NewReader(page))
				require.NoError(b, err)
			})
			e, src, err := client.registry.Find(&extract.Source{MediaType: "text/html; charset=utf-8", Body: page})
			require.NoError(b, err)
			doc, err := e.Extract(context.Background(), src)
			require.NoError(b, err)
			scan.time(i, func() { _, _, _, _ = scanDocument(b.Context(), doc, injection.Report, nil) })
			raw.time(i, func() { hash(page) })
			text.time(i, func() { hashText(doc.Markdown) })
			content.time(i, func() { new(Packet).setContent(doc) })
		}
	}
	per := func(d time.Duration) float64 { return float64(d) / float64(floor.sum()) }
	b.ReportMetric(per(scan.sum()), "x-parse-scan")
	b.ReportMetric(per(raw.sum()+text.sum()), "x-parse-hashes")
	b.ReportMetric(per(content.sum()-text.sum()), "x-parse-rest")
}
