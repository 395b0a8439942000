package classify

import (
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

const (
	mainPartShare = 0.95 // of the kept words: those in the main part
	minMainPart   = 0.4  // of the words of the main part: those that are kept
	minLineWords  = 4    // of a line that is kept outside of units and tables
)

// keepMainPart keeps more of the main part of documentation, which is the innermost element with nearly all kept words, or what is around it
// and its like if it is one of several sections: units and tables between kept blocks, such as the functions of a class, and what stands below
// headings that were left out with their text. It leaves out what is mostly links, but for quotations, in which some manuals set signatures.
func (s *selection) keepMainPart() {
	all := s.keptFrom(0, s.end())
	if all < minGapWords {
		return
	}
	var main *measure.Element
	for e := range s.page.Elements {
		if el := &s.page.Elements[e]; float32(s.keptIn(el)) >= mainPartShare*float32(all) && el.Run < 2 {
			main = el
		}
	}
	if main == nil || float32(s.keptIn(main)) < minMainPart*float32(s.features.Words(main)) {
		return
	}
	isLeftOut := func(i int) bool { return !s.kept[i] }
	first, last := s.endOfRun(int(main.First), int(main.End)-1, isLeftOut), int(main.End)-1
	for ; last > first && !s.kept[last]; last-- {
	}
	headings := 0 // between the last kept block and this one
	for i, end := first, 0; i < int(main.End); i = end {
		whole := s.wholeAt(i)
		isLine := whole == nil
		if isLine {
			whole = s.element(i)
			end = i + 1
		} else {
			end = int(whole.End)
		}
		isQuoted := s.kinds(i)&measure.Blockquote != 0
		switch {
		case s.kept[i]:
			headings = 0
		case !s.mayBelong(i, s.threshold*tenthThreshold, isLine) || whole.AnyTopics&^main.AnyTopics&(navigationTopics|measure.ClassToc) != 0:
		case isLine && s.isHeading(i):
			headings++
		case !isQuoted && (s.mostlyLinks(i, end) || isLine && s.page.Blocks[i].Words < minLineWords):
		case headings > 0 || !isLine && (i < last || s.isHeading(i)):
			for h := i - 1; h >= first && s.isHeading(h); h-- {
				s.kept[h] = true
			}
			s.keepRange(i, end)
		}
	}
}

// wholeAt returns the unit or the outermost table that begins with block i, nil for neither.
func (s *selection) wholeAt(i int) *measure.Element {
	var whole *measure.Element
	if u := s.unitAt(i); u != nil && int(u.First) == i {
		whole = u.Element
	}
	for e := s.page.Blocks[i].Element; e >= 0 && int(s.page.Elements[e].First) == i; e = s.page.Elements[e].Parent {
		if el := &s.page.Elements[e]; el.Atom == atom.Table {
			whole = el
		}
	}
	return whole
}
