package notebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// MediaType is that of Jupyter notebooks.
const MediaType = "application/x-ipynb+json"

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string { return []string{MediaType} }

// The bounds of a notebook.
const (
	maxCells   = 20_000
	maxOutputs = 100      // of a cell
	maxOutput  = 20 << 10 // bytes of one
	maxLinks   = 20_000   // of the notebook
	maxTexts   = 1000     // of removed and of doubtful ones
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
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("notebook: %w", err)
	}
	if len(src.Body) == 0 {
		return &extract.Document{Format: "ipynb", Verdict: mdwriter.Empty("the body is empty")}, nil
	}
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	var file file
	if err := json.Unmarshal(decoded, &file); err != nil && !readable(err, &file) {
		return nil, fmt.Errorf("notebook: %w: %v", extract.ErrMalformed, err)
	}
	r := reader{ctx: ctx, src: src, markdown: e.Markdown, w: mdwriter.NewWriter(src), language: file.language()}
	for i, c := range file.cells() {
		if i == maxCells || r.w.Full() {
			r.cut = true
			break
		}
		if err := r.cell(&c); err != nil {
			return nil, fmt.Errorf("notebook: %w", err)
		}
	}
	return r.document(&file), nil
}

// readable reports an error of a value of another type than the format has it,
// beside which there are cells.
func readable(err error, f *file) bool {
	var mismatch *json.UnmarshalTypeError
	return errors.As(err, &mismatch) && len(f.cells()) > 0
}

// reader writes the cells of a notebook.
type reader struct {
	ctx      context.Context
	src      *extract.Source
	markdown extract.Extractor
	w        mdwriter.Writer
	language string
	images   int
	cut      bool

	links             []extract.Link
	removed, doubtful []extract.Removed
	warnings          []extract.Warning
}

func (r *reader) document(f *file) *extract.Document {
	doc := r.w.Document()
	doc.Format, doc.Links, doc.Removed, doc.Doubtful = "ipynb", r.links, r.removed, r.doubtful
	doc.Warnings = append(doc.Warnings, r.warnings...)
	if r.cut && len(doc.Warnings) == 0 {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: extract.WarnTruncated, Message: fmt.Sprintf("read up to %d cells", maxCells)})
	}
	if r.images > 0 {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: extract.WarnFallback, Message: fmt.Sprintf("%d images of outputs were left out", r.images)})
	}
	doc.Meta.Title = mdwriter.Fold(f.Metadata.Title)
	for _, a := range f.Metadata.Authors[:min(len(f.Metadata.Authors), 50)] {
		if name := mdwriter.Fold(a.Name); name != "" {
			doc.Meta.Authors = append(doc.Meta.Authors, name)
		}
	}
	if doc.Meta.Title == "" && len(doc.Outline) > 0 {
		doc.Meta.Title = doc.Outline[0].Text
	}
	return doc
}

// cell writes a cell with its outputs.
func (r *reader) cell(c *cell) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	source := string(c.Source)
	if source == "" {
		source = string(c.Input)
	}
	switch c.Type {
	case "markdown":
		return r.prose(source)
	case "heading": // nbformat 3
		text := mdwriter.Fold(source)
		r.w.Heading(c.Level, mdwriter.Inline(text), text)
	case "code":
		r.w.Code(r.language, source)
		for i := range c.Outputs[:min(len(c.Outputs), maxOutputs)] {
			if err := r.output(&c.Outputs[i]); err != nil {
				return err
			}
		}
	default:
		r.w.Code("", source)
	}
	return nil
}

// prose writes the text of a Markdown cell.
func (r *reader) prose(text string) error {
	if r.markdown == nil {
		r.w.Text(strings.ToValidUTF8(text, ""))
		return nil
	}
	inner := *r.src
	inner.Body, inner.MediaType = []byte(text), "text/markdown; charset=utf-8"
	doc, err := r.markdown.Extract(r.ctx, &inner)
	if err != nil {
		return err
	}
	r.w.Append(doc, 0)
	r.links = append(r.links, doc.Links[:min(len(doc.Links), maxLinks-len(r.links))]...)
	r.removed = append(r.removed, doc.Removed[:min(len(doc.Removed), maxTexts-len(r.removed))]...)
	r.doubtful = append(r.doubtful, doc.Doubtful[:min(len(doc.Doubtful), maxTexts-len(r.doubtful))]...)
	return nil
}

// output writes an output as text: of its representations Markdown, else plain
// text, as the formats for people among them have no less.
func (r *reader) output(o *output) error {
	switch {
	case o.Type == "error" || o.Type == "pyerr":
		r.text(o.Name + ": " + o.Value)
	case len(o.Text) > 0:
		r.text(string(o.Text))
	case len(o.Data.Markdown) > 0:
		return r.prose(clip(string(o.Data.Markdown)))
	case len(o.Data.Plain) > 0 && !o.Data.isImage():
		r.text(string(o.Data.Plain))
	}
	if o.Data.isImage() {
		r.images++
	}
	return nil
}

// text writes the text of an output without the escapes of terminals.
func (r *reader) text(text string) { r.w.Code("text", clip(plain(text))) }

// clip bounds the text of an output.
func clip(text string) string {
	if len(text) <= maxOutput {
		return text
	}
	return strings.ToValidUTF8(text[:maxOutput], "") + "\n…"
}

// plain drops the escape sequences of terminals (ECMA-48, 5.4) from text.
func plain(text string) string {
	for {
		before, after, found := strings.Cut(text, "\x1b[")
		if !found {
			return text
		}
		text = before + strings.TrimPrefix(strings.TrimLeft(after, "0123456789;:?"), "m")
	}
}
