package classify

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A standfirst, the summary below the title of an article, has from minStandfirstWords to
// maxStandfirstWords words. At most maxBylineBlocks blocks stand between it and the text: who
// wrote it, when, the caption of a picture, controls to share it.
const (
	minStandfirstWords = 8
	maxStandfirstWords = 60
	maxBylineBlocks    = 25
)

// A line that ends in a date has at least minDateDigits digits. A credit has a sign of copyright.
const (
	minDateDigits  = 5
	minCreditMarks = measure.CopyrightMarks
)

// keepStandfirst keeps the standfirst of an article, the text right below the title and outside
// of links, from a quarter of the threshold on.
func (s *selection) keepStandfirst() {
	i := int(s.features.TitleBlock()) + 1
	if i == 0 || i >= len(s.kept) || s.kept[i] || s.prose < minProsePage || s.scores[i] < s.threshold*quarterThreshold || !s.mayBeStandfirst(i) {
		return
	}
	for j := i + 1; j < len(s.kept) && j <= i+maxBylineBlocks; j++ {
		if s.kept[j] {
			s.kept[i] = features.IsProse(&s.page.Blocks[j])
			return
		}
	}
}

// mayBeStandfirst reports whether block i has the length of a standfirst and is nothing else
// that stands below a title: a byline, a caption or its credit, a control, an item of a list,
// what announces a list.
func (s *selection) mayBeStandfirst(i int) bool {
	const (
		otherKinds  = measure.Figcaption | measure.Button | measure.Label | measure.Li | measure.Time | measure.Address | measure.Nav | measure.Aside
		otherTopics = measure.ClassAuthor | measure.ClassDate | measure.ClassCaption | measure.ClassBreadcrumb | measure.ClassShare | measure.ClassRelated | measure.ClassNewsletter
	)
	b := &s.page.Blocks[i]
	if b.Words < minStandfirstWords || b.Words > maxStandfirstWords || b.LinkWords > 0 || b.Last == ':' || endsInDate(b) || b.Marks >= minCreditMarks {
		return false
	}
	_, topics := s.page.Near(b.Leaf)
	return s.page.Elements[b.Element].AnyKinds&otherKinds == 0 && topics&otherTopics == 0 && !s.hasTime(b)
}

// endsInDate reports whether a line has the digits of a date and is no sentence: "Published on
// 3 February 2022 by Ann Lee".
func endsInDate(b *measure.TextBlock) bool {
	return b.Digits >= minDateDigits && b.Last != '.' && b.Last != '!' && b.Last != '?'
}
