package htmlmd

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// footnotes are the notes of a page, found when the first link looks like a reference to one. Only notes that come
// after it are taken, so that none has been written as something else.
type footnotes struct {
	ids    map[string]*html.Node    // elements with an id, after the first reference; nil before that
	notes  map[*html.Node]*footnote // those that links lead to
	used   map[int]bool             // the labels that are taken
	labels int                      // of marks that are no numbers, or those of another note: the last one
	at     *html.Node               // the note that is being written, if one is
}

type footnote struct {
	head  string // how its text begins
	label int    // the number that the first reference shows, or a free one; 0 without a reference
	mark  string // what the first reference shows
}

// noteRef writes a link to a footnote as a reference, and leaves out the link back from a footnote; of a heading that
// is one it writes the text.
func (w *writer) noteRef(n *html.Node, href string) bool {
	if href = w.placeInPage(href); len(href) < 2 || href[0] != '#' {
		return false
	}
	if w.isBackLink(n, href) {
		if w.heading > 0 || w.isKey(n) {
			w.children(n)
		}
		return true
	}
	note := w.noteOf(n, href)
	if note == nil {
		return false
	}
	w.put(mdinline.Raw, "[^"+strconv.Itoa(note.label)+"]")
	return true
}

// placeInPage returns the fragment of a link that leads to a place in the page by its whole address, as plugins write
// references to notes, else href.
func (w *writer) placeInPage(href string) string {
	at := strings.IndexByte(href, '#')
	if at <= 0 || w.in.Page == "" {
		return href
	}
	address := func(s string) string {
		_, rest, _ := strings.Cut(s, "://")
		return strings.TrimSuffix(rest, "/")
	}
	if url := w.resolve(href[:at]); address(url.String()) != address(w.in.Page) {
		return href
	}
	return href[at:]
}

// isKey reports whether a link back is the key of a reference that no mark of a note leads to, as docutils writes it: "[Finch02]".
func (w *writer) isKey(n *html.Node) bool {
	if w.footnotes.at != nil {
		return false
	}
	key, before := strings.Trim(shortText(n, maxItemMark), "[] "), contentBefore(n)
	isFirst := before == nil || shortText(before, 2) == "["
	return isFirst && key != "" && !words("back").Has(key) && strings.Trim(key, "^↑↩") == key && !strings.Contains(key, " ")
}

// noteOf returns the footnote that a link is a reference to, nil for none. The first reference to a note gives it its label.
func (w *writer) noteOf(n *html.Node, href string) *footnote {
	if !looksLikeRef(n, href[1:]) {
		return nil
	}
	if w.footnotes.ids == nil {
		w.findNotes(n)
	}
	block := noteBlock(w.footnotes.ids[href[1:]])
	isInTable := w.cell > 0 && around(block, maxDepth, isCell) != nil // where none can be written
	if block == nil || isInTable || htmltree.IsInside(n, block) {
		return nil
	}
	note := w.footnotes.notes[block]
	if note == nil {
		note = &footnote{head: strings.TrimLeft(shownText(block, 24), "[( ")}
		w.footnotes.notes[block] = note
	}
	mark := strings.Trim(shortText(n, 12), "[]() ")
	among := isNoteID(href[1:]) || isNoteRef(n) || htmltree.HasClass(n, "noteref") || mark != "" && strings.HasPrefix(note.head, mark)
	if !among && around(block, 2, isNoteSection) == nil {
		return nil
	}
	if note.label == 0 {
		label, err := strconv.Atoi(mark)
		for err != nil || label < 1 || w.footnotes.used[label] {
			w.footnotes.labels++
			label, err = w.footnotes.labels, nil
		}
		w.footnotes.used[label] = true
		note.label, note.mark = label, mark
	}
	return note
}

// looksLikeRef reports whether a link to a place in the page could be the mark of a footnote: raised or marked as such, and short.
func looksLikeRef(n *html.Node, id string) bool {
	if isNoteRef(n) || words("note reference").InClass(n) {
		return true
	}
	text := strings.TrimSpace(shortText(n, 12))
	if text == "" || len(text) > 10 {
		return false
	}
	if up := n.Parent; isElement(up, atom.Sup) || up != nil && isElement(up.Parent, atom.Sup) || hasChild(n, atom.Sup) {
		return true
	}
	isNumber := strings.Trim(text, "0123456789") == "" && htmltree.Has(n, "id") // which the note leads back to
	return isNoteID(id) && (isNumber || text[0] == '[' && text[len(text)-1] == ']')
}

// isNoteRef reports whether a link says that it refers to a note.
func isNoteRef(n *html.Node) bool {
	return htmltree.Has(n, "data-footnote-ref") || htmltree.Attr(n, "role") == "doc-noteref" || htmltree.Attr(n, "epub:type") == "noteref"
}

func isNoteID(id string) bool {
	id = strings.ToLower(strings.TrimPrefix(id, "user-content-"))
	return words("note id").Matches(id)
}

func (w *writer) findNotes(ref *html.Node) {
	f := footnotes{ids: map[string]*html.Node{}, used: map[int]bool{}, notes: map[*html.Node]*footnote{}}
	for n := ref; n != nil; {
		if w.skips(n) {
			n = htmltree.After(n, w.in.Root)
			continue
		}
		id := htmltree.Attr(n, "id")
		if id == "" && n.DataAtom == atom.A {
			id = htmltree.Attr(n, "name")
		}
		if _, dup := f.ids[id]; id != "" && !dup {
			f.ids[id] = n
		}
		n = htmltree.Next(n, w.in.Root)
	}
	w.footnotes = f
}

