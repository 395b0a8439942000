package classify

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// A mark of a note, such as "[3]" or "*", has at most maxMarkBytes bytes. Where no element holds the notes
// alone, the last one is at most maxNoteBlocks blocks long.
const (
	maxMarkBytes  = 8
	maxNoteBlocks = 4
)

// keepNotes keeps the references and notes that marks in kept text lead to, with the heading right above,
// if they have no more words than what is kept: a mark without its note leads nowhere. So do other links to
// what the page marks as a reference: "(<a href=#orin>Orin 2020</a>)".
func (s *selection) keepNotes() {
	marked := map[string]bool{} // the places that marks lead to
	for i := range s.page.Links {
		l := &s.page.Links[i]
		if l.Block < 0 || !s.kept[l.Block] || s.page.Blocks[l.Block].Words == s.page.Blocks[l.Block].LinkWords {
			continue
		}
		if id := s.partOf(l.Node); id != "" {
			marked[id] = marked[id] || isMark(l.Node)
		}
	}
	if len(marked) == 0 {
		return
	}
	elems := s.page.Elements
	first, last := int32(-1), int32(-1) // the elements of the first and the last note that are left out
	places := map[int32]bool{}          // the blocks with links that marks lead to: <a id="n1" href="#r1">1</a>
	entry := referenceNames()["entry"]
	for e, n := range s.page.Nodes {
		at := int(elems[e].First)
		if at == len(s.kept) || s.kept[at] {
			continue
		}
		isMarked, isLinked := marked[htmltree.Attr(n, "id")]
		if isMarked || marked[htmltree.Attr(n, "name")] || isLinked && (entry.InClass(n) || entry.Has(htmltree.Attr(n, "role"))) {
			if last = int32(e); first < 0 {
				first = last
			}
			places[int32(at)] = places[int32(at)] || n.DataAtom == atom.A
		}
	}
	if first < 0 {
		return
	}
	_, around := s.outward(elems[first].Parent, func(el *measure.Element) bool {
		return el.End > elems[last].First && s.features.Words(el) >= minTextWords
	})
	if around == nil {
		return
	}
	from, end := around.First, around.End
	if s.keptFrom(from, end) > 0 { // the element has other content too
		from = elems[first].First
		limit := min(end, max(elems[last].End, elems[last].First+1)+maxNoteBlocks)
		end = int32(s.endOfRun(int(elems[last].First)+1, int(limit), func(i int) bool { return !s.kept[i] && !s.isHeading(i) }))
	}
	words := int32(0)
	for i := from; i < end; i++ {
		words += s.page.Blocks[i].Words
	}
	if words > s.keptFrom(0, s.end()) {
		return
	}
	for i := from; i < end; i++ {
		b := &s.page.Blocks[i]
		s.kept[i] = s.kept[i] || b.Words > 1 || b.LinkWords == 0 || places[i] // another link back to the mark has no text of its own
	}
	s.keepHeadingAbove(from)
}

func isMark(link *html.Node) bool {
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

// referenceNames are the classes, roles and IDs of a reference, and of a list of them.
var referenceNames = sync.OnceValue(func() map[string]wordlist.List {
	return wordlist.Parse("entry: citation, csl-entry, bib-reference, bibitem, ltx_bibitem, ref-cit-blk, doc-biblioentry, doc-endnote, doc-footnote\n" +
		"list: references, *-references, reference-list, ref-list, reflist, bibliography, biblist, citation-list, csl-bib-body, footnotes, footnotes-segment, endnotes, doc-bibliography, doc-endnotes")
})

// keepReferences keeps lists that the page marks as references or notes by their class, role or ID, and the blocks below a heading
// such as "References", up to the next heading or the end of its part.
func (s *selection) keepReferences() {
	s.outermost(func(e int32, el *measure.Element) bool {
		if el.First == 0 || el.Kinds&(measure.Inline|measure.A|measure.P) != 0 || s.blocksKept(el) == el.End-el.First || !isBibliography(s.page.Nodes[e]) {
			return false
		}
		first := el.First
		if s.isHeading(int(first)-1) && first > 1 {
			first--
		}
		s.keepSources(first, el.End)
		return true
	})
	for i := 1; i+1 < len(s.kept); i++ {
		if !s.isHeading(i) || !s.isPhrase(i, "references") {
			continue
		}
		_, part := s.outward(s.parentOf(i), func(el *measure.Element) bool { return el.End != int32(i)+1 })
		if part == nil {
			continue
		}
		end := s.endOfRun(i+1, int(part.End), func(k int) bool { return !s.isHeading(k) && !s.hasOtherPurpose(k, true) })
		s.keepSources(int32(i), int32(end))
	}
}

// keepSources keeps the references from one block on to before another if they follow kept text of a part of which, without them, most
// is kept, and have fewer words than it. No control and no menu may be among them.
func (s *selection) keepSources(first, end int32) {
	var words int32
	for i := first; i < end; i++ {
		if s.kinds(int(i))&(measure.Nav|measure.Menu|measure.Form|measure.Button) != 0 {
			return
		}
		words += s.page.Blocks[i].Words
	}
	if end == first+1 && s.isHeading(int(first)) || !s.kept[first-1] || words >= s.keptFrom(0, first) {
		return
	}
	isPart := func(el *measure.Element) bool {
		kept := s.keptFrom(el.First, min(el.End, first))
		return el.End >= end && kept >= minMainWords && float32(kept) >= minGapShare*float32(s.features.Words(el)-words)
	}
	if _, part := s.outward(s.page.Blocks[first-1].Element, isPart); part != nil {
		s.keepRange(int(first), int(end))
	}
}

// isBibliography reports whether an element is marked as a list of references: by its class, its role or its ID, or as the table or division
// that docutils, Texinfo and Substack make of notes.
func isBibliography(n *html.Node) bool {
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Key != "class" && a.Key != "role" && a.Key != "id" || !mayNameReferences(a.Val) {
			continue
		}
		if slices.ContainsFunc(strings.Fields(a.Val), referenceNames()["list"].Matches) || a.Key == "class" && (n.DataAtom == atom.Div && htmltree.HasClass(n, "footnote") && hasMark(n) ||
			htmltree.HasClass(n, "docutils") && htmltree.HasClass(n, "citation", "footnote")) {
			return true
		}
	}
	return false
}

// mayNameReferences rules out most names, before slower tests.
func mayNameReferences(names string) bool {
	for i := range len(names) {
		switch rest := names[i:]; names[i] {
		case 'r', 'b', 'n', 'c':
			if strings.HasPrefix(rest, "ref") || strings.HasPrefix(rest, "bib") || strings.HasPrefix(rest, "note") || strings.HasPrefix(rest, "cit") {
				return true
			}
		}
	}
	return false
}

// hasMark reports whether a note has a link to where it is marked in the text.
func hasMark(note *html.Node) bool {
	const depth = 4
	return htmltree.Find(note, depth, func(n *html.Node) bool {
		return n.DataAtom == atom.A && strings.Contains(htmltree.Attr(n, "href"), "#")
	}) != nil
}
