package envelope

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

const (
	maxParts  = 1000
	maxNested = 4
	maxHeader = 64 << 10
)

// rootPart returns the document of a MIME message: the part that "start" names (RFC 2387), else the first that is HTML, else the first
// that is text; and the header of the message.
func rootPart(src *extract.Source, limit int64) (*extract.Source, textproto.MIMEHeader, error) {
	header, body, err := splitMessage(src)
	if err != nil {
		return nil, nil, err
	}
	p, err := find(header, body, limit, 0)
	if err != nil {
		return nil, nil, err
	}
	inner := *src
	inner.Body, inner.MediaType, inner.Filename = p.body, p.header.Get("Content-Type"), ""
	for _, place := range [...]string{p.header.Get("Content-Location"), header.Get("Snapshot-Content-Location")} {
		if u, err := url.Parse(place); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
			inner.URL = u
			break
		}
	}
	return &inner, header, nil
}

type part struct {
	header textproto.MIMEHeader
	body   []byte
}

// splitMessage reads the header of a message. A body without one is taken for what the media type of the source says.
func splitMessage(src *extract.Source) (textproto.MIMEHeader, []byte, error) {
	body := bytes.TrimLeft(src.Body, "\r\n\t ")
	if bytes.HasPrefix(body, []byte("From ")) { // of a mailbox
		if i := bytes.IndexByte(body, '\n'); i >= 0 {
			body = body[i+1:]
		}
	}
	if bytes.HasPrefix(body, []byte("--")) {
		return textproto.MIMEHeader{"Content-Type": {src.MediaType}}, body, nil
	}
	end, skip := bytes.Index(body, []byte("\r\n\r\n")), 4
	if i := bytes.Index(body, []byte("\n\n")); i >= 0 && (end < 0 || i < end) {
		end, skip = i, 2
	}
	if end < 0 || end > maxHeader {
		return nil, nil, fmt.Errorf("%w: no end of the header", extract.ErrMalformed)
	}
	header, err := textproto.NewReader(bufio.NewReader(bytes.NewReader(body[:end+skip]))).ReadMIMEHeader()
	if err != nil && len(header) == 0 {
		return nil, nil, fmt.Errorf("%w: %v", extract.ErrMalformed, err)
	}
	return header, body[end+skip:], nil
}

// find returns the root part of an entity, itself unless it has parts.
func find(header textproto.MIMEHeader, body []byte, limit int64, depth int) (*part, error) {
	mediaType, params := parseMediaType(header.Get("Content-Type"))
	if !strings.HasPrefix(mediaType, "multipart/") {
		decoded, err := transferDecode(header, bytes.NewReader(body), limit)
		return &part{header, decoded}, err
	}
	if depth == maxNested || params["boundary"] == "" {
		return nil, fmt.Errorf("%w: no boundary, or parts nested deeper than %d", extract.ErrMalformed, maxNested)
	}
	start := params["start"]
	if start != "" {
		if p, err := choose(body, params["boundary"], start, limit, depth); err == nil {
			return p, nil
		}
	}
	return choose(body, params["boundary"], "", limit, depth)
}

// choose returns the part with the identifier start, or where that is empty the first that is HTML, or else the first that is text.
func choose(body []byte, boundary, start string, limit int64, depth int) (*part, error) {
	var text *part
	r := multipart.NewReader(bytes.NewReader(body), boundary)
	for range maxParts {
		raw, err := r.NextRawPart()
		if err != nil {
			break
		}
		kind, _ := parseMediaType(raw.Header.Get("Content-Type"))
		switch {
		case start != "" && strings.TrimSpace(raw.Header.Get("Content-Id")) != start:
		case strings.HasPrefix(kind, "multipart/"):
			nested, _ := io.ReadAll(io.LimitReader(raw, limit))
			if p, err := find(raw.Header, nested, limit, depth+1); err == nil {
				return p, nil
			}
		case start != "", kind == "text/html", kind == "application/xhtml+xml":
			decoded, err := transferDecode(raw.Header, raw, limit)
			return &part{raw.Header, decoded}, err
		case strings.HasPrefix(kind, "text/") && text == nil:
			if decoded, err := transferDecode(raw.Header, raw, limit); err == nil {
				text = &part{raw.Header, decoded}
			}
		}
	}
	if text == nil {
		return nil, fmt.Errorf("%w: no part with text", extract.ErrMalformed)
	}
	return text, nil
}

// transferDecode undoes the Content-Transfer-Encoding. A damaged end is cut off.
func transferDecode(header textproto.MIMEHeader, r io.Reader, limit int64) ([]byte, error) {
	switch strings.ToLower(strings.TrimSpace(header.Get("Content-Transfer-Encoding"))) {
	case "quoted-printable":
		quoted, _ := io.ReadAll(io.LimitReader(r, 4*limit))
		r = bytes.NewReader(unquote(quoted))
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	body, _ := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(body)) > limit {
		return nil, fmt.Errorf("%w: more than %d bytes decoded", extract.ErrTooLarge, limit)
	}
	return body, nil
}
