package parse_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

var corpus = flag.String("corpus", "", "a folder of HTML pages for BenchmarkParse")

// BenchmarkPrefilter reports the speed of the prefilter by what a page is made of.
func BenchmarkPrefilter(b *testing.B) {
	for name, part := range map[string]string{
		"script":  "<script>" + strings.Repeat("var a=1;if(a<b){f('x')}; ", 4000) + "</script>",
		"text":    strings.Repeat("<p>Nothing is as slow as a page of text that somebody wants to read to the end, and then again.", 1000),
		"tags":    strings.Repeat(`<div class="a b" id=c data-x="17" onclick="f(this)"><a href="/some/where" target="_blank">x</a></div>`, 1000),
		"comment": "<!--" + strings.Repeat("> ", 50000) + "-->",
	} {
		b.Run(name, func(b *testing.B) {
			page, buf := []byte(part), make([]byte, 4096)
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			for b.Loop() {
				drain(parse.New(page, false), buf)
			}
		})
	}
}

// BenchmarkHostile reports the speed of the prefilter on pages made to keep it busy.
func BenchmarkHostile(b *testing.B) {
	for name, part := range hostile {
		b.Run(name, func(b *testing.B) {
			page, buf := hostilePage(part), make([]byte, 4096)
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			for b.Loop() {
				drain(parse.New(page, false), buf)
			}
		})
	}
}

func drain(r io.Reader, buf []byte) (n int) {
	for {
		k, err := r.Read(buf)
		n += k
		if err != nil {
			return n
		}
	}
}

// BenchmarkParse reports, as multiples of parsing the same pages whole, the time
// of the prefilter alone and that of parsing what it leaves.
func BenchmarkParse(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(*corpus, "*.html"))
	if *corpus == "" || len(files) == 0 {
		b.Skip("no -corpus")
	}
	var pages [][]byte
	for i := 0; i < len(files); i += max(1, len(files)/300) {
		page, err := os.ReadFile(files[i])
		if err != nil {
			b.Fatal(err)
		}
		pages = append(pages, page)
	}
	var whole, alone, prefiltered float64
	var size, left, again int
	buf := make([]byte, 4096)
	for b.Loop() {
		for _, page := range pages {
			start := cpuTime()
			parseTree(bytes.NewReader(page))
			parsed := cpuTime()
			r := parse.New(page, false)
			left += drain(r, buf)
			drained := cpuTime()
			r = parse.New(page, false)
			if root := parseTree(r); root != nil {
				r.FillPlaceholders(root)
			}
			whole, alone, prefiltered = whole+parsed-start, alone+drained-parsed, prefiltered+cpuTime()-drained
			size += len(page)
			if r.NeedsFullParse() {
				again++
			}
		}
	}
	b.ReportMetric(alone/whole, "x-alone")
	b.ReportMetric(prefiltered/whole, "x-parse")
	b.ReportMetric(float64(left)/float64(size), "left")
	b.ReportMetric(float64(again)/float64(b.N), "again")
	b.ReportMetric(float64(size)/1e6/alone, "MB/s")
}

func parseTree(r io.Reader) *html.Node {
	root, err := html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil
	}
	return root
}
