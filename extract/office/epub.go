package office

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

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
	r.xml("META-INF/container.xml").each("rootfile", func(e *node) { root = cmp.Or(root, e.attr("full-path")) })
	if !r.has(root) {
		return fmt.Errorf("%w: an EPUB book without package document", extract.ErrMalformed)
	}
	book := r.xml(root).keep()
	r.properties(book)
	hrefs := map[string]string{}
	var spine, aside []string
	book.each("item itemref", func(e *node) {
		if len(hrefs)+len(spine)+len(aside) >= 2*maxChapters {
			return
		}
		switch id := e.attr("id"); e.Local {
		case "item":
			if !strings.Contains(e.attr("properties"), "nav") {
				hrefs[id] = e.attr("href")
			}
			if strings.Contains(e.attr("media-type"), "html") {
				aside = append(aside, id)
			}
		case "itemref":
			if e.attr("linear") != "no" && len(spine) < maxChapters {
				spine = append(spine, e.attr("idref"))
			}
		}
	})
	linked := map[string]bool{}
	for i, id := range slices.Concat(spine, aside) {
		name := r.entry(path.Dir(root), hrefs[id])
		if isAside := i >= len(spine); hrefs[id] == "" || isAside && !linked[name] {
			continue
		}
		hrefs[id] = "" // a chapter that the spine names twice is read once
		r.chapter(name, linked)
	}
	return nil
}

// entry returns the name of the part that an address in a book means, which may
// be written with escapes.
func (r *reader) entry(folder, href string) string {
	href, _, _ = strings.Cut(href, "#")
	if name := path.Join(folder, href); r.has(name) {
		return name
	}
	if decoded, err := url.PathUnescape(href); err == nil {
		href = decoded
	}
	return path.Join(folder, href)
}

// chapter reads a document of a book. Links to other documents of the book become text,
// because they have no address on the web. Their targets are recorded in linked.
func (r *reader) chapter(name string, linked map[string]bool) {
	in := r.open(name)
	if r.isDone() || in == nil {
		return
	}
	body, _ := io.ReadAll(in)
	body = dropInnerLinks(xhtml.ToHTML(r.ctx, body), func(target string) (isSame bool) {
		part := r.entry(path.Dir(name), target)
		if len(linked) < maxChapters {
			linked[part] = true
		}
		return part == name
	})
	doc, err := htmlfrag.Convert(r.ctx, r.html, strings.ToValidUTF8(string(body), "\uFFFD"), nil)
	if err != nil {
		return // since ctx is done
	}
	r.w.Append(doc, 0)
	r.AddOf(doc)
}

// maxNoteMark bounds the number of a note in digits.
const maxNoteMark = 3

// dropInnerLinks takes the address from the links of a chapter to other documents of the
// book, and calls found with it, which says whether it is that of the chapter: such a link
// keeps the place in it. That of a mark of a note leads nowhere, and a number right behind a word is such a mark.
func dropInnerLinks(body []byte, found func(target string) (isSame bool)) []byte {
	z := html.NewTokenizer(bytes.NewReader(body))
	out := make([]byte, 0, len(body))
	for z.Next() != html.ErrorToken {
		raw := z.Raw()
		if len(raw) < 4 || raw[0] != '<' || raw[1]|0x20 != 'a' || raw[2] > ' ' {
			out = append(out, raw...)
			continue
		}
		isNote := bytes.Contains(raw, []byte("noteref"))
		before := len(out)
		out = append(out, raw...)
		token := z.Token()
		at := slices.IndexFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "href" })
		if at < 0 {
			continue
		}
		target := token.Attr[at].Val
		stop := strings.IndexAny(target, ":/?#")
		if strings.HasPrefix(target, "#") || stop >= 0 && target[stop] == ':' || strings.HasPrefix(target, "//") {
			continue
		}
		_, place, _ := strings.Cut(target, "#")
		label, _, _ := bytes.Cut(z.Buffered(), []byte("<"))
		if !isNote && place != "" && len(label) > 0 && len(label) <= maxNoteMark && len(bytes.Trim(label, "0123456789")) == 0 &&
			before > 0 && bytes.IndexByte([]byte(" \t\r\n>([-/"), out[before-1]) < 0 {
			isNote = true
			token.Attr = append(token.Attr, html.Attribute{Key: "epub:type", Val: "noteref"})
		}
		switch isSame := found(target); {
		case isSame && place != "":
			token.Attr[at].Val = "#" + place
		case isNote:
			token.Attr[at].Val = "#"
		default:
			token.Attr = slices.Delete(token.Attr, at, at+1)
		}
		out = append(out[:before], token.String()...)
	}
	return out
}
