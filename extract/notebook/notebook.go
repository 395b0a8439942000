package notebook

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string { return []string{"application/x-ipynb+json"} }

// The bounds of a notebook.
const (
	maxCells   = 20_000
	maxOutputs = 100      // of a cell
	maxOutput  = 20 << 10 // bytes of the text of one
	maxHTML    = 8 * maxOutput
	maxAuthors = 50
)

// Extractor reads notebooks. The zero value is ready to use and safe for
// concurrent use.
type Extractor struct {
	// Markdown reads Markdown cells. Nil means that they are shown as text.
	Markdown extract.Extractor
}

// Extract implements extract.Extractor. Document.Format is "ipynb". The error
// wraps extract.ErrMalformed for a body that is no JSON or holds no cells, or is
// that of ctx.
func (e Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	if len(src.Body) == 0 {
		return &extract.Document{Format: "ipynb", Verdict: mdwriter.Empty("the body is empty")}, nil
	}
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	file, err := readFile(ctx, decoded)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("notebook: %w", ctx.Err())
	}
	if err != nil {
		return nil, fmt.Errorf("notebook: %w: %v", extract.ErrMalformed, err)
	}
	language := cmp.Or(file.meta.Language.Name, file.meta.Kernel.Language)
	r := reader{ctx: ctx, src: src, markdown: e.Markdown, w: mdwriter.NewWriter(src), language: fence(language), cut: file.cut}
	r.w.Until(ctx)
	for i := range file.cells {
		if r.w.Full() || ctx.Err() != nil {
			r.cut = true
			break
		}
		r.cell(&file.cells[i])
		file.cells[i] = cell{} // which is in the document now
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	return r.document(file), nil
}

type reader struct {
	mdwriter.Collected
	ctx      context.Context
	src      *extract.Source
	markdown extract.Extractor
	w        mdwriter.Writer
	language string
	images   int
	cut      bool
}

func (r *reader) document(f *file) *extract.Document {
	doc := r.w.Document()
	doc.Format = "ipynb"
	r.SetLists(doc)
	if r.cut && len(doc.Warnings) == 0 {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: fmt.Sprintf("read up to %d cells", maxCells)})
	}
	if r.images > 0 {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: fmt.Sprintf("%d images of outputs were left out", r.images)})
	}
	doc.Meta.Title = mdwriter.Fold(f.meta.Title)
	for _, author := range f.meta.Authors {
		if name := mdwriter.Fold(author.Name); name != "" && len(doc.Meta.Authors) < maxAuthors {
			doc.Meta.Authors = append(doc.Meta.Authors, name)
		}
	}
	if doc.Meta.Title == "" && len(doc.Outline) > 0 {
		doc.Meta.Title = doc.Outline[0].Text
	}
	return doc
}

func (r *reader) cell(c *cell) {
	source := string(cmp.Or(c.Source, c.Input))
	switch c.Kind {
	case "markdown":
		r.prose(source)
	case "heading": // nbformat 3
		text := mdwriter.Fold(source)
		r.w.Heading(c.Level, mdwriter.Inline(text), text)
	case "code":
		r.code(cmp.Or(r.language, fence(c.Language)), source)
		for i := range c.Outputs {
			r.output(&c.Outputs[i])
		}
	default:
		r.code("", source)
	}
}

func (r *reader) prose(text string) {
	if r.markdown != nil {
		inner := *r.src
		inner.Body, inner.MediaType = []byte(text), "text/markdown; charset=utf-8"
		if doc, err := r.markdown.Extract(r.ctx, &inner); err == nil {
			r.w.Append(doc, 0)
			r.AddOf(doc)
			return
		}
	}
	r.w.Text(strings.ToValidUTF8(text, ""))
}

// output writes an output as text: of its representations Markdown, else plain text, as the formats for people among them have no less.
// A picture is left out, and so is the text that names it. If the plain text is only the name of an object, LaTeX or HTML has
// what it holds.
func (r *reader) output(o *output) {
	d := &o.Data
	image := len(o.PNG)+len(o.JPEG)+len(o.SVG) > 0 || d.image
	if image {
		r.images++
	}
	plain := string(cmp.Or(o.Text, d.plain))
	switch {
	case o.Kind == "error" || o.Kind == "pyerr":
		r.text(o.Name + ": " + o.Value)
	case d.markdown != "":
		r.prose(clip(string(d.markdown), maxOutput))
	case d.latex != "" && (image || isObject(plain)):
		latex := strings.TrimSpace(string(d.latex))
		if !strings.Contains(latex, "$") {
			latex = "$$" + latex + "$$"
		}
		r.prose(clip(latex, maxOutput))
	case image:
	case d.html != "" && isObject(plain):
		r.prose(htmlBlock(clip(string(d.html), maxHTML)))
	case plain != "":
		r.text(plain)
	}
}

// isObject reports whether plain text is empty or only the name of an object: <pandas.io.formats.style.Styler at 0x7f>.
func isObject(plain string) bool {
	plain = strings.TrimSpace(plain)
	return plain == "" || plain[0] == '<' && plain[len(plain)-1] == '>' && !strings.Contains(plain, "\n")
}

// htmlBlock returns HTML as one block of Markdown, which an empty line would end.
func htmlBlock(html string) string {
	lines := slices.DeleteFunc(strings.SplitAfter(html, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	return "<div>\n" + strings.Join(lines, "")
}

func (r *reader) text(text string) { r.code("text", clip(plain(text), maxOutput)) }

func (r *reader) code(language, text string) {
	r.RemoveInvisible(text)
	r.w.Code(language, text)
}

func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "\n…"
}

// plain drops the escape sequences of terminals (ECMA-48, 5.4) from the head of text, of
// which it returns enough to be clipped.
func plain(text string) string {
	var b strings.Builder
	for b.Len() <= maxOutput {
		before, after, found := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !found {
			break
		}
		text = strings.TrimPrefix(strings.TrimLeft(after, "0123456789;:?"), "m")
	}
	return overwritten(b.String())
}

// overwritten drops from each line what a carriage return has the terminal write over, as
// bars of progress do.
func overwritten(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		lines[i] = line[strings.LastIndexByte(line, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}
