package layout

import "slices"

// maxAboveTitle is how many blocks may stand over the title of a document.
const maxAboveTitle = 3

// demoteByline makes paragraphs of the headings right below the title of a document that
// nothing stands under: authors, where they work and the date are set larger than the
// text, but are no sections. Bold type, a number or a bookmark makes a section.
func demoteByline(blocks []Block, bookmarks map[string]int) {
	title := slices.IndexFunc(blocks[:min(len(blocks), maxAboveTitle)], func(b Block) bool { return b.Kind == Heading && b.Level == 1 })
	if title < 0 {
		return
	}
	level, demoted := 0, 0
	for i := title + 1; i < len(blocks); i++ {
		b := &blocks[i]
		if b.Kind != Heading || b.Level == 1 || isSection(b, bookmarks) || level > 0 && b.Level != level {
			return
		}
		empty := i+1 < len(blocks) && blocks[i+1].Kind == Heading && blocks[i+1].Level <= b.Level
		if !empty && demoted < 2 {
			return
		}
		level = b.Level
		b.Kind, b.Level = Paragraph, 0
		demoted++
	}
}

// isSection reports a heading that shows that it is one.
func isSection(b *Block, bookmarks map[string]int) bool {
	text := b.Text()
	return bookmarks[TitleKey(text)] > 0 || hasSectionNumber(text) || slices.ContainsFunc(b.Spans, func(s Span) bool { return s.Bold && !isBlank(s.Text) })
}
