package data

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func readXML(ctx context.Context, src *extract.Source, body string) (*extract.Document, error) {
	x := newXMLReader(ctx, src, body)
	switch rootName(body) {
	case "urlset", "sitemapindex":
		return x.finish("sitemap", x.sitemap())
	case "opml":
		return x.finish("opml", x.opml())
	case "fictionbook":
		return nil, fmt.Errorf("%w: a FictionBook e-book (.fb2); ask for it as EPUB", extract.ErrUnsupported)
	case "svg":
		return x.finish("xml", x.svg())
	}
	return x.finish("xml", x.generic())
}

const rootHead = 256 << 10

// rootName returns the local name of the root element in lower case, and "" where none begins
// and ends within rootHead.
func rootName(body string) string {
	d := laxxml.NewDecoder(strings.NewReader(stripXMLDeclaration(body[:min(len(body), rootHead)])))
	for range 1000 {
		token, err := d.RawToken()
		if err != nil {
			return ""
		}
		if start, ok := token.(xml.StartElement); ok {
			return strings.ToLower(start.Name.Local)
		}
	}
	return ""
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
	tokens   int
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

// next returns the next token; io.EOF ends the document, also a broken one.
func (x *xmlReader) next() (xml.Token, error) {
	if x.tokens++; x.tokens%4096 == 0 {
		if err := x.ctx.Err(); err != nil {
			return nil, err
		}
	}
	if x.w.Len() > maxOutput {
		x.warnings = append(x.warnings, truncatedWarning("XML shown up to %d bytes", maxOutput))
		return nil, io.EOF
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
		return nil, io.EOF
	}
	return token, err
}

func (x *xmlReader) remove(text, where string) { x.Remove(text, where, "XML "+where) }

const (
	maxEntities    = 100
	maxEntityValue = 100
)

// entities reads the internal general entities of a document type declaration.
// Only short ones of plain text count: those that name others or files stay
// unexpanded, so there is nothing to blow up and nothing to load.
func (x *xmlReader) entities(directive string) {
	for range maxEntities {
		_, rest, found := strings.Cut(directive, "<!ENTITY")
		if !found {
			return
		}
		directive = rest
		fields := strings.Fields(rest[:min(len(rest), 2*maxEntityValue)])
		if len(fields) < 2 || fields[0] == "%" {
			continue
		}
		rest = strings.TrimLeft(rest, " \t\r\n")[len(fields[0]):]
		rest = strings.TrimLeft(rest, " \t\r\n")
		if rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		value, _, closed := strings.Cut(rest[1:min(len(rest), maxEntityValue+2)], rest[:1])
		value = strings.NewReplacer("&#38;", "&", "&#x26;", "&", "&amp;", "&", "&#60;", "<", "&lt;", "<", "&quot;", `"`).Replace(value)
		if closed && !strings.ContainsAny(value, "%<") && !strings.Contains(strings.ReplaceAll(value, "& ", ""), "&") {
			x.d.Entity[fields[0]] = value
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

func qualified(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

func (x *xmlReader) link(target, text string) string {
	target = mdwriter.Target(target, x.src.URL)
	if target != "" && len(x.Links) < maxEntries {
		x.Links = append(x.Links, extract.Link{URL: target, Text: mdwriter.Fold(text), Role: "content"})
	}
	return target
}

func (x *xmlReader) finish(format string, err error) (*extract.Document, error) {
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := x.ctx.Err(); err != nil {
		return nil, err // the decoder may have taken it for the end
	}
	doc := x.w.Document()
	doc.Format, doc.Meta, doc.Warnings = format, x.meta, append(x.warnings, doc.Warnings...)
	x.SetLists(doc)
	return doc, nil
}
