package measure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

func measured(t testing.TB, body string) *measure.Page {
	t.Helper()
	_, p := measuredTree(t, body)
	return p
}

func measuredTree(t testing.TB, body string) (*html.Node, *measure.Page) {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(false))
	require.NoError(t, err)
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	return root, p
}

// blockTexts returns the texts of the blocks of a page, white space folded.
func blockTexts(root *html.Node, p *measure.Page) []string {
	texts := make([]string, len(p.Blocks))
	index, block := int32(0), 0
	for n := range root.Descendants() {
		index++
		for block < len(texts) && index >= p.Blocks[block].End {
			block++
		}
		if block < len(texts) && n.Type == html.TextNode && index >= p.Blocks[block].Start {
			texts[block] += n.Data
		}
	}
	for i, text := range texts {
		texts[i] = strings.Join(strings.Fields(text), " ")
	}
	return texts
}

// blocksOf returns the texts of the blocks of a body, parted by bars.
func blocksOf(t testing.TB, body string) string {
	t.Helper()
	return strings.Join(blockTexts(measuredTree(t, body)), " | ")
}

// hashes returns the hashes of words, nil for none.
func hashes(words ...string) []uint32 {
	var out []uint32
	for _, w := range words {
		out = append(out, measure.HashWord(w))
	}
	return out
}
