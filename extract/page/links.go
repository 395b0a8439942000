package page

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// maxLinks bounds the links of a document, maxLinkText the bytes of the text of
// one.
const (
	maxLinks    = 20_000
	maxLinkText = 300
)

// around are the elements whose links lead around the site.
const around = layout.Nav | layout.Menu | layout.Footer

// links lists the links of the page.
func links(p *layout.Page, base *url.URL, kept []bool) []extract.Link {
	n := min(len(p.Links), maxLinks)
	if n == 0 {
		return nil
	}
	r := newResolver(base)
	to := newScribe(n)
	out := make([]extract.Link, 0, n)
	for i := range p.Links[:n] {
		a := &p.Links[i]
		resolved, ok := r.resolve(attr(a.Node, "href"), to)
		if !ok {
			continue
		}
		role := extract.LinkNavigation
		if inContent(p, a, kept) {
			role = extract.LinkContent
		}
		out = append(out, extract.Link{URL: resolved, Text: linkText(a.Node, to), Role: role, Rel: strings.ToLower(attr(a.Node, "rel"))})
	}
	return out
}

func inContent(p *layout.Page, a *layout.Anchor, kept []bool) bool {
	el := &p.Elems[a.Elem]
	if a.Block < 0 || el.AnyTags&around != 0 {
		return false
	}
	for i := a.Block; i < max(el.End, a.Block+1); i++ {
		if kept[i] {
			return true
		}
	}
	return false
}

// linkText is the text of an anchor, or the alternative text of its picture.
func linkText(n *html.Node, to *scribe) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return shortText(c.Data, to)
	}
	t := anchorText{text: to.scratch[:0]}
	t.gather(n)
	to.scratch = t.text
	if text := meta.AppendFolded(t.text[:0], t.text); len(text) > 0 {
		return to.write(shorten(text))
	}
	return shortText(t.alt, to)
}

// anchorText is what there is to read in an anchor.
type anchorText struct {
	text []byte
	alt  string // of the first picture that has one
}

// gather adds the text below n, until there is enough.
func (t *anchorText) gather(n *html.Node) {
	for c := n.FirstChild; c != nil && len(t.text) <= maxLinkText; c = c.NextSibling {
		switch {
		case c.Type != html.TextNode:
			if c.Data == "img" && t.alt == "" {
				t.alt = attr(c, "alt")
			}
			t.gather(c)
		case n.Data != "style" && n.Data != "script":
			if text := strings.TrimSpace(c.Data); text != "" {
				t.text = append(append(t.text, text...), ' ')
			}
		}
	}
}

// shortText folds white space and cuts at maxLinkText.
func shortText(s string, to *scribe) string {
	s = strings.TrimSpace(s)
	if !meta.Folds(s) {
		if len(s) > maxLinkText {
			s = strings.ToValidUTF8(s[:maxLinkText], "")
		}
		return s
	}
	to.scratch = append(to.scratch[:0], s...)
	return to.write(shorten(meta.AppendFolded(to.scratch[:0], to.scratch)))
}

// shorten cuts text at maxLinkText.
func shorten(text []byte) []byte {
	if len(text) > maxLinkText {
		return bytes.ToValidUTF8(text[:maxLinkText], nil)
	}
	return text
}

// scribe writes many short strings into few long ones.
type scribe struct {
	page    strings.Builder
	room    int // of a new page
	scratch []byte
}

func newScribe(strings int) *scribe { return &scribe{room: min(max(32*strings, 256), 4<<10)} }

// fit makes room for n bytes and returns where they will start.
func (s *scribe) fit(n int) int {
	if s.page.Cap()-s.page.Len() < n {
		s.page = strings.Builder{}
		s.page.Grow(max(n, s.room))
	}
	return s.page.Len()
}

func (s *scribe) write(text []byte) string {
	start := s.fit(len(text))
	s.page.Write(text)
	return s.page.String()[start:]
}

func (s *scribe) join(a, b string) string {
	start := s.fit(len(a) + len(b))
	s.page.WriteString(a)
	s.page.WriteString(b)
	return s.page.String()[start:]
}
