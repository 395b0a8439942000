package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A gap of documentation is a run of at most maxGapBlocks blocks that are left out between kept ones, where at least
// minGapShare of the words around are kept, and minGapWords of them. Else it is one block among kept siblings.
const (
	maxGapBlocks = 6
	minGapShare  = 0.7
	minGapWords  = 100
)

// fillGaps keeps a block between kept ones: code, a quotation, a short paragraph; in documentation also the name of a file,
// the signature of a function, "Deprecated". It has to reach half of the threshold, or a tenth below a line that announces
// it and in documentation. Blocks of links are not kept, but for the signature of a function between paragraphs.
func (s *selection) fillGaps() {
	keptWords := s.keptWords()
	for first := 1; first < len(s.kept); first++ {
		if s.kept[first] || !s.kept[first-1] {
			continue
		}
		end := first + 1
		for end < len(s.kept) && !s.kept[end] && s.documents && end < first+maxGapBlocks {
			end++
		}
		if end == len(s.kept) || !s.kept[end] {
			continue
		}
		least := s.threshold * halfThreshold
		siblings := end == first+1 && s.parentOf(first-1) == s.parentOf(first) && s.parentOf(end) == s.parentOf(first)
		if s.documents && s.isMostlyKept(first-1, end, keptWords) || siblings && s.page.Blocks[first-1].Last == ':' && !s.isHeading(first-1) {
			least = s.threshold * tenthThreshold
		} else if !siblings {
			continue
		}
		betweenProse := s.documents && features.IsProse(&s.page.Blocks[first-1]) && features.IsProse(&s.page.Blocks[end])
		i := first
		for ; i < end && s.mayBelong(i, least, s.documents) && s.kinds(i)&(measure.Figcaption|measure.Summary) == 0; i++ {
			if b := &s.page.Blocks[i]; 2*b.LinkWords > b.Words && (b.LinkWords == b.Words || !betweenProse) {
				break
			}
		}
		if i == end {
			s.keepRange(int32(first), int32(end))
		}
	}
}

// isMostlyKept reports whether most of the smallest element that holds both blocks is kept.
func (s *selection) isMostlyKept(before, after int, keptWords []int32) bool {
	e := s.page.Blocks[before].Element
	for e >= 0 && s.page.Elements[e].End <= int32(after) {
		e = s.page.Elements[e].Parent
	}
	if e < 0 {
		return false
	}
	el := &s.page.Elements[e]
	kept := keptWords[el.End] - keptWords[el.First]
	return kept >= minGapWords && float32(kept) >= minGapShare*float32(s.features.Words(el))
}

// A section begins with a heading and has minSectionWords words with it. Between kept ones its mean score has to reach
// sectionShare of the threshold: from .5 on forums lose by it in cross-validation.
const (
	minSectionWords = 10
	sectionShare    = 0.65
)

// keepSections keeps a section of a row of elements with one shape if its neighbours are kept: the one before and the one
// after, or the last two before the end of the row, or the first two after its beginning. A section counts as kept if half
// of its words are. Inner rows come before those around, so that what is kept there counts for its section.
func (s *selection) keepSections() {
	type shape struct {
		parent    int32
		signature uint32
	}
	rows := map[shape][]*measure.Element{}
	var order []shape
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.Run < 2 || el.Parent < 0 || el.First == el.End || !s.isHeading(int(el.First)) || s.features.Words(el) < minSectionWords {
			continue
		}
		k := shape{el.Parent, el.Signature}
		if rows[k] == nil {
			order = append(order, k)
		}
		rows[k] = append(rows[k], el)
	}
	for _, k := range slices.Backward(order) {
		row := rows[k]
		isKept := func(n int) bool {
			if n < 0 || n >= len(row) {
				return false
			}
			kept := int32(0)
			for i := row[n].First; i < row[n].End; i++ {
				if s.kept[i] {
					kept += s.page.Blocks[i].Words
				}
			}
			return 2*kept >= s.features.Words(row[n])
		}
		for n, el := range row {
			beside := isKept(n-1) && (isKept(n+1) || n+1 == len(row) && isKept(n-2)) || n == 0 && isKept(1) && isKept(2)
			if beside && !isKept(n) && s.meanScore(el) >= s.threshold*sectionShare {
				s.keepRange(el.First, el.End)
			}
		}
	}
}

func (s *selection) meanScore(elements ...*measure.Element) float32 {
	var words, mass float32
	for _, el := range elements {
		for i := el.First; i < el.End; i++ {
			w := float32(s.page.Blocks[i].Words) + 1
			words += w
			mass += w * s.scores[i]
		}
	}
	return mass / max(words, 1)
}
