package webfetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpcache"
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
	if err := cmp.Or(opts.validate(), (&ExtractOptions{Options: src.Options}).validate()); err != nil {
		return nil, &Error{Op: "extract", URL: transport.RedactURL(src.URL), Code: InvalidInput, Err: err}
	}
	if int64(len(src.Body)) > c.opts.Limits.MaxBytes {
		return nil, &Error{Op: "extract", URL: transport.RedactURL(src.URL), Code: ContentTooLarge, Err: fmt.Errorf("body is larger than %d bytes", c.opts.Limits.MaxBytes)}
	}
	resp := &response{entry: &entry{Entry: httpcache.Entry{Status: http.StatusOK, Body: src.Body, Received: began}, URL: src.URL}, via: "bytes"}
	if !reflect.ValueOf(opts.Options).IsZero() {
		src.Options = opts.Options
	}
	p, err := guarded(ctx, c, "extract", src.URL, func() (*Packet, error) {
		p, err := c.extractPacket(ctx, resp, &src, opts)
		if err != nil {
			return nil, err
		}
		if src.URL != nil {
			p.OriginalURL = src.URL.String()
		}
		p.Verdict.Next = c.nextStep(p, false)
		return c.fit(ctx, p, opts)
	})
	if err != nil {
		return nil, err
	}
	p.Stats = FetchStats{RequestID: steps.NewID(), Duration: time.Since(began)}
	return p, nil
}

func (c *Client) extractPacket(ctx context.Context, resp *response, src *extract.Source, opts ExtractOptions) (p *Packet, err error) {
	ctx, end := steps.Begin(ctx, observe.Step{Kind: "extract", URL: src.URL})
	defer func() {
		result := observe.Result{Err: err, Code: string(codeFor(err)), Bytes: int64(len(src.Body))}
		if p != nil {
			result.Detail = string(p.Verdict.Kind)
		}
		end(result)
	}()
	size := int64(len(src.Body))
	if !opts.RawOnly { // an archive counts with what it unpacks to
		size = max(size, office.Unpacked(src.Body), envelope.Unpacked(src.Body))
	}
	part, err := c.memory.Acquire(ctx, hostlimit.PrincipalOf(ctx), size)
	if err != nil {
		return nil, err
	}
	defer part.Release()
	contentType := src.MediaType
	if resp.via != "bytes" {
		contentType = resp.Header.Get("Content-Type")
	}
	if opts.RawOnly {
		if contentType == "" { // else the server has named it
			contentType = sniff.MediaType(src)
		}
		doc := &extract.Document{Verdict: extract.Verdict{Kind: extract.VerdictContent, Evidence: []string{"the body was not extracted, as asked"}}}
		return c.newPacket(ctx, resp, contentType, doc, opts)
	}
	e, sniffed, err := c.registry.Find(src)
	if c.opts.DisablePDF && essence(sniffed.MediaType) == "application/pdf" {
		return nil, &Error{Op: "extract", URL: transport.RedactURL(src.URL), Code: PDFDisabled, Err: errors.New("reading PDF is turned off")}
	}
	sniffed.Options.MaxOutput = cmp.Or(sniffed.Options.MaxOutput, int(min(max(c.opts.Limits.MaxBytes, int64(len(src.Body))), math.MaxInt32))) // a call may allow larger bodies
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
	section := ""
	if src.URL != nil {
		section = locateSection(doc, src.URL.Fragment)
	}
	if p, err = c.newPacket(ctx, resp, cmp.Or(contentType, sniffed.MediaType), doc, opts); err == nil {
		p.Provenance.Section = section
	}
	return p, err
}

// extractSafely turns a panic of an extractor into an error: one page must not
// take the program with it.
func extractSafely(ctx context.Context, e extract.Extractor, src *extract.Source) (*extract.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return panics.Do(func() (*extract.Document, error) { return e.Extract(ctx, src) })
}

const rawFallback = "Extraction to markdown failed; returning raw content"

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

func decoded(body []byte, contentType string) string {
	utf8, _ := charset.Decode(body, contentType)
	return string(utf8)
}

func sourceURL(p *Packet) *url.URL {
	u, _ := url.Parse(p.CanonicalURL) // nil with an error
	return u
}

func essence(contentType string) string {
	name, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		name, _, _ = strings.Cut(contentType, ";")
	}
	return strings.ToLower(strings.TrimSpace(name))
}

func isText(contentType string) bool {
	name := essence(contentType)
	if strings.HasPrefix(name, "text/") || strings.HasSuffix(name, "+xml") || strings.HasSuffix(name, "+json") {
		return true
	}
	switch name {
	case "application/json", "application/xml", "application/xhtml+xml", "application/javascript", "application/x-ndjson",
		"application/yaml", "application/x-yaml", "application/toml", "application/sql", "application/ecmascript":
		return true
	}
	return false
}
