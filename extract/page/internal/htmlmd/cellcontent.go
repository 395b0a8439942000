package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// cellStats is what a cell holds that one line can't.
type cellStats struct {
	text, tables, headings, blocks int
	code, nested                   bool
}

func (r *cellStats) scan(n *html.Node, lists, depth int) {
	if depth > maxDepth {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			r.text += len(strings.TrimSpace(c.Data))
			continue
		}
		inner := lists
		switch c.DataAtom {
		case atom.Table:
			if t := firstRow(c); t != nil {
				r.tables++
			}
			continue
		case atom.Pre:
			r.code = r.code || strings.Contains(strings.TrimSpace(shortText(c, 4<<10)), "\n")
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			r.headings++
		case atom.Form, atom.Hr, atom.Article, atom.Section:
			r.blocks++
		case atom.Ul, atom.Ol, atom.Dl:
			inner++
			r.nested = r.nested || inner > 1
		}
		r.scan(c, inner, depth+1)
	}
}

// isStrong reports whether all text below n is strong or a heading.
func isStrong(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && !isBlank(c.Data), c.DataAtom == atom.Table:
			return false
		case c.DataAtom == atom.Strong, c.DataAtom == atom.B, headingLevel(c) > 0:
		case c.Type == html.ElementNode && !isStrong(c):
			return false
		}
	}
	return true
}

// isBlankCell reports whether there is neither text nor an element that shows by itself below n.
func isBlankCell(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "", c.Type == html.ElementNode && c.Namespace != "":
			return false
		}
		switch c.DataAtom {
		case atom.Img, atom.Picture, atom.Input, atom.Select, atom.Textarea, atom.Button, atom.Iframe, atom.Video, atom.Audio,
			atom.Object, atom.Embed, atom.Canvas, atom.Table, atom.Template, atom.Script, atom.Hr:
			return false
		}
		if !isBlankCell(c) {
			return false
		}
	}
	return true
}
