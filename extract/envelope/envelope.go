// Package envelope reads documents that are wrapped in another format: one more layer of gzip or zlib than the transport undid, web
// pages saved as MHTML (RFC 2557), and mail (RFC 5322), whose attachments are listed but not read, also in mailboxes (RFC 4155).
package envelope

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const defaultMaxBytes = 32 << 20

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string {
	return []string{"application/gzip", "application/x-gzip", "application/zlib", "application/x-deflate", "multipart/related", "application/x-mimearchive", "message/rfc822"}
}

// Extractor unwraps a document and hands it to the extractor of what is inside.
// It is safe for concurrent use once Registry is complete.
type Extractor struct {
	// Registry reads what is inside. Nil makes every document an error that wraps extract.ErrUnsupported.
	Registry *extract.Registry
	// MaxBytes bounds the unwrapped document; a longer one is an error that wraps extract.ErrTooLarge. Zero means 32 MiB.
	MaxBytes int64
}

// Extract implements extract.Extractor. Document.Format is that of the document inside. One layer is unwrapped: gzip within gzip is
// unsupported. A damaged end costs a warning, not the document.
func (e Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("envelope: %w", err)
	}
	if len(src.Body) == 0 {
		doc := &extract.Document{Format: "text", Verdict: mdwriter.Empty("the body is empty")}
		return doc, nil
	}
	if e.Registry == nil {
		return nil, fmt.Errorf("envelope: %w: no registry", extract.ErrUnsupported)
	}
	doc, err := e.extract(ctx, src)
	if err != nil {
		return nil, fmt.Errorf("envelope: %w", err)
	}
	return doc, nil
}

func (e Extractor) extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	var inner *extract.Source
	var header textproto.MIMEHeader
	var damage, err error
	if isGzip(src.Body) || isZlib(src.Body) {
		inner, damage, err = inflate(src, e.limit())
	} else {
		m, failed := readMessage(src)
		if failed != nil {
			return nil, failed
		}
		if m.header == nil || isMail(m.header) {
			return e.mail(ctx, src, m, 0)
		}
		header = m.header
		inner, err = m.savedPage(src, e.limit())
	}
	if err == nil && isGzip(inner.Body) {
		err = fmt.Errorf("%w: gzip within gzip", extract.ErrUnsupported)
	}
	if err != nil {
		return nil, err
	}
	doc, err := e.Registry.Extract(ctx, inner)
	if err != nil {
		return nil, err
	}
	describe(&doc.Meta, header)
	if damage != nil {
		doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: "read as far as undamaged", Detail: mdwriter.Fold(damage.Error())})
	}
	return doc, nil
}

func (e Extractor) limit() int64 { return cmp.Or(e.MaxBytes, defaultMaxBytes) }

func isGzip(body []byte) bool { return bytes.HasPrefix(body, []byte("\x1f\x8b")) }

// isZlib reports whether body begins as a zlib stream does (RFC 1950, 2.2).
func isZlib(body []byte) bool {
	return len(body) > 2 && body[0] == 0x78 && (int(body[0])<<8|int(body[1]))%31 == 0 && body[1]&0x20 == 0
}

// Unpacked returns the size that a gzip body declares for its content (RFC 1952, section
// 2.3.1). Since that may be false, and zlib declares none, the result is at least ten times
// the size of the body and at most 32 MiB. It returns 0 for other bodies.
func Unpacked(body []byte) int64 {
	if isZlib(body) {
		return min(10*int64(len(body)), defaultMaxBytes)
	}
	if !isGzip(body) || len(body) < 18 {
		return 0
	}
	said := int64(binary.LittleEndian.Uint32(body[len(body)-4:]))
	return min(max(said, 10*int64(len(body))), defaultMaxBytes)
}

// inflate undoes a layer of gzip or zlib. What follows its members is ignored.
func inflate(src *extract.Source, limit int64) (inner *extract.Source, damage, err error) {
	var z io.Reader
	if isZlib(src.Body) {
		z, err = zlib.NewReader(bytes.NewReader(src.Body))
	} else {
		z, err = gzip.NewReader(bytes.NewReader(src.Body))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %v", extract.ErrMalformed, err)
	}
	body, damage := io.ReadAll(io.LimitReader(z, limit+1))
	if int64(len(body)) > limit {
		return nil, nil, fmt.Errorf("%w: more than %d bytes inflated", extract.ErrTooLarge, limit)
	}
	if len(body) == 0 && damage != nil {
		return nil, nil, fmt.Errorf("%w: %v", extract.ErrMalformed, damage)
	}
	if errors.Is(damage, gzip.ErrHeader) {
		damage = nil // junk behind the last member
	}
	copied := *src
	copied.Body, copied.MediaType, copied.Filename = body, "", strings.TrimSuffix(src.Filename, ".gz")
	if copied.URL != nil {
		u := *copied.URL
		u.Path = strings.TrimSuffix(u.Path, ".gz")
		copied.URL = &u
	}
	return &copied, damage, nil
}
