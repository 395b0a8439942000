package envelope

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

const (
	maxParts  = 1000
	maxNested = 4
	maxHeader = 64 << 10
	maxMails  = 1000 // of a mailbox
)

// entity is a message or a part of one (RFC 2045).
type entity struct {
	header textproto.MIMEHeader
	kind   string // its media type, text where none is given (RFC 2045, 5.2)
	params map[string]string
	name   string // of the file that it is, "" for none

	isAttached bool   // its disposition says so
	body       []byte // as it was sent, or decoded by root
	parts      []*entity
}

func newEntity(header textproto.MIMEHeader, body []byte, depth int) *entity {
	e := &entity{header: header, body: body}
	e.kind, e.params = parseMediaType(cmp.Or(header.Get("Content-Type"), "text/plain"))
	disposition, more := parseMediaType(header.Get("Content-Disposition"))
	e.isAttached, e.name = disposition == "attachment", headerText(cmp.Or(more["filename"], e.params["name"]))
	if !e.isMultipart() || e.params["boundary"] == "" || depth > maxNested {
		return e
	}
	r := multipart.NewReader(bytes.NewReader(body), e.params["boundary"])
	var parts bytes.Buffer // one after the other: together they are no longer than the body
	parts.Grow(len(body) + bytes.MinRead)
	for range maxParts {
		raw, err := r.NextRawPart()
		if err != nil {
			break
		}
		before := parts.Len()
		_, _ = parts.ReadFrom(raw)
		e.parts = append(e.parts, newEntity(raw.Header, parts.Bytes()[before:], depth+1))
	}
	return e
}

func (e *entity) isMultipart() bool { return strings.HasPrefix(e.kind, "multipart/") }
func (e *entity) isText() bool      { return strings.HasPrefix(e.kind, "text/") }

// mailbox returns the mails of a mailbox (RFC 4155) as an entity without a header: before each is a line with sender and
// date, "From ada@lund.example Tue Mar  5 09:30:00 2024". What is beyond maxMails belongs to the last one.
func mailbox(body []byte) *entity {
	box := &entity{}
	for bytes.HasPrefix(body, []byte("From ")) {
		mail := body
		if next := separator().FindIndex(body); next != nil && len(box.parts) < maxMails-1 {
			mail = body[:next[0]]
		}
		body = bytes.TrimLeft(body[len(mail):], "\r\n")
		_, mail, _ = bytes.Cut(mail, []byte("\n"))
		mail = append(bytes.ReplaceAll(mail, []byte("\n>From "), []byte("\nFrom ")), "\n\n"...) // the end of a header without a body
		box.parts = append(box.parts, &entity{kind: messageType, body: mail})
	}
	return box
}

// separator matches what is between two mails of a mailbox, and the name of the first field of the second. A patch of git within a
// mail has the name of a commit in the place of a sender.
var separator = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\n\r?\nFrom [^\n]*(?:@| at |-)[^\n]* (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [^\n]*[0-9]:[0-9]{2}[^\n]*\n[!-9;-~]+:`)
})

// readMessage reads a message, or a mailbox of several. A body without a header is taken for what the media type of the source says.
func readMessage(src *extract.Source) (*entity, error) {
	body := bytes.TrimLeft(src.Body, "\r\n\t ")
	switch box := mailbox(body); len(box.parts) {
	case 0:
	case 1:
		body = box.parts[0].body
	default:
		return box, nil
	}
	if bytes.HasPrefix(body, []byte("--")) {
		return newEntity(textproto.MIMEHeader{"Content-Type": {src.MediaType}}, body, 0), nil
	}
	end, skip := bytes.Index(body, []byte("\r\n\r\n")), 4
	if i := bytes.Index(body, []byte("\n\n")); i >= 0 && (end < 0 || i < end) {
		end, skip = i, 2
	}
	if end < 0 || end > maxHeader {
		return nil, fmt.Errorf("%w: no end of the header", extract.ErrMalformed)
	}
	head, _ := charset.Decode(body[:end+skip], string(body[:min(len(body), end+maxHeader)])) // in the encoding of its text
	header, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(head))).ReadMIMEHeader()
	if err != nil && len(header) == 0 {
		return nil, fmt.Errorf("%w: %v", extract.ErrMalformed, err)
	}
	return newEntity(header, body[end+skip:], 0), nil
}

func (e *entity) savedPage(src *extract.Source, limit int64) (*extract.Source, error) {
	p, err := e.root(limit, 0)
	if err != nil {
		return nil, err
	}
	inner := *src
	inner.Body, inner.MediaType, inner.Filename = p.body, p.header.Get("Content-Type"), ""
	for _, place := range [...]string{p.header.Get("Content-Location"), e.header.Get("Snapshot-Content-Location")} {
		if u, err := url.Parse(place); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
			inner.URL = u
			break
		}
	}
	return &inner, nil
}

// root returns the document of an entity, decoded: itself unless it has parts, else the part that "start" names (RFC 2387),
// the first that is HTML, or the first that is text.
func (e *entity) root(limit int64, depth int) (*entity, error) {
	if !e.isMultipart() {
		return e.decoded(limit)
	}
	if depth == maxNested || e.params["boundary"] == "" {
		return nil, fmt.Errorf("%w: no boundary, or parts nested deeper than %d", extract.ErrMalformed, maxNested)
	}
	if start := e.params["start"]; start != "" {
		for _, p := range e.parts {
			if strings.TrimSpace(p.header.Get("Content-Id")) == start {
				if found, err := p.root(limit, depth+1); err == nil {
					return found, nil
				}
			}
		}
	}
	var text *entity
	for _, p := range e.parts {
		switch {
		case p.isMultipart():
			if found, err := p.root(limit, depth+1); err == nil {
				return found, nil
			}
		case p.kind == "text/html", p.kind == "application/xhtml+xml":
			return p.decoded(limit)
		case p.isText() && text == nil:
			if found, err := p.decoded(limit); err == nil && len(bytes.TrimSpace(found.body)) > 0 {
				text = found
			}
		}
	}
	if text == nil {
		return nil, fmt.Errorf("%w: no part with text", extract.ErrMalformed)
	}
	return text, nil
}

// decoded undoes the Content-Transfer-Encoding. A damaged end is cut off.
func (e *entity) decoded(limit int64) (*entity, error) {
	var r io.Reader = bytes.NewReader(e.body)
	switch strings.ToLower(strings.TrimSpace(e.header.Get("Content-Transfer-Encoding"))) {
	case "quoted-printable":
		r = bytes.NewReader(unquote(e.body[:min(int64(len(e.body)), 4*limit)]))
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	body, _ := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(body)) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes decoded", extract.ErrTooLarge, limit)
	}
	out := *e
	out.body = body
	return &out, nil
}

// unquote undoes the quoted-printable encoding (RFC 2045, 6.7). It copies invalid sequences,
// such as a bare "=" in an address, unchanged; a strict decoder would stop there.
func unquote(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for line := range bytes.Lines(body) {
		text := bytes.TrimRight(line, " \t\r\n")
		end := line[len(bytes.TrimRight(line, "\r\n")):]
		if bytes.HasSuffix(text, []byte("=")) {
			text, end = text[:len(text)-1], nil // a soft break
		}
		for i := 0; i < len(text); i++ {
			c := text[i]
			if c == '=' && i+2 < len(text) {
				if high, low := ascii.HexValue(text[i+1]), ascii.HexValue(text[i+2]); high >= 0 && low >= 0 {
					c = byte(high<<4 | low)
					i += 2
				}
			}
			out = append(out, c)
		}
		out = append(out, end...)
	}
	return out
}
