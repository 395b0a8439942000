package pdf

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/formula"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// writer writes blocks as Markdown.
type writer struct {
	out     mdwriter.Writer
	targets *targets
	labels  map[string]string // text of links by target
	math    bool              // there are formulas, so that "$" in text is escaped
}

// blocks writes blocks; items in a row are one list.
func (w *writer) blocks(blocks []layout.Block) {
	w.labels = map[string]string{}
	w.math = slices.ContainsFunc(blocks, func(b layout.Block) bool { return slices.ContainsFunc(b.Spans, isFormula) })
	for i := 0; i < len(blocks) && !w.out.Full(); i++ {
		switch b := &blocks[i]; b.Kind {
		case layout.Heading:
			w.heading(b)
		case layout.Item:
			end := i + 1
			for end < len(blocks) && blocks[end].Kind == layout.Item {
				end++
			}
			w.list(blocks[i:end])
			i = end - 1
		case layout.Table:
			w.table(b.Rows)
		case layout.Code:
			w.out.Code("", b.Code)
		case layout.Comment:
			w.comment(b.Note)
		default:
			if tex, rest, ok := display(b.Spans); ok {
				w.out.Block(extract.Math, tex)
				w.out.Paragraph(rest)
				continue
			}
			w.out.Paragraph(w.inline(b.Spans))
		}
	}
}

// heading writes a heading.
func (w *writer) heading(b *layout.Block) {
	text := printable(b.Text())
	md := mdwriter.Inline(text)
	if slices.ContainsFunc(b.Spans, isFormula) {
		md = w.inline(b.Spans)
	}
	w.out.Heading(b.Level, md, text)
}

// display returns a paragraph that is one formula as TeX, with what stands behind it:
// punctuation, or the number of the formula.
func display(spans []layout.Span) (tex, rest string, ok bool) {
	if len(spans) == 0 || spans[0].Formula != font.DisplayFormula || strings.TrimSpace(spans[0].Text) == formula.Unsure {
		return "", "", false
	}
	rest = printable(join(spans[1:]))
	if strings.ContainsFunc(rest, unicode.IsLetter) || len(rest) > maxFormulaNumber || slices.ContainsFunc(spans[1:], func(s layout.Span) bool { return s.Formula != font.NoFormula || s.Link != "" }) {
		return "", "", false
	}
	rest = strings.TrimLeft(rest, " .,;:")
	tex = printable(spans[0].Text)
	if number, found := strings.CutPrefix(rest, "("); found && strings.HasSuffix(number, ")") {
		tex, rest = tex+` \tag{`+strings.TrimSuffix(number, ")")+"}", ""
	}
	return "$$" + tex + "$$", mdwriter.Inline(rest), true
}

func isFormula(s layout.Span) bool { return s.Formula != font.NoFormula }

// inlineFormula writes a formula within text.
func inlineFormula(tex string) string {
	core := strings.TrimSpace(tex)
	md := "$" + printable(core) + "$"
	if core == formula.Unsure {
		md = mdwriter.Inline(core)
	}
	if strings.HasSuffix(tex, " ") {
		md += " "
	}
	return md
}

// maxFormulaNumber is how many bytes the number of a formula has at most.
const maxFormulaNumber = 12

// printable drops what must not reach Markdown.
func printable(s string) string { return strings.ToValidUTF8(mdwriter.Fold(s), "") }

func (w *writer) list(items []layout.Block) {
	var list mdwriter.ListBuilder
	for i := range items {
		item := &items[i]
		list.Item(4*min(item.Level, 6), item.Marker)
		list.WriteString(w.inline(item.Spans))
	}
	w.out.List(&list)
}

func (w *writer) table(rows [][][]layout.Span) {
	out := make([][]string, len(rows))
	for i, row := range rows {
		out[i] = make([]string, len(row))
		for k, spans := range row {
			out[i][k] = w.inline(spans)
		}
	}
	w.out.Table(out)
}

