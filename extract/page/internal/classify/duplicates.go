package classify

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// minCopyWords is the length of a text, in words, of which a second copy is left out.
const minCopyWords = 12

// dropDuplicates leaves out text that a page shows again elsewhere: in a layout for small
// screens, on the back of a card, as a preview of itself. The first copy stays, or the
// one that is a heading. Copies beside each other stay, and so do code, quotations and
// what is in units: they repeat texts on purpose.
func (s *selection) dropDuplicates() {
	firsts := map[uint64]int32{} // by fingerprint: the block that stays
	for i, k := range s.kept {
		b := &s.page.Blocks[i]
		el := &s.page.Elements[b.Element]
		if !k || b.Words < minCopyWords || el.AnyKinds&(measure.Pre|measure.Blockquote) != 0 || s.inUnit(i) {
			continue
		}
		first, found := firsts[b.Fingerprint]
		switch {
		case !found:
			firsts[b.Fingerprint] = int32(i)
		case s.parentOf(int(first)) == el.Parent, !s.haveSameFigures(int(first), i):
		case s.isHeading(i) && !s.isHeading(int(first)):
			s.kept[first], firsts[b.Fingerprint] = false, int32(i)
		default:
			s.kept[i] = false
		}
	}
}

// haveSameFigures reports whether two blocks with the same fingerprint, which knows no digits,
// have the same digits, too. Of blocks with digits beside others in an element nothing is known.
func (s *selection) haveSameFigures(i, j int) bool {
	a, b := &s.page.Blocks[i], &s.page.Blocks[j]
	if a.Digits == 0 && b.Digits == 0 {
		return true
	}
	el, other := &s.page.Elements[a.Element], &s.page.Elements[b.Element]
	return a.Digits == b.Digits && el.End-el.First == 1 && other.End-other.First == 1 &&
		sameText(s.page.Nodes[a.Element], s.page.Nodes[b.Element])
}

// sameText reports whether the letters and digits below two nodes are the same.
func sameText(a, b *html.Node) bool {
	return slices.Equal(appendWords(nil, a), appendWords(nil, b))
}

// appendWords appends the letters and digits below n, in lower case.
func appendWords(text []byte, n *html.Node) []byte {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			for i := range len(c.Data) {
				if b := c.Data[i] | 0x20; b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 0x80 {
					text = append(text, b)
				}
			}
		} else if c.DataAtom != atom.Script && c.DataAtom != atom.Style {
			text = appendWords(text, c)
		}
	}
	return text
}

// minRepeatWords is the length of a text that is no heading, in words, which
// dropRepeatedNeighbours may leave out.
const minRepeatWords = 4

// dropRepeatedNeighbours leaves out the second of two equal kept texts in a row that
// stand in different elements, such as the title of a card that has one for each of two
// layouts, or are headings without text between them. If one of them is a heading it stays.
func (s *selection) dropRepeatedNeighbours() {
	last := -1
	for i, k := range s.kept {
		if !k {
			continue
		}
		switch {
		case last < 0 || !s.isRepeatedNeighbour(last, i):
			last = i
		case s.isHeading(i) && !s.isHeading(last):
			s.kept[last] = false
			last = i
		default:
			s.kept[i] = false
		}
	}
}

// isRepeatedNeighbour reports whether blocks i and j have the same text for no reason:
// entries beside each other in a row, units, code and quotations may have it.
func (s *selection) isRepeatedNeighbour(i, j int) bool {
	a, b := &s.page.Blocks[i], &s.page.Blocks[j]
	if a.Fingerprint != b.Fingerprint || a.Words != b.Words || a.Bytes != b.Bytes || a.Words == 0 {
		return false
	}
	if !s.haveSameFigures(i, j) {
		return false
	}
	el, other := &s.page.Elements[a.Element], &s.page.Elements[b.Element]
	if a.Words >= minRepeatWords && s.isHeading(i) && s.isHeading(j) && s.headingRank(i) == s.headingRank(j) {
		return true
	}
	if el.Parent == other.Parent || (el.AnyKinds|other.AnyKinds)&(measure.Pre|measure.Blockquote) != 0 || s.inUnit(i) || s.inUnit(j) {
		return false
	}
	of, with := s.features.Context(a.Element), s.features.Context(b.Element)
	if s.sideBySide(of.RowItem, with.RowItem) || s.sideBySide(of.Pair, with.Pair) {
		return false
	}
	return a.Words >= minRepeatWords || s.isHeading(i) || s.isHeading(j)
}

// sideBySide reports whether two elements, -1 for none, are different children of one
// parent.
func (s *selection) sideBySide(e, f int32) bool {
	return e >= 0 && f >= 0 && e != f && s.page.Elements[e].Parent == s.page.Elements[f].Parent
}
