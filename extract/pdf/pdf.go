package pdf

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/formula"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string {
	return []string{"application/pdf", "application/x-pdf", "application/acrobat", "text/pdf"}
}

// Extractor reads PDF. The zero value is ready to use and safe for concurrent
// use.
type Extractor struct{}

// Extract implements extract.Extractor. Document.Format is "pdf". The error wraps
// extract.ErrEncrypted for a file that needs a password, extract.ErrTooLarge for
// one with too many objects, extract.ErrMalformed for one that can't be read, or
// the error of ctx. A file without text is a document with VerdictScannedPDF if
// it has pictures of pages, else VerdictEmpty. Options.MaxPages bounds the pages;
// Extract calls Options.Progress with the pages done and their number.
func (Extractor) Extract(ctx context.Context, src *extract.Source) (doc *extract.Document, err error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	if len(src.Body) == 0 {
		return &extract.Document{Format: "pdf", Verdict: mdwriter.Empty("the body is empty")}, nil
	}
	defer func() {
		// the last line of defence against the object layer on broken files
		if r := recover(); r != nil {
			doc, err = nil, fmt.Errorf("pdf: %w: %v", extract.ErrMalformed, r)
		}
	}()
	file, err := object.Open(ctx, src.Body)
	if err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	r := reader{ctx: ctx, src: src, file: file, targets: targets{src.URL, map[string]string{}}}
	if err := r.read(); err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	return r.document(), nil
}

// reader reads one file.
type reader struct {
	mdwriter.Collected
	ctx  context.Context
	src  *extract.Source
	file *object.Doc

	pages    int
	done     int
	lines    []layout.Line
	images   float64 // pages' worth of images
	targets  targets
	warnings []extract.Warning

	tags         []object.PageTags // of the pages that were read
	commentsLeft int               // comments that are not in the Markdown
}

func (r *reader) read() error {
	pages := r.file.Pages(0)
	r.pages = len(pages)
	if limit := r.src.Options.MaxPages; limit > 0 && len(pages) > limit {
		pages = pages[:limit]
		r.warnings = append(r.warnings, extract.Warning{Type: "truncated", Message: fmt.Sprintf("%d of %d pages read", limit, r.pages)})
	}
	fonts, layers, budget := contentstream.NewFonts(r.file), contentstream.NewLayers(r.file), contentstream.NewBudget()
	structure := r.file.Structure()
	for i, p := range pages {
		page, err := contentstream.Read(r.ctx, r.file, p, fonts, layers, budget)
		if err != nil {
			return err
		}
		page.Tags = structure[p.Number]
		r.tags = append(r.tags, page.Tags)
		r.page(page, i)
		if r.src.Options.Progress != nil {
			r.src.Options.Progress(i+1, len(pages))
		}
		if budget.Ops < 0 || budget.Glyphs < 0 {
			r.warnings = append(r.warnings, extract.Warning{Type: "truncated", Message: fmt.Sprintf("too much content: read up to page %d of %d", i+1, r.pages)})
			break
		}
	}
	r.done = len(pages)
	r.warnOfComments()
	return r.ctx.Err()
}

// page takes over what a page shows.
func (r *reader) page(page *contentstream.Page, number int) {
	layout.ComposeAccents(page)
	formula.Replace(page)
	lines, hidden := layout.PageLines(page, number)
	r.lines = append(r.lines, lines...)
	r.comments(page, number)
	r.images += page.ImageArea
	for reason := contentstream.Invisible; reason <= contentstream.Sunk; reason++ {
		if text := hidden[reason]; text != "" {
			r.remove(text, fmt.Sprintf("%s, page %d", reason, number+1))
		}
	}
	for _, text := range page.Odd {
		r.remove(text, fmt.Sprintf("replacement text longer than what it replaces, page %d", number+1))
	}
	for _, text := range page.Notes {
		r.remove(text, fmt.Sprintf("annotation, page %d", number+1))
	}
	for _, l := range page.Links {
		r.link(l.URI)
	}
}

func (r *reader) remove(text, reason string) {
	r.Remove(text, "pdf", reason)
}

func (r *reader) link(uri string) {
	if target := r.targets.of(uri); target != "" {
		r.AddLink(extract.Link{URL: target, Role: "content"})
	}
}

// targets makes link destinations of addresses, of each once.
type targets struct {
	base  *url.URL
	known map[string]string
}

