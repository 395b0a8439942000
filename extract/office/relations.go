package office

import (
	"encoding/xml"
	"io"
	"path"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// relationsOf returns the name of the part that holds the relationships of
// another (ECMA-376 part 2, 6.5.3).
func relationsOf(part string) string {
	return path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
}

// relations returns the targets of a relationships part by identifier.
func (r *reader) relations(name string) map[string]string {
	targets := map[string]string{}
	_ = r.tokens(name, func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "Relationship" && len(targets) < extract.MaxLinks {
			targets[attr(e, "Id")] = attr(e, "Target")
		}
		return nil
	})
	return targets
}

// related returns the parts that a relationships part names, by the last element of
// their type; of two of a type the first.
func (r *reader) related(name, folder string) map[string]string {
	parts := map[string]string{}
	_ = r.tokens(name, func(token xml.Token) error {
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" || attr(e, "TargetMode") == "External" || len(parts) == maxRelated {
			return nil
		}
		if kind := path.Base(attr(e, "Type")); parts[kind] == "" {
			parts[kind] = resolvePart(folder, attr(e, "Target"))
		}
		return nil
	})
	return parts
}

// maxRelated bounds the types of relationships that are noted.
const maxRelated = 100

// resolvePart returns the name of a part that a relationship names.
func resolvePart(folder, target string) string {
	if rest, ok := strings.CutPrefix(target, "/"); ok {
		return path.Clean(rest)
	}
	return path.Join(folder, target)
}

// mainPart is the part of a package of ISO/IEC 29500 that its document begins in. Its name
// is free: the package names it in a relationship (part 2, 6.5), and it names what
// belongs to it in the same way.
type mainPart struct {
	name, format string
	related      map[string]string
}

// mainPart finds the main part: the one that the package names, else one of a usual name.
// Its format is "" without one.
func (r *reader) mainPart(root map[string]string) mainPart {
	if name := root["officeDocument"]; r.archive.has(name) {
		if format := r.rootFormat(name); format != "" {
			return mainPart{name, format, r.related(relationsOf(name), path.Dir(name))}
		}
	}
	for _, usual := range [...]struct{ format, part, first string }{
		{"docx", "word/document.xml", "word/document.xml"},
		{"xlsx", "xl/workbook.xml", "xl/worksheets/sheet1.xml"},
		{"pptx", "ppt/presentation.xml", "ppt/slides/slide1.xml"},
	} {
		if r.archive.has(usual.part) || r.archive.has(usual.first) {
			return mainPart{usual.part, usual.format, r.related(relationsOf(usual.part), path.Dir(usual.part))}
		}
	}
	return mainPart{}
}

// rootFormat returns the format of a main part by its root element, "" for another one.
func (r *reader) rootFormat(part string) (format string) {
	_ = r.tokens(part, func(token xml.Token) error {
		e, ok := token.(xml.StartElement)
		if !ok {
			return nil
		}
		format = map[string]string{"document": "docx", "workbook": "xlsx", "presentation": "pptx"}[e.Name.Local]
		return io.EOF
	})
	return format
}

// folder is where the main part stands, and as a rule what belongs to it.
func (m *mainPart) folder() string { return path.Dir(m.name) }

// part returns the part of a type that belongs to the main part, by its usual name where
// the relationships name none.
func (m *mainPart) part(kind string) string {
	if name := m.related[kind]; name != "" {
		return name
	}
	return path.Join(m.folder(), kind+".xml")
}
