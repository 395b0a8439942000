package classify

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// fillGaps keeps a single block between two kept ones of the same parent, such as a line of
// code, a quotation or a short paragraph, if its score is at least half of the threshold.
// After a sentence that ends in a colon a tenth is enough. Links are kept only if at least
// half of the paragraphs of the parent with the same text are kept: all copies of "Visit
// website" below the parts of an article are kept or none, from a quarter on. Buttons and
// captions are not kept.
func (s *selection) fillGaps() {
	var copies map[paragraph]copyCount // made for the first link
	for i := range s.kept {
		if s.kept[i] || !s.isAmongKept(i) {
			continue
		}
		before, b := &s.page.Blocks[i-1], &s.page.Blocks[i]
		isLink := 2*b.LinkWords > b.Words
		least := s.threshold * halfThreshold
		switch {
		case isLink:
			least = s.threshold * quarterThreshold
		case before.Last == ':' && !s.isHeading(i-1):
			least = s.threshold * tenthThreshold
		}
		el := &s.page.Elements[b.Element]
		if s.scores[i] < least || el.AnyKinds&(measure.Button|measure.Label|measure.Figcaption) != 0 {
			continue
		}
		if isLink {
			if copies == nil {
				copies = s.countCopies()
			}
			if c := copies[s.paragraphOf(i)]; 2*c.kept < c.all {
				continue
			}
		}
		s.kept[i] = true
	}
}

// paragraph is a text in a parent.
type paragraph struct {
	parent      int32
	fingerprint uint64
}

// copyCount counts the blocks that are the same paragraph, and those that are kept.
type copyCount struct{ all, kept int32 }

func (s *selection) paragraphOf(i int) paragraph {
	return paragraph{s.parentOf(i), s.page.Blocks[i].Fingerprint}
}

// countCopies counts the paragraphs that are links.
func (s *selection) countCopies() map[paragraph]copyCount {
	copies := map[paragraph]copyCount{}
	for i, k := range s.kept {
		if b := &s.page.Blocks[i]; 2*b.LinkWords <= b.Words {
			continue
		}
		c := copies[s.paragraphOf(i)]
		c.all++
		if k {
			c.kept++
		}
		copies[s.paragraphOf(i)] = c
	}
	return copies
}
