package envelope

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
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
func (e Extractor) mail(ctx context.Context, src *extract.Source, header textproto.MIMEHeader, body []byte, depth int) (*extract.Document, error) {
	f := bodyFinder{left: e.limit()}
	f.find(header, body, 0)
	if len(f.found) == 0 { // what is attached says more than nothing
		if p, err := find(header, body, e.limit(), 0); err == nil {
			f.found = append(f.found, p)
		}
	}
	var docs []*extract.Document
	for _, p := range f.found {
		doc, err := e.mailPart(ctx, src, p, depth)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			docs = append(docs, doc)
		}
	}
	if f.over {
		return nil, fmt.Errorf("%w: more than %d bytes decoded", extract.ErrTooLarge, e.limit())
	}
	return mailDocument(src, header, body, docs), nil
}

func (e Extractor) mailPart(ctx context.Context, src *extract.Source, p *part, depth int) (*extract.Document, error) {
	inner := *src
	inner.Body, inner.MediaType, inner.Filename = p.body, p.header.Get("Content-Type"), ""
	switch mediaType(p.header) {
	case deliveryStatus:
		w := mdwriter.NewWriter(&inner)
		w.Code("", strings.TrimSpace(strings.ReplaceAll(string(p.body), "\r\n", "\n")))
		return w.Document(), nil
	case messageType:
		header, body, err := splitMessage(&inner)
		if err != nil || depth == maxNested {
			return nil, fmt.Errorf("%w: no mail, or one nested deeper than %d", extract.ErrMalformed, maxNested)
		}
		return e.mail(ctx, &inner, header, body, depth+1)
	}
	return e.Registry.Extract(ctx, &inner)
}

func mailDocument(src *extract.Source, header textproto.MIMEHeader, body []byte, docs []*extract.Document) *extract.Document {
	w := mdwriter.NewWriter(src)
	for _, doc := range docs {
		w.Took(len(doc.Markdown)) // of an encoded body
	}
	subject := headerText(header.Get("Subject"))
	if subject != "" {
		w.Heading(1, mdwriter.Inline(subject), subject)
	}
	var fields []string
	for _, name := range [...]string{"From", "To", "Cc", "Date"} {
		if value := headerText(header.Get(name)); value != "" {
			fields = append(fields, name+": "+mdwriter.Inline(clip(value)))
		}
	}
	w.Paragraph(strings.Join(fields, "\\\n"))
	for _, doc := range docs {
		w.Append(doc, 1)
	}
	var files mdwriter.ListBuilder
	for _, name := range attachments(header, body, 0, nil) {
		files.Item(0, "")
		files.WriteString(mdwriter.Inline(name))
	}
	if files.Len() > 0 {
		w.Paragraph("Attachments:")
		w.List(&files)
	}
	out := w.Document()
	out.Format = "eml"
	for i, doc := range docs {
		if i == 0 {
			out.Meta = doc.Meta
		}
		out.Links, out.Removed, out.Doubtful = append(out.Links, doc.Links...), append(out.Removed, doc.Removed...), append(out.Doubtful, doc.Doubtful...)
		out.Warnings = append(out.Warnings, doc.Warnings...)
	}
	if subject != "" {
		out.Meta.Title = subject // a page that is sent may have another title
	}
	describe(&out.Meta, header)
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
func attachments(header textproto.MIMEHeader, body []byte, depth int, found []string) []string {
	kind, params := parseMediaType(header.Get("Content-Type"))
	if !strings.HasPrefix(kind, "multipart/") && depth == 0 && !strings.HasPrefix(mediaType(header), "text/") {
		return appendFile(found, header, bytes.NewReader(body))
	}
	if !strings.HasPrefix(kind, "multipart/") || params["boundary"] == "" || depth == maxNested {
		return found
	}
	r := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for range maxParts {
		part, err := r.NextRawPart()
		if err != nil || len(found) == maxAttachments {
			break
		}
		kind, _ := parseMediaType(part.Header.Get("Content-Type"))
		if strings.HasPrefix(kind, "multipart/") {
			nested, _ := io.ReadAll(part)
			found = attachments(part.Header, nested, depth+1, found)
			continue
		}
		found = appendFile(found, part.Header, part)
	}
	return found
}

func appendFile(found []string, header textproto.MIMEHeader, body io.Reader) []string {
	kind, params := parseMediaType(header.Get("Content-Type"))
	disposition, more := parseMediaType(header.Get("Content-Disposition"))
	name := headerText(more["filename"])
	if name == "" {
		name = headerText(params["name"])
	}
	if disposition != "attachment" && name == "" {
		return found
	}
	size, _ := io.Copy(io.Discard, body)
	if strings.EqualFold(header.Get("Content-Transfer-Encoding"), "base64") {
		size = size * 3 / 4
	}
	return append(found, describeFile(clip(name), kind, size))
}

func describeFile(name, kind string, size int64) string {
	return fmt.Sprintf("%s (%s, about %d bytes)", cmp.Or(name, "without a name"), clip(cmp.Or(kind, "unknown type")), size)
}
