package measure_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

func measured(t testing.TB, body string) *measure.Page {
	t.Helper()
	_, p := measuretest.Page(t, body)
	return p
}

// blockTexts returns the texts of the blocks of a page, white space folded.
func blockTexts(root *html.Node, p *measure.Page) []string {
	texts := measuretest.BlockTexts(root, p, "")
	for i, text := range texts {
		texts[i] = strings.Join(strings.Fields(text), " ")
	}
	return texts
}

// blocksOf returns the texts of the blocks of a body, parted by bars.
func blocksOf(t testing.TB, body string) string {
	t.Helper()
	return strings.Join(blockTexts(measuretest.Page(t, body)), " | ")
}

// hashes returns the hashes of words, nil for none.
func hashes(words ...string) []uint32 {
	var out []uint32
	for _, w := range words {
		out = append(out, measure.HashWord(w))
	}
	return out
}
