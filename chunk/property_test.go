package chunk_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// joined makes a document of blocks.
func joined(kinds []extract.Kind, texts []string) *extract.Document {
	doc := &extract.Document{}
	for i, text := range texts {
		if i > 0 {
			doc.Markdown += "\n\n"
		}
		b := extract.Block{Kind: kinds[i], Span: extract.Span{Start: len(doc.Markdown)}}
		doc.Markdown += text
		b.End = len(doc.Markdown)
		if b.Kind == extract.HeadingBlock {
			b.Level = 1 + strings.LastIndexByte(text, '#')
			doc.Outline = append(doc.Outline, extract.Heading{Level: b.Level, Text: strings.TrimLeft(text, "# "), Span: extract.Span{Start: b.Start, End: b.End}})
		}
		doc.Blocks = append(doc.Blocks, b)
	}
	return doc
}

// random makes a document of everything that documents are made of.
func random(r *rand.Rand, blocks int) *extract.Document {
	var kinds []extract.Kind
	var texts []string
	for range blocks {
		kind, text := block(r)
		kinds, texts = append(kinds, kind), append(texts, text)
	}
	return joined(kinds, texts)
}

func block(r *rand.Rand) (extract.Kind, string) {
	switch r.IntN(9) {
	case 0, 1:
		return extract.HeadingBlock, strings.Repeat("#", 1+r.IntN(4)) + " " + prose(r, 1+r.IntN(5))
	case 2:
		var b strings.Builder
		for i := range 1 + r.IntN(12) {
			fmt.Fprintf(&b, "%s- %s\n", strings.Repeat("  ", min(i, r.IntN(3))), prose(r, 1+r.IntN(12)))
		}
		return extract.List, strings.TrimSpace(b.String())
	case 3:
		b := "| a | b |\n|---|---|"
		for range r.IntN(20) {
			b += "\n| " + prose(r, 1+r.IntN(8)) + " | " + prose(r, r.IntN(4)) + " |"
		}
		return extract.Table, b
	case 4:
		b := "```go"
		for range r.IntN(30) {
			b += "\n" + strings.Repeat("\n", r.IntN(2)) + prose(r, 1+r.IntN(9))
		}
		return extract.Code, b + strings.Repeat("\n```", r.IntN(2))
	case 5:
		return extract.Quote, "> " + strings.ReplaceAll(prose(r, 1+r.IntN(30)), ". ", ".\n> ")
	case 6:
		return extract.Paragraph, strings.ReplaceAll(prose(r, 1+r.IntN(60)), " ", "")
	}
	return extract.Paragraph, prose(r, 1+r.IntN(80))
}

// prose makes words of several scripts, with sentences.
func prose(r *rand.Rand, n int) string {
	samples := strings.Fields("the pump moves water and 13.5 kg of sand; für Öl, где вода 水泵抽水。 ポンプ ภาษาไทย हिन्दी 👩‍💻 e\u0301te\u0301 **bold** `code` [link](https://x.org/a) a.b, c: d")
	var words []string
	for range n {
		w := samples[r.IntN(len(samples))]
		if r.IntN(6) == 0 {
			w += "."
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

func solid(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// hold checks what every set promises, whatever the document.
func hold(t require.TestingT, doc *extract.Document, opts chunk.Options, limit int) {
	set, err := chunk.Split(context.Background(), doc, opts)
	require.NoError(t, err)
	var all strings.Builder
	at := 0
	for i, c := range set.Chunks {
		require.True(t, utf8.ValidString(c.Text))
		require.NotEmpty(t, strings.TrimSpace(c.Text))
		require.GreaterOrEqual(t, c.Start, at)
		require.Contains(t, c.Text, doc.Markdown[c.Start:c.End])
		require.Equal(t, opts.Counter.Count(c.Text), c.Tokens)
		if c.Tokens > limit {
			require.Equal(t, 1, utf8.RuneCountInString(c.Text), "chunk %d has %d tokens of %d: %q", i, c.Tokens, limit, c.Text)
		}
		all.WriteString(doc.Markdown[c.Start:c.End])
		at = c.End
	}
	require.Equal(t, solid(doc.Markdown), solid(all.String()))
}

func TestSplitHoldsItsPromises(t *testing.T) {
	enc, err := tiktoken.CL100K()
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		opts := chunk.Options{MaxTokens: 8 + r.IntN(200), MarginRatio: float64(r.IntN(3)) / 10, Counter: enc}
		limit := int(float64(opts.MaxTokens)*(1-opts.MarginRatio) + 1e-9)
		opts.OverlapTokens = r.IntN(limit / 2)
		if r.IntN(2) == 0 {
			opts.Strategy = chunk.Balanced
		}
		hold(t, random(r, 1+r.IntN(25)), opts, limit)
	}
}

// The same input always gives the same chunks.
func TestSplitIsDeterministic(t *testing.T) {
	doc := random(rand.New(rand.NewPCG(5, 6)), 60)
	first, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 90})
	require.NoError(t, err)
	for range 3 {
		again, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 90})
		require.NoError(t, err)
		require.Equal(t, first, again)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("One two. Three four.", 8, 2, uint8(0))
	f.Add("- a\n  - b\n\n    ```\n    c\n    ```\n- d", 9, 0, uint8(1))
	f.Add("```go\na\n\nb\n```", 7, 3, uint8(2))
	f.Add("| a |\n|---|\n| 1 |\n| 2 |", 12, 4, uint8(3))
	f.Add("> a\n>\n> ~~~\n> b", 6, 1, uint8(4))
	f.Add("👩‍💻🇳🇴e\u0301กำ각\x00\r\n", 4, 0, uint8(5))
	kinds := []extract.Kind{extract.Paragraph, extract.List, extract.Code, extract.Table, extract.Quote, extract.HeadingBlock, extract.HTML}
	f.Fuzz(func(t *testing.T, text string, limit, overlap int, kind uint8) {
		text = strings.ToValidUTF8(text, "?")
		limit, overlap = 4+int(uint(limit)%60), int(uint(overlap)%4)
		half := len(text) / 2
		for half < len(text) && !utf8.RuneStart(text[half]) {
			half++
		}
		k := kinds[int(kind)%len(kinds)]
		doc := joined([]extract.Kind{k, extract.Paragraph, k}, []string{text, text[:half], text[half:]})
		hold(t, doc, chunk.Options{MaxTokens: limit, OverlapTokens: overlap, Counter: bytesCounter{}}, limit)
		hold(t, doc, chunk.Options{MaxTokens: limit, Counter: estimator{}, Strategy: chunk.Balanced}, limit)
	})
}

type bytesCounter struct{}

func (bytesCounter) Count(text string) int { return len(text) }

type estimator struct{}

func (estimator) Count(text string) int { return chunk.Estimate(text) }
