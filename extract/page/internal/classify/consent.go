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

// suppressGovernmentBanner sets the scores of the banner to 0 that all sites of the government
// of the United States have on top, by its class "usa-banner" (designsystem.digital.gov).
func (s *selection) suppressGovernmentBanner() {
	class := []uint32{measure.HashWord("usa"), measure.HashWord("banner")}
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.Topics&measure.ClassPromo != 0 && el.TokenCount >= 2 && el.First < el.End && slices.Equal(s.page.Tokens[el.FirstToken:el.FirstToken+2], class) {
			clear(s.scores[el.First:el.End])
		}
	}
}
