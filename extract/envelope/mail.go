package envelope

import (
	"cmp"
	"context"
	"fmt"
	"mime"
	"net/mail"
	"net/textproto"
	"strings"
	"time"
	"unicode/utf8"

	labels "golang.org/x/net/html/charset"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// The bounds of what is written of a mail beside its body: fields and files.
const (
	maxField       = 2000 // bytes
	maxAttachments = 100
)

// isMail reports whether a message is mail, not a saved page.
func isMail(header textproto.MIMEHeader) bool {
	kind, _ := parseMediaType(header.Get("Content-Type"))
	return header.Get("From") != "" && header.Get("Snapshot-Content-Location") == "" &&
		(kind != "multipart/related" || header.Get("To") != "" || header.Get("Message-Id") != "")
}

// mail returns the document of a mail: its subject as a heading, sender, receivers and date, the bodies that readers see one after the
// other, mails that are sent on, and the names, types and sizes of its attachments, which are not read.
func (e Extractor) mail(ctx context.Context, src *extract.Source, m *entity, depth int) (*extract.Document, error) {
	f := bodyFinder{left: e.limit()}
	f.find(m, 0)
	if len(f.found) == 0 { // what is attached says more than nothing
		if p, err := m.root(e.limit(), 0); err == nil {
			f.found = append(f.found, p)
		}
	}
	var docs []*extract.Document
	left := e.limit() + int64(len(src.Body)) // documents that are inflated may be much longer than the mail
	for _, p := range f.found {
		doc, err := e.mailPart(ctx, src, p, depth)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			docs, left = append(docs, doc), left-int64(len(doc.Markdown))
		}
		if f.over = f.over || left < 0; f.over {
			break
		}
	}
	if f.over {
		return nil, fmt.Errorf("%w: more than %d bytes decoded", extract.ErrTooLarge, e.limit())
	}
	return mailDocument(src, m, docs), nil
}

func (e Extractor) mailPart(ctx context.Context, src *extract.Source, p *entity, depth int) (*extract.Document, error) {
	inner := *src
	inner.Body, inner.MediaType, inner.Filename = p.body, p.header.Get("Content-Type"), ""
	switch p.kind {
	case deliveryStatus:
		w := mdwriter.NewWriter(&inner)
		w.Code("", strings.TrimSpace(strings.ReplaceAll(string(p.body), "\r\n", "\n")))
		return w.Document(), nil
	case messageType:
		m, err := readMessage(&inner)
		if err != nil || depth == maxNested {
			return nil, fmt.Errorf("%w: no mail, or one nested deeper than %d", extract.ErrMalformed, maxNested)
		}
		return e.mail(ctx, &inner, m, depth+1)
	}
	if isGzip(p.body) || isZlib(p.body) && !utf8.Valid(p.body) {
		return nil, fmt.Errorf("%w: gzip within mail", extract.ErrUnsupported)
	}
	return e.Registry.Extract(ctx, &inner)
}

func mailDocument(src *extract.Source, m *entity, docs []*extract.Document) *extract.Document {
	w := mdwriter.NewWriter(src)
	for _, doc := range docs {
		w.Took(len(doc.Markdown)) // of an encoded body
	}
	subject := headerText(m.header.Get("Subject"))
	w.Heading(1, mdwriter.Inline(subject), subject)
	var fields []string
	for _, name := range [...]string{"From", "To", "Cc", "Date"} {
		if value := headerText(m.header.Get(name)); value != "" {
			fields = append(fields, name+": "+mdwriter.Inline(clip(value)))
		}
	}
	w.Paragraph(strings.Join(fields, "\\\n"))
	for _, doc := range docs {
		w.Append(doc, 1)
	}
	for i, name := range m.attachments(0, nil) {
		if i == 0 {
			w.Paragraph("Attachments:")
		}
		w.Item(0, mdwriter.NoNumber, mdwriter.Inline(name))
	}
	out := w.Document()
	out.Format = "eml"
	var found mdwriter.Collected
	for i, doc := range docs {
		if i == 0 {
			out.Meta = doc.Meta
			out.Meta.Authors, out.Meta.Published, out.Meta.Modified = nil, time.Time{}, time.Time{} // of a mail that it quotes or sends on
		}
		found.AddOf(doc)
		out.Warnings = append(out.Warnings, doc.Warnings...)
	}
	found.SetLists(out)
	out.Meta.Title = cmp.Or(subject, out.Meta.Title) // a page that is sent may have another one
	describe(&out.Meta, m.header)
	return out
}

