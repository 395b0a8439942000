package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// extractRequest holds a document in exactly one of html, text, path, raw_bytes
// and pdf_b64. What html holds is markup, or the path of a file of it. With
// base_url instead of url it is a fragment: all of it is wanted.
type extractRequest struct {
	ID          json.RawMessage `json:"id"`
	HTML        *string         `json:"html"`
	Text        *string         `json:"text"`
	Path        string          `json:"path"`
	RawBytes    *string         `json:"raw_bytes"`
	PDF         *string         `json:"pdf_b64"`
	Type        string          `json:"type"`
	ContentType string          `json:"content_type"`
	URL         string          `json:"url"`
	BaseURL     *string         `json:"base_url"`
}

// extractAnswer is the output line for one document.
type extractAnswer struct {
	ID        json.RawMessage   `json:"id,omitempty"`
	Markdown  string            `json:"markdown"`
	Title     string            `json:"title,omitempty"`
	Byline    string            `json:"byline,omitempty"`
	Published string            `json:"published,omitempty"`
	Kind      string            `json:"kind"`
	Verdict   extract.Verdict   `json:"verdict"`
	Outline   []outlineEntry    `json:"outline"`
	Warnings  []extract.Warning `json:"warnings,omitempty"`
}

type outlineEntry struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
}

// newExtract answers with the Markdown of a document: of its main content, or
// with -whole, and for fragments, of everything a reader can see.
func newExtract(args []string) (verb, error) {
	f := flag.NewFlagSet("extract", flag.ContinueOnError)
	whole := f.Bool("whole", false, "never choose a main content")
	slim := f.Bool("slim", false, "images by their text and clean addresses, as the MCP server shows them")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	client, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{MaxBytes: maxLine}})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, line []byte) any {
		var req extractRequest
		if err := json.Unmarshal(line, &req); err != nil {
			return failure{ID: lineID(line), Error: err.Error()}
		}
		opts := webfetch.ExtractOptions{}
		if *slim {
			opts.Style = linkstyle.Style{Images: linkstyle.ImagesAlt, CleanAddresses: true}
		}
		opts.WholePage = *whole || req.BaseURL != nil && req.URL == ""
		p, err := req.packet(ctx, client, opts)
		if err != nil {
			return failure{ID: req.ID, Error: err.Error()}
		}
		return newExtractAnswer(req.ID, p)
	}, nil
}

func newExtractAnswer(id json.RawMessage, p *webfetch.Packet) extractAnswer {
	a := extractAnswer{
		ID: id, Markdown: p.Content, Title: p.Metadata.Title, Byline: p.Metadata.Author, Kind: p.Document.Format,
		Verdict: p.Verdict, Outline: []outlineEntry{}, Warnings: p.Warnings,
	}
	if t := p.Document.Meta.Published; !t.IsZero() {
		a.Published = t.Format(time.DateOnly)
	}
	for _, h := range p.Outline {
		a.Outline = append(a.Outline, outlineEntry{Level: h.Level, Text: h.Text})
	}
	return a
}

// packet extracts the document of a request.
func (r *extractRequest) packet(ctx context.Context, c *webfetch.Client, opts webfetch.ExtractOptions) (*webfetch.Packet, error) {
	src, err := r.source()
	if err != nil {
		return nil, err
	}
	return c.Extract(ctx, src, opts)
}

func (r *extractRequest) source() (extract.Source, error) {
	body, mediaType, err := r.body()
	src := extract.Source{Body: body, MediaType: mediaType}
	if r.ContentType != "" {
		src.MediaType = r.ContentType
	}
	if err != nil {
		return src, err
	}
	address := r.URL
	if address == "" && r.BaseURL != nil {
		address = *r.BaseURL
	}
	if address != "" {
		if src.URL, err = url.Parse(address); err != nil {
			return src, fmt.Errorf("url: %w", err)
		}
	}
	return src, nil
}

func (r *extractRequest) body() (body []byte, mediaType string, err error) {
	switch {
	case r.HTML != nil && isPath(*r.HTML):
		body, err = readDocument(*r.HTML)
		return body, "text/html", err
	case r.HTML != nil:
		return []byte(*r.HTML), "text/html; charset=utf-8", nil
	case r.Text != nil:
		return []byte(*r.Text), textType(r.Type), nil
	case r.PDF != nil:
		body, err = base64.StdEncoding.DecodeString(*r.PDF)
		return body, "application/pdf", err
	case r.RawBytes != nil:
		body, err = base64.StdEncoding.DecodeString(*r.RawBytes)
		return body, "", err
	case r.Path != "":
		body, err = readDocument(r.Path)
		return body, "", err
	}
	return nil, "", errors.New("one of html, text, path, raw_bytes is required")
}

// isPath distinguishes the path of a file from markup.
func isPath(s string) bool {
	if len(s) > 4096 || strings.ContainsAny(s, "<\n") {
		return false
	}
	name := strings.TrimSuffix(s, ".gz")
	return strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm")
}

// readDocument reads a file. One that is stored without its ".gz" is found too.
func readDocument(name string) ([]byte, error) {
	body, err := os.ReadFile(name)
	if plain, zipped := strings.CutSuffix(name, ".gz"); zipped && errors.Is(err, os.ErrNotExist) {
		return os.ReadFile(plain)
	}
	return body, err
}

func textType(kind string) string {
	switch kind {
	case "html":
		return "text/html; charset=utf-8"
	case "markdown":
		return "text/markdown; charset=utf-8"
	case "json":
		return "application/json"
	case "xml":
		return "application/xml"
	}
	return "text/plain; charset=utf-8"
}
