package mdinline

import "github.com/webfetch-mcp/webfetch-go/extract"

// A Builder marks the links in its Markdown with control characters, which text never has.
// So callers can join, indent and quote that Markdown as a string. Package mdwriter takes
// the marks out and notes where the links are:
//
//	LinkMark [text AddressMark ](address) EndMark
//	LinkMark <address> EndMark
const (
	LinkMark    = '\x01'
	AddressMark = '\x02'
	EndMark     = '\x03'
)

// LinkMarks are all of them, for strings.ContainsAny.
const LinkMarks = "\x01\x02\x03"

// openSpan is the index in Encoder.Links of the link, and of the image in it, at hand.
type openSpan struct{ link, image int }

func (o *openSpan) of(kind Kind) *int {
	if kind == Image {
		return &o.image
	}
	return &o.link
}

// beginSpan writes the opening, "[", "![" or "<", of the link or image it.
func (e *Encoder) beginSpan(it *Item, kind extract.LinkKind, opening string) {
	at := len(e.out)
	if e.marked {
		e.out = append(e.out, LinkMark)
	} else {
		if *e.open.of(it.Kind) = len(e.Links); len(e.Links) < extract.MaxLinkSpans {
			e.Links = append(e.Links, extract.LinkSpan{Kind: kind, Start: at, Text: extract.Span{Start: at + len(opening)}})
		}
	}
	e.out = append(e.out, opening...)
}

// endSpan notes that the link or image it ends at the end of out, with the end of its label and
// its address. The address of an autolink is its label.
func (e *Encoder) endSpan(it *Item, labelEnd int, address extract.Span) {
	if e.marked {
		e.out = append(e.out, EndMark)
	} else if at := *e.open.of(it.Kind); at < len(e.Links) {
		l := &e.Links[at]
		l.End, l.Text.End, l.Address = len(e.out), labelEnd, address
		if l.Kind == extract.Autolink {
			l.Address = l.Text
		}
	}
}
