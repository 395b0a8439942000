package content

import (
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// cellWords is how many words a cell has at most, on average, in a table that
// holds data and not the layout of the page.
const cellWords = 12

// together gives the blocks of a table of data, or of a list of terms, one
// probability: half of its cells say nothing.
func (r *Reader) together(prob []float32) {
	end := int32(0)
	for e := range r.p.Elems {
		el := &r.p.Elems[e]
		if el.First >= end && r.ofTerms(e) {
			even(r.p, el, prob)
			end = el.End
		}
	}
}

// specified keeps the specification of a product with the heading right above
// it, and its price, where they are half as likely as what is kept by itself.
func (r *Reader) specified(prob []float32, kept []bool, threshold float32) {
	end := int32(0)
	for e := range r.p.Elems {
		el := &r.p.Elems[e]
		if el.First < end || el.AnyTags&furniture != 0 || !r.ofTerms(e) || prob[el.First] < threshold/2 {
			continue
		}
		for end = el.First; end < el.End; end++ {
			kept[end] = true
		}
		if above := el.First - 1; above >= 0 && r.p.Elems[r.p.Blocks[above].Elem].Tags&headings != 0 {
			kept[above] = true
		}
	}
	for i := range kept {
		kept[i] = kept[i] || prob[i] >= threshold/2 && r.priced(i)
	}
}

// priceWords is how many words a price has at most, in figures and around them.
const priceWords = 6

// priced tells a block with a price: figures or the sign of a currency come
// first in an element that is called so.
func (r *Reader) priced(i int) bool {
	b := &r.p.Blocks[i]
	switch c := b.First; {
	case b.Words > priceWords:
		return false
	case c == '$', c == 0xC2, c == 0xE2, c >= '0' && c <= '9': // £ and ¥, €
	default:
		return false
	}
	_, class := r.p.Near(b.Leaf)
	return class&layout.ClassPrice != 0
}

// enclosed keeps the tables of data and the lists of terms that stand between
// kept blocks of the element they are in: they are a part of that text, however
// little prose their cells hold.
func (r *Reader) enclosed(kept []bool) {
	for e := range r.p.Elems {
		el := &r.p.Elems[e]
		before, after := el.First-1, el.End
		if before < 0 || int(after) >= len(kept) || !kept[before] || !kept[after] || !r.ofTerms(e) {
			continue
		}
		up := r.outside(el)
		if up < 0 || before < r.p.Elems[up].First || after >= r.p.Elems[up].End {
			continue
		}
		for i := el.First; i < el.End; i++ {
			kept[i] = true
		}
	}
}

// outside returns the nearest element that holds more than el, -1 for none.
func (r *Reader) outside(el *layout.Elem) int32 {
	up := el.Parent
	for up >= 0 && r.p.Elems[up].First == el.First && r.p.Elems[up].End == el.End {
		up = r.p.Elems[up].Parent
	}
	return up
}

// furniture are the elements around the matter of a page.
const furniture = layout.Nav | layout.Header | layout.Footer | layout.Aside | layout.Dialog | layout.Menu

// ofTerms tells a list of terms or a table of data, neither with prose in it.
func (r *Reader) ofTerms(e int) bool {
	el := &r.p.Elems[e]
	if el.Atom != atom.Dl && (el.Atom != atom.Table || !ofData(r.p, e)) {
		return false
	}
	n := el.End - el.First
	return n >= 2 && r.sums[el.End].words-r.sums[el.First].words <= cellWords*n
}

// ofData tells a table of data from one that lays out a page: it has headers,
// holds no other table, and no cell has more than a piece of text.
func ofData(p *layout.Page, table int) bool {
	end := p.Next[p.Elems[table].Index]
	headed := false
	for _, el := range p.Elems[table+1:] {
		switch {
		case el.Index >= end:
			return headed
		case el.Tags&layout.Table != 0, el.Tags&layout.Cell != 0 && el.End-el.First > 2:
			return false
		case el.Atom == atom.Th:
			headed = true
		}
	}
	return headed
}

// even gives the blocks of an element their mean, by words.
func even(p *layout.Page, el *layout.Elem, prob []float32) {
	var words, mass float32
	for i := el.First; i < el.End; i++ {
		w := float32(p.Blocks[i].Words) + 1
		words += w
		mass += w * prob[i]
	}
	for i := el.First; i < el.End; i++ {
		prob[i] = mass / words
	}
}

// headWords is how many words the text below a heading has at least, for the
// heading to be taken up with it.
const headWords = 10

// headed keeps the headings of what is kept right below them if they were nearly
// kept themselves: a section without its heading is hard to find and to cite. A
// short line between the two, of a date or a price, is let pass.
func headed(p *layout.Page, prob []float32, kept []bool, threshold float32) {
	below := func(i, least int) bool {
		if i >= len(kept) || !kept[i] {
			return false
		}
		b := &p.Blocks[i]
		return int(b.Words) >= least && p.Elems[b.Elem].AnyTags&headings == 0
	}
	for i := range kept {
		tags := p.Elems[p.Blocks[i].Elem].AnyTags
		if kept[i] || prob[i] < threshold/2 || tags&headings == 0 || tags&layout.H1 != 0 {
			continue
		}
		kept[i] = below(i+1, headWords) || below(i+1, 0) && below(i+2, headWords)
	}
}
