package webfetch_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
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

// BenchmarkFetch measures a fetch without extraction as a multiple of a bare http.Get with
// io.ReadAll from the same server in the same run, of bodies whose length is announced and
// of those whose length is not. x-cpu is the ratio to look at beside other work.
func BenchmarkFetch(b *testing.B) {
	for _, size := range []int{10_000, 100_000, 1_000_000} {
		for _, announced := range []bool{true, false} {
			body := bytes.Repeat([]byte("The ledger names every ship. "), size/29+1)[:size]
			s := &site{Server: httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/plain")
				if announced {
					w.Header().Set("Content-Length", strconv.Itoa(size))
				} else {
					w.(http.Flusher).Flush()
				}
				_, _ = w.Write(body)
			}))}
			defer s.Close()
			client := s.client(b, func(o *webfetch.Options) { o.Limits.CacheTTL = webfetch.None })
			bare := &http.Client{Transport: &http.Transport{}}
			defer bare.CloseIdleConnections()
			get := func() {
				res, err := bare.Get(s.URL)
				require.NoError(b, err)
				got, err := io.ReadAll(res.Body)
				require.NoError(b, err)
				require.Len(b, got, size)
				require.NoError(b, res.Body.Close())
			}
			fetch := func() {
				p, err := client.Fetch(b.Context(), webfetch.Request{URL: s.URL, Extract: webfetch.ExtractOptions{RawOnly: true}})
				require.NoError(b, err)
				require.Len(b, p.Raw, size)
			}
			get()
			fetch()
			b.Run(fmt.Sprintf("%d/announced=%t", size, announced), func(b *testing.B) {
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
				b.ReportMetric(float64(ours.allocs)/20, "allocs")
			})
		}
	}
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
