package compact_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

var (
	allModes    = []compact.Mode{compact.Structural, compact.Salience, compact.MapReduce, compact.QuestionFocused}
	allPreserve = [][]string{nil, {"numbers"}, {"dates"}, {"names"}, {"definitions"}, {"procedures"},
		{"numbers", "dates", "names", "definitions", "procedures"}}
)

// shapes are documents made of one kind of content, or of all.
func shapes() map[string]string {
	return map[string]string{
		"page":          kettle,
		"prose":         strings.Repeat("The tide turned at 6:40 on 3 May 2019. Ada Finch saw it from the pier. ", 20),
		"table":         "| Port | Depth |\n| --- | --- |\n" + strings.Repeat("| Delft | 3.5 m |\n", 30),
		"tables":        strings.Repeat("## Ports\n\n| Port | Depth |\n| --- | --- |\n| Delft | 3.5 m |\n| Gouda | 2 m |\n\n", 8),
		"code":          "Run this:\n\n```go\n" + strings.Repeat("fmt.Println(\"tide\")\n", 30) + "```\n\nThen wait.",
		"list":          strings.Repeat("- Coil the rope 3 times\n", 40),
		"steps":         strings.Repeat("1. Coil the rope\n2. Stow it\n   - below deck\n\nThen rest.\n\n", 8),
		"quotes":        strings.Repeat("> “The sea is high,” said Bo Reed.\n>\n> It was.\n\n", 10),
		"headings":      strings.Repeat("# Sea\n\n## Shore\n\n### Sand\n\n", 6),
		"Chinese":       strings.Repeat("潮水在六点四十分转向。码头上的人看见了它。", 20),
		"one long word": strings.Repeat("tide", 500),
		"links":         strings.Repeat("[Tides of the bay](https://shore.example/tides) ", 40),
		"formulas":      strings.Repeat("$$x^2 + y^2 = z^2$$\n\nwhere $x$ is 3 m.\n\n", 12),
		"notices":       "We use cookies. [Accept all](#)\n\n© 2024 Shore. All rights reserved.",
	}
}

// TestEveryCombination holds each shape, mode, set of facts and budget against
// all that Shrink promises.
func TestEveryCombination(t *testing.T) {
	for name, md := range shapes() {
		t.Run(name, func(t *testing.T) {
			doc := markdown.Parse(md)
			for _, mode := range allModes {
				for _, preserve := range allPreserve {
					for _, budget := range []int{1, 3, 8, 25, 80, 1 << 30} {
						for _, only := range []bool{false, true} {
							opts := compact.Options{MaxTokens: budget, SummaryOnly: only, Mode: mode, Preserve: preserve, Question: "How deep is Delft?", Counter: words{}}
							r, err := compact.Shrink(context.Background(), doc, opts)
							require.NoError(t, err)
							checkResult(t, doc, opts, r)
							if only || budget > 8 {
								checkLedger(t, doc, r)
							}
						}
					}
				}
			}
		})
	}
}

// checkLedger fails if some of the document is neither kept nor told of in the
// omissions. Signs of quotes are no text.
func checkLedger(t require.TestingT, doc *extract.Document, r *compact.Result) {
	told := make([]bool, len(doc.Markdown))
	for _, s := range r.Spans {
		for i := s.Start; i < s.End; i++ {
			told[i] = true
		}
	}
	for _, o := range r.Compacted.Omissions {
		if o.End == 0 {
			return
		}
		for i := o.Start; i < o.End; i++ {
			told[i] = true
		}
	}
	for i, c := range doc.Markdown {
		if !told[i] && !unicode.IsSpace(c) && c != '>' {
			require.Fail(t, "left out without a word", "%.40q at %d of %d, kept %q", doc.Markdown[i:], i, len(doc.Markdown), r.Compacted.Summary)
		}
	}
}

// TestBudgetIsUsed has no budget go to waste where there is more to keep: less
// than the largest piece of the document stays free.
func TestBudgetIsUsed(t *testing.T) {
	md := ""
	for i := range 60 {
		md += fmt.Sprintf("The tide turned early on day %d. Nobody saw it from pier %d. The boats lay still at berth %d. ", i, i, i)
	}
	for _, mode := range allModes {
		for _, budget := range []int{20, 50, 150, 400} {
			r := shrink(t, md, compact.Options{MaxTokens: budget, Mode: mode, Question: "When did the tide turn?"})
			assert.GreaterOrEqual(t, r.EstTokens, budget*2/3, "%s, %d tokens", mode, budget)
		}
	}
}

