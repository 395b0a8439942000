package pdf

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
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
	r := reader{ctx: ctx, meter: ctxio.NewMeter(ctx), src: src, file: file, target: targets(src.URL)}
	if r.read(); ctx.Err() == nil {
		doc = r.document()
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("pdf: %w", err)
	}
	return doc, nil
}

// reader reads one file.
type reader struct {
	mdwriter.Collected
	ctx   context.Context
	meter *ctxio.Meter // of ctx, for the layout
	src   *extract.Source
	file  *object.Doc

	pages    int
	done     int
	lines    []layout.Line
	images   float64 // pages' worth of images
	target   func(uri string) string
	warnings []extract.Warning

	commentsLeft int // comments that are not in the Markdown
}

// read reads the pages, up to the end of the context.
func (r *reader) read() {
	pages := r.file.Pages()
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
			return
		}
		page.Tags = structure[p.Number]
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
	r.leftOut(r.commentsLeft, "1 comment of a reader was left out; ask for comments to read them",
		"%d comments of readers were left out; ask for comments to read them", "")
}

// page takes over what a page shows.
func (r *reader) page(page *contentstream.Page, number int) {
	for i := range page.Links {
		l := &page.Links[i]
		if l.URI = r.target(l.URI); l.URI != "" {
			r.AddLink(extract.Link{URL: l.URI, Role: "content"})
		}
	}
	layout.ComposeAccents(r.meter, page)
	formula.Replace(page)
	lines, hidden := layout.PageLines(r.meter, page, number)
	r.lines = append(r.lines, lines...)
	var text strings.Builder // of all lines, since a message may have a character in each
	for i := range lines {
		text.WriteString(lines[i].Text())
		text.WriteByte('\n')
	}
	r.RemoveInvisible(text.String())
	r.comments(page, number)
	r.images += page.ImageArea
	for reason := contentstream.Invisible; reason <= contentstream.Sunk; reason++ {
		r.remove(hidden[reason], fmt.Sprintf("%s, page %d", reason, number+1))
	}
	for _, text := range page.Odd {
		r.remove(text, fmt.Sprintf("replacement text longer than what it replaces, page %d", number+1))
	}
	for _, text := range page.Notes {
		r.remove(text, fmt.Sprintf("annotation, page %d", number+1))
	}
}

func (r *reader) remove(text, reason string) { r.Remove(text, "pdf", reason) }

// maxExample bounds what a warning quotes of the document, in characters.
const maxExample = 100

// leftOut warns of n things that aren't in the Markdown, in words for one or for many, with an example of them.
func (r *reader) leftOut(n int, one, many, example string) {
	if n == 0 {
		return
	}
	message := one
	if n > 1 {
		message = fmt.Sprintf(many, n)
	}
	shown := []rune(printable(example))
	if len(shown) > maxExample {
		shown = append(shown[:maxExample], '…')
	}
	r.warnings = append(r.warnings, extract.Warning{Type: "left_out", Message: message, Detail: mdwriter.Printable(string(shown))})
}

// targets returns what makes link destinations of addresses, of each once.
func targets(base *url.URL) func(uri string) string {
	known := map[string]string{}
	return func(uri string) string {
		if _, made := known[uri]; !made {
			known[uri] = mdwriter.Target(uri, base)
		}
		return known[uri]
	}
}

func (r *reader) document() *extract.Document {
	lines, dropped, count := layout.DropRunningHeads(r.meter, r.lines, r.done)
	r.leftOut(count, "1 line was left out as a running head or foot", "%d lines were left out as running heads or feet of pages", cmp.Or(dropped...))
	w := writer{out: mdwriter.NewWriter(r.src), meter: r.meter, labels: map[string]string{}}
	w.out.Took(r.file.Inflated())
	bookmarks := map[string]int{} // the level of each title
	for _, b := range r.file.Bookmarks() {
		if key := layout.TitleKey(b.Title); key != "" && bookmarks[key] == 0 {
			bookmarks[key] = b.Level
		}
	}
	w.blocks(layout.Blocks(r.meter, lines, bookmarks))
	doc := w.out.Document()
	doc.Meta = r.metadata(doc)
	doc.Format, doc.Warnings = "pdf", append(r.warnings, doc.Warnings...)
	r.SetLists(doc)
	for i := range doc.Links {
		doc.Links[i].Text = w.labels[doc.Links[i].URL]
	}
	if doc.Markdown == "" {
		doc.Verdict = mdwriter.Empty(fmt.Sprintf("no text on %d pages", r.done))
		if r.done > 0 && r.images >= 0.3*float64(r.done) {
			doc.Verdict = extract.Verdict{Kind: extract.VerdictScannedPDF, Next: "Recognise the text with an OCR tool first.",
				Evidence: []string{fmt.Sprintf("images cover %.0f %% of %d pages", 100*r.images/float64(r.done), r.done), "no text"}}
			doc.Warnings = append(doc.Warnings, extract.Warning{Type: "scanned_pdf", Message: "the pages are pictures without text"})
		}
	}
	return doc
}
