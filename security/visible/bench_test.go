package visible

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
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
			s.Hides(n)
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
		var s Sheet
		s.Add(css)
	}
}
