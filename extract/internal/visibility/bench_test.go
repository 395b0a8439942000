package visibility_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// benchPage is a page of n paragraphs under a sheet of m rules that match
// nothing, as themes have them.
func benchPage(n, m int) string {
	var b strings.Builder
	b.WriteString("<html><head><style>")
	for i := range m {
		fmt.Fprintf(&b, ".theme-part-%d .inner > a:hover, #box%d.open { margin: 0 %dpx; color: #3%d5; padding: 4px 8px }\n.gone-%d { display: none }\n", i, i, i%9, i%10, i)
	}
	b.WriteString("</style></head><body>")
	for i := range n {
		fmt.Fprintf(&b, `<div class="row col-%d"><p class="text lead" id="p%d">Some text with <a href="/x">a link</a> and <b style="width:10px">bold</b>.</p></div>`, i%12, i)
	}
	return b.String()
}

// BenchmarkHides asks for every node of a page. The floor is BenchmarkParse,
// the parse of the same page.
func BenchmarkHides(b *testing.B) {
	root, s := parse(b, benchPage(500, 300))
	var nodes []*html.Node
	for n := range root.Descendants() {
		nodes = append(nodes, n)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, n := range nodes {
			s.HiddenReason(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(nodes)), "ns/node")
}

func BenchmarkParse(b *testing.B) {
	page := benchPage(500, 300)
	for b.Loop() {
		if _, err := html.Parse(strings.NewReader(page)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	page := benchPage(0, 300)
	css := page[strings.Index(page, "<style>")+7 : strings.Index(page, "</style>")]
	b.SetBytes(int64(len(css)))
	for b.Loop() {
		var s visibility.Checker
		s.Add(css)
	}
}

var corpus = flag.String("corpus", "", "a folder of HTML pages for BenchmarkPages")

// BenchmarkPages judges whole pages, from their style elements to the last node,
// skipping what is hidden. It reports the time as a multiple of that of parsing
// the same pages: its own, or all of the -corpus. Of each page the least time of
// all runs counts, which leaves out what other work on the machine adds.
func BenchmarkPages(b *testing.B) {
	pages := []string{benchPage(500, 300), benchPage(50, 2000), benchPage(2000, 0)}
	if *corpus != "" {
		files, err := filepath.Glob(filepath.Join(*corpus, "*.html"))
		if err != nil || len(files) == 0 {
			b.Fatalf("no pages in %s: %v", *corpus, err)
		}
		pages = pages[:0]
		for _, file := range files {
			page, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			pages = append(pages, string(page))
		}
	}
	parsing, judging := make([]time.Duration, len(pages)), make([]time.Duration, len(pages))
	keep := func(least []time.Duration, i int, took time.Duration) {
		if least[i] == 0 || took < least[i] {
			least[i] = took
		}
	}
	b.ReportAllocs()
	var s visibility.Checker
	for b.Loop() {
		for i, page := range pages {
			start := time.Now()
			root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
			if err != nil {
				continue
			}
			parsed := time.Now()
			s.Reset()
			visibility.AddPageStyles(&s, root)
			judge(&s, root)
			keep(parsing, i, parsed.Sub(start))
			keep(judging, i, time.Since(parsed))
		}
	}
	var all [2]time.Duration
	for i := range pages {
		all[0] += parsing[i]
		all[1] += judging[i]
	}
	b.ReportMetric(float64(all[1])/float64(all[0]), "x-parse")
}

func judge(s *visibility.Checker, n *html.Node) {
	if s.HiddenReason(n) != "" {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		judge(s, c)
	}
}
