package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// A heading is taken up with what is kept right below it: at least headWords words
// of text. headGap short lines that are left out may stand between the two: a date,
// a price, who wrote it. Such a line has less than gapWords words, or up to
// bylineWords if it tells a date or an author.
const (
	headWords   = 3
	headGap     = 2
	gapWords    = 10
	bylineWords = 25
)

// What a heading must have of the probability that is asked of others: one that is a
// link leads elsewhere, above all on pages of prose.
const (
	headingShare       = 0.1
	linkedShare        = 0.25
	linkedShareOfProse = 0.5
)

// headed keeps the headings of what is kept right below them, unless they are
// most unlikely: a section without its heading is hard to find and to cite. prosaic
// says how much the page is one of prose. From the last to the first, so that the
// heading of a part takes up that of a chapter.
func (r *Reader) headed(prob []float32, kept []bool, threshold, prosaic float32) {
	linked := threshold * linkedShare
	if prosaic >= 0.5 {
		linked = threshold * linkedShareOfProse
	}
	for i := len(kept) - 1; i >= 0; i-- {
		b := &r.p.Blocks[i]
		least := threshold * headingShare
		switch {
		case b.LinkWords > 0:
			least = linked
		case r.asks(i):
			least = 0
		}
		if kept[i] || prob[i] < least || int(r.titleAt) == i || !r.isHeading(i) && !r.opensText(i) || r.p.Elements[b.Element].AnyKinds&measure.H1 != 0 {
			continue
		}
		kept[i] = r.textBelow(i, kept)
	}
}

func (r *Reader) isHeading(i int) bool {
	return r.p.Elements[r.p.Blocks[i].Element].AnyKinds&headings != 0
}

// textBelow tells whether kept text, or a kept heading, follows heading i.
func (r *Reader) textBelow(i int, kept []bool) bool {
	words, gap := int32(0), 0
	for i++; i < len(kept); i++ {
		switch {
		case kept[i] && r.isHeading(i):
			return words == 0
		case kept[i]:
			if words += r.p.Blocks[i].Words; words >= headWords {
				return true
			}
		case r.isHeading(i) || !r.isShortLine(i):
			return false
		default:
			if gap++; gap > headGap {
				return false
			}
		}
	}
	return false
}

// isShortLine tells a line that may stand between a heading and its text.
func (r *Reader) isShortLine(i int) bool {
	b := &r.p.Blocks[i]
	if b.Words < gapWords || b.Words > bylineWords {
		return b.Words < gapWords
	}
	tags, class := r.p.Near(b.Leaf)
	moreTags, moreClass := r.p.Near(b.Element)
	return (tags|moreTags)&measure.Time != 0 || (class|moreClass)&(measure.ClassDate|measure.ClassAuthor) != 0
}

// sureHeading is the probability from which on a heading stays without its text:
// a question whose answer only scripts show, a card that is all heading.
const sureHeading = 0.6

// dropEmptyHeadings leaves out the headings of which all text is left out: what
// they announce is not there. A heading that nothing follows in the source stays,
// and so does one in a unit.
func (r *Reader) dropEmptyHeadings(prob []float32, kept []bool) {
	next := len(kept) // the kept block after i
	for i := len(kept) - 1; i >= 0; i-- {
		if !kept[i] {
			continue
		}
		ends := next == len(kept) || r.isHeading(next) && r.rank(next) <= r.rank(i)
		if r.isHeading(i) && prob[i] < sureHeading && next > i+1 && ends && !r.inUnit(i) {
			kept[i] = false
			continue
		}
		next = i
	}
}

// questionWords is how many words the question over an answer has, at least: "Need
// help?" is none.
const questionWords = 4

// asks tells a control that is a question. What opens below it is the answer, which
// says little without.
func (r *Reader) asks(i int) bool {
	b := &r.p.Blocks[i]
	tags, _ := r.p.Near(b.Leaf)
	return b.Last == '?' && b.Words >= questionWords && tags&measure.Button != 0
}

// rank is the level of heading i, 0 for the first.
func (r *Reader) rank(i int) int { return rank(r.p.Elements[r.p.Blocks[i].Element].AnyKinds) }

// opensText tells the label of a part that opens and closes, such as a question
// over its answer: a summary, or a control that asks something, of an accordion or
// before a folded part. One that ends in a stop ("Click to expand...") says nothing of the part.
func (r *Reader) opensText(i int) bool {
	b := &r.p.Blocks[i]
	if b.Last == '.' || b.Words < 2 || i+1 == len(r.p.Blocks) {
		return false
	}
	tags, class := r.p.Near(b.Leaf)
	if tags&measure.Summary != 0 {
		return true
	}
	if tags&measure.Button == 0 {
		return false
	}
	return r.asks(i) || class&measure.ClassFold != 0 || r.p.Elements[r.p.Blocks[i+1].Element].AnyKinds&measure.Folded != 0
}
