package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// settleUnits keeps or leaves out each unit as a whole, and lists that read as one
// together: as most of their words are, and else if the text on both sides is kept.
func (s *selection) settleUnits() {
	lo, hi := s.bounds()
	for from := 0; from < len(s.units); {
		to := from + 1
		for to < len(s.units) && s.readsAsOne(s.units[to-1], s.units[to]) && !s.inPostHead(s.page.Elements[s.units[to].elem].First) {
			to++
		}
		run := s.units[from:to]
		from = to
		first, end := s.span(run)
		if first < lo || end > hi {
			continue
		}
		var words, held int32
		for i := first; i < end; i++ {
			w := s.page.Blocks[i].Words + 1
			words += w
			if s.kept[i] {
				held += w
			}
		}
		whole := 2*held > words && (run[0].kind != breadcrumbUnit || s.opts.WholePage)
		if !whole && !s.inPostHead(first) && s.isBetweenKept(run, s.scores[first] >= s.threshold*halfThreshold) {
			whole = true
			if h := first - 1; s.isHeading(int(h)) {
				s.kept[h] = true
			}
		}
		for i := first; i < end; i++ {
			s.kept[i] = whole
		}
	}
}

func (s *selection) span(run []unit) (first, end int32) {
	return s.page.Elements[run[0].elem].First, s.page.Elements[run[len(run)-1].elem].End
}

// isLeftOutCaption reports whether a block is in the caption of a figure and left out.
func (s *selection) isLeftOutCaption(block int32) bool {
	return !s.kept[block] && s.kinds(int(block))&measure.Figcaption != 0
}

// isBetweenKept reports whether a unit, or lists that read as one, is between kept text of the element around. Captions
// of left-out figures may be between a likely unit and that text. Lists of links, figures with a quotation and quotations
// with their speaker must be likely, too. Figures with a picture, items of a list of cards and breadcrumbs are never
// kept this way.
func (s *selection) isBetweenKept(run []unit, likely bool) bool {
	switch run[0].kind {
	case itemUnit, figureUnit, breadcrumbUnit:
		return false
	case quoteUnit, voiceUnit:
		if !likely {
			return false
		}
	case listUnit:
		for _, u := range run {
			if !likely && !s.isTextList(&s.page.Elements[u.elem]) {
				return false
			}
		}
	}
	first, after := s.span(run)
	before := first - 1
	for likely && before >= 0 && s.isLeftOutCaption(before) {
		before--
	}
	for likely && int(after) < len(s.kept) && s.isLeftOutCaption(after) {
		after++
	}
	if before > 0 && !s.kept[before] && s.isHeading(int(before)) {
		before--
	}
	if before < 0 || !s.kept[before] {
		return false
	}
	if int(after) >= len(s.kept) || !s.kept[after] {
		return s.endsKept(run, before)
	}
	up := s.widerElement(&s.page.Elements[run[0].elem])
	for up >= 0 && s.page.Elements[up].End <= after {
		up = s.widerElement(&s.page.Elements[up])
	}
	return up >= 0 && before >= s.page.Elements[up].First
}

// endsKept reports whether lists of text, right after the kept prose that block before ends, end
// the element that holds both: the last thing that an article says may be a list.
func (s *selection) endsKept(run []unit, before int32) bool {
	first, after := s.span(run)
	el := &s.page.Elements[run[0].elem]
	return (run[0].kind == listUnit || run[0].kind == termsUnit) && before == first-1 && el.Parent >= 0 && s.isTextList(el) &&
		s.scores[first] >= s.threshold*quarterThreshold && features.IsProse(&s.page.Blocks[before]) && s.parentOf(int(before)) == el.Parent &&
		s.page.Elements[el.Parent].End == after
}
