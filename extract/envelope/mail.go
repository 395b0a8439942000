package envelope

import (
	"bytes"
	"fmt"
	"io"
	"mime"
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

// isMail reports a message that is mail, not a saved page.
func isMail(header textproto.MIMEHeader) bool {
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return header.Get("From") != "" && header.Get("Snapshot-Content-Location") == "" &&
		(kind != "multipart/related" || header.Get("To") != "" || header.Get("Message-Id") != "")
}

// mailDocument returns the document of a mail: its subject as a heading, sender,
// receivers and date, the body, and the names, types and sizes of its
// attachments, which are not read.
func mailDocument(src *extract.Source, header textproto.MIMEHeader, body []byte, doc *extract.Document) *extract.Document {
	w := mdwriter.NewWriter(src)
	w.Took(len(doc.Markdown)) // of an encoded body
	if subject := headerText(header.Get("Subject")); subject != "" {
		w.Heading(1, mdwriter.Inline(subject), subject)
	}
	var fields []string
	for _, name := range [...]string{"From", "To", "Cc", "Date"} {
		if value := headerText(header.Get(name)); value != "" {
			fields = append(fields, name+": "+mdwriter.Inline(clip(value)))
		}
	}
	w.Paragraph(strings.Join(fields, "\\\n"))
	w.Append(doc, 1)
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
	out.Format, out.Meta, out.Links, out.Removed, out.Doubtful = "eml", doc.Meta, doc.Links, doc.Removed, doc.Doubtful
	out.Warnings = append(out.Warnings, doc.Warnings...)
	return out
}

func clip(value string) string {
	if len(value) <= maxField {
		return value
	}
	return strings.ToValidUTF8(value[:maxField], "") + "…"
}

// attachments describes the parts of an entity that have a name or are marked as
// attachments: name, type and size.
func attachments(header textproto.MIMEHeader, body []byte, depth int, found []string) []string {
	kind, params, _ := mime.ParseMediaType(header.Get("Content-Type"))
	if !strings.HasPrefix(kind, "multipart/") || params["boundary"] == "" || depth == maxNested {
		return found
	}
	r := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for range maxParts {
		part, err := r.NextRawPart()
		if err != nil || len(found) == maxAttachments {
			break
		}
		kind, params, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
		if strings.HasPrefix(kind, "multipart/") {
			nested, _ := io.ReadAll(part)
			found = attachments(part.Header, nested, depth+1, found)
			continue
		}
		disposition, more, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		name := headerText(more["filename"])
		if name == "" {
			name = headerText(params["name"])
		}
		if disposition != "attachment" && name == "" {
			continue
		}
		size, _ := io.Copy(io.Discard, part)
		if strings.EqualFold(part.Header.Get("Content-Transfer-Encoding"), "base64") {
			size = size * 3 / 4
		}
		found = append(found, describeFile(clip(name), kind, size))
	}
	return found
}

func describeFile(name, kind string, size int64) string {
	if name == "" {
		name = "without a name"
	}
	if kind == "" {
		kind = "unknown type"
	}
	return fmt.Sprintf("%s (%s, about %d bytes)", name, clip(kind), size)
}
