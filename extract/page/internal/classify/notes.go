package classify

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// keepReferences keeps the sources of kept text: the blocks below a heading such as "References", up to the next heading or the end
// of its part, and the notes that marks in kept text lead to, with the heading right above. A mark without its note leads nowhere.
func (s *selection) keepReferences() {
	keptWords := s.keptWords()
	names := phraseLists()["references"]
	for i := 1; i+1 < len(s.kept); i++ {
		words := s.words(i)
		if len(words) > 1 && s.page.Blocks[i].Digits > 0 { // "4 References"
			words = words[1:]
		}
		if !s.isHeading(i) || len(words) == 0 || int(names.startOf(words)) != len(words) {
			continue
		}
		part := s.parentOf(i)
		for part >= 0 && s.page.Elements[part].End == int32(i)+1 {
			part = s.page.Elements[part].Parent
		}
		if part < 0 {
			continue
		}
		end := i + 1
		for end < int(s.page.Elements[part].End) && !s.isHeading(end) && !s.hasOtherPurpose(end, true) {
			end++
		}
		s.keepSources(int32(i), int32(end), keptWords)
	}
	if first, end := s.notes(); end > 0 {
		if first > 0 && s.isHeading(int(first-1)) {
			first--
		}
		words := int32(0)
		for i := first; i < end; i++ {
			words += s.page.Blocks[i].Words
		}
		for i := first; i < end && words <= keptWords[len(s.kept)]; i++ {
			b := &s.page.Blocks[i]
			s.kept[i] = s.kept[i] || b.Words > 1 || b.LinkWords == 0 // a link back to the mark has no text of its own
		}
	}
}

// notes returns the blocks from the first to the last one that a mark in kept text leads to and that is left out, 0 for none.
func (s *selection) notes() (first, end int32) {
	const maxNoteBlocks = 4
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
	for e, n := range s.page.Nodes {
		el := &s.page.Elements[e]
		if len(marked) == 0 || int(el.First) == len(s.kept) || s.kept[el.First] || !marked[htmltree.Attr(n, "id")] && !marked[htmltree.Attr(n, "name")] {
			continue
		}
		if end == 0 {
			first = el.First
		}
		end = max(end, el.End, el.First+1)
		if up := el.Parent; up >= 0 && el.Kinds&measure.A != 0 && s.page.Elements[up].End <= el.First+maxNoteBlocks {
			end = max(end, s.page.Elements[up].End) // <li><a id="n1">1</a> <div>the note</div></li>
		}
	}
	return first, end
}

func isMark(link *html.Node) bool {
	const maxMarkBytes = 8 // of "[3]" or "*"
	text := strings.Trim(meta.Text(link, 2*maxMarkBytes), "[](){}^ ")
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

// keepSources keeps the references from one block on to before another if they follow kept text of a part of which, without them, most
// is kept, and have fewer words than it. No control and no menu may be among them.
func (s *selection) keepSources(first, end int32, keptWords []int32) {
	var words int32
	for i := first; i < end; i++ {
		if s.kinds(int(i))&(measure.Nav|measure.Menu|measure.Form|measure.Button) != 0 {
			return
		}
		words += s.page.Blocks[i].Words
	}
	if end == first+1 && s.isHeading(int(first)) || !s.kept[first-1] || words >= keptWords[first] {
		return
	}
	for e := s.page.Blocks[first-1].Element; e >= 0; e = s.page.Elements[e].Parent {
		el := &s.page.Elements[e]
		kept := keptWords[min(el.End, first)] - keptWords[el.First]
		if el.End >= end && kept >= minMainWords && float32(kept) >= minGapShare*float32(s.features.Words(el)-words) {
			s.keepRange(first, end)
			return
		}
	}
}
