package data

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"regexp"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func readXML(ctx context.Context, src *extract.Source, body string) (*extract.Document, error) {
	x := newXMLReader(ctx, src, body)
	format := "xml"
	switch root := rootName(body); root {
	case "urlset", "sitemapindex":
		format = "sitemap"
		x.sitemap()
	case "opml":
		format = root
		x.opml()
	case "fictionbook":
		return nil, fmt.Errorf("%w: a FictionBook e-book (.fb2); ask for it as EPUB", extract.ErrUnsupported)
	case "svg":
		x.svg()
	default:
		x.texts = elementTexts(newXMLReader(ctx, src, body))
		x.generic()
	}
	if err := ctx.Err(); err != nil {
		return nil, err // the decoder may have taken it for the end
	}
	doc := x.w.Document()
	doc.Format, doc.Meta, doc.Warnings = format, x.meta, append(x.warnings, doc.Warnings...)
	x.SetLists(doc)
	return doc, nil
}

const rootHead = 256 << 10

// rootName returns the local name of the root element in lower case, and "" where none begins
// and ends within rootHead.
func rootName(body string) string {
	return laxxml.Root(strings.NewReader(stripXMLDeclaration(body[:min(len(body), rootHead)])))
}

// xmlReader pulls tokens without namespaces and without requiring that tags
// match, so that broken documents still give their text.
type xmlReader struct {
	mdwriter.Collected
	ctx      context.Context
	src      *extract.Source
	d        *xml.Decoder
	w        mdwriter.Writer
	meta     extract.Metadata
	warnings []extract.Warning
	texts    map[string]elementText // by their names
}

func newXMLReader(ctx context.Context, src *extract.Source, body string) *xmlReader {
	x := &xmlReader{ctx: ctx, src: src, w: mdwriter.NewWriter(src), d: laxxml.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(stripXMLDeclaration(body))))}
	x.d.Entity = maps.Clone(xml.HTMLEntity) // meant wherever they stand, declared or not
	return x
}

// stripXMLDeclaration returns body without its XML declaration: the text is UTF-8 by now,
// and its version makes no difference to a reader.
func stripXMLDeclaration(body string) string {
	if strings.HasPrefix(body, "<?xml") {
		if _, after, ok := strings.Cut(body, "?>"); ok {
			return after
		}
	}
	return body
}

// all yields the tokens up to the end of the document, also of a broken one.
func (x *xmlReader) all(yield func(xml.Token) bool) {
	for n := 1; n%4096 != 0 || x.ctx.Err() == nil; n++ {
		if x.w.Len() > maxOutput {
			x.warnings = append(x.warnings, truncatedWarning("XML shown up to %d bytes", maxOutput))
			return
		}
		token, err := x.d.RawToken()
		switch token := token.(type) {
		case xml.Directive:
			x.entities(string(token))
		case xml.Comment:
			x.remove(string(token), "comment")
		}
		if err != nil && err != io.EOF {
			x.warnings = append(x.warnings, extract.Warning{Type: "extraction_fallback", Message: "XML broken off", Detail: mdwriter.Fold(err.Error())})
		}
		if err != nil || !yield(token) {
			return
		}
	}
}

func (x *xmlReader) remove(text, where string) { x.Remove(text, where, "XML "+where) }

// entityPattern matches the declaration of an internal general entity with a short value.
var entityPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<!ENTITY\s+([^%"'\s]\S*)\s+(?:"([^"]{0,100})"|'([^']{0,100})')`)
})

const maxEntities = 100

// entities reads the internal general entities of a document type declaration.
// Only short ones of plain text count: those that name others or files stay
// unexpanded, so there is nothing to blow up and nothing to load.
func (x *xmlReader) entities(directive string) {
	for _, m := range entityPattern().FindAllStringSubmatch(directive, maxEntities) {
		value := strings.NewReplacer("&#38;", "&", "&#x26;", "&", "&amp;", "&", "&#60;", "<", "&lt;", "<", "&quot;", `"`).Replace(m[2] + m[3])
		if !strings.ContainsAny(value, "%<") && !strings.Contains(strings.ReplaceAll(value, "& ", ""), "&") {
			x.d.Entity[m[1]] = value
		}
	}
}

// attr returns the attribute with a local name, ignoring case.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if strings.EqualFold(a.Name.Local, name) {
			return a.Value
		}
	}
	return ""
}