// noteBlock returns the note that begins at an element or contains it; nil for none.
func noteBlock(n *html.Node) *html.Node {
	isWithin := isOne(atom.A, atom.Sup, atom.Span, atom.B, atom.Strong, atom.Small)
	isBlock := isOne(atom.Li, atom.P, atom.Div, atom.Dd, atom.Aside)
	block := around(n, 3, func(n *html.Node) bool { return !isWithin(n) })
	switch {
	case block == nil || !isBlock(block):
		return nil
	case isElement(block.Parent, atom.Li) && contentBefore(block) == nil:
		return block.Parent
	}
	return block
}

func isNoteSection(n *html.Node) bool {
	role := htmltree.Attr(n, "role")
	return htmltree.Has(n, "data-footnotes") || role == "doc-endnotes" || role == "doc-footnote" || words("notes").InClass(n) || words("notes").InTokens(htmltree.Attr(n, "epub:type"))
}

// isBackLink reports whether a link in a footnote leads back to its reference, or the text of a heading to the table of
// contents (docutils).
func (w *writer) isBackLink(n *html.Node, href string) bool {
	if htmltree.Has(n, "data-footnote-backref") || htmltree.Attr(n, "role") == "doc-backlink" || words("note backlink").InClass(n) {
		return true
	}
	if w.footnotes.at == nil {
		return false
	}
	text := strings.TrimSpace(shortText(n, 24))
	if words("back").Has(text) {
		return true
	}
	// The number of the note, or a letter for each of its references.
	text = strings.Trim(text, "[]().: ")
	if len(text) == 0 || len(text) > 3 || strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !ascii.IsAlnum(byte(r)) }) {
		return false
	}
	target := w.footnotes.ids[href[1:]]
	if id := attrOf(n, "id", "name"); id != "" && target != nil && w.placeInPage(htmltree.Attr(target, "href")) == "#"+id {
		return true
	}
	note := noteBlock(target) // unless it is a reference to the note beside it
	return note == nil || note == w.footnotes.at || note.Parent != w.footnotes.at.Parent || !looksLikeRef(n, href[1:])
}

// withoutNoteSigns returns the text of a node without the brackets that it has of a reference or of a link back to one
// ("tides[<a href=#n1>1</a>]", "Drawer nine. [<a href=#r1>↩</a>]"), and without what is left of the mark that a note begins with
// ("<a href=#r1>1</a>. Drawer nine.", "* Drawer nine.").
func (w *writer) withoutNoteSigns(n *html.Node) string {
	inBrackets := func(link *html.Node) bool {
		if !isElement(link, atom.A) || link.PrevSibling == nil || link.NextSibling == nil || !strings.HasSuffix(link.PrevSibling.Data, "[") || !strings.HasPrefix(link.NextSibling.Data, "]") {
			return false
		}
		href := w.placeInPage(htmltree.Attr(link, "href"))
		return len(href) > 1 && href[0] == '#' && (w.isBackLink(link, href) && !w.isKey(link) || w.noteOf(link, href) != nil)
	}
	text := n.Data
	if inBrackets(n.NextSibling) {
		text = strings.TrimSuffix(text, "[")
	}
	if inBrackets(n.PrevSibling) {
		text = strings.TrimPrefix(text, "]")
	}
	if w.noteMark == "" || !w.trimNext {
		return text
	}
	rest, marked := strings.CutPrefix(strings.TrimLeft(text, " \n\t(["), w.noteMark)
	if !marked {
		rest = text
	}
	end := strings.TrimLeft(rest, ".:)]")
	isSign := marked && strings.Trim(w.noteMark, "*†‡§") == ""
	if isSign || len(end) < len(rest) && isBlank(end[:min(1, len(end))]) && (marked || isElement(n.PrevSibling, atom.A)) {
		return end
	}
	return text
}

// isNote reports whether n is a note that a reference leads to.
func (f *footnotes) isNote(n *html.Node) bool {
	note := f.notes[n]
	return note != nil && note.label > 0
}

func (w *writer) note(n *html.Node) bool {
	if !w.footnotes.isNote(n) || w.cell > 0 {
		return false
	}
	note := w.footnotes.notes[n]
	outer := w.footnotes.at
	w.footnotes.at = n
	marker := "[^" + strconv.Itoa(note.label) + "]: "
	w.writeContainer(extract.Footnotes, marker, "    ", func() {
		w.noteMark, w.trimNext = note.mark, true
		w.children(n)
		w.noteMark, w.trimNext = "", false
	})
	w.footnotes.at = outer
	return true
}

// noteList writes a list with notes, and the items between that no text refers to as items of l.
func (w *writer) noteList(n *html.Node, l mdwriter.List) {
	isPlain := func(c *html.Node) bool { return isElement(c, atom.Li) && !w.skips(c) && !w.footnotes.isNote(c) }
	for c := n.FirstChild; c != nil; {
		if !isPlain(c) {
			if w.node(c); isElement(c, atom.Li) && !w.skips(c) {
				l.Number += l.Step
			}
			c = c.NextSibling
			continue
		}
		w.inList(l, func() {
			for ; c != nil && (isPlain(c) || c.Type != html.ElementNode); c = c.NextSibling {
				if w.node(c); isPlain(c) {
					l.Number += l.Step
				}
			}
		})
	}
}

// startsNotes reports whether an element at the head of a list of footnotes only sets it apart: a rule, or a heading
// for assistive readers.
func (w *writer) startsNotes(n *html.Node) bool {
	isMark := n.DataAtom == atom.Hr || headingLevel(n) > 0 && visibility.IsSpokenName(htmltree.Attr(n, "class"))
	return isMark && n.Parent != nil && isNoteSection(n.Parent)
}
