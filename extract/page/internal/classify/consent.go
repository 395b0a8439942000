package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// suppressConsent sets the scores of dialogs that ask for consent to 0, unless they are most
// of what the page shows: then nothing else is there to read.
func (s *selection) suppressConsent() {
	words := 0
	for i := range s.page.Blocks {
		if s.asksConsent(i) {
			words += int(s.page.Blocks[i].Words)
		}
	}
	if words == 0 || 2*words >= int(s.page.VisibleWords) {
		return
	}
	for i := range s.scores {
		if s.asksConsent(i) {
			s.scores[i] = 0
		}
	}
}

// asksConsent reports whether a block is in a dialog whose classes speak of consent or cookies.
func (s *selection) asksConsent(block int) bool {
	el := &s.page.Elements[s.page.Blocks[block].Element]
	return el.AnyTopics&measure.ClassCookie != 0 && (el.AnyKinds&measure.Dialog != 0 || el.AnyTopics&measure.ClassModal != 0)
}

// suppressKnownBoilerplate sets the scores of what many sites have by the same class names to 0: the
// banner that all sites of the government of the United States have on top, "usa-banner"
// (designsystem.digital.gov), the links to other chapters that the style sheets of DocBook write
// above and below a chapter, "navheader" and "navfooter", and those to the pages before and after,
// "prev-next-area" (pydata-sphinx-theme) or "post-next-prev".
func (s *selection) suppressKnownBoilerplate() {
	banner := []uint32{measure.HashWord("usa"), measure.HashWord("banner")}
	header, footer := measure.HashWord("navheader"), measure.HashWord("navfooter")
	previous, next := measure.HashWord("prev"), measure.HashWord("next")
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.TokenCount == 0 || el.First == el.End {
			continue
		}
		switch tokens := s.page.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)]; {
		case tokens[0] == header, tokens[0] == footer, len(tokens) >= 2 && slices.Equal(tokens[:2], banner), areNeighbours(tokens, previous, next):
			clear(s.scores[el.First:el.End])
		}
	}
}

// areNeighbours reports whether a is next to b in a list.
func areNeighbours(list []uint32, a, b uint32) bool {
	i := slices.Index(list, a)
	return i >= 0 && (i > 0 && list[i-1] == b || i+1 < len(list) && list[i+1] == b)
}