// link records a link and returns its target, or "" if the target is not valid.
func (x *xmlReader) link(target, text string) string {
	target = mdwriter.Target(target, x.src.URL)
	if target != "" && len(x.Links) < maxEntries {
		x.Links = append(x.Links, extract.Link{URL: target, Text: mdwriter.Fold(text), Role: "content"})
	}
	return target
}

// maxEntries bounds the entries of a sitemap, as the sitemaps.org protocol does,
// and of an outline.
const maxEntries = 50000

// sitemap reads a sitemap or a sitemap index (sitemaps.org protocol 0.9) as a
// list of addresses with the date of their last change.
func (x *xmlReader) sitemap() {
	var entry struct{ loc, lastmod, title string }
	field, entries := "", 0 // titles of images don't count as titles of the page
	for token := range x.all {
		switch token := token.(type) {
		case xml.StartElement:
			if field = token.Name.Local; token.Name.Space == "image" {
				field = ""
			}
		case xml.CharData:
			switch text := mdwriter.Fold(string(token)); {
			case text == "":
			case field == "loc" && entry.loc == "":
				entry.loc = text
			case field == "lastmod" || field == "publication_date":
				entry.lastmod = text
			case field == "title":
				entry.title = text
			}
		case xml.EndElement:
			field = ""
			if token.Name.Local != "url" && token.Name.Local != "sitemap" {
				continue
			}
			if entries++; entries > maxEntries {
				x.warnings = append(x.warnings, truncatedWarning("sitemap shown up to %d entries", maxEntries))
				return
			}
			x.sitemapEntry(entry.loc, entry.lastmod, entry.title)
			entry.loc, entry.lastmod, entry.title = "", "", ""
		}
	}
}

func (x *xmlReader) sitemapEntry(loc, lastmod, title string) {
	target := x.link(loc, title)
	if target == "" {
		return
	}
	md := mdwriter.Autolink(target)
	if title != "" {
		md = mdwriter.Link(mdwriter.Inline(title), target, nil)
	}
	if lastmod != "" {
		md += " · " + mdwriter.Inline(lastmod)
	}
	x.w.Item(0, mdwriter.NoNumber, md)
	if x.w.ListSize() > listSize {
		x.w.EndList()
	}
}

func (x *xmlReader) opml() {
	depth, inTitle, entries := 0, false, 0
	for token := range x.all {
		switch token := token.(type) {
		case xml.StartElement:
			inTitle = token.Name.Local == "title"
			if token.Name.Local != "outline" {
				continue
			}
			if entries++; entries <= maxEntries {
				x.outlineItem(token, depth)
			}
			depth++
		case xml.CharData:
			if inTitle && x.meta.Title == "" {
				x.meta.Title = mdwriter.Fold(string(token))
			}
		case xml.EndElement:
			inTitle = false
			if token.Name.Local == "outline" {
				depth = max(0, depth-1)
			}
		}
	}
}

func (x *xmlReader) outlineItem(e xml.StartElement, depth int) {
	text := cmp.Or(attr(e, "text"), attr(e, "title"))
	target := ""
	for _, name := range [...]string{"xmlUrl", "url", "htmlUrl"} {
		if target == "" {
			target = x.link(attr(e, name), text)
		}
	}
	if text == "" && target == "" {
		return
	}
	if strings.Contains(text, "<") { // outliners write HTML into it
		text = htmlfrag.Plain(text)
	}
	md := mdwriter.Link(mdwriter.Inline(text), target, nil)                 // the text alone without a target
	note := mdwriter.Fold(cmp.Or(attr(e, "description"), attr(e, "_note"))) // the latter of outliners
	if note != "" {
		md += ": " + mdwriter.Inline(note)
	}
	x.w.Item(min(depth, maxListLevel), mdwriter.NoNumber, md)
}

