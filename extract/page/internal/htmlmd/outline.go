package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

func (w *writer) writeHeadingElement(n *html.Node, level int) {
	w.end()
	if w.cell > 0 {
		w.childrenInside(openInline{kind: mdinline.Strong}, n)
		w.flush()
		return
	}
	before := w.heading
	w.heading = level
	at := len(w.Outline.Headings)
	written := w.contentCount
	write := w.children
	if n.DataAtom == atom.A {
		write = w.anchor
	}
	if write(n); w.contentCount == written {
		w.writeText(htmltree.Attr(n, "aria-label")) // of a picture
	}
	w.end()
	if len(w.Outline.Headings) > at {
		w.Outline.Headings[at].Anchor = headingAnchor(n)
	} else if w.dropped = true; w.keepEmpty {
		w.Begin(extract.HeadingBlock, level)
		w.Out = append(w.Out, "######"[:level]...)
	}
	w.heading = before
}

// ariaLevel returns the level that a heading states, which counts more than its tag (WAI-ARIA 1.2, 6.6), or else level. A level
// below least is taken for a mistake: "1" on the cards of a shop.
func ariaLevel(n *html.Node, level, least int) int {
	if stated, ok := number(n, "aria-level"); ok && stated >= least {
		return min(stated, 6)
	}
	return level
}

// isHeadingByRole reports whether an element that means nothing else is a heading by its role: <p role="heading"
// aria-level="3">. Items and cells stay what they are.
func isHeadingByRole(n *html.Node, role string) bool {
	switch n.DataAtom {
	case atom.Div, atom.P, atom.Span, atom.Section, atom.Header, atom.Aside, atom.Article, atom.Hgroup, atom.Center, atom.Label, atom.Legend,
		atom.Strong, atom.B, atom.Em, atom.I, atom.Font, atom.Big, atom.Small, atom.U, atom.Dt, atom.Summary, atom.A, 0:
		first, _ := cutToken(role) // the others are for browsers that don't know it
		return strings.EqualFold(first, "heading")
	}
	return false
}

// maxOutline bounds the memory of the outline in bytes. Headings beyond, which only hostile pages have, are written but not in the outline.
const maxOutline = 2 << 20

func (w *writer) writeHeading() {
	text := w.plainText()
	if !w.fragment && len(text) >= 3 && strings.Trim(text, "-_*=~—–•· ") == "" { // a rule that is drawn with signs
		w.reset()
		w.rule()
		return
	}
	w.Heading(w.heading, text, maxOutline, func() { w.encodeInline(mdinline.Heading) })
}

func (w *writer) plainText() string {
	b := w.scratch[:0]
	for i := range w.Items {
		switch it := &w.Items[i]; it.Kind {
		case mdinline.Text, mdinline.Code, mdinline.Raw:
			b = append(b, w.Text[it.Start:it.End]...)
		case mdinline.Break:
			b = append(b, ' ')
		}
	}
	w.scratch = b
	return string(b)
}

// headingAnchor is the fragment that leads to a heading: its id, the target of its permalink, the name or id of
// something in it, or that of the element it begins.
func headingAnchor(n *html.Node) string {
	if id := attrOf(n, "id"); id != "" {
		return id
	}
	if c := htmltree.Find(n, 3, func(c *html.Node) bool { return anchorOf(c) != "" }); c != nil {
		return anchorOf(c)
	}
	before := contentBefore(n)
	for _, s := range [...]*html.Node{contentAfter(n), before} {
		if isElement(s, atom.A) && isBlank(shortText(s, 1)) && anchorOf(s) != "" {
			return anchorOf(s)
		}
	}
	if p := n.Parent; before == nil && p != nil && p.Type == html.ElementNode && p.DataAtom != atom.Body && p.DataAtom != atom.Main {
		return attrOf(p, "id")
	}
	return ""
}

func anchorOf(n *html.Node) string {
	if n.DataAtom == atom.A {
		if h := htmltree.Attr(n, "href"); len(h) > 1 && h[0] == '#' {
			return h[1:]
		}
	}
	return attrOf(n, "id", "name")
}

// rule writes a thematic break. Fragments, which have no head, keep all of them: they are a piece of a document that may go on.
func (w *writer) rule() {
	w.end()
	if w.cell == 0 && (w.fragment || !w.inLink()) {
		w.Rule()
	}
}

// section is the part of the page that a fragment leads to (HTML, 7.4.6.4: the element with this ID, or the anchor of this name): what a
// reader sees from there on.
type section struct {
	first, last *html.Node // whose content begins and ends it; last is nil for one that goes on to the next heading
	start, end  int        // in Body.Out; start is -1 before its beginning, end is 0 before its end
}

// findSection finds the section that a fragment leads to, nil if no element has its name. The section of a <dt> goes on through its
// <dd>s, that of a division ends with it. Of a paragraph, a cell, or an element within a line it goes on to the next heading.
//
// An element that shows nothing, such as an anchor or a heading that is hidden, leads to what is shown after it.
func (w *writer) findSection(root *html.Node, fragment string) *section {
	n := root
	for n != nil && (n.Type != html.ElementNode || htmltree.Attr(n, "id") != fragment && (n.DataAtom != atom.A || htmltree.Attr(n, "name") != fragment)) {
		n = htmltree.Next(n, root)
	}
	if n == nil {
		return nil
	}
	s := &section{first: n, last: n, start: -1}
	shown := !w.skips(n) && w.firstShown(n.FirstChild) != nil
	switch n.DataAtom {
	case atom.Tr: // whose cells are written one by one
		if s.first, s.last = w.firstShown(n.FirstChild), nil; s.first == nil {
			return nil
		}
		return s
	case atom.Dt:
		for c := contentAfter(n); c != nil && c.DataAtom != atom.Dt; c = contentAfter(c) {
			s.last = c
		}
	case atom.P, atom.Td, atom.Th, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		s.last = nil
	default:
		if !htmltree.IsBlock(n.DataAtom) || !shown {
			s.last = nil
		}
	}
	if shown {
		return s
	}
	for ; n != nil; n = n.Parent {
		if s.first = w.firstShown(n.NextSibling); s.first != nil {
			if s.first.Type == html.TextNode {
				s.first = s.first.Parent
			}
			return s
		}
	}
	return nil
}

func (w *writer) enterSection(n *html.Node) {
	if w.section != nil && w.section.first == n && w.section.start < 0 {
		w.section.start = w.placeAt(n)
	}
}

func (w *writer) leaveSection(n *html.Node) {
	if w.section != nil && w.section.last == n {
		w.section.end = w.placeAt(n)
	}
}

// placeAt returns how much is written where an element begins or ends.
func (w *writer) placeAt(n *html.Node) int {
	if w.cell == 0 && len(w.inlines) == 0 && htmltree.IsBlock(n.DataAtom) {
		w.flush()
	}
	return len(w.Out)
}

// sectionOf returns the blocks of the section, with all lines of a list or table that it begins in; the zero value if it was not written.
func (w *writer) sectionOf(s *section) (span extract.Span) {
	if s == nil || s.start < 0 && s.first.DataAtom != atom.H1 { // the title is not written: the page follows it
		return span
	}
	start, end := max(s.start, 0), s.end
	if end == 0 {
		end = len(w.Out)
		for _, h := range w.Outline.Headings {
			if h.Start > start+2 && s.last == nil { // two line ends part blocks
				end = h.Start
				break
			}
		}
	}
	for _, b := range w.Blocks {
		switch {
		case b.End <= start:
		case span.End == 0:
			span = b.Span
		case b.Start < end:
			span.End = b.End
		}
	}
	return span
}
