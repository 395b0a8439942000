package mdinline

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Builder makes the items of an Encoder run by run. The zero value is an empty paragraph. It is not safe for concurrent use.
type Builder struct {
	enc  Encoder
	open []int32 // items that are not yet closed
	link string  // of the last run
	gap  bool    // white space comes before what is added next
	any  bool    // there is something
}

// Look is how a run of text looks.
type Look struct {
	Marks Marks
	Link  string // an address that is fit for a destination, "" for none
}

// Marks are kinds of emphasis, a bit for each Mark.
type Marks uint8

// Set adds or takes away a mark.
func (l *Look) Set(m Mark, on bool) {
	if l.Marks &^= 1 << m; on {
		l.Marks |= 1 << m
	}
}

// Run adds text of the document, valid UTF-8, of which white space and control characters are folded into blanks. It ends the emphasis
// and the link of the run before that the look doesn't have, and opens what is new: the link and then the last Mark outermost. White
// space at the ends of emphasis and of links stands outside of them.
func (b *Builder) Run(text string, l Look) {
	if text = b.begin(text, l); text == "" {
		return
	}
	start := len(b.enc.Text)
	for _, r := range text {
		if IsBlank(r) {
			b.gap = true
			continue
		}
		if b.gap {
			b.enc.Text = append(b.enc.Text, ' ')
		}
		b.enc.Text = utf8.AppendRune(b.enc.Text, r)
		b.gap = false
	}
	b.enc.Piece(Text, start)
}

// Raw adds inline Markdown as it is, likewise.
func (b *Builder) Raw(md string, l Look) {
	if md = b.begin(md, l); md != "" {
		text := strings.TrimRightFunc(md, IsBlank)
		b.gap = len(text) < len(md)
		b.enc.Add(Raw, text)
	}
}

// begin begins a run and returns its text without white space before it, which it writes.
func (b *Builder) begin(text string, l Look) string {
	if l.Link != b.link {
		b.closeFrom(0)
		b.link = l.Link
	}
	inner := strings.TrimLeftFunc(text, IsBlank)
	if b.gap = b.gap || len(inner) < len(text); inner == "" {
		return ""
	}
	isOpen := Marks(0)
	for at, start := range b.open {
		it := &b.enc.Items[start]
		if it.Kind != Open {
			continue // a link
		}
		if l.Marks>>it.Mark&1 == 0 {
			b.closeFrom(at)
			break
		}
		isOpen |= 1 << it.Mark
	}
	if b.gap && b.any {
		b.enc.Add(Text, " ")
	}
	b.gap, b.any = false, true
	if l.Link != "" && len(b.open) == 0 {
		b.open = append(b.open, int32(len(b.enc.Items)))
		b.enc.Add(Link, l.Link)
	}
	for _, m := range [...]Mark{Deleted, Strong, Emphasis} {
		if (l.Marks&^isOpen)>>m&1 != 0 {
			b.open = append(b.open, int32(len(b.enc.Items)))
			b.enc.Items = append(b.enc.Items, Item{Kind: Open, Mark: m})
		}
	}
	return inner
}

// Touches reports that the text ends in a word, which what is added next would go on.
func (b *Builder) Touches() bool { return b.any && !b.gap }

// IsBlank reports white space and control characters, of which runs are folded into a blank.
func IsBlank(r rune) bool {
	return r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u2028' || r == '\u2029'
}

// Shown ends what is open and returns the text that was added, without marks. It calls link with each link.
func (b *Builder) Shown(link func(address, label string)) string {
	b.closeFrom(0)
	text := func(items []Item) string {
		var text []byte
		for i := range items {
			if it := &items[i]; it.Kind == Text || it.Kind == Raw {
				text = append(text, b.enc.text(it)...)
			}
		}
		return string(text)
	}
	for i := range b.enc.Items {
		if it := &b.enc.Items[i]; it.Kind == Link {
			link(string(b.enc.text(it)), text(b.enc.Items[i:it.Pair]))
		}
	}
	return text(b.enc.Items)
}

// Unmark takes back all emphasis of a kind, and closes what is open.
func (b *Builder) Unmark(m Mark) {
	b.closeFrom(0)
	kept, moved := b.enc.Items[:0], make([]int32, len(b.enc.Items))
	for i, it := range b.enc.Items {
		moved[i] = int32(len(kept))
		switch n := len(kept); {
		case it.Mark == m && isDelim(it.Kind):
		case it.Kind == Text && n > 0 && kept[n-1].Kind == Text && kept[n-1].End == it.Start:
			kept[n-1].End = it.End
		default:
			kept = append(kept, it)
		}
	}
	for i := range kept {
		kept[i].Pair = moved[kept[i].Pair]
	}
	b.enc.Items = kept
}

func (b *Builder) closeFrom(n int) {
	for _, start := range slices.Backward(b.open[n:]) {
		head := &b.enc.Items[start]
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
	b.link, b.gap, b.any = "", false, false
	return md
}