func clip(value string) string {
	if len(value) <= maxField {
		return value
	}
	return strings.ToValidUTF8(value[:maxField], "") + "…"
}

// attachments describes the parts of an entity that have a name or are marked as
// attachments: name, type and size. An entity without parts may be one itself.
func (e *entity) attachments(depth int, found []string) []string {
	for _, p := range e.parts {
		if depth < maxNested && len(found) < maxAttachments {
			found = p.attachments(depth+1, found)
		}
	}
	if e.isMultipart() || depth == 0 && e.isText() || !e.isAttached && e.name == "" {
		return found
	}
	size := len(e.body)
	if strings.EqualFold(e.header.Get("Content-Transfer-Encoding"), "base64") {
		size = size * 3 / 4
	}
	return append(found, fmt.Sprintf("%s (%s, about %d bytes)", cmp.Or(clip(e.name), "without a name"), clip(cmp.Or(e.kind, "unknown type")), size))
}

// The types of parts that are no text and are read all the same (RFC 2046, RFC 3464).
const (
	messageType    = "message/rfc822"
	deliveryStatus = "message/delivery-status"
)

const maxBodies = 50

type bodyFinder struct {
	found []*entity
	left  int64 // bytes that may still be decoded
	over  bool  // there were more
}

// find collects the bodies of an entity: of alternatives the best one, of a page with its pictures the page, of other parts each.
func (f *bodyFinder) find(e *entity, depth int) {
	switch {
	case e.header == nil: // of a mailbox
		f.found = e.parts
	case depth > maxNested || f.over:
	case !e.isMultipart() || e.params["boundary"] == "":
		f.take(e)
	case e.kind == "multipart/alternative" || e.kind == "multipart/related":
		if p, err := e.root(f.left, depth); err == nil && p.isText() && len(f.found) < maxBodies {
			f.keep(p)
		}
	default:
		for _, p := range e.parts {
			if p.isMultipart() {
				f.find(p, depth+1)
			} else if p.name == "" && !p.isAttached || p.kind == messageType && (p.name == "" || !p.isAttached) { // shown with the mail
				f.take(p)
			}
		}
	}
}

func (f *bodyFinder) take(e *entity) {
	known := e.isText() && e.kind != "text/rfc822-headers" || e.kind == messageType || e.kind == deliveryStatus
	if !known || f.over || len(f.found) >= maxBodies {
		return
	}
	p, err := e.decoded(f.left)
	if f.over = err != nil; !f.over {
		f.keep(p)
	}
}

func (f *bodyFinder) keep(p *entity) {
	f.left -= int64(len(p.body))
	f.found = append(f.found, p)
}

// describe fills the metadata that the document lacks from the header of its message: the subject, and of mail the sender and the date.
// The date of a saved page is the day on which it was saved.
func describe(m *extract.Metadata, header textproto.MIMEHeader) {
	m.Title = cmp.Or(m.Title, headerText(header.Get("Subject")))
	if kind, _ := parseMediaType(header.Get("Content-Type")); kind == "multipart/related" && !isMail(header) || header.Get("Snapshot-Content-Location") != "" {
		return
	}
	if len(m.Authors) == 0 {
		m.Authors = senders(header.Get("From"))
	}
	if t, err := mail.ParseDate(header.Get("Date")); err == nil && m.Published.IsZero() {
		m.Published = t
	}
}

// senders returns the names in a From field, and the address of who has none. Archives of lists have fields that are no addresses:
// "ada at lund.example (Ada Ek)".
func senders(from string) (names []string) {
	list, err := (&mail.AddressParser{WordDecoder: words()}).ParseList(from)
	if err != nil {
		name, comment, _ := strings.Cut(clip(from), "(")
		name, _, _ = strings.Cut(name, "<")
		list = []*mail.Address{{Name: cmp.Or(strings.TrimRight(comment, ") "), strings.Trim(name, `" `))}}
	}
	for _, a := range list[:min(len(list), 50)] {
		if name := cmp.Or(headerText(a.Name), headerText(a.Address)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func words() *mime.WordDecoder { return &mime.WordDecoder{CharsetReader: labels.NewReaderLabel} }

// headerText decodes a field of a header (RFC 2047); a word in an encoding that isn't known stands as it came.
func headerText(s string) string {
	if decoded, err := words().DecodeHeader(s); err == nil {
		s = decoded
	}
	text, _ := charset.Decode([]byte(s), "")
	return mdwriter.Fold(string(text))
}
