package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/security/visible"
)

// render writes the kept blocks.
func render(doc *extract.Document, p *layout.Page, root *html.Node, _ *url.URL, kept []bool, _ *extract.Options) {
	var out strings.Builder
	w := &plainWriter{p: p, out: &out, kept: kept}
	w.walk(root)
	doc.Markdown = strings.TrimSpace(out.String())
	spans(doc)
}

type plainWriter struct {
	p     *layout.Page
	out   *strings.Builder
	kept  []bool
	at    int32
	block int
	last  int
}

func (w *plainWriter) walk(n *html.Node) {
	i := w.at
	w.at++
	if n.Type == html.TextNode {
		for w.block < len(w.kept) && w.p.Blocks[w.block].End <= i {
			w.block++
		}
		if w.block < len(w.kept) && w.p.Blocks[w.block].Start <= i && w.kept[w.block] && !w.p.Skip[i] {
			if w.last != w.block+1 {
				w.out.WriteString("\n\n")
				w.last = w.block + 1
			}
			words := strings.Fields(n.Data)
			for k, word := range words {
				if k > 0 || w.out.Len() > 0 && !strings.HasSuffix(w.out.String()[w.out.Len()-1:], "\n") {
					w.out.WriteByte(' ')
				}
				escape(w.out, visible.Clean(word))
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c)
	}
}
