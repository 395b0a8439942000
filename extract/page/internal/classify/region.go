package classify

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

const (
	// A page of at least minVisibleWords of which fewer than minContentWords would be
	// kept has no content that the model is sure of.
	minContentWords = 60
	minVisibleWords = 400

	// maxMissedShare is the share of the likely words that may be left out of such a page:
	// if more are, its region is kept, else the page just has little content. regionShare is the share of them that
	// the region holds.
	maxMissedShare = 0.5
	regionShare    = 0.6

	// minMostShare is the share of the visible words that are most of a page of documentation.
	minMostShare = 0.7
)

// restoreCollapsed sets s.unsure if almost nothing is kept of a page that shows much, or nothing reaches the least
// threshold, unless keepsMain reports that the choice is complete. If almost nothing is kept and more than
// maxMissedShare of the likely words are left out, it keeps the region.
func (s *selection) restoreCollapsed() {
	if s.page.VisibleWords < minVisibleWords {
		return
	}
	var likely, missed float32
	for i, p := range s.scores {
		w := p * float32(s.page.Blocks[i].Words)
		if likely += w; !s.kept[i] {
			missed += w
		}
	}
	keptWords := s.keptWords()
	collapsed := keptWords[len(s.kept)] < minContentWords
	s.unsure = (collapsed || slices.Max(s.scores) < scoreFloor(s.sellsOne())) && !s.keepsMain(keptWords)
	if collapsed && s.unsure && missed > maxMissedShare*max(likely, 1) {
		s.keepRegion()
		s.settleUnits()
	}
}

// keepsMain reports whether what is kept is the whole content. On a page with a main element, all kept
// text is in the first one, and less of it is left out than is kept or than minContentWords. Of
// documentation it is enough that minMostShare of the visible words are kept.
func (s *selection) keepsMain(keptWords []int32) bool {
	kept := keptWords[len(s.kept)]
	if s.documents && float32(kept) >= minMostShare*float32(s.page.VisibleWords) {
		return true
	}
	for e := range s.page.Elements {
		if el := &s.page.Elements[e]; el.Kinds&measure.Main != 0 {
			return kept > 0 && kept == keptWords[el.End]-keptWords[el.First] && s.features.Words(el)-kept < max(kept, minContentWords)
		}
	}
	return false
}

// keepRegion keeps the smallest element with regionShare of the likely words of the page,
// except boilerplate in it.
func (s *selection) keepRegion() {
	mass := make([]float32, len(s.scores)+1)
	for i, p := range s.scores {
		mass[i+1] = mass[i] + p*float32(s.page.Blocks[i].Words)
	}
	first, end := int32(0), int32(len(s.scores))
	for e := range s.page.Elements {
		el := &s.page.Elements[e]
		if el.End-el.First <= end-first && mass[el.End]-mass[el.First] >= regionShare*mass[len(s.scores)] {
			first, end = el.First, el.End
		}
	}
	for i := first; i < end; i++ {
		if s.kinds(int(i))&(boilerplateKinds|measure.Button|measure.Label) == 0 {
			s.kept[i] = true
		}
	}
}
