package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// keepProductSpecs keeps the specifications of a product with the heading right above,
// and its price, from half of the threshold on.
func (s *selection) keepProductSpecs() {
	for _, u := range s.units {
		el := &s.page.Elements[u.elem]
		if el.AnyKinds&boilerplateKinds != 0 || !s.isSpecification(u) || s.scores[el.First] < s.threshold*halfThreshold {
			continue
		}
		s.keepRange(el.First, el.End)
		if above := el.First - 1; above >= 0 && s.page.Elements[s.page.Blocks[above].Element].Kinds&measure.Headings != 0 {
			s.kept[above] = true
		}
	}
	for i := range s.kept {
		s.kept[i] = s.kept[i] || s.scores[i] >= s.threshold*halfThreshold && s.isPrice(i)
	}
}

// maxPriceWords bounds the words of a price, figures included.
const maxPriceWords = 6

// isPrice reports whether a block is a price: it begins with figures or the sign of a
// currency, in an element of that class.
func (s *selection) isPrice(i int) bool {
	b := &s.page.Blocks[i]
	switch c := b.First; {
	case b.Words > maxPriceWords:
		return false
	case c == '$', c == 0xC2, c == 0xE2, c >= '0' && c <= '9': // £ and ¥, €
	default:
		return false
	}
	_, class := s.page.Near(b.Leaf)
	return class&measure.ClassPrice != 0
}

// maxSpecWords bounds the mean number of words of a cell in specifications.
const maxSpecWords = 12

// isSpecification reports whether a unit is a table of data or a list of terms without
// prose in it.
func (s *selection) isSpecification(u unit) bool {
	if u.kind != tableUnit && u.kind != termsUnit {
		return false
	}
	el := &s.page.Elements[u.elem]
	n := el.End - el.First
	return n >= 2 && s.features.Words(el) <= maxSpecWords*n
}