// inline returns spans as inline Markdown on one line.
func (w *writer) inline(spans []layout.Span) string {
	var b strings.Builder
	for i := 0; i < len(spans); {
		end := i + 1
		if link := spans[i].Link; link != "" {
			for end < len(spans) && spans[end].Link == link {
				end++
			}
			w.link(&b, link, spans[i:end])
		} else if spans[i].Formula != font.NoFormula {
			b.WriteString(inlineFormula(spans[i].Text))
		} else {
			for end < len(spans) && spans[end].Link == "" && spans[end].Formula == font.NoFormula && spans[end].Bold == spans[i].Bold && spans[end].Italic == spans[i].Italic {
				end++
			}
			text := join(spans[i:end])
			w.styled(&b, text, spans[i], before(b.String()), next(spans, end))
		}
		i = end
	}
	return strings.TrimSpace(strings.ReplaceAll(b.String(), "\n", " "))
}

func join(spans []layout.Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// before returns the last rune of s, next the first one of the span at i.
func before(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func next(spans []layout.Span, i int) rune {
	if i >= len(spans) {
		return ' '
	}
	r, _ := utf8.DecodeRuneInString(spans[i].Text)
	return r
}

// link writes a link. Blanks around its text stay outside.
func (w *writer) link(b *strings.Builder, uri string, spans []layout.Span) {
	raw := join(spans)
	text := printable(raw)
	target := w.targets.of(uri)
	if text == "" {
		b.WriteString(raw)
		return
	}
	if raw[0] == ' ' {
		b.WriteByte(' ')
	}
	if before(b.String()) == '!' {
		b.WriteByte(' ')
	}
	if target == "" {
		b.WriteString(mdwriter.Inline(text))
	} else {
		b.WriteString("[" + mdwriter.Inline(text) + "](" + target + ")")
	}
	if strings.HasSuffix(raw, " ") {
		b.WriteByte(' ')
	}
	if target != "" && w.labels[target] == "" {
		w.labels[target] = text
	}
}

// styled writes text with its emphasis, where words begin and end with it.
func (w *writer) styled(b *strings.Builder, raw string, style layout.Span, left, right rune) {
	text := printable(raw)
	if text == "" {
		if raw != "" {
			b.WriteByte(' ')
		}
		return
	}
	if raw[0] == ' ' && b.Len() > 0 {
		b.WriteByte(' ')
		left = ' '
	}
	trailing := strings.HasSuffix(raw, " ")
	if trailing {
		right = ' '
	}
	mark := ""
	switch {
	case style.Bold && style.Italic:
		mark = "***"
	case style.Bold:
		mark = "**"
	case style.Italic:
		mark = "*"
	}
	if mark != "" && (wordRune(left) || wordRune(right) || !flanking(text)) {
		mark = ""
	}
	escaped := mdwriter.Inline(text)
	if w.math {
		escaped = strings.ReplaceAll(escaped, "$", `\$`)
	}
	if b.Len() > 0 && mark == "" {
		escaped = inner(text, escaped)
	}
	b.WriteString(mark + escaped + mark)
	if trailing {
		b.WriteByte(' ')
	}
}

// inner returns the escaped text without the escapes that are for the start of
// a line only.
func inner(text, escaped string) string {
	if len(escaped) > 1 && escaped[0] == '\\' && strings.IndexByte("#>|=+-:", escaped[1]) >= 0 && text[0] == escaped[1] {
		return escaped[1:]
	}
	return escaped
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// flanking reports whether emphasis around text is read as such: it begins and
// ends with a letter, digit or closing sign.
func flanking(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return wordRune(first) && (wordRune(last) || strings.ContainsRune(".!?:,;)", last))
}

// labelLinks gives links the text they stand on.
func labelLinks(links []extract.Link, labels map[string]string) {
	for i := range links {
		links[i].Text = labels[links[i].URL]
	}
}
