package mdinline

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Builder makes the items of an Encoder piece by piece: text with emphasis, links, code and Markdown of its own. The zero value is an
// empty paragraph. It is not safe for concurrent use.
type Builder struct {
	enc   Encoder
	open  []int32 // items that are not yet closed
	blank bool    // the last character is white space
	any   bool    // there is something
}

// Text adds text of the document, valid UTF-8. White space and control characters are folded into blanks, over pieces too.
func (b *Builder) Text(text string) {
	start := len(b.enc.Text)
	for _, r := range text {
		if r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u2028' || r == '\u2029' {
			if b.any && !b.blank {
				b.enc.Text = append(b.enc.Text, ' ')
			}
			b.blank = true
			continue
		}
		b.enc.Text = utf8.AppendRune(b.enc.Text, r)
		b.blank, b.any = false, true
	}
	if len(b.enc.Text) > start {
		b.enc.Piece(Text, start)
	}
}

// Blank reports that nothing but white space was added.
func (b *Builder) Blank() bool { return !b.any }

// Touches reports that the text ends in a word, which what is added next would go on.
func (b *Builder) Touches() bool { return b.any && !b.blank }

// Open begins emphasis.
func (b *Builder) Open(m Mark) { b.push(Item{Kind: Open, Mark: m}) }

// Close ends the innermost emphasis, and links within it; without one of that kind it does nothing.
func (b *Builder) Close(m Mark) { b.closeTo(Open, m) }

// OpenLink begins a link to an address, which must be fit for a destination.
func (b *Builder) OpenLink(address string) {
	start := int32(len(b.enc.Text))
	b.enc.Text = append(b.enc.Text, address...)
	end := int32(len(b.enc.Text))
	b.push(Item{Kind: Link, Start: start, End: end, TitleEnd: end})
}

// CloseLink ends the innermost link, and emphasis within it.
func (b *Builder) CloseLink() { b.closeTo(Link, 0) }

// Code adds a code span. Blank code is nothing.
func (b *Builder) Code(code string) {
	if code = strings.Join(strings.Fields(code), " "); code != "" {
		b.piece(Code, code)
	}
}

// Raw adds inline Markdown as it is.
func (b *Builder) Raw(md string) { b.piece(Raw, md) }

func (b *Builder) piece(kind Kind, text string) {
	start := len(b.enc.Text)
	b.enc.Text = append(b.enc.Text, text...)
	b.enc.Piece(kind, start)
	b.blank, b.any = false, true
}

func (b *Builder) push(it Item) {
	b.open = append(b.open, int32(len(b.enc.Items)))
	b.enc.Items = append(b.enc.Items, it)
}

func (b *Builder) closeTo(kind Kind, m Mark) {
	for at, start := range slices.Backward(b.open) {
		if it := &b.enc.Items[start]; it.Kind == kind && it.Mark == m {
			b.closeFrom(at)
			return
		}
	}
}

func (b *Builder) closeFrom(n int) {
	for _, start := range slices.Backward(b.open[n:]) {
		head := &b.enc.Items[start]
		if int(start) == len(b.enc.Items)-1 {
			b.enc.Items = b.enc.Items[:start] // there is nothing in it
			continue
		}
		end := Item{Kind: Close, Mark: head.Mark, Pair: start}
		if head.Kind == Link {
			end.Kind = LinkEnd
		}
		head.Pair = int32(len(b.enc.Items))
		b.enc.Items = append(b.enc.Items, end)
	}
	b.open = b.open[:n]
}

// Take returns the Markdown of what was added, without white space at its ends and with
// marks at its links (see LinkMark), and empties the builder. What is open is closed.
func (b *Builder) Take(c Context) string {
	b.closeFrom(0)
	md := ""
	if b.any {
		b.enc.marked = true
		md = strings.TrimRight(string(b.enc.Append(nil, c)), " ")
	}
	b.enc.Clear()
	b.blank, b.any = false, false
	return md
}
