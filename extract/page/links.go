package page

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

const maxLinkText = 300

const navRegions = measure.Nav | measure.Menu | measure.Footer

func links(p *measure.Page, base *url.URL, kept []bool) []extract.Link {
	n := min(len(p.Links), limit.Links)
	if n == 0 {
		return nil
	}
	r := newResolver(base)
	out := make([]extract.Link, 0, n)
	for i := range p.Links[:n] {
		a := &p.Links[i]
		resolved, ok := r.resolve(htmltree.Attr(a.Node, "href"))
		if !ok {
			continue
		}
		role := "navigation"
		if inContent(p, a, kept) {
			role = "content"
		}
		out = append(out, extract.Link{URL: resolved, Text: linkText(a.Node), Role: role, Rel: strings.ToLower(htmltree.Attr(a.Node, "rel"))})
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

func linkText(n *html.Node) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return foldedLinkText(c.Data)
	}
	var t anchorText
	t.collect(n)
	if text := meta.AppendFolded(t.text[:0], t.text); len(text) > 0 {
		return string(clipLinkText(text))
	}
	return foldedLinkText(t.alt)
}

type anchorText struct {
	text []byte
	alt  string // of the first picture that has one
}

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

func foldedLinkText(s string) string {
	s = strings.TrimSpace(s)
	if !meta.Folds(s) {
		if len(s) > maxLinkText {
			s = strings.ToValidUTF8(s[:maxLinkText], "")
		}
		return s
	}
	text := []byte(s)
	return string(clipLinkText(meta.AppendFolded(text[:0], text)))
}

func clipLinkText(text []byte) []byte {
	if len(text) > maxLinkText {
		return bytes.ToValidUTF8(text[:maxLinkText], nil)
	}
	return text
}
