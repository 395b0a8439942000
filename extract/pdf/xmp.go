package pdf

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// The bounds of the metadata stream.
const (
	maxXMP    = 4 << 20
	maxTokens = 100_000
	maxNames  = 100
)

// describe fills what the document information leaves open from the metadata
// stream of the catalog (ISO 32000-2, 14.3.2), which has replaced it since
// version 2.0: Dublin Core and dates, as XMP (ISO 16684-1) writes them.
func (r *reader) describe(m *extract.Metadata) {
	data := r.file.Data(r.file.Catalog()["Metadata"])
	if len(data) == 0 || len(data) > maxXMP {
		return
	}
	x := xmpReader{}
	x.read(data)
	r.scan(x)
	if m.Title == "" {
		m.Title = title(x.first("title"))
	}
	if len(m.Authors) == 0 {
		m.Authors = x.values["creator"]
	}
	if m.Description == "" {
		m.Description = x.first("description")
	}
	if len(m.Tags) == 0 {
		m.Tags = x.values["subject"]
	}
	if m.Language == "" {
		m.Language = x.first("language")
	}
	if m.Published.IsZero() {
		m.Published, _, _ = datetime.ParseCoarse(x.first("CreateDate"))
	}
	if m.Modified.IsZero() {
		m.Modified, _, _ = datetime.ParseCoarse(x.first("ModifyDate"))
	}
}

// scan hands what the metadata says in words to the scan, unless the document
// information says the same.
func (r *reader) scan(x xmpReader) {
	info := r.file.Info()
	for _, field := range [...][2]string{{"title", "Title"}, {"description", "Subject"}} {
		if text := x.first(field[0]); strings.Count(text, " ") > 1 && text != mdwriter.Fold(r.file.Text(info[field[1]])) {
			r.remove(text, "document information")
		}
	}
}

// xmpReader collects the values of properties: the text of an element, of the
// items of a list in it, or an attribute of a description.
type xmpReader struct {
	values   map[string][]string
	property string
	text     []byte
}

func (x *xmpReader) first(property string) string {
	if list := x.values[property]; len(list) > 0 {
		return list[0]
	}
	return ""
}

// wanted reports whether a property is read, by its prefix and name; the prefixes are those that
// the standard prefers and all writers use.
func wanted(n xml.Name) bool {
	switch n.Space + ":" + n.Local {
	case "dc:title", "dc:creator", "dc:description", "dc:subject", "dc:language", "xmp:CreateDate", "xmp:ModifyDate":
		return true
	}
	return false
}

// read reads up to the damage, if there is some.
func (x *xmpReader) read(data []byte) {
	x.values = map[string][]string{}
	d := laxxml.NewDecoder(bytes.NewReader(data))
	for range maxTokens {
		token, err := d.RawToken()
		if err != nil {
			return
		}
		switch token := token.(type) {
		case xml.StartElement:
			x.start(token)
		case xml.CharData:
			x.text = append(x.text, token...)
		case xml.EndElement:
			x.end(token.Name)
		}
	}
}

func (x *xmpReader) start(e xml.StartElement) {
	x.text = x.text[:0]
	if wanted(e.Name) {
		x.property = e.Name.Local
	}
	if e.Name.Local == "Description" {
		for _, a := range e.Attr {
			if wanted(a.Name) {
				x.add(a.Name.Local, a.Value)
			}
		}
	}
}

func (x *xmpReader) end(n xml.Name) {
	if x.property != "" && (n.Local == "li" || n.Local == x.property) {
		x.add(x.property, string(x.text))
	}
	if n.Local == x.property {
		x.property = ""
	}
	x.text = x.text[:0]
}

func (x *xmpReader) add(property, value string) {
	if value = strings.ToValidUTF8(mdwriter.Fold(value), ""); value != "" && len(x.values[property]) < maxNames {
		x.values[property] = append(x.values[property], value)
	}
}
