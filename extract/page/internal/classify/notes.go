package classify

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
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
		if id, ok := strings.CutPrefix(htmltree.Attr(l.Node, "href"), "#"); ok && id != "" {
			marked[id] = marked[id] || isMark(l.Node)
		}
	}
	if len(marked) == 0 {
		return
	}
	elems := s.page.Elements
	first, last := int32(-1), int32(-1) // the elements of the first and the last note that are left out
	places := map[int32]bool{}          // the blocks with links that marks lead to: <a id="n1" href="#r1">1</a>
	for e, n := range s.page.Nodes {
		at := int(elems[e].First)
		if at == len(s.kept) || s.kept[at] {
			continue
		}
		isMarked, isLinked := marked[htmltree.Attr(n, "id")]
		if isMarked || marked[htmltree.Attr(n, "name")] || isLinked && isReference(n) {
			if last = int32(e); first < 0 {
				first = last
			}
			places[int32(at)] = places[int32(at)] || n.DataAtom == atom.A
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
		s.kept[i] = s.kept[i] || b.Words > 1 || b.LinkWords == 0 || places[i] // another link back to the mark has no text of its own
	}
	if from > 0 && s.isHeading(int(from-1)) {
		s.kept[from-1] = true
	}
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
		"list: references, reference-list, ref-list, reflist, bibliography, biblist, citation-list, csl-bib-body, footnotes, endnotes, doc-bibliography, doc-endnotes")
})

func isReference(n *html.Node) bool {
	entry := referenceNames()["entry"]
	return entry.InClass(n) || entry.Has(htmltree.Attr(n, "role"))
}

// keepReferences keeps lists that the page marks as ones of references or notes, with the heading right above, where they follow kept
// text in a <main> or <article> of which most is kept and have fewer words than it.
func (s *selection) keepReferences() {
	keptWords := s.keptWords()
	for e := int32(0); int(e) < len(s.page.Elements); e++ {
		el := &s.page.Elements[e]
		if el.First == el.End || el.First == 0 || !isBibliography(s.page.Nodes[e]) {
			continue
		}
		first, before := el.First, int(el.First)-1
		if !s.kept[before] && s.isHeading(before) && before > 0 {
			first, before = first-1, before-1
		}
		if _, content := s.leastFact(e, keptWords); content && s.kept[before] && s.features.Words(el) < keptWords[before+1] {
			s.keepRange(first, el.End)
		}
		e = lastInside(s.page, e)
	}
}

// isBibliography reports whether an element is marked as a list of references: by its class, its role or its ID, or as the table that docutils
// made of each.
func isBibliography(n *html.Node) bool {
	list := referenceNames()["list"]
	return list.InClass(n) || list.Has(htmltree.Attr(n, "role")) || list.Has(htmltree.Attr(n, "id")) || htmltree.HasClass(n, "docutils") && htmltree.HasClass(n, "citation", "footnote")
}
