package htmlmd

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

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
	for s.first != nil && w.firstShown(s.first.NextSibling) == nil {
		s.first = s.first.Parent
	}
	if s.first == nil {
		return nil
	}
	if next := w.firstShown(s.first.NextSibling); next.Type == html.ElementNode {
		s.first = next
	} else {
		s.first = next.Parent
	}
	return s
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
	switch {
	case s == nil:
		return span
	case s.start < 0 && s.first.DataAtom == atom.H1: // the title, which is not written: the page follows it
		s.start = 0
	case s.start < 0:
		return span
	}
	end := s.end
	if end == 0 {
		end = len(w.Out)
		for _, h := range w.Outline.Headings {
			if h.Start > s.start+2 && s.last == nil { // two line ends part blocks
				end = h.Start
				break
			}
		}
	}
	for _, b := range w.Blocks {
		switch {
		case b.End <= s.start:
		case span.End == 0:
			span = b.Span
		case b.Start < end:
			span.End = b.End
		}
	}
	return span
}
