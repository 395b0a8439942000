package classify

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// A mark of a note, such as "[3]" or "*", has at most maxMarkBytes bytes. Where no element holds the notes
// alone, the last one is at most maxNoteBlocks blocks long.
const (
	maxMarkBytes  = 8
	maxNoteBlocks = 4
)

// keepNotes keeps the references and notes that marks in kept text lead to, with the heading right above,
// if they have no more words than what is kept: a mark without its note leads nowhere.
func (s *selection) keepNotes() {
	marked := map[string]bool{} // the places that marks lead to
	for i := range s.page.Links {
		l := &s.page.Links[i]
		if l.Block < 0 || !s.kept[l.Block] || s.page.Blocks[l.Block].Words == s.page.Blocks[l.Block].LinkWords {
			continue
		}
		if id, ok := strings.CutPrefix(htmltree.Attr(l.Node, "href"), "#"); ok && id != "" && isMark(l.Node) {
			marked[id] = true
		}
	}
	if len(marked) == 0 {
		return
	}
	elems := s.page.Elements
	first, last := int32(-1), int32(-1) // the elements of the first and the last note that are left out
	for e, n := range s.page.Nodes {
		if at := int(elems[e].First); at < len(s.kept) && !s.kept[at] && (marked[htmltree.Attr(n, "id")] || marked[htmltree.Attr(n, "name")]) {
			if last = int32(e); first < 0 {
				first = last
			}
		}
	}
	if first < 0 {
		return
	}
	around := elems[first].Parent
	for around >= 0 && (elems[around].End <= elems[last].First || s.features.Words(&elems[around]) < minTextWords) {
		around = elems[around].Parent
	}
	if around < 0 {
		return
	}
	keptWords := s.keptWords()
	from, end := elems[around].First, elems[around].End
	if keptWords[end] > keptWords[from] { // the element has other content too
		from = elems[first].First
		limit := min(end, max(elems[last].End, elems[last].First+1)+maxNoteBlocks)
		for end = elems[last].First + 1; end < limit && !s.kept[end] && !s.isHeading(int(end)); {
			end++
		}
	}
	words := int32(0)
	for i := from; i < end; i++ {
		words += s.page.Blocks[i].Words
	}
	if words > keptWords[len(s.kept)] {
		return
	}
	for i := from; i < end; i++ {
		b := &s.page.Blocks[i]
		s.kept[i] = s.kept[i] || b.Words > 1 || b.LinkWords == 0 // a link back to the mark has no text of its own
	}
	if from > 0 && s.isHeading(int(from-1)) {
		s.kept[from-1] = true
	}
}

func isMark(link *html.Node) bool {
	text := ""
	for n := range link.Descendants() {
		if n.Type == html.TextNode {
			if text += n.Data; len(text) > 2*maxMarkBytes {
				return false
			}
		}
	}
	text = strings.Trim(text, " \t\r\n\u00a0[](){}^")
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		} else if !unicode.IsNumber(r) && !strings.ContainsRune("*†‡§¶#", r) {
			return false
		}
	}
	return text != "" && len(text) <= maxMarkBytes && letters < 2
}
