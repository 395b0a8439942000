package page_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// corpus names a directory of HTML files to measure besides the pages that the
// benchmarks write.
var corpus = flag.String("corpus", "", "directory with *.html to run the benchmarks over")

// written are pages of ordinary shape and growing size.
func written() [][]byte {
	var out [][]byte
	for _, n := range []int{4, 16, 48, 120} {
		var b bytes.Buffer
		b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Report of the harbour board</title><meta property="og:type" content="article"><style>.menu a{color:#333;padding:4px}.hidden{display:none}</style>`)
		b.WriteString(`<script type="application/ld+json">{"@type":"NewsArticle","headline":"Report of the harbour board","datePublished":"2024-05-02","author":{"@type":"Person","name":"Ada Finch"}}</script></head><body class="single post">`)
		b.WriteString(`<header class="site-header"><nav class="menu main-menu"><ul>`)
		for i := range 40 {
			fmt.Fprintf(&b, `<li class="menu-item menu-item-%d"><a class="menu-link" href="/section/%d" title="Go to section %d">Section %d</a></li>`, i, i, i, i)
		}
		b.WriteString(`</ul></nav></header><main class="content"><article class="post-content"><h1>Report of the harbour board</h1>`)
		for i := range n {
			fmt.Fprintf(&b, `<p class="text">In year %d the board met %d times, heard the pilots, the ferrymen and the fishermen, and wrote <a href="/minutes/%d">minutes</a> that fill a volume; <em>most of it</em> is about mud, dredging and who pays for both.</p>`, 1900+i, i, i)
			if i%6 == 0 {
				fmt.Fprintf(&b, `<h2 id="s%d">Part %d</h2><figure><img src="/img/%d.jpg" alt="The quay"><figcaption>The quay, seen from the mole</figcaption></figure><ul><li>Depth at the bar</li><li>Length of the mole</li></ul>`, i, i, i)
			}
		}
		b.WriteString(`</article></main><aside class="sidebar related"><ul>`)
		for i := range 20 {
			fmt.Fprintf(&b, `<li class="card teaser"><div class="card-body"><a href="/story/%d"><span class="card-title">Another story, number %d</span></a><time datetime="2024-04-%02d">April</time></div></li>`, i, i, i+1)
		}
		b.WriteString(`</ul></aside><footer class="site-footer"><p>Copyright the board. <a href="/imprint">Imprint</a></p></footer></body></html>`)
		out = append(out, b.Bytes())
	}
	return out
}

func benchPages(b *testing.B) map[string][][]byte {
	sets := map[string][][]byte{"written": written()}
	if *corpus != "" {
		files, err := filepath.Glob(filepath.Join(*corpus, "*.html"))
		if err != nil || len(files) == 0 {
			b.Fatalf("no pages in %s", *corpus)
		}
		for i := 0; i < len(files); i += max(1, len(files)/160) {
			body, err := os.ReadFile(files[i])
			if err != nil {
				b.Fatal(err)
			}
			sets["corpus"] = append(sets["corpus"], body)
		}
	}
	return sets
}

// BenchmarkPages compares Extract with html.Parse over the same pages in the
// same run, pass by pass in turn, and reports the ratio of time and of
// allocations.
func BenchmarkPages(b *testing.B) {
	for name, pages := range benchPages(b) {
		b.Run(name, func(b *testing.B) { ratio(b, pages) })
	}
}

func ratio(b *testing.B, pages [][]byte) {
	parse := func() {
		for _, body := range pages {
			if _, err := html.Parse(bytes.NewReader(body)); err != nil {
				b.Fatal(err)
			}
		}
	}
	read := func() {
		for _, body := range pages {
			if _, err := (page.Extractor{}).Extract(context.Background(), &extract.Source{MediaType: "text/html; charset=utf-8", Body: body}); err != nil {
				b.Fatal(err)
			}
		}
	}
	parse()
	read()
	var time [2]float64
	var allocs, size [2]float64
	for b.Loop() {
		for k, f := range []func(){parse, read} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := cpuTime()
			f()
			time[k] += cpuTime() - start
			runtime.ReadMemStats(&after)
			allocs[k] += float64(after.Mallocs - before.Mallocs)
			size[k] += float64(after.TotalAlloc - before.TotalAlloc)
		}
	}
	b.ReportMetric(time[1]/time[0], "x-parse-cpu")
	b.ReportMetric(allocs[1]/allocs[0], "x-parse-allocs")
	b.ReportMetric(size[1]/size[0], "x-parse-bytes")
}

// hostile are pages made to hurt.
func hostile(size int) map[string][]byte {
	return map[string][]byte{
		"tiny elements": bytes.Repeat([]byte("<b>x</b>"), size/8),
		"tiny blocks":   bytes.Repeat([]byte("<p>x"), size/4),
		"attributes":    []byte("<div " + strings.Repeat("a=1 ", size/4) + ">x</div>"),
		"classes":       []byte(`<div class="` + strings.Repeat("nav ", size/4) + `">x</div>`),
		"links":         bytes.Repeat([]byte(`<a href=/x>y</a>`), size/16),
		"hidden":        bytes.Repeat([]byte(`<i hidden>x y z</i>`), size/19),
		"aria-hidden":   bytes.Repeat([]byte(`<i aria-hidden=true>`), 400),
		"one text":      bytes.Repeat([]byte("word "), size/5),
		"json":          []byte(`<script type="application/ld+json">` + strings.Repeat(`{"author":[`, size/11) + `</script>`),
		"siblings":      bytes.Repeat([]byte(`<li class=a>x<li class=b>y`), size/26),
		"tables":        bytes.Repeat([]byte(`<table><tr><td>x</table>`), size/24),
	}
}

// BenchmarkHostile reports the same ratios over hostile pages of 1 and 4 MB:
// they must not grow with the size.
func BenchmarkHostile(b *testing.B) {
	for _, size := range []int{1 << 20, 4 << 20} {
		for name, body := range hostile(size) {
			b.Run(fmt.Sprintf("%s/%dMB", name, size>>20), func(b *testing.B) { ratio(b, [][]byte{body}) })
		}
	}
}
