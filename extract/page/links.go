package page

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// maxLinkText bounds the text of a link in bytes.
const maxLinkText = 300

// navRegions are the elements whose links lead around the site.
const navRegions = measure.Nav | measure.Menu | measure.Footer

// links lists the links of the page.
func links(p *measure.Page, base *url.URL, kept []bool) []extract.Link {
	n := min(len(p.Links), extract.MaxLinks)
	if n == 0 {
		return nil
	}
	r := newResolver(base)
	to := newStringArena(n)
	out := make([]extract.Link, 0, n)
	for i := range p.Links[:n] {
		a := &p.Links[i]
		resolved, ok := r.resolve(htmltree.Attr(a.Node, "href"), to)
		if !ok {
			continue
		}
		role := extract.LinkNavigation
		if inContent(p, a, kept) {
			role = extract.LinkContent
		}
		out = append(out, extract.Link{URL: resolved, Text: linkText(a.Node, to), Role: role, Rel: strings.ToLower(htmltree.Attr(a.Node, "rel"))})
	}
	return out
}

func inContent(p *measure.Page, a *measure.LinkRef, kept []bool) bool {
	el := &p.Elements[a.Element]
	if a.Block < 0 || el.AnyKinds&navRegions != 0 {
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
func linkText(n *html.Node, to *stringArena) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return foldedLinkText(c.Data, to)
	}
	t := anchorText{text: to.scratch[:0]}
	t.collect(n)
	to.scratch = t.text
	if text := meta.AppendFolded(t.text[:0], t.text); len(text) > 0 {
		return to.write(clipLinkText(text))
	}
	return foldedLinkText(t.alt, to)
}

// anchorText is what there is to read in an anchor.
type anchorText struct {
	text []byte
	alt  string // of the first picture that has one
}

// collect adds the text below n, until there is enough.
func (t *anchorText) collect(n *html.Node) {
	for c := n.FirstChild; c != nil && len(t.text) <= maxLinkText; c = c.NextSibling {
		switch {
		case c.Type != html.TextNode:
			if c.Data == "img" && t.alt == "" {
				t.alt = htmltree.Attr(c, "alt")
			}
			t.collect(c)
		case n.Data != "style" && n.Data != "script":
			if text := strings.TrimSpace(c.Data); text != "" {
				t.text = append(append(t.text, text...), ' ')
			}
		}
	}
}

// foldedLinkText folds white space and cuts at maxLinkText.
func foldedLinkText(s string, to *stringArena) string {
	s = strings.TrimSpace(s)
	if !meta.Folds(s) {
		if len(s) > maxLinkText {
			s = strings.ToValidUTF8(s[:maxLinkText], "")
		}
		return s
	}
	to.scratch = append(to.scratch[:0], s...)
	return to.write(clipLinkText(meta.AppendFolded(to.scratch[:0], to.scratch)))
}

// clipLinkText cuts text at maxLinkText.
func clipLinkText(text []byte) []byte {
	if len(text) > maxLinkText {
		return bytes.ToValidUTF8(text[:maxLinkText], nil)
	}
	return text
}

// stringArena makes many short strings in few pieces of memory.
type stringArena struct {
	chunk     strings.Builder
	chunkSize int // of a new page
	scratch   []byte
}

func newStringArena(strings int) *stringArena {
	return &stringArena{chunkSize: min(max(32*strings, 256), 4<<10)}
}

// reserve makes room for n bytes and returns where they will start.
func (s *stringArena) reserve(n int) int {
	if s.chunk.Cap()-s.chunk.Len() < n {
		s.chunk = strings.Builder{}
		s.chunk.Grow(max(n, s.chunkSize))
	}
	return s.chunk.Len()
}

func (s *stringArena) write(text []byte) string {
	start := s.reserve(len(text))
	s.chunk.Write(text)
	return s.chunk.String()[start:]
}

func (s *stringArena) join(a, b string) string {
	start := s.reserve(len(a) + len(b))
	s.chunk.WriteString(a)
	s.chunk.WriteString(b)
	return s.chunk.String()[start:]
}