func (x *xmlReader) svg() {
	var label strings.Builder
	hidden := 0
	field := ""
	for token := range x.all {
		switch token := token.(type) {
		case xml.StartElement:
			switch name := token.Name.Local; name {
			case "title", "desc", "text":
				field = name
				label.Reset()
			case "tspan":
				if attr(token, "x")+attr(token, "y")+attr(token, "dy") != "" {
					label.WriteByte(' ') // it stands apart
				}
			case "script", "style", "metadata":
				hidden++
			}
		case xml.CharData:
			if field != "" && hidden == 0 {
				label.Write(token)
			}
		case xml.EndElement:
			switch name := token.Name.Local; name {
			case "script", "style", "metadata":
				hidden = max(0, hidden-1)
			case field:
				text := mdwriter.Fold(label.String())
				if field == "title" && x.meta.Title == "" {
					x.meta.Title = text
					x.w.Heading(1, mdwriter.Inline(text), text)
				} else {
					x.w.Text(text)
				}
				field = ""
			}
		}
	}
}

const maxAttributes = 20

// maxListLevel bounds the levels of a list: deeper items become items of the last level.
const maxListLevel = 8

const (
	// listSize is the length from which a list is ended at the next item of the
	// second level, so that blocks stay of a size to quote.
	listSize = 8 << 10
	// maxList is the length from which it is ended at any item.
	maxList = 4 * listSize
)

// generic shows any XML as a nested list: an item per element with its
// attributes, the text of a leaf on the same line. Elements within running text are a part of it.
func (x *xmlReader) generic() {
	g := xmlOutline{x: x}
	for token := range x.all {
		if g.proseDepth > 0 {
			g.inProse(token)
			continue
		}
		switch token := token.(type) {
		case xml.StartElement:
			g.text()
			g.start(token)
			name := laxxml.Written(token.Name)
			if texts := x.texts[name]; g.depth > 1 && texts.own > 0 && texts.own*2 >= texts.all { // running text: half or more is their own, as in <p>Water is H<sub>2</sub>O.</p>
				g.proseDepth, g.proseName = g.depth, name
			}
		case xml.EndElement:
			g.text()
			g.depth = max(0, g.depth-1)
			g.open = false
		case xml.CharData:
			g.run = append(g.run, token...)
		case xml.ProcInst:
			if token.Target != "xml" {
				x.remove(string(token.Inst), "processing instruction")
			}
		}
	}
	g.takeLine()
	g.text()
	g.endItem()
	if g.leftOut {
		x.warnings = append(x.warnings, truncatedWarning("of each element, the first %d attributes are shown", maxAttributes))
	}
}

type xmlOutline struct {
	x     *xmlReader
	item  strings.Builder
	level int    // of the item
	run   []byte // text since the last tag: comments and CDATA sections part it
	depth int
	base  int  // the depth at which the list began
	open  bool // the line of the last element can still take its text

	leftOut bool // an element has more attributes than are shown

	xmlProse
}

func (g *xmlOutline) start(e xml.StartElement) {
	g.endItem()
	if size := g.x.w.ListSize(); size > maxList || size > listSize && g.depth <= 1 {
		g.x.w.EndList()
		g.base = g.depth
	}
	g.beginItem()
	g.item.WriteString(g.label(e))
	g.depth++
	g.open = true
}

// label is the name of an element with its attributes.
func (g *xmlOutline) label(e xml.StartElement) string {
	var label strings.Builder
	label.WriteString(mdwriter.Inline(laxxml.Written(e.Name)))
	shown := 0
	for _, a := range e.Attr {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" {
			continue
		}
		if shown++; shown <= maxAttributes {
			label.WriteString(" @" + mdwriter.Inline(laxxml.Written(a.Name)) + "=" + g.inline(a.Value))
		}
	}
	if shown > maxAttributes {
		fmt.Fprintf(&label, " (%d more attributes left out)", shown-maxAttributes)
		g.leftOut = true
	}
	return label.String()
}

func (g *xmlOutline) text() {
	s := mdwriter.Fold(string(g.run))
	g.run = g.run[:0]
	if s == "" {
		return
	}
	if g.open {
		g.item.WriteString(": ")
	} else {
		g.endItem()
		g.beginItem()
	}
	g.open = false
	g.item.WriteString(g.inline(s))
}

func (g *xmlOutline) inline(s string) string {
	if isWebAddress(s) && len(g.x.Links) < limit.Links {
		g.x.link(s, "")
	}
	return mdwriter.Inline(s)
}

func (g *xmlOutline) beginItem() {
	g.base = min(g.base, g.depth)
	g.level = min(g.depth, g.base+maxListLevel)
}

func (g *xmlOutline) endItem() {
	g.x.w.Item(g.level, mdwriter.NoNumber, g.item.String())
	g.item.Reset()
}
