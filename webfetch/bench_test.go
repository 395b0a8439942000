package webfetch_test

import (
	"bytes"
	"flag"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// corpus is a folder of HTML files to measure on.
var corpus = flag.String("corpus", "", "folder of *.html files for BenchmarkPipeline, about 300 of which are read; pages made up like those of the web without")

func benchPages(b *testing.B) [][]byte {
	b.Helper()
	if *corpus == "" {
		return milledPages()
	}
	names, err := filepath.Glob(filepath.Join(*corpus, "*.html"))
	require.NoError(b, err)
	var pages [][]byte
	for i, name := range names {
		if len(names) > 400 && i%(len(names)/300) != 0 {
			continue
		}
		page, err := os.ReadFile(name)
		require.NoError(b, err)
		pages = append(pages, page)
	}
	require.NotEmpty(b, pages)
	return pages
}

// cost is what a piece of work takes.
type cost struct {
	time   time.Duration
	cpu    time.Duration
	allocs uint64
	bytes  uint64
}

// timed adds the time of a piece of work.
func (c *cost) timed(work func()) {
	began, busy := time.Now(), cpuTime()
	work()
	c.time += time.Since(began)
	c.cpu += cpuTime() - busy
}

// counted adds what a piece of work allocates. It isn't timed: to read the counts,
// all goroutines are stopped and give back the memory that they hold ready.
func (c *cost) counted(work func()) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	c.allocs += after.Mallocs - before.Mallocs
	c.bytes += after.TotalAlloc - before.TotalAlloc
}

func report(b *testing.B, floor, ours cost) {
	b.ReportMetric(float64(ours.time)/float64(floor.time), "x-floor")
	b.ReportMetric(float64(ours.cpu)/float64(floor.cpu), "x-floor-cpu")
	b.ReportMetric(float64(ours.allocs)/float64(floor.allocs), "x-allocs")
	b.ReportMetric(float64(ours.bytes)/float64(floor.bytes), "x-bytes")
}

// BenchmarkPipeline measures everything that Extract does to HTML pages as a
// multiple of html.Parse over the same pages in the same run.
func BenchmarkPipeline(b *testing.B) {
	pages := benchPages(b)
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(b, err)
	defer client.Close()
	address, err := url.Parse("https://example.com/page")
	require.NoError(b, err)
	parse := func(page []byte) {
		if _, err := html.Parse(bytes.NewReader(page)); err != nil {
			b.Log(err)
		}
	}
	extracted := func(page []byte) {
		src := extract.Source{URL: address, MediaType: "text/html; charset=utf-8", Body: page}
		if _, err := client.Extract(b.Context(), src, webfetch.ExtractOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	var floor, ours cost
	extracted(pages[0]) // what is made once is no part of a page
	for _, page := range pages {
		floor.counted(func() { parse(page) })
		ours.counted(func() { extracted(page) })
	}
	for b.Loop() {
		for _, page := range pages {
			floor.timed(func() { parse(page) })
			ours.timed(func() { extracted(page) })
		}
	}
	report(b, floor, ours)
}

// BenchmarkFetch measures a fetch without extraction as a multiple of a bare
// http.Get with io.ReadAll from the same server in the same run.
func BenchmarkFetch(b *testing.B) {
	s := newSite(b)
	client := s.client(b)
	bare := &http.Client{Transport: &http.Transport{}}
	address := s.URL + "/article.html"
	get := func() {
		res, err := bare.Get(address)
		require.NoError(b, err)
		_, err = io.ReadAll(res.Body)
		require.NoError(b, err)
		require.NoError(b, res.Body.Close())
	}
	fetch := func() {
		req := webfetch.Request{URL: address, CacheTTL: -1, Extract: webfetch.ExtractOptions{RawOnly: true}}
		_, err := client.Fetch(b.Context(), req)
		require.NoError(b, err)
	}
	var floor, ours cost
	for range 20 {
		floor.counted(get)
		ours.counted(fetch)
	}
	for b.Loop() {
		floor.timed(get)
		ours.timed(fetch)
	}
	report(b, floor, ours)
}

// BenchmarkCacheHit measures a fetch whose response is cached, without extraction.
func BenchmarkCacheHit(b *testing.B) {
	s := newSite(b)
	client := s.client(b)
	req := webfetch.Request{URL: s.URL + "/article.html", Extract: webfetch.ExtractOptions{RawOnly: true}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := client.Fetch(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}
