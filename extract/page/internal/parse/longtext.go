package parse

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/net/html"
)

// The tokenizer reads the character references of a text all at once, which takes it
// longer than a caller who gives up should wait. So a long text with some is bypassed too,
// and read piece by piece.
const (
	minEscapedText = 64 << 10
	maxTextStart   = 1 << 10 // of it, which the parser gets
)

// bypassReferences replaces the rest of a long text with character references by a
// placeholder. The parser gets its beginning, since it looks there for white space, also for
// such that is written as a reference.
func (p *prefilter) bypassReferences(start, end int) {
	if end-start < minEscapedText || !p.isPlain(p.text[start:end]) {
		return
	}
	for from := start; ; {
		next := bytes.IndexByte(p.text[from:min(end, start+maxTextStart)], '&')
		if next < 0 {
			return
		}
		from += next
		if said := html.UnescapeString(string(p.text[start:from])); strings.Trim(said, " \t\n\f\r") != "" {
			p.bypass(from, end, bypassed{start: uint32(from), end: uint32(end), escaped: true})
			return
		}
		from++
	}
}

// writeLongText writes a text with its character references read, in pieces that begin
// with one, as long as ctx lasts.
func writeLongText(ctx context.Context, b *strings.Builder, text []byte) {
	for len(text) > 0 && ctx.Err() == nil {
		end := len(text)
		if end > minEscapedText {
			if next := bytes.IndexByte(text[minEscapedText:], '&'); next >= 0 {
				end = minEscapedText + next
			}
		}
		b.WriteString(html.UnescapeString(string(text[:end])))
		text = text[end:]
	}
}
