package extract

import "fmt"

// LinkSpan is a link or an image of the Markdown, as spans of it:
// [text](address "title"), ![text](address) or <address>.
type LinkSpan struct {
	// Kind says which of the three it is.
	Kind LinkKind
	// Start and End are byte offsets into Document.Markdown: of the first sign, which is "!"
	// of an image, and past the last one.
	Start, End int
	// Text is the text between the square brackets.
	Text Span
	// Address is the destination as it is written, without angle brackets; it may be empty.
	// Text and Address of an autolink are both what its angle brackets hold.
	Address Span
}

// LinkKind is the kind of a [LinkSpan].
type LinkKind string

// The kinds of link spans.
const (
	InlineLink  LinkKind = "link"
	InlineImage LinkKind = "image"
	Autolink    LinkKind = "autolink"
)

// Moved returns the span as it is in a string in which its bytes stand by bytes further on.
func (l LinkSpan) Moved(by int) LinkSpan {
	l.Start, l.End = l.Start+by, l.End+by
	l.Text = Span{l.Text.Start + by, l.Text.End + by}
	l.Address = Span{l.Address.Start + by, l.Address.End + by}
	return l
}

// checkLinkSpans reports the first link or image that is out of order, outside of Markdown or
// cuts a rune.
func (d *Document) checkLinkSpans() error {
	at := 0
	for i, l := range d.LinkSpans {
		if l.Start < at {
			return fmt.Errorf("link span %d starts at %d, before %d", i, l.Start, at)
		}
		at = l.Start
		for _, s := range [...]Span{{l.Start, l.End}, l.Text, l.Address} {
			if err := d.checkSpan(s.Start, s.End); err != nil {
				return fmt.Errorf("link span %d: %w", i, err)
			}
			if s.Start < l.Start || s.End > l.End {
				return fmt.Errorf("link span %d: [%d, %d) is outside of [%d, %d)", i, s.Start, s.End, l.Start, l.End)
			}
		}
	}
	return nil
}
