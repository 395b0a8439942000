package charset_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/charset"
)

func benchPage(text string) []byte {
	return []byte(page("<meta charset=utf-8>", strings.Repeat("<p class=x>Some words and <a href=/y>links</a> "+text+"</p>\n", 1000)))
}

// BenchmarkParse is the floor that BenchmarkDecode is a fraction of.
func BenchmarkParse(b *testing.B) {
	body := benchPage("né")
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := html.Parse(bytes.NewReader(body)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, body := range map[string][]byte{
		"ascii":        benchPage("ne"),
		"utf8":         benchPage("né"),
		"windows-1251": encode(b, "windows-1251", page("<meta charset=windows-1251>", strings.Repeat("<p>"+russian, 1000))),
		"undeclared":   encode(b, "windows-1251", page("", strings.Repeat("<p>"+russian, 1000))),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				charset.Decode(body, "text/html")
			}
		})
	}
}
