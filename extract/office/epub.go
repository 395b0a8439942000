package office

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/xhtml"
)

// maxChapters bounds the chapters of a book.
const maxChapters = 2000

// epub reads an EPUB book: its chapters in the order of the spine.
func (r *reader) epub() error {
	root := ""
	_ = r.tokens("META-INF/container.xml", func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "rootfile" && root == "" {
			root = attr(e, "full-path")
		}
		return nil
	})
	if !r.archive.has(root) {
		return fmt.Errorf("%w: an EPUB book without package document", extract.ErrMalformed)
	}
	r.coreProperties(root)
	hrefs := map[string]string{}
	var chapters []string
	_ = r.tokens(root, func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && len(hrefs)+len(chapters) < 2*maxChapters {
			switch e.Name.Local {
			case "item":
				if !strings.Contains(attr(e, "properties"), "nav") {
					hrefs[attr(e, "id")] = attr(e, "href")
				}
			case "itemref":
				if attr(e, "linear") != "no" {
					chapters = append(chapters, attr(e, "idref"))
				}
			}
		}
		return nil
	})
	for _, id := range chapters[:min(len(chapters), maxChapters)] {
		if href := hrefs[id]; href != "" {
			hrefs[id] = "" // a chapter that the spine names twice is read once
			if err := r.chapter(r.entry(path.Dir(root), href)); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry returns the name of the part that an address in a book means, which may
// be written with escapes.
func (r *reader) entry(folder, href string) string {
	href, _, _ = strings.Cut(href, "#")
	if name := path.Join(folder, href); r.archive.has(name) {
		return name
	}
	if decoded, err := url.PathUnescape(href); err == nil {
		href = decoded
	}
	return path.Join(folder, href)
}

// chapter reads a document of a book. Its links to other documents of the book become
// text: nobody can ask for what they lead to.
func (r *reader) chapter(name string) error {
	if err := r.tooManyBlocks(); err != nil {
		return err
	}
	in := r.archive.open(name)
	if in == nil {
		return nil
	}
	body, _ := io.ReadAll(in)
	doc, err := htmlfrag.Convert(r.ctx, r.html, strings.ToValidUTF8(string(xhtml.ToHTML(dropInnerLinks(body))), "\uFFFD"), nil)
	if err != nil {
		return err
	}
	r.w.Append(doc, 0)
	r.AddOf(doc)
	return nil
}