func (t *targets) of(uri string) string {
	target, known := t.known[uri]
	if !known {
		target = mdwriter.Target(uri, t.base)
		t.known[uri] = target
	}
	return target
}

func (r *reader) document() *extract.Document {
	lines := r.withoutRunningHeads()
	layout.TagHeadings(lines, r.tags)
	w := writer{out: mdwriter.NewWriter(r.src), targets: &r.targets}
	w.out.Took(r.file.Inflated())
	w.blocks(layout.Blocks(lines, r.bookmarks()))
	doc := w.out.Document()
	r.information()
	doc.Meta = r.metadata(doc)
	doc.Format, doc.Warnings = "pdf", append(r.warnings, doc.Warnings...)
	r.SetLists(doc)
	labelLinks(doc.Links, w.labels)
	if doc.Markdown == "" {
		doc.Verdict = r.textless()
		if doc.Verdict.Kind == extract.VerdictScannedPDF {
			doc.Warnings = append(doc.Warnings, extract.Warning{Type: "scanned_pdf", Message: "the pages are pictures without text"})
		}
	}
	return doc
}

// textless returns the verdict of a document without text.
func (r *reader) textless() extract.Verdict {
	if r.done > 0 && r.images >= 0.3*float64(r.done) {
		return extract.Verdict{Kind: extract.VerdictScannedPDF, Next: "Recognise the text with an OCR tool first.",
			Evidence: []string{fmt.Sprintf("images cover %.0f %% of %d pages", 100*r.images/float64(r.done), r.done), "no text"}}
	}
	return mdwriter.Empty(fmt.Sprintf("no text on %d pages", r.done))
}

func (r *reader) bookmarks() map[string]int {
	titles := map[string]int{}
	for _, b := range r.file.Bookmarks() {
		if key := layout.TitleKey(b.Title); key != "" && titles[key] == 0 {
			titles[key] = b.Level
		}
	}
	return titles
}

// information hands what the document information says in words to the scan.
func (r *reader) information() {
	info := r.file.Info()
	for _, key := range [...]string{"Title", "Author", "Subject", "Keywords"} {
		if text := r.file.Text(info[key]); strings.Count(text, " ") > 1 {
			r.remove(text, "document information")
		}
	}
}

// metadata reads the document information.
func (r *reader) metadata(doc *extract.Document) extract.Metadata {
	info := r.file.Info()
	m := extract.Metadata{PageCount: r.pages}
	m.Title = title(mdwriter.Fold(r.file.Text(info["Title"])))
	if author := mdwriter.Fold(r.file.Text(info["Author"])); author != "" {
		m.Authors = []string{author}
	}
	m.Description = mdwriter.Fold(r.file.Text(info["Subject"]))
	for tag := range strings.FieldsFuncSeq(r.file.Text(info["Keywords"]), func(c rune) bool { return c == ',' || c == ';' }) {
		if tag = mdwriter.Fold(tag); tag != "" && len(m.Tags) < 100 {
			m.Tags = append(m.Tags, tag)
		}
	}
	m.Published = date(r.file.Text(info["CreationDate"]))
	m.Modified = date(r.file.Text(info["ModDate"]))
	m.Language = mdwriter.Fold(r.file.Text(r.file.Catalog()["Lang"]))
	r.describe(&m)
	if m.Title == "" && len(doc.Outline) > 0 && doc.Outline[0].Level == 1 {
		m.Title = doc.Outline[0].Text
	}
	return m
}

func title(s string) string {
	lower := strings.ToLower(s)
	if lower == "untitled" || strings.HasPrefix(lower, "microsoft word - ") || strings.HasSuffix(lower, ".doc") || strings.HasSuffix(lower, ".docx") ||
		strings.HasSuffix(lower, ".tex") || strings.HasSuffix(lower, ".dvi") || strings.HasSuffix(lower, ".indd") {
		return ""
	}
	return s
}

// date reads a date (ISO 32000-2, 7.9.4); the zero time means none.
func date(s string) time.Time {
	s = strings.TrimPrefix(strings.TrimSpace(s), "D:")
	s = strings.NewReplacer("'", "", "Z00", "Z", "Z0000", "Z").Replace(s)
	for _, layout := range [...]string{"20060102150405-0700", "20060102150405Z0700", "20060102150405Z", "20060102150405", "200601021504", "20060102"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}
