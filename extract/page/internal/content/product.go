package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// specified keeps the specification of a product with the heading right above
// it, and its price, where they are half as likely as what is kept by itself.
func (r *Reader) specified(prob []float32, kept []bool, threshold float32) {
	for _, u := range r.units {
		el := &r.p.Elements[u.elem]
		if el.AnyKinds&furniture != 0 || !r.ofTerms(u) || prob[el.First] < threshold/2 {
			continue
		}
		for i := el.First; i < el.End; i++ {
			kept[i] = true
		}
		if above := el.First - 1; above >= 0 && r.p.Elements[r.p.Blocks[above].Element].Kinds&headings != 0 {
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
	return class&measure.ClassPrice != 0
}

// cellWords is how many words a cell has at most, on average, in a table of
// specifications.
const cellWords = 12

// ofTerms tells a table of data or a list of terms without prose in it.
func (r *Reader) ofTerms(u unit) bool {
	if u.kind != tableUnit && u.kind != termsUnit {
		return false
	}
	el := &r.p.Elements[u.elem]
	n := el.End - el.First
	return n >= 2 && r.words(el) <= cellWords*n
}
