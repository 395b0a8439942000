package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

const (
	minSectionWords = 10 // of a section with its heading
	// sectionThreshold is the share of the threshold that the mean score of a section
	// between kept ones has at least. From .5 on forums lose by it in cross-validation.
	sectionThreshold = 0.65
)

// sectionKey is the common key of sections of one row.
type sectionKey struct {
	parent    int32
	signature uint32
}

// keepSections keeps a section next to kept sections. A section is an element that begins
// with a heading. Sections of one row have the same parent and signature. Inner rows are
// visited before the rows around them, so that blocks kept in an inner row count for its
// section.
func (s *selection) keepSections() {
	rows := map[sectionKey][]int32{}
	var order []sectionKey
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.Run < 2 || el.Parent < 0 || el.First == el.End || !s.isHeading(int(el.First)) || s.features.Words(el) < minSectionWords {
			continue
		}
		k := sectionKey{el.Parent, el.Signature}
		if rows[k] == nil {
			order = append(order, k)
		}
		rows[k] = append(rows[k], int32(e))
	}
	for _, k := range slices.Backward(order) {
		s.keepSectionsOfRow(rows[k])
	}
}

// keepSectionsOfRow keeps a section of a row if its mean score reaches sectionThreshold and its
// neighbours are kept: the one before and the one after, or the last two before the end of the row,
// or the first two after its beginning. A section counts as kept if half of its words are.
func (s *selection) keepSectionsOfRow(row []int32) {
	isKept := func(n int) bool {
		return n >= 0 && n < len(row) && 2*s.keptShare(&s.page.Elements[row[n]]) >= 1
	}
	for n := range row {
		el := &s.page.Elements[row[n]]
		beside := isKept(n-1) && (isKept(n+1) || n+1 == len(row) && isKept(n-2)) || n == 0 && isKept(1) && isKept(2)
		if beside && !isKept(n) && s.meanScore(el) >= s.threshold*sectionThreshold {
			s.keepRange(el.First, el.End)
		}
	}
}

// keptShare returns the share of the words of an element that is kept.
func (s *selection) keptShare(el *measure.Element) float32 {
	var words, kept int32
	for i := el.First; i < el.End; i++ {
		w := s.page.Blocks[i].Words
		words += w
		if s.kept[i] {
			kept += w
		}
	}
	return float32(kept) / float32(max(words, 1))
}

// meanScore returns the mean score of the blocks of an element, by words.
func (s *selection) meanScore(el *measure.Element) float32 {
	var words, mass float32
	for i := el.First; i < el.End; i++ {
		w := float32(s.page.Blocks[i].Words) + 1
		words += w
		mass += w * s.scores[i]
	}
	return mass / max(words, 1)
}
