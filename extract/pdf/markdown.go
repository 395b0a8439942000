package pdf

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// writer writes blocks as Markdown.
type writer struct {
	out    mdwriter.Writer
	meter  *ctxio.Meter      // at whose end the writing ends too
	labels map[string]string // text of links by target
}

// blocks writes blocks.
func (w *writer) blocks(blocks []layout.Block) {
	for i := 0; i < len(blocks) && !w.out.Full() && w.meter.Spend(ctxio.PerItem) == nil; i++ {
		switch b := &blocks[i]; b.Kind {
		case layout.Heading:
			text := printable(b.Text())
			w.out.Heading(b.Level, mdwriter.Inline(text), text)
		case layout.Item:
			number, spans := mdwriter.NoNumber, b.Spans
			if n, err := strconv.Atoi(strings.TrimSuffix(b.Marker, ".")); err == nil {
				number = n
			} else {
				spans = b.Labelled()
			}
			w.out.Item(b.Level, number, w.inline(spans, mdinline.Paragraph))
		case layout.Table:
			w.table(b.Rows)
		case layout.Code:
			w.out.Code("", b.Code)
		case layout.Comment:
			w.comment(b.Note)
		default:
			w.out.Paragraph(w.inline(b.Spans, mdinline.Paragraph))
		}
	}
}

// printable drops what must not reach Markdown.
func printable(s string) string { return strings.ToValidUTF8(mdwriter.Fold(s), "") }

func (w *writer) table(rows [][][]layout.Span) {
	out := make([][]string, len(rows))
	for i, row := range rows {
		if w.meter.Spend(ctxio.PerItem) != nil {
			break
		}
		out[i] = make([]string, len(row))
		for k, spans := range row {
			out[i][k] = w.inline(spans, mdinline.Cell)
		}
	}
	w.out.Table(out)
}

// inline returns spans as inline Markdown on one line.
func (w *writer) inline(spans []layout.Span, c mdinline.Context) string {
	var b mdinline.Builder
	for i := 0; i < len(spans); {
		end, s := i+1, spans[i]
		for end < len(spans) && spans[end].Link == s.Link && (s.Link != "" || spans[end].Bold == s.Bold && spans[end].Italic == s.Italic) {
			end++
		}
		text := strings.ToValidUTF8(mdwriter.Printable(layout.Text(spans[i:end])), "")
		b.Run(text, w.look(text, s))
		i = end
	}
	return b.Take(c)
}

// look returns how text is written in the style of a span: as a link, or with emphasis if it has a letter or digit.
func (w *writer) look(text string, style layout.Span) (l mdinline.Look) {
	if l.Link = style.Link; l.Link != "" {
		w.labels[l.Link] = cmp.Or(w.labels[l.Link], mdwriter.Fold(text))
	} else if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		l.Set(mdinline.Strong, style.Bold)
		l.Set(mdinline.Emphasis, style.Italic)
	}
	return l
}
