package mdwriter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func bounded(most, input int) mdwriter.Writer {
	return mdwriter.NewWriter(&extract.Source{Body: make([]byte, input), Options: extract.Options{MaxOutput: most}})
}

func TestRoomIsTwentyTimesTheInput(t *testing.T) {
	w := bounded(0, 10_000)
	assert.Equal(t, 64<<10+200_000, w.Room())
	w.Took(5_000)
	assert.Equal(t, 64<<10+300_000, w.Room())
	w.Took(1 << 30)
	assert.Equal(t, limit.Output(0), w.Room())
	small := bounded(1000, 10)
	assert.Equal(t, 1000, small.Room(), "MaxOutput holds in any case")
	var zero mdwriter.Writer
	assert.Equal(t, limit.Output(0), zero.Room())
}

func TestWriterStopsAtItsLimit(t *testing.T) {
	words := strings.Repeat("word ", 100)
	for name, write := range map[string]func(w *mdwriter.Writer){
		"paragraph": func(w *mdwriter.Writer) { w.Paragraph(words) },
		"heading":   func(w *mdwriter.Writer) { w.Heading(2, words, words) },
		"code":      func(w *mdwriter.Writer) { w.Code("go", strings.Repeat("line\n", 100)) },
		"table":     func(w *mdwriter.Writer) { w.Table([][]string{{words, "b"}, {"c", "d"}}) },
	} {
		t.Run(name, func(t *testing.T) {
			var free mdwriter.Writer
			write(&free)
			size := len(free.Document().Markdown)
			for limit := range size + len("\n\nafte") {
				w := bounded(limit+1, 0)
				write(&w)
				w.Paragraph("after")
				doc := w.Document()
				require.LessOrEqual(t, len(doc.Markdown), limit+1)
				for _, b := range doc.Blocks {
					require.LessOrEqual(t, b.End, len(doc.Markdown))
				}
				require.Equal(t, 0, strings.Count(doc.Markdown, "```")%2, "a fence is closed: %q", doc.Markdown)
				require.Len(t, doc.Warnings, 1, "what follows is left out at %d of %d", limit, size)
			}
			enough := bounded(size+len("\n\nafter")+len("\n\n"), 0)
			write(&enough)
			enough.Paragraph("after")
			doc := enough.Document()
			assert.True(t, strings.HasSuffix(doc.Markdown, "after"))
			assert.Empty(t, doc.Warnings)
		})
	}
}

func TestCutAtTheEndOfAWord(t *testing.T) {
	w := bounded(15, 0)
	w.Paragraph("first second third")
	assert.Equal(t, "first second", w.Document().Markdown)
	w = bounded(12, 0)
	w.Paragraph("ääääääääää")
	assert.Equal(t, "äääää", w.Document().Markdown)
}

func TestLongTarget(t *testing.T) {
	at := "https://e.org/" + strings.Repeat("x", (8<<10)-len("https://e.org/"))
	assert.Equal(t, at, mdwriter.Target(at, nil))
	assert.Empty(t, mdwriter.Target(at+"x", nil))
	assert.Empty(t, mdwriter.Target("https://e.org/"+strings.Repeat(" x", (8<<10)/3), nil), "longer once it is encoded")
}