// TestDefaults has the zero options mean what they say.
func TestDefaults(t *testing.T) {
	doc := markdown.Parse(strings.Repeat(kettle, 40))
	r, err := compact.Shrink(context.Background(), doc, compact.Options{})
	require.NoError(t, err)
	assert.LessOrEqual(t, r.EstTokens, chunk.DefaultMaxTokens)
	assert.Less(t, chunk.Estimate(r.Compacted.Summary), r.EstTokens)
	only, err := compact.Shrink(context.Background(), doc, compact.Options{SummaryOnly: true})
	require.NoError(t, err)
	assert.Equal(t, chunk.Estimate(only.Compacted.Summary), only.EstTokens)
	salience, err := compact.Shrink(context.Background(), doc, compact.Options{Mode: compact.Salience, MaxTokens: chunk.DefaultMaxTokens})
	require.NoError(t, err)
	assert.Equal(t, salience, r, "no mode is salience")
	asked, err := compact.Shrink(context.Background(), doc, compact.Options{Question: "How heavy is it?"})
	require.NoError(t, err)
	focused, err := compact.Shrink(context.Background(), doc, compact.Options{Question: "How heavy is it?", Mode: compact.QuestionFocused})
	require.NoError(t, err)
	assert.Equal(t, focused, asked, "a question without a mode is question focused")
	assert.Empty(t, asked.SourceID)
	assert.Empty(t, asked.OriginalURL)
}

// TestDocumentIsNotChanged compares a document before and after.
func TestDocumentIsNotChanged(t *testing.T) {
	doc, same := markdown.Parse(kettle), markdown.Parse(kettle)
	for _, mode := range allModes {
		_, err := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: 20, Mode: mode, Question: "How heavy is it?"})
		require.NoError(t, err)
	}
	assert.Equal(t, same, doc)
}

// TestDocumentWithoutBlocks has text alone, as documents made by hand may.
func TestDocumentWithoutBlocks(t *testing.T) {
	doc := &extract.Document{Markdown: kettle}
	for _, mode := range allModes {
		opts := compact.Options{MaxTokens: 30, Mode: mode, Question: "How heavy is it?", Counter: words{}}
		r, err := compact.Shrink(context.Background(), doc, opts)
		require.NoError(t, err)
		checkResult(t, doc, opts, r)
		for _, q := range r.Compacted.KeyPoints {
			assert.Empty(t, q.Citation.BlockID)
		}
	}
}

// leaver cancels a context when it has counted so many texts.
type leaver struct {
	after  int
	cancel func()
}

func (l *leaver) Count(text string) int {
	if l.after--; l.after == 0 {
		l.cancel()
	}
	return len(strings.Fields(text))
}

// TestCancelledOnTheWay stops a long document soon: within the next thousand of
// its pieces.
func TestCancelledOnTheWay(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	counter := &leaver{after: 100, cancel: func() { cancel(cause) }}
	doc := markdown.Parse(strings.Repeat("A short line.\n\n", 5000))
	_, err := compact.Shrink(ctx, doc, compact.Options{MaxTokens: 50, Counter: counter})
	require.ErrorIs(t, err, cause)
	assert.Greater(t, counter.after, -1100)
}

// TestAtTheSameTime shrinks one document from many goroutines.
func TestAtTheSameTime(t *testing.T) {
	doc := markdown.Parse(kettle)
	want, err := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: 40, Question: "How heavy is it?"})
	require.NoError(t, err)
	got := make(chan *compact.Result)
	for range 8 {
		go func() {
			r, _ := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: 40, Question: "How heavy is it?"})
			got <- r
		}()
	}
	for range 8 {
		assert.Equal(t, want, <-got)
	}
}

// TestGrowth counts the work: ten times the document is about ten times the
// texts counted.
func TestGrowth(t *testing.T) {
	counted := func(n int) int {
		c := &counting{}
		doc := markdown.Parse(strings.Repeat("The tide turned at noon. The boats lay still.\n\n", n))
		_, err := compact.Shrink(context.Background(), doc, compact.Options{MaxTokens: 200, Counter: c})
		require.NoError(t, err)
		return c.bytes
	}
	small, large := counted(200), counted(2000)
	assert.LessOrEqual(t, large, 12*small, fmt.Sprintf("%d bytes counted, then %d", small, large))
}

type counting struct{ bytes int }

func (c *counting) Count(text string) int {
	c.bytes += len(text)
	return len(strings.Fields(text))
}
