package office

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string {
	return []string{
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"application/vnd.openxmlformats-officedocument.presentationml.presentation",
		"application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet",
		"application/vnd.oasis.opendocument.presentation", "application/epub+zip", "application/rtf", "text/rtf",
		// Binary formats before 2007 and messages of Outlook, which are recognised but not read.
		"application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint", "application/vnd.ms-outlook", "application/x-ole-storage",
	}
}

// maxBlocks bounds the blocks of a document.
const maxBlocks = 100_000

// Extractor reads office documents. The zero value is ready to use and safe for
// concurrent use.
type Extractor struct {
	// HTML reads the chapters of EPUB books, with Options.WholePage set. Nil
	// means that their tags are stripped.
	HTML extract.Extractor
}

// Extract implements extract.Extractor. Document.Format is docx, xlsx, pptx, odt,
// ods, odp, epub or rtf, recognised by the bytes. The error wraps
// extract.ErrMalformed for a damaged archive, extract.ErrUnsupported for an
// archive of something else, for the binary formats of Office before 2007 and for
// messages of Outlook, which it names, extract.ErrTooLarge, or the error of ctx.
func (e Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("office: %w", err)
	}
	if len(src.Body) == 0 {
		return &extract.Document{Format: "docx", Verdict: mdwriter.Empty("the body is empty")}, nil
	}
	r := &reader{ctx: ctx, meter: ctxio.NewMeter(ctx), src: src, html: e.HTML, w: mdwriter.NewWriter(src)}
	r.w.Until(ctx)
	if err := cmp.Or(r.read(), ctx.Err()); err != nil {
		return nil, fmt.Errorf("office: %w", err)
	}
	r.w.Block(extract.Footnotes, strings.Join(r.notes, "\n\n"))
	r.flushHidden()
	doc := r.w.Document()
	doc.Format, doc.Meta = r.format, r.meta
	r.SetLists(doc)
	if len(doc.Warnings) == 0 && r.cut {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: "a limit on size was reached"})
	}
	if r.damaged {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "truncated", Message: "the file is damaged: what could not be read of its XML is missing"})
	}
	if r.unread > 0 {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "left_out", Message: fmt.Sprintf("%d charts, diagrams or embedded documents without text that can be read were left out", r.unread)})
	}
	return doc, nil
}

// reader reads one document.
type reader struct {
	mdwriter.Collected
	ctx    context.Context
	meter  *ctxio.Meter // of ctx
	src    *extract.Source
	files  map[string]*zip.File // the parts of an archive, by folded name
	left   int64                // bytes that may still be read of them
	html   extract.Extractor
	format string
	main   part // of a package of ISO/IEC 29500
	w      mdwriter.Writer
	meta   extract.Metadata
	notes  []string // each behind its mark
	hidden []byte   // text that is not yet handed over

	hiddenFor string // the reason of hidden
	cut       bool
	damaged   bool // some of it is no XML

	figures, unread int // charts and diagrams, and those that can't be read
	formulas        int
}

// read reads an RTF document or the archive of any other.
func (r *reader) read() error {
	if text := bytes.TrimLeft(r.src.Body, " \r\n\t\xEF\xBB\xBF"); bytes.HasPrefix(text, []byte(`{\rtf`)) {
		r.format = "rtf"
		r.rtf(string(text))
		return nil
	}
	if bytes.HasPrefix(r.src.Body, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) { // a compound file ([MS-CFB], 2.2)
		return legacyError(r.src.Body)
	}
	if err := r.unzip(); err != nil {
		return err
	}
	r.findMain()
	switch {
	case r.format == "docx":
		r.word()
	case r.format == "xlsx":
		r.workbook()
	case r.format == "pptx":
		r.slides()
	case r.has("META-INF/container.xml"):
		r.format = "epub"
		return r.epub()
	case r.has("content.xml"):
		r.properties(r.xml("meta.xml"))
		r.format = "odt" // unless the content says that it is a spreadsheet or a presentation
		t := newTextReader(r)
		r.xml("styles.xml").each("style list-style outline-style", func(e *node) { t.odfStyle(e, true) })
		t.blocks(r.xml("content.xml"))
	default:
		return fmt.Errorf("%w: an archive of no known kind", extract.ErrUnsupported)
	}
	return nil
}

// isDone reports whether the document is long enough, or the context done. After that nothing is read.
func (r *reader) isDone() bool {
	isLong := r.w.Full() || r.w.Blocks() > maxBlocks
	r.cut = r.cut || isLong
	return isLong || r.ctx.Err() != nil
}

// legacyFormats are the formats in compound files by a stream that each has, and what to ask for instead.
var legacyFormats = [...]struct{ stream, name, instead string }{
	{"WordDocument", "a binary Word document (.doc, Word 97 to 2003)", ".docx, .odt or PDF"},
	{"Workbook", "a binary Excel workbook (.xls, Excel 97 to 2003)", ".xlsx, .ods or CSV"},
	{"Book", "a binary Excel workbook (.xls, Excel 97 to 2003)", ".xlsx, .ods or CSV"},
	{"__properties_version1.0", "a message of Outlook (.msg)", ".eml (RFC 5322), as mail programs save it"}, // [MS-OXMSG], 2.4
	{"PowerPoint Document", "a binary PowerPoint presentation (.ppt, PowerPoint 97 to 2003)", ".pptx or PDF"},
	{"", "an OLE compound file of no known kind", "a newer format"},
}

// legacyError names the format of a compound file by the streams in it and says
// what to do. It wraps extract.ErrEncrypted for an encrypted document of a newer
// Office, which is wrapped in such a file, else extract.ErrUnsupported.
func legacyError(body []byte) error {
	if bytes.Contains(body, utf16Name("EncryptedPackage")) {
		return fmt.Errorf("%w: an Office document with a password", extract.ErrEncrypted)
	}
	for _, f := range legacyFormats {
		if f.stream == "" || bytes.Contains(body, utf16Name(f.stream)) {
			return fmt.Errorf("%w: %s; ask for it as %s", extract.ErrUnsupported, f.name, f.instead)
		}
	}
	return nil
}

// utf16Name returns the name of a stream, in ASCII, as directory entries hold it.
func utf16Name(name string) []byte {
	return []byte(strings.Join(strings.Split(name, ""), "\x00") + "\x00\x00\x00")
}
