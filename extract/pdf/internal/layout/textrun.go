package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Span is text of one style.
type Span struct {
	Text               string
	Bold, Italic, Mono bool
	Link               string
}

// Text returns the text of spans.
func Text(spans []Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// textRun is a run of glyphs on a line without large gaps.
type textRun struct {
	x0, x1, y, size float64
	spans           []Span
	rtl             bool
	mcid            int32
	rows            [][][]Span // of a table, nil for text
	edges           []float64  // the left edges of its columns
	parts           []textRun  // what wide gaps part, nil for none
	led             bool       // dots lead from it to the next part
	whole           *textRun   // what this is a part of, nil for none
	annotation      int32      // the one that it is text of, 0 for none
	formula         bool       // has a fraction or the like
	head            int        // its number among the turned headings, 0 for none
	rise            float64    // how far up from y a turned heading goes
	tagged          taggedRows // of a tagged table
}

// isDots reports whether the run is dots that lead from one cell to the next, or a rule that is typed.
func (c *textRun) isDots() bool {
	const minTyped = 8
	text := strings.Trim(c.text(), ". ")
	return c.rows == nil && (text == "" || len(text) >= minTyped && strings.Trim(text, "-=_") == "")
}

func (c *textRun) text() string { return Text(c.spans) }

func (c *textRun) addPart(part textRun, ok bool) {
	if ok {
		c.parts = append(c.parts, part)
	}
}

func splitParts(runs []textRun) []textRun {
	var out []textRun
	for i := range runs {
		if len(runs[i].parts) < 2 {
			out = append(out, runs[i])
			continue
		}
		for _, part := range runs[i].parts {
			part.whole = &runs[i]
			out = append(out, part)
		}
	}
	return out
}

// joinParts undoes splitParts where all parts of a run are left.
func joinParts(runs []textRun) []textRun {
	out := runs[:0:0]
	for i := 0; i < len(runs); i++ {
		whole, n := runs[i].whole, 1
		if whole != nil {
			for i+n < len(runs) && runs[i+n].whole == whole {
				n++
			}
			if n == len(whole.parts) {
				out = append(out, *whole)
				i += n - 1
				continue
			}
		}
		out = append(out, runs[i])
	}
	return out
}

// plainForms returns text with ligatures, and presentation forms of Hebrew and Arabic
// letters, as plain letters.
func plainForms(text string) string {
	shaped := func(r rune) bool { return r >= 0xfb00 && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc }
	if !strings.ContainsFunc(text, shaped) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if shaped(r) {
			b.WriteString(norm.NFKC.String(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ideograph reports whether text begins with a character of a script that is
// written without blanks.
func ideograph(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r >= 0x2e80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef)
}
