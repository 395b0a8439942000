package pdf

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/filler"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// The bounds of the metadata.
const (
	maxXMP    = 4 << 20
	maxTokens = 100_000 // of XMP
	maxNames  = 100     // values of a property
)

// metadata reads the document information, and what that leaves open from the metadata
// stream of the catalog (ISO 32000-2, 14.3.2), which has replaced it since version 2.0.
// It hands what both say in words to the scan.
func (r *reader) metadata(doc *extract.Document) extract.Metadata {
	info, x := r.file.Info(), readXMP(r.file.Data(r.file.Catalog()["Metadata"]))
	text := map[string]string{}
	for _, key := range [...]string{"Title", "Author", "Subject", "Keywords"} {
		raw := r.file.Text(info[key])
		if text[key] = mdwriter.Fold(raw); strings.Count(raw, " ") > 1 {
			r.remove(raw, "document information")
		}
	}
	for _, field := range [...][2]string{{"title", "Title"}, {"description", "Subject"}} {
		if said := cmp.Or(x[field[0]]...); strings.Count(said, " ") > 1 && said != text[field[1]] {
			r.remove(said, "document information")
		}
	}
	m := extract.Metadata{PageCount: r.pages, Authors: slices.DeleteFunc(x["creator"], filler.Is), Tags: x["subject"]}
	m.Title = cmp.Or(title(text["Title"]), title(cmp.Or(x["title"]...)))
	m.Description = cmp.Or(text["Subject"], cmp.Or(x["description"]...))
	m.Language = cmp.Or(mdwriter.Fold(r.file.Text(r.file.Catalog()["Lang"])), cmp.Or(x["language"]...))
	if author := text["Author"]; author != "" && !filler.Is(author) {
		m.Authors = []string{author}
	}
	told := xmp{}
	for tag := range strings.FieldsFuncSeq(r.file.Text(info["Keywords"]), func(c rune) bool { return c == ',' || c == ';' }) {
		told.add("subject", tag)
	}
	if len(told) > 0 {
		m.Tags = told["subject"]
	}
	if m.Published = r.file.Date(info["CreationDate"]); m.Published.IsZero() {
		m.Published, _, _ = datetime.ParseCoarse(cmp.Or(x["CreateDate"]...))
	}
	if m.Modified = r.file.Date(info["ModDate"]); m.Modified.IsZero() {
		m.Modified, _, _ = datetime.ParseCoarse(cmp.Or(x["ModifyDate"]...))
	}
	if m.Title == "" && len(doc.Outline) > 0 && doc.Outline[0].Level == 1 {
		m.Title = doc.Outline[0].Text
	}
	return m
}

// title returns a title, "" for one that a program has made.
func title(s string) string {
	lower := strings.ToLower(s)
	if filler.Is(s) || strings.HasPrefix(lower, "microsoft word - ") || strings.HasPrefix(lower, "microsoft powerpoint - ") {
		return ""
	}
	return s
}

// xmp has the values of the properties of XMP (ISO 16684-1): Dublin Core and dates.
type xmp map[string][]string

func (x xmp) add(property, value string) {
	if value = strings.ToValidUTF8(mdwriter.Fold(value), ""); value != "" && len(x[property]) < maxNames {
		x[property] = append(x[property], value)
	}
}

// isWanted reports whether a property is read, by its prefix and name; the prefixes are those that
// the standard prefers and all writers use.
func isWanted(n xml.Name) bool {
	wanted := []string{"dc:title", "dc:creator", "dc:description", "dc:subject", "dc:language", "xmp:CreateDate", "xmp:ModifyDate"}
	return slices.Contains(wanted, n.Space+":"+n.Local)
}

// readXMP reads up to the damage, if there is some. A value is the text of an element, of
// the items of a list in it, or an attribute of a description.
func readXMP(data []byte) xmp {
	x := xmp{}
	if len(data) > maxXMP {
		return x
	}
	d := laxxml.NewDecoder(bytes.NewReader(data))
	property, text := "", []byte(nil)
	for range maxTokens {
		token, err := d.RawToken()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case xml.CharData:
			text = append(text, token...)
		case xml.StartElement:
			text = text[:0]
			if isWanted(token.Name) {
				property = token.Name.Local
			}
			for _, a := range token.Attr {
				if token.Name.Local == "Description" && isWanted(a.Name) {
					x.add(a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			name := token.Name.Local
			if property != "" && (name == "li" || name == property) {
				x.add(property, string(text))
			}
			if name == property {
				property = ""
			}
			text = text[:0]
		}
	}
	return x
}
