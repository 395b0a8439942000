package htmlmd_test

import (
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

var corpus = flag.String("corpus", "", "folder of *.html to measure on instead of the pages in testdata")

// pages are the pages to measure on: those of the corpus, or the golden inputs
// over and over.
func pages(b *testing.B) []string {
	pattern := filepath.Join("testdata", "*.in.html")
	if *corpus != "" {
		pattern = filepath.Join(*corpus, "*.html")
	}
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		b.Fatalf("no pages at %s: %v", pattern, err)
	}
	var out []string
	for i, n := range names {
		if *corpus != "" && i%8 != 0 {
			continue
		}
		data, err := os.ReadFile(n)
		if err != nil {
			b.Fatal(err)
		}
		out = append(out, string(data))
	}
	return out
}

// BenchmarkWrite tells what writing a page costs in parses of it ("parses/op"):
// both are timed page by page in one run, so that load from elsewhere hits both.
func BenchmarkWrite(b *testing.B) {
	src := pages(b)
	base := &url.URL{Scheme: "https", Host: "example.org", Path: "/a/b"}
	var parsing, writing time.Duration
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range src {
			t0 := time.Now()
			doc, err := html.ParseWithOptions(strings.NewReader(s), html.ParseOptionEnableScripting(false))
			t1 := time.Now()
			if err != nil {
				continue
			}
			htmlmd.Write(htmlmd.Input{Root: doc, Base: base})
			parsing += t1.Sub(t0)
			writing += time.Since(t1)
		}
	}
	b.ReportMetric(float64(writing)/float64(parsing), "parses/op")
}
