// Package data reads structured data: JSON, NDJSON, XML, CSV and their dialects.
//
//   - JSON is shown as JSON, with the order of its keys and the digits of its
//     numbers as they came and \u escapes decoded. A large value is taken apart:
//     a heading per big member, a table for an array of like flat objects, a
//     block of its own for a long string. The outline is the key paths of objects
//     and arrays ("items[400]"). JSON-LD fills the metadata.
//   - NDJSON is read line by line; lines that aren't JSON stay as text.
//   - XML becomes a nested list of elements, attributes and text. Sitemaps, OPML
//     and SVG have readings of their own. Internal entities of plain text are
//     expanded, external ones never.
//   - CSV and TSV become a table; the delimiter is found in the first rows.
//
// Everything is bounded: depth, rows, columns and the size of the output, with a
// warning of type "truncated" where a bound was hit. Broken input is shown as
// text rather than refused.
package data

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxOutput bounds the Markdown of a document.
const maxOutput = 16 << 20

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string {
	return []string{
		"application/json", "text/json", "+json", "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq",
		"application/x-jsonlines", "application/jsonlines", "application/xml", "text/xml", "+xml", "text/x-opml", "image/svg+xml", "application/x-fictionbook",
		"text/csv", "text/tab-separated-values", "application/csv", "text/x-csv",
	}
}

// Extractor reads JSON, NDJSON, XML and CSV, distinguished by the media type and
// then by the first byte. The zero value is ready to use and safe for concurrent
// use.
type Extractor struct {
	// HTML reads XML documents whose root is an html element. Nil means they
	// are shown as XML.
	HTML extract.Extractor
}

// Extract implements extract.Extractor. Document.Format is json, ndjson, xml,
// sitemap, opml or csv. It fails only when ctx is done, when e.HTML fails, or with an error
// that wraps extract.ErrUnsupported for a FictionBook e-book.
func (e Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	body := strings.TrimSpace(string(decoded))
	var doc *extract.Document
	err := ctx.Err()
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	switch readerFamily(src.MediaType, body) {
	case "csv":
		doc = readCSV(ctx, src, strings.Trim(string(decoded), "\r\n"))
	case "xml":
		if e.HTML != nil && rootName(body) == "html" {
			return e.HTML.Extract(ctx, src)
		}
		doc, err = readXML(ctx, src, body)
	default:
		doc = readJSON(ctx, src, body)
	}
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	found := mdwriter.Collected{Removed: doc.Removed}
	found.RemoveInvisible(body)
	doc.Removed = found.Removed
	return doc, nil
}

func readerFamily(mediaType, body string) string {
	mediaType, _, _ = strings.Cut(strings.ToLower(mediaType), ";")
	switch {
	case strings.Contains(mediaType, "csv"), strings.Contains(mediaType, "tab-separated"):
		return "csv"
	case strings.HasPrefix(body, "<"):
		return "xml"
	case strings.HasPrefix(body, "{"), strings.HasPrefix(body, "["), strings.Contains(mediaType, "json"):
		return "json"
	case strings.Contains(mediaType, "xml"), strings.Contains(mediaType, "opml"):
		return "xml"
	}
	return "json"
}

func truncatedWarning(format string, args ...any) extract.Warning {
	return extract.Warning{Type: "truncated", Message: fmt.Sprintf(format, args...)}
}

func isWebAddress(s string) bool {
	return (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")) && len(s) < 2048 &&
		!strings.ContainsAny(s, " \t\r\n<>\"") && mdwriter.Target(s, nil) != ""
}
