package htmlmd

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// isSectionList reports whether the items of a list without numbers are sections:
// each begins with a heading, and most have content below it. References
// of programming interfaces and lists of cards are written so.
func (w *writer) isSectionList(n *html.Node) bool {
	if w.fragment || n.DataAtom == atom.Ol || len(w.containers) > 0 {
		return false
	}
	items, sections := 0, 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !w.shows(c) {
			continue
		}
		if c.DataAtom != atom.Li {
			return false
		}
		heading, more := w.leadingHeading(c, 0)
		if !heading {
			return false
		}
		if items++; more {
			sections++
		}
	}
	return items > 0 && 2*sections >= items
}

// leadingHeading reports whether the first content of n is a heading, in wrappers or
// not, and whether there is more content after it.
func (w *writer) leadingHeading(n *html.Node, depth int) (heading, more bool) {
	for c := nextContent(n.FirstChild); c != nil; c = nextContent(c.NextSibling) {
		if w.skips(c) {
			continue
		}
		if heading {
			return true, true
		}
		switch c.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			heading = true
		case atom.Div, atom.Section, atom.Article, atom.Header, atom.Hgroup:
			if depth == maxWrappers {
				return false, false
			}
			if heading, more = w.leadingHeading(c, depth+1); !heading || more {
				return heading, more
			}
		default:
			return false, false
		}
	}
	return heading, more
}

// sectionList writes the items of a list as sections, one below the other.
func (w *writer) sectionList(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Li && !w.skips(c) {
			w.end()
			w.children(c)
		}
	}
	w.end()
}
