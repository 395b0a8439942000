package webfetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// Extract makes a packet of bytes that the caller holds. It reads no network
// and no cache. An empty body gives a packet with the verdict empty. src.URL is the address
// of the bytes, for links and for the canonical URL; nil means that they have none. An option that differs from its zero value in
// opts makes src.Options be ignored. Packet.Raw is src.Body itself, which may not be
// changed while the packet is used. When ctx is done, Extract returns soon, with
// TIMEOUT or CANCELLED. Every failure is an *[Error].
func (c *Client) Extract(ctx context.Context, src extract.Source, opts ExtractOptions) (*Packet, error) {
	began := time.Now()
	ctx = steps.With(ctx, c.opts.Hooks.Observer)
	if failure := c.errIfClosed("extract"); failure != nil {
		return nil, failure
	}
	if err := opts.validate(); err != nil {
		return nil, &Error{Op: "extract", URL: transport.RedactURL(src.URL), Code: InvalidInput, Err: err}
	}
	if err := (&ExtractOptions{Options: src.Options}).validate(); err != nil {
		return nil, &Error{Op: "extract", URL: transport.RedactURL(src.URL), Code: InvalidInput, Err: err}
	}
	if int64(len(src.Body)) > c.opts.Limits.MaxBytes {
		return nil, &Error{Op: "extract", URL: transport.RedactURL(src.URL), Code: ContentTooLarge, Err: fmt.Errorf("body is larger than %d bytes", c.opts.Limits.MaxBytes)}
	}
	info := sourceInfo{url: src.URL, status: http.StatusOK, contentType: src.MediaType, retrieved: began, provenance: Provenance{Via: "bytes"}}
	if src.URL != nil {
		info.original = src.URL.String()
	}
	src.Options = merged(src.Options, opts.Options)
	p, err := safely(func() (*Packet, error) {
		p, err := c.extractPacket(ctx, info, &src, opts)
		if err != nil {
			return nil, err
		}
		p.Verdict.Next = c.nextStep(p, false)
		return c.fit(ctx, p, opts)
	})
	if err != nil {
		c.logPanic(ctx, err)
		return nil, asError("extract", src.URL, err)
	}
	p.Stats = FetchStats{RequestID: requestID(), Duration: time.Since(began)}
	return p, nil
}

// merged returns the options of the call if any of them is set, else those of the source.
// It does not mix the two.
func merged(source, call extract.Options) extract.Options {
	if call.Recall == 0 && !call.WholePage && !call.SingleRegion && !call.DropTables && !call.DropCode && !call.Comments && !call.Explain &&
		call.RemoveSelectors == nil && call.Select == nil && call.MaxPages == 0 && call.MaxOutput == 0 && call.Progress == nil {
		return source
	}
	return call
}

// extractPacket is the step of extracting a source and building the packet.
func (c *Client) extractPacket(ctx context.Context, info sourceInfo, src *extract.Source, opts ExtractOptions) (*Packet, error) {
	ctx, end := steps.Begin(ctx, observe.Step{Kind: "extract", URL: src.URL})
	p, err := c.extractUnobserved(ctx, info, src, opts)
	r := stepResult("extract", err)
	r.Bytes = int64(len(src.Body))
	if err == nil {
		r.Detail = string(p.Verdict.Kind)
	}
	end(r)
	return p, err
}

func (c *Client) extractUnobserved(ctx context.Context, info sourceInfo, src *extract.Source, opts ExtractOptions) (*Packet, error) {
	release, err := c.memory.Acquire(ctx, hostlimit.PrincipalOf(ctx), unpackedSize(src, opts.RawOnly))
	if err != nil {
		return nil, err
	}
	defer release()
	info.quarantine, info.scanner = c.opts.Quarantine, c.opts.Hooks.Scanner
	if opts.RawOnly {
		return rawPacket(ctx, info, src, opts)
	}
	e, sniffed, err := c.registry.Find(src)
	info.contentType = cmp.Or(info.contentType, sniffed.MediaType)
	if c.opts.DisablePDF && isPDF(sniffed.MediaType) {
		return nil, &Error{Op: "extract", URL: transport.RedactURL(src.URL), Code: PDFDisabled, Err: errors.New("reading PDF is turned off")}
	}
	sniffed.Options.MaxOutput = cmp.Or(sniffed.Options.MaxOutput, int(min(c.opts.Limits.MaxBytes, math.MaxInt32)))
	var doc *extract.Document
	if err == nil {
		doc, err = extractSafely(ctx, e, sniffed)
	}
	if err != nil {
		if doc, err = fallback(ctx, sniffed, err); err != nil {
			return nil, err
		}
	} else {
		doc = linkstyle.Apply(doc, src.URL, opts.Style)
	}
	if src.URL != nil && src.URL.Fragment != "" {
		info.provenance.Section = locateSection(doc, src.URL.Fragment)
	}
	return newPacket(ctx, info, src.Body, doc, opts)
}

// unpackedSize returns how many bytes a source counts for towards Limits.ExtractBytes:
// the size of an archive or office file once it is unpacked. With rawOnly nothing is
// unpacked.
func unpackedSize(src *extract.Source, rawOnly bool) int64 {
	size := int64(len(src.Body))
	if rawOnly {
		return size
	}
	return max(size, office.Unpacked(src.Body), envelope.Unpacked(src.Body))
}

// extractSafely turns a panic of an extractor into an error: one page must not
// take the program with it.
func extractSafely(ctx context.Context, e extract.Extractor, src *extract.Source) (doc *extract.Document, err error) {
	defer panics.Catch(&err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.Extract(ctx, src)
}

// rawPacket makes the packet of a source that isn't to be extracted, which needs no
// sniffing where a server has named its type.
func rawPacket(ctx context.Context, info sourceInfo, src *extract.Source, opts ExtractOptions) (*Packet, error) {
	if info.contentType == "" {
		info.contentType = sniff.MediaType(src)
	}
	doc := &extract.Document{Verdict: extract.Verdict{Kind: extract.VerdictContent, Evidence: []string{"the body was not extracted, as asked"}}}
	return newPacket(ctx, info, src.Body, doc, opts)
}

// rawFallback is the message of the warning extraction_fallback of a packet
// whose content is the body as it came, because no Markdown could be made of it.
const rawFallback = "Extraction to markdown failed; returning raw content"

// fallback shows the source as it is where it is text that no extractor could
// make Markdown of, and says so.
func fallback(ctx context.Context, src *extract.Source, cause error) (*extract.Document, error) {
	if ctx.Err() != nil || !errors.Is(cause, extract.ErrMalformed) && !errors.Is(cause, extract.ErrTooLarge) || !isText(src.MediaType) {
		return nil, cause
	}
	raw := *src
	raw.MediaType = "text/plain"
	doc, err := extractSafely(ctx, text.Extractor{}, &raw)
	if err != nil {
		return nil, cause
	}
	doc.Warnings = append(doc.Warnings, extract.Warning{Type: "extraction_fallback", Message: rawFallback})
	return doc, nil
}

// decoded returns a body as text for showing it as it is.
func decoded(body []byte, contentType string) string {
	utf8, _ := charset.Decode(body, contentType)
	return string(utf8)
}

func sourceURL(p *Packet) *url.URL {
	u, err := url.Parse(p.CanonicalURL)
	if err != nil {
		return nil
	}
	return u
}
