package office

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	maxEntries = 10_000
	maxPart    = 64 << 20
	maxTotal   = 128 << 20
)

// archive is an open ZIP archive with a budget of bytes.
type archive struct {
	files    map[string]*zip.File
	folded   map[string]*zip.File // by folded name, made when a name is not found
	opened   map[string]bool
	left     int64
	cut      bool
	inflated func(n int) // is called with the bytes of each part, once
}

func openArchive(body []byte, inflated func(n int)) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", extract.ErrMalformed, err)
	}
	if len(z.File) > maxEntries {
		return nil, fmt.Errorf("%w: %d entries", extract.ErrTooLarge, len(z.File))
	}
	a := &archive{files: make(map[string]*zip.File, len(z.File)), opened: map[string]bool{}, left: maxTotal, inflated: inflated}
	for _, f := range z.File {
		a.files[f.Name] = f
	}
	return a, nil
}

func (a *archive) has(name string) bool { return a.find(name) != nil }

// find returns a part by its name, nil without it. Names of parts don't differ by case
// (ECMA-376 part 2, 6.2.2.3), and some programs write them with backslashes.
func (a *archive) find(name string) *zip.File {
	if f := a.files[name]; f != nil {
		return f
	}
	fold := func(name string) string {
		return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, "\\", "/"), "/"))
	}
	if a.folded == nil {
		a.folded = make(map[string]*zip.File, len(a.files))
		for n, f := range a.files {
			a.folded[fold(n)] = f
		}
	}
	return a.folded[fold(name)]
}

// countedReader counts down the budgets of a part and its archive.
type countedReader struct {
	r     io.Reader
	a     *archive
	left  int64
	first bool // the part was not read before
	// limited reports that the part is longer than may be read of one.
	limited bool
}

func (c *countedReader) Read(p []byte) (int, error) {
	if limit := min(c.left, c.a.left); int64(len(p)) > limit {
		p = p[:max(limit, 0)]
	}
	if len(p) == 0 {
		c.a.cut = c.a.cut || c.limited || c.a.left <= 0
		return 0, io.EOF
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	c.a.left -= int64(n)
	if c.first {
		c.a.inflated(n)
	}
	return n, err
}

// open returns the content of a part up to the limits, nil without it.
func (a *archive) open(name string) io.Reader {
	f := a.find(name)
	if f == nil {
		return nil
	}
	r, err := f.Open()
	if err != nil {
		return nil
	}
	first := !a.opened[name]
	a.opened[name] = true
	return &countedReader{r: r, a: a, left: int64(min(f.UncompressedSize64, maxPart)), first: first, limited: f.UncompressedSize64 > maxPart}
}

// Unpacked returns an upper bound for the unpacked bytes that are read of an archive, or 0
// if body is not an archive.
func Unpacked(body []byte) int64 {
	if !bytes.HasPrefix(body, []byte("PK")) {
		return 0
	}
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return 0
	}
	var size uint64
	for _, f := range z.File {
		size = min(size+min(f.UncompressedSize64, maxPart), maxTotal)
	}
	return int64(size)
}

// maxRepairs bounds the damages of a part after which reading goes on.
const maxRepairs = 1_000

// tokens yields the start, end and text tokens of a part, with local names. It skips
// malformed XML up to the next tag and records that for a warning. It stops at the first
// error of yield.
func (r *reader) tokens(name string, yield func(token xml.Token) error) error {
	part := r.archive.open(name)
	if part == nil {
		return nil
	}
	in := bufio.NewReader(ctxio.NewReader(r.ctx, part)) // a decoder reads no further than it has to
	d := laxxml.NewDecoder(in)
	repairs := 0
	for n := 1; ; n++ {
		if n%4096 == 0 {
			if err := r.tooManyBlocks(); err != nil {
				return err
			}
		}
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) || r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		if err != nil {
			r.damaged = true
			if repairs++; repairs > maxRepairs || !skipToTag(in) {
				return r.ctx.Err()
			}
			d = laxxml.NewDecoder(in)
			continue
		}
		switch token := token.(type) {
		case xml.StartElement, xml.EndElement:
			err = yield(token)
		case xml.CharData:
			err = r.text(token, yield)
		}
		if err != nil {
			return err
		}
	}
}

// elements calls yield with the start tags of a part.
func (r *reader) elements(name string, yield func(e xml.StartElement)) {
	_ = r.tokens(name, func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok {
			yield(e)
		}
		return nil
	})
}

// skipToTag reads up to the next "<", and reports whether there is one.
func skipToTag(in *bufio.Reader) bool {
	for {
		if _, err := in.ReadSlice('<'); err == nil {
			return in.UnreadByte() == nil
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			return false
		}
	}
}

// maxText is the length in bytes of the text that is yielded at once, up to its next blank.
const maxText = 64 << 10

// text yields a text in pieces that end at blanks: one may be as long as the document.
func (r *reader) text(text xml.CharData, yield func(token xml.Token) error) error {
	for len(text) > maxText {
		n := maxText + bytes.IndexByte(text[maxText:], ' ') + 1
		if n == maxText {
			break
		}
		if err := yield(text[:n]); err != nil {
			return err
		}
		if err := r.tooManyBlocks(); err != nil {
			return err
		}
		text = text[n:]
	}
	return yield(text)
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// coreProperties reads the Dublin Core terms that describe a document.
func (r *reader) coreProperties(name string) {
	field := ""
	_ = r.tokens(name, func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			field = token.Name.Local
		case xml.EndElement:
			field = ""
		case xml.CharData:
			if text := mdwriter.Fold(string(token)); text != "" {
				r.property(field, text)
			}
		}
		return nil
	})
}

func (r *reader) property(field, text string) {
	switch field {
	case "title":
		r.meta.Title = text
	case "creator", "initial-creator":
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

// relationsOf returns the name of the part that holds the relationships of
// another (ECMA-376 part 2, 6.5.3).
func relationsOf(part string) string {
	return path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
}

// relations returns the targets of a relationships part by identifier.
func (r *reader) relations(name string) map[string]string {
	targets := map[string]string{}
	r.elements(name, func(e xml.StartElement) {
		if e.Name.Local == "Relationship" && len(targets) < limit.Links {
			targets[attr(e, "Id")] = attr(e, "Target")
		}
	})
	return targets
}

// related returns the parts that a relationships part names, by the last element of
// their type; of two of a type the first.
func (r *reader) related(name, folder string) map[string]string {
	parts := map[string]string{}
	r.elements(name, func(e xml.StartElement) {
		kind := path.Base(attr(e, "Type"))
		if e.Name.Local == "Relationship" && attr(e, "TargetMode") != "External" && len(parts) < maxRelated && parts[kind] == "" {
			parts[kind] = resolvePart(folder, attr(e, "Target"))
		}
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
