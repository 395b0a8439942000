package mdwriter

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Link returns a Markdown link with label, inline Markdown, to target, marked for a Writer (see mdinline.LinkMark). A target that
// [Target] refuses leaves the label alone; an empty label shows the target.
func Link(label, target string, base *url.URL) string {
	dest := Target(target, base)
	if dest == "" {
		return label
	}
	if label == "" {
		label = Inline(dest)
	}
	return string(mdinline.LinkMark) + "[" + label + string(mdinline.AddressMark) + "](" + dest + ")" + string(mdinline.EndMark)
}

// Autolink returns a link that shows its address, a destination of [Target], likewise.
func Autolink(dest string) string {
	return string(mdinline.LinkMark) + "<" + dest + ">" + string(mdinline.EndMark)
}

// maxTarget bounds a link destination in bytes, as servers do.
const maxTarget = 8 << 10

// Target returns target as a Markdown link destination, made absolute against base (nil leaves relative ones as they are), or "" when
// it is empty, can't be parsed, is longer than 8 KiB or has a scheme other than http, https, mailto, tel and ftp.
func Target(target string, base *url.URL) string {
	if target = strings.TrimSpace(target); len(target) > maxTarget {
		return ""
	}
	target = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, target)
	u, err := url.Parse(target)
	if err != nil || target == "" {
		return ""
	}
	if base != nil {
		u = base.ResolveReference(u)
	}
	switch strings.ToLower(u.Scheme) {
	case "", "http", "https", "mailto", "tel", "ftp":
		if target = encodeTarget(u.String()); len(target) <= maxTarget {
			return target
		}
	}
	return ""
}

