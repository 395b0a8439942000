package office

import (
	"encoding/xml"
	"fmt"
	"html"
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

// epub reads an EPUB book: its chapters in the order of the spine, then the documents beside that
// order which a chapter leads to, such as notes and answers.
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
	var chapters, aside []string
	inSpine := map[string]bool{}
	_ = r.tokens(root, func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && len(hrefs)+len(chapters)+len(aside) < 2*maxChapters {
			id := attr(e, "id")
			switch e.Name.Local {
			case "item":
				if !strings.Contains(attr(e, "properties"), "nav") {
					hrefs[id] = attr(e, "href")
				}
				if strings.Contains(attr(e, "media-type"), "html") {
					aside = append(aside, id)
				}
			case "itemref":
				if id = attr(e, "idref"); attr(e, "linear") != "no" {
					chapters = append(chapters, id)
					inSpine[id] = true
				}
			}
		}
		return nil
	})
	linked := map[string]bool{}
	read := func(ids []string, wanted func(id, name string) bool) error {
		for _, id := range ids[:min(len(ids), maxChapters)] {
			name := r.entry(path.Dir(root), hrefs[id])
			if hrefs[id] == "" || !wanted(id, name) {
				continue
			}
			hrefs[id] = "" // a chapter that the spine names twice is read once
			if err := r.chapter(name, linked); err != nil {
				return err
			}
		}
		return nil
	}
	if err := read(chapters, func(string, string) bool { return true }); err != nil {
		return err
	}
	return read(aside, func(id, name string) bool { return !inSpine[id] && linked[name] })
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
// text, since nobody can ask for what they lead to, and are noted in linked.
func (r *reader) chapter(name string, linked map[string]bool) error {
	if err := r.tooManyBlocks(); err != nil {
		return err
	}
	in := r.archive.open(name)
	if in == nil {
		return nil
	}
	body, _ := io.ReadAll(in)
	body = dropInnerLinks(body, func(target []byte) {
		if len(linked) < maxChapters {
			linked[r.entry(path.Dir(name), html.UnescapeString(string(target)))] = true
		}
	})
	doc, err := htmlfrag.Convert(r.ctx, r.html, strings.ToValidUTF8(string(xhtml.ToHTML(body)), "\uFFFD"), nil)
	if err != nil {
		return err
	}
	r.w.Append(doc, 0)
	r.AddOf(doc)
	return nil
}
