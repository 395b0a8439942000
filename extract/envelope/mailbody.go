package envelope

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"
)

// The types of parts that are no text and are read all the same (RFC 2046, RFC 3464).
const (
	messageType    = "message/rfc822"
	deliveryStatus = "message/delivery-status"
)

const maxBodies = 50

type bodyFinder struct {
	found []*part
	left  int64 // bytes that may still be decoded
	over  bool  // there were more
}

// mediaType returns the type of a part, text where none is given (RFC 2045, 5.2).
func mediaType(header textproto.MIMEHeader) string {
	kind, _ := parseMediaType(header.Get("Content-Type"))
	if kind == "" && header.Get("Content-Type") == "" {
		return "text/plain"
	}
	return kind
}

// find collects the bodies of an entity: of alternatives the best one, of a page with its pictures the page, of other parts each.
func (f *bodyFinder) find(header textproto.MIMEHeader, body []byte, depth int) {
	kind, params := parseMediaType(header.Get("Content-Type"))
	switch {
	case len(f.found) >= maxBodies || depth > maxNested || f.over:
	case !strings.HasPrefix(kind, "multipart/") || params["boundary"] == "":
		f.take(header, bytes.NewReader(body))
	case kind == "multipart/alternative" || kind == "multipart/related":
		if p, err := find(header, body, f.left, depth); err == nil && strings.HasPrefix(mediaType(p.header), "text/") {
			f.keep(p)
		}
	default:
		r := multipart.NewReader(bytes.NewReader(body), params["boundary"])
		for range maxParts {
			part, err := r.NextRawPart()
			if err != nil {
				return
			}
			if strings.HasPrefix(mediaType(part.Header), "multipart/") {
				nested, _ := io.ReadAll(part)
				f.find(part.Header, nested, depth+1)
			} else if isShown(part.Header) {
				f.take(part.Header, part)
			}
		}
	}
}

// isShown reports whether programs show a part with the mail.
func isShown(header textproto.MIMEHeader) bool {
	disposition, more := parseMediaType(header.Get("Content-Disposition"))
	_, params := parseMediaType(header.Get("Content-Type"))
	kind := mediaType(header)
	if kind == messageType {
		return disposition != "attachment" || more["filename"] == ""
	}
	named := more["filename"] != "" || params["name"] != ""
	return disposition != "attachment" && !named
}

func (f *bodyFinder) take(header textproto.MIMEHeader, r io.Reader) {
	kind := mediaType(header)
	if kind == "text/rfc822-headers" || !strings.HasPrefix(kind, "text/") && kind != messageType && kind != deliveryStatus || len(f.found) >= maxBodies {
		return
	}
	decoded, err := transferDecode(header, r, f.left)
	if err != nil {
		f.over = true
		return
	}
	f.keep(&part{header, decoded})
}

func (f *bodyFinder) keep(p *part) {
	f.left -= int64(len(p.body))
	f.found = append(f.found, p)
}
