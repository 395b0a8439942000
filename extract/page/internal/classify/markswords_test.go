package classify_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
)

// wordPage makes random pages on which each word stands once.
type wordPage struct {
	*rand.Rand
	b     strings.Builder
	words int
}

// blocks writes elements of blocks in each other, with text between them.
func (p *wordPage) blocks(depth int) {
	for range 1 + p.IntN(4) {
		switch tag := []string{"p", "div", "section", "h2", "blockquote", "li", "article", ""}[p.IntN(8)]; {
		case tag == "":
			p.inline(2)
		case tag == "p" || tag == "h2" || depth == 0:
			fmt.Fprintf(&p.b, "<%s>", tag)
			p.inline(2)
			fmt.Fprintf(&p.b, "</%s>", tag)
		case tag == "li":
			p.b.WriteString("<ul><li>")
			p.blocks(depth - 1)
			p.b.WriteString("</li></ul>")
		default:
			fmt.Fprintf(&p.b, "<%s>", tag)
			p.blocks(depth - 1)
			fmt.Fprintf(&p.b, "</%s>", tag)
		}
	}
}

// inline writes words, some of them in elements.
func (p *wordPage) inline(depth int) {
	for range 1 + p.IntN(3) {
		if tag := []string{"b", "i", "span", "a href=/x", "", ""}[p.IntN(6)]; tag != "" && depth > 0 {
			name, _, _ := strings.Cut(tag, " ")
			fmt.Fprintf(&p.b, "<%s>", tag)
			p.inline(depth - 1)
			fmt.Fprintf(&p.b, "</%s> ", name)
			continue
		}
		p.words++
		fmt.Fprintf(&p.b, "w%dw ", p.words)
	}
}

var wordOfPage = regexp.MustCompile(`w\d+w`)

// Of whatever blocks are kept all words are written, and of the others none.
func TestMarksKeepAllWordsOfKeptBlocksOnly(t *testing.T) {
	for seed := range uint64(400) {
		p := wordPage{Rand: rand.New(rand.NewPCG(seed, 3))}
		p.blocks(3)
		root, page := measuretest.Page(t, p.b.String())
		var c classify.Classifier
		c.Classify(t.Context(), gbdt.Embedded(), page, features.Hints{PathSegments: -1}, classify.Options{})
		kept, want := make([]bool, len(page.Blocks)), []string{}
		share, texts := p.Float64(), measuretest.BlockTexts(root, page, " ")
		for i := range kept {
			if kept[i] = p.Float64() < share; kept[i] {
				want = append(want, wordOfPage.FindAllString(texts[i], -1)...)
			}
		}
		got := htmlmd.Write(htmlmd.Input{Root: root, Marks: c.Marks(root, kept)}).Markdown
		require.Equal(t, want, append([]string{}, wordOfPage.FindAllString(got, -1)...), "seed %d: %s\n%v", seed, p.b.String(), kept)
	}
}
