package office

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"iter"
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

// chapter reads a document of a book. Links to other documents of the book become text,
// because they have no address on the web. Their targets are recorded in linked.
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

// tags yields where the tags of a text begin and end, up to one that has no end.
func tags(body []byte) iter.Seq2[int, int] {
	return func(yield func(begin, end int) bool) {
		for i := 0; i < len(body); {
			open := bytes.IndexByte(body[i:], '<')
			if open < 0 {
				return
			}
			end, ok := tagEnd(body, i+open)
			if !ok || !yield(i+open, end) {
				return
			}
			i = end
		}
	}
}

// dropInnerLinks takes the address from the links of a chapter to other documents of the
// book, and calls found with it. Those within the chapter and marks of notes keep theirs. It changes
// body.
func dropInnerLinks(body []byte, found func(target []byte)) []byte {
	for i, end := range tags(body) {
		if tag := body[i:end]; len(tag) > 3 && tag[1]|0x20 == 'a' && tag[2] <= ' ' {
			dropInnerTarget(tag, !bytes.Contains(tag, []byte("noteref")), found)
		}
	}
	return body
}

// dropInnerTarget calls found with the href of a tag, if it is relative and names a document, and
// renames the attribute if it is to be dropped.
func dropInnerTarget(tag []byte, drop bool, found func(target []byte)) {
	for at := 0; ; {
		n := bytes.Index(tag[at:], []byte("href"))
		if n < 0 {
			return
		}
		at += n + len("href")
		value := bytes.TrimLeft(tag[at:], " \t\r\n")
		if tag[at-len("href")-1] > ' ' || len(value) < 3 || value[0] != '=' {
			continue
		}
		value = bytes.TrimLeft(value[1:], " \t\r\n\"'")
		stop := bytes.IndexAny(value, ":/?#\"' >")
		if len(value) > 0 && value[0] != '#' && (stop < 0 || value[stop] != ':') && !bytes.HasPrefix(value, []byte("//")) {
			end := bytes.IndexAny(value, "#\"' >")
			if end < 0 {
				end = len(value)
			}
			found(value[:end])
			if drop {
				copy(tag[at-len("href"):], "xref") // no attribute of a link
			}
		}
		return
	}
}

// tagEnd returns where the tag, comment or section that begins at i ends, if it
// does. A sign in quotes ends no tag.
func tagEnd(body []byte, i int) (end int, ok bool) {
	rest := body[i:]
	for _, pair := range [...][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if bytes.HasPrefix(rest, []byte(pair[0])) {
			if n := bytes.Index(rest, []byte(pair[1])); n >= 0 {
				return i + n + len(pair[1]), true
			}
			return 0, false
		}
	}
	var quote byte
	for n := 1; n < len(rest); n++ {
		switch c := rest[n]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + n + 1, true
		case c == '<':
			return i + n, true
		}
	}
	return 0, false
}
