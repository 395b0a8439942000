// Package measuretest measures pages for tests, and names blocks by their text.
package measuretest

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Page parses and measures a page. It fails the test if either does.
func Page(t testing.TB, body string) (*html.Node, *measure.Page) {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return root, p
}

// BlockTexts returns the texts of the blocks of a page, each text node followed by sep.
func BlockTexts(root *html.Node, p *measure.Page, sep string) []string {
	texts := make([]string, len(p.Blocks))
	index, block := int32(0), 0
	for n := range root.Descendants() {
		index++
		for block < len(texts) && index >= p.Blocks[block].End {
			block++
		}
		if block < len(texts) && n.Type == html.TextNode && index >= p.Blocks[block].Start {
			texts[block] += n.Data + sep
		}
	}
	return texts
}
