package envelope

import (
	"mime"
	"net/mail"
	"net/textproto"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// describe fills the metadata that the document lacks from the header of its message: the subject, and of mail the sender and the date.
// The date of a saved page is the day on which it was saved.
func describe(m *extract.Metadata, header textproto.MIMEHeader) {
	if m.Title == "" {
		m.Title = headerText(header.Get("Subject"))
	}
	if kind, _ := parseMediaType(header.Get("Content-Type")); kind == "multipart/related" && !isMail(header) || header.Get("Snapshot-Content-Location") != "" {
		return
	}
	if list, err := (&mail.AddressParser{}).ParseList(header.Get("From")); err == nil && len(m.Authors) == 0 {
		for _, a := range list[:min(len(list), 50)] {
			if name := headerText(a.Name); name != "" {
				m.Authors = append(m.Authors, name)
			} else {
				m.Authors = append(m.Authors, headerText(a.Address))
			}
		}
	}
	if t, err := mail.ParseDate(header.Get("Date")); err == nil && m.Published.IsZero() {
		m.Published = t
	}
}

// headerText decodes a field of a header (RFC 2047); a word in an encoding that isn't known stands as it came.
func headerText(s string) string {
	if decoded, err := new(mime.WordDecoder).DecodeHeader(s); err == nil {
		s = decoded
	}
	return mdwriter.Fold(strings.ToValidUTF8(s, "\uFFFD"))
}