// encodeTarget percent-encodes characters that would end a link destination, and breaks character references:
// "java&#x73;cript:" must not become a scheme.
func encodeTarget(s string) string {
	const special = " ()<>\\\"`&"
	if !strings.ContainsAny(s, special) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '&' && mdinline.StartsEntity(s[i:]):
			b.WriteString("&amp;")
		case c == '&' || strings.IndexByte(special, c) < 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func (w *Writer) inline(md string) {
	for {
		at := strings.IndexAny(md, mdinline.LinkMarks)
		if at < 0 {
			w.body.Out = append(w.body.Out, md...)
			return
		}
		w.body.Out = append(w.body.Out, md[:at]...)
		w.mark(md[at])
		md = md[at+1:]
	}
}

// mark notes the mark c at the end of the Markdown. Marks of a link that was cut note nothing.
func (w *Writer) mark(c byte) {
	at := len(w.body.Out)
	switch l := &w.link; c {
	case mdinline.LinkMark:
		*l = extract.LinkSpan{Span: extract.Span{Start: at}}
	case mdinline.AddressMark:
		l.Text = extract.Span{Start: l.Start + len("["), End: at}
	case mdinline.EndMark:
		written := w.body.Out[l.Start:]
		switch l.End = at; {
		case l.Text.End == 0 && bytes.HasPrefix(written, []byte("<")) && bytes.HasSuffix(written, []byte(">")):
			l.Text = extract.Span{Start: l.Start + len("<"), End: at - len(">")}
			l.Address = l.Text
		case l.Text.End > 0 && bytes.HasPrefix(written, []byte("[")) && bytes.HasPrefix(w.body.Out[l.Text.End:], []byte("](")) && bytes.HasSuffix(written, []byte(")")):
			l.Address = extract.Span{Start: l.Text.End + len("]("), End: at - len(")")}
		default:
			return
		}
		if len(w.body.Links) < limit.LinkSpans {
			w.body.Links = append(w.body.Links, *l)
		}
		*l = extract.LinkSpan{}
	}
}

// Append appends the blocks of another document, its headings shifted down by
// shift levels, six at most. It ends early once the context of Until is done.
func (w *Writer) Append(doc *extract.Document, shift int) {
	w.unknown = w.unknown || doc.LinkSpans == nil && strings.ContainsAny(doc.Markdown, "<[")
	heading, links := 0, doc.LinkSpans
	for _, b := range doc.Blocks {
		if w.meter.Spend(b.End-b.Start) != nil {
			w.cut = true
			return
		}
		for len(links) > 0 && links[0].Start < b.Start {
			links = links[1:]
		}
		text, before := strings.Trim(doc.Text(b), "\n"), len(w.body.Blocks)
		if b.Kind != extract.HeadingBlock {
			w.Block(b.Kind, withoutMarks(text))
		} else {
			for heading < len(doc.Outline) && doc.Outline[heading].Start < b.Start {
				heading++
			}
			if heading < len(doc.Outline) {
				text = extract.HeadingText(text)
				w.Heading(b.Level+shift, withoutMarks(text), doc.Outline[heading].Text)
			}
		}
		if len(w.body.Blocks) > before && len(links) > 0 && links[0].End <= b.End {
			w.appendLinks(doc, links, b.Start+strings.Index(doc.Text(b), text), w.body.Blocks[before])
		}
	}
}

func withoutMarks(md string) string {
	if strings.ContainsAny(md, mdinline.LinkMarks) {
		return Printable(md)
	}
	return md
}

// appendLinks notes those of the links of doc that were written in block b, whose text is that of doc from a place on.
func (w *Writer) appendLinks(doc *extract.Document, links []extract.LinkSpan, from int, b extract.Block) {
	to := b.Start
	if b.Level > 0 {
		to += b.Level + len(" ")
	}
	for _, l := range links {
		moved := Moved(l, to-from)
		if moved.End > b.End || len(w.body.Links) == limit.LinkSpans {
			return
		}
		if moved.Start >= to && string(w.body.Out[moved.Start:moved.End]) == doc.Markdown[l.Start:l.End] {
			w.body.Links = append(w.body.Links, moved)
		}
	}
}

// Moved returns l as it is in a string in which its bytes stand by bytes further on.
func Moved(l extract.LinkSpan, by int) extract.LinkSpan {
	for _, s := range [...]*extract.Span{&l.Span, &l.Text, &l.Address} {
		s.Start, s.End = s.Start+by, s.End+by
	}
	return l
}

// Escape returns text as inline Markdown that renders as text: signs that would start markup are escaped, control characters dropped,
// line breaks kept. A sign at the start of a line that would begin a block is escaped too. Addresses such as https://example.com/_a_/~b
// stay as they are. Text must be valid UTF-8.
func Escape(text string) string {
	if isPlain(text) {
		return text
	}
	text = Printable(text)
	return string(mdinline.AppendText(make([]byte, 0, len(text)+len(text)/8+8), text))
}

// EscapeLong is Escape for text that may be as long as a document. The error is that of ctx, which is asked before each line.
func EscapeLong(ctx context.Context, text string) (string, error) {
	out := make([]byte, 0, len(text)+len(text)/8)
	for line := range strings.SplitAfterSeq(Printable(text), "\n") {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		out = mdinline.AppendText(out, line)
	}
	return string(out), nil
}

// Inline is Escape of text with every run of white space folded into a blank, for places that must stay on one line.
func Inline(text string) string { return Escape(Fold(text)) }

// Fold trims text and makes every run of white space and of control characters one blank. Characters that no reader sees are dropped.
func Fold(text string) string {
	text = strings.TrimFunc(invisible.Strip(text), mdinline.IsBlank)
	last := rune(0)
	for _, r := range text {
		if mdinline.IsBlank(r) && (r != ' ' || last == ' ') {
			return joinWords(text)
		}
		last = r
	}
	return text
}

// joinWords puts one blank between the words of text, without a list of them, which would be longer than the text.
func joinWords(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for word := range strings.FieldsFuncSeq(text, mdinline.IsBlank) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// isPlain reports whether text has nothing to escape, as most cells of spreadsheets.
func isPlain(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !ascii.IsLetter(c) && (i == 0 || c != ' ' && !ascii.IsAlnum(c)) && (i <= 3 || c != '.') && strings.IndexByte(",'\"/%?", c) < 0 {
			return false
		}
	}
	return true
}
