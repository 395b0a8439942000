package layout

import (
	"slices"
	"strings"
)

const (
	maxAboveTitle = 3  // blocks that may stand over the title of a document
	maxByline     = 60 // blocks between the title and the abstract

	longestAddress = 300 // bytes of a paragraph between them
)

// demoteByline makes paragraphs of the headings right below the title of a document that
// nothing stands under: authors, where they work and the date are set larger than the
// text, but are no sections. Bold type, a number or a bookmark makes a section. Before an
// abstract nothing but a number or a bookmark does.
func demoteByline(blocks []Block, bookmarks map[string]int) {
	title := slices.IndexFunc(blocks[:min(len(blocks), maxAboveTitle)], func(b Block) bool { return b.Kind == Heading && b.Level == 1 })
	if title < 0 {
		return
	}
	if n := beforeAbstract(blocks[title+1:]); n > 0 {
		for i := title + 1; i <= title+n; i++ {
			if b := &blocks[i]; b.Kind == Heading && b.Level > 1 && bookmarks[TitleKey(b.Text())] == 0 && !hasSectionNumber(b.Text()) {
				b.Kind, b.Level = Paragraph, 0
			}
		}
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

// beforeAbstract returns how many blocks are before the heading of an abstract. It returns
// 0 if no abstract is near, or if a numbered section, a list or prose comes first, as in a thesis.
func beforeAbstract(blocks []Block) int {
	for i := range blocks[:min(len(blocks), maxByline)] {
		if kind := blocks[i].Kind; kind == Paragraph && len(blocks[i].Text()) > longestAddress || kind != Paragraph && kind != Heading {
			return 0
		}
		if blocks[i].Kind != Heading {
			continue
		}
		switch strings.ToLower(strings.Trim(blocks[i].Text(), " .:")) {
		case "abstract", "zusammenfassung", "résumé", "resumen", "resumo", "sommario", "sammanfattning", "аннотация", "摘要":
			return i
		}
		if hasSectionNumber(blocks[i].Text()) {
			return 0
		}
	}
	return 0
}

// isSection reports whether a heading shows that it is one.
func isSection(b *Block, bookmarks map[string]int) bool {
	text := b.Text()
	return bookmarks[TitleKey(text)] > 0 || hasSectionNumber(text) || slices.ContainsFunc(b.Spans, func(s Span) bool { return s.Bold && !isBlank(s.Text) })
}
