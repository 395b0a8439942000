package office

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/filler"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// part is a part of a package of ISO/IEC 29500 with its relationships (part 2, 6.5). Parts may have any names: they refer to each
// other by relationships.
type part struct {
	name, folder string
	targets      map[string]string // by identifier, as written
	related      map[string]string // parts by the last element of their type; of two of a type the first
}

// maxRelated bounds the types of relationships that are noted.
const maxRelated = 100

// part reads the relationships of a part; those of "" are those of the package.
func (r *reader) part(name string) part {
	folder, base := path.Split(name)
	p := part{name: name, folder: path.Clean(folder), targets: map[string]string{}, related: map[string]string{}}
	r.xml(path.Join(folder, "_rels", base+".rels")).each("Relationship", func(e *node) {
		target, kind := e.attr("Target"), path.Base(e.attr("Type"))
		if len(p.targets) < limit.Links {
			p.targets[e.attr("Id")] = target
		}
		if e.attr("TargetMode") != "External" && len(p.related) < maxRelated && p.related[kind] == "" {
			p.related[kind] = p.resolve(target)
		}
	})
	return p
}

// resolve returns the name of the part that a relationship names.
func (p *part) resolve(target string) string {
	if rest, ok := strings.CutPrefix(target, "/"); ok {
		return path.Clean(rest)
	}
	return path.Join(p.folder, target)
}

// of returns the part of a type that belongs to p, by its usual name where the relationships name none.
func (p *part) of(kind string) string {
	return cmp.Or(p.related[kind], path.Join(p.folder, kind+".xml"))
}

// findMain finds the part that the document begins in and its format: the one that the package names, else one of a usual name. The
// format is "" without one.
func (r *reader) findMain() {
	root := r.part("")
	if name := root.related["officeDocument"]; name != "" {
		if in := r.open(name); in != nil {
			r.format = map[string]string{"document": "docx", "workbook": "xlsx", "presentation": "pptx"}[laxxml.Root(ctxio.NewReader(r.ctx, in))]
		}
		r.main = r.part(name)
	}
	for _, usual := range [...]struct{ format, part, first string }{
		{"docx", "word/document.xml", "word/document.xml"},
		{"xlsx", "xl/workbook.xml", "xl/worksheets/sheet1.xml"},
		{"pptx", "ppt/presentation.xml", "ppt/slides/slide1.xml"},
	} {
		if r.format == "" && (r.has(usual.part) || r.has(usual.first)) {
			r.format, r.main = usual.format, r.part(usual.part)
		}
	}
	if r.format != "" {
		core := root.of("core-properties")
		if !r.has(core) {
			core = "docProps/core.xml"
		}
		r.properties(r.xml(core))
	}
}

// properties reads the Dublin Core terms that describe a document.
func (r *reader) properties(n *node) {
	const terms = "title creator initial-creator description subject language publisher keywords keyword created creation-date date modified"
	n.keep()
	roles := map[string]string{} // of EPUB 3, by the element that they are of
	n.each("meta", func(e *node) {
		if id := strings.TrimPrefix(e.attr("refines"), "#"); e.attr("property") == "role" && id != "" && roles[id] != "aut" && len(roles) < maxRelated {
			roles[id] = mdwriter.Fold(e.string())
		}
	})
	n.each(terms, func(e *node) {
		if cmp.Or(e.attr("role"), roles[e.attr("id")], "aut") == "aut" { // else a translator and the like
			r.property(e.Local, mdwriter.Fold(e.string()))
		}
	})
}

func (r *reader) property(field, text string) {
	if text == "" || filler.Is(text) {
		return
	}
	switch field {
	case "title":
		r.meta.Title = cmp.Or(r.meta.Title, text)
	case "creator", "initial-creator", "author":
		if len(r.meta.Authors) < 50 && !slices.Contains(r.meta.Authors, text) {
			r.meta.Authors = append(r.meta.Authors, text)
		}
	case "description", "subject":
		r.meta.Description = text
	case "language":
		r.meta.Language = text
	case "publisher":
		r.meta.SiteName = text
	case "keywords", "keyword":
		for tag := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == ';' }) {
			r.meta.Tags = append(r.meta.Tags, mdwriter.Fold(tag))
		}
	case "created", "creation-date", "date":
		if t, _, _ := datetime.ParseCoarse(text); r.meta.Published.IsZero() {
			r.meta.Published = t
		}
	case "modified":
		if t, _, _ := datetime.ParseCoarse(text); !t.IsZero() {
			r.meta.Modified = t
		}
	}
}
