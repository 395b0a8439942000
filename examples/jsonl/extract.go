package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
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

func newExtract(set *flags) (verb, func() error, error) {
	return extracting(func(ctx context.Context, client *webfetch.Client, req *extractRequest) (any, error) {
		opts := webfetch.ExtractOptions{}
		if set.slim {
			opts.Style = linkstyle.Style{Images: "alt", CleanAddresses: true}
		}
		opts.WholePage = set.whole || req.BaseURL != nil && req.URL == ""
		p, err := req.packet(ctx, client, opts)
		if err != nil {
			return nil, err
		}
		a := extractAnswer{
			ID: req.ID, Markdown: p.Content, Title: p.Metadata.Title, Byline: p.Metadata.Author, Kind: p.Document.Format,
			Verdict: p.Verdict, Outline: []outlineEntry{}, Warnings: p.Warnings,
		}
		if t := p.Document.Meta.Published; !t.IsZero() {
			a.Published = t.Format(time.DateOnly)
		}
		for _, h := range p.Outline {
			a.Outline = append(a.Outline, outlineEntry{Level: h.Level, Text: h.Text})
		}
		return a, nil
	})
}

func extracting(answer func(ctx context.Context, client *webfetch.Client, req *extractRequest) (any, error)) (verb, func() error, error) {
	client, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{MaxBytes: maxLine}})
	return each(func(ctx context.Context, req *extractRequest) (any, error) { return answer(ctx, client, req) }), nil, err
}

// scanAnswer reports what reads like an instruction to a model. Detected counts certain findings
// only; the spans hold those that are suspect as well.
type scanAnswer struct {
	ID         json.RawMessage `json:"id,omitempty"`
	Detected   bool            `json:"detected"`
	Categories []string        `json:"categories"`
	Spans      []scanSpan      `json:"spans"`
	Content    string          `json:"content"`
	CleanHTML  string          `json:"clean_html,omitempty"`
}

type scanSpan struct {
	Text  string          `json:"text"`
	Where string          `json:"where"`
	Score float64         `json:"score"`
	Level injection.Level `json:"level"`
}

func newScan(*flags) (verb, func() error, error) {
	return extracting(func(ctx context.Context, client *webfetch.Client, req *extractRequest) (any, error) {
		p, err := req.packet(ctx, client, webfetch.ExtractOptions{Options: extract.Options{WholePage: true}})
		if err != nil {
			return nil, err
		}
		a := scanAnswer{ID: req.ID, Categories: []string{}, Spans: []scanSpan{}, Content: p.Content}
		for _, f := range p.Injections {
			a.Spans = append(a.Spans, scanSpan{Text: f.Text, Where: string(f.Location), Score: f.Score, Level: f.Level})
			a.Detected = a.Detected || f.Level == injection.Certain
			if !slices.Contains(a.Categories, string(f.Category)) {
				a.Categories = append(a.Categories, string(f.Category))
			}
		}
		if p.Document.Format == "html" {
			a.CleanHTML, _, _ = client.View(ctx, p, "html")
		}
		return a, nil
	})
}

func (r *extractRequest) packet(ctx context.Context, c *webfetch.Client, opts webfetch.ExtractOptions) (*webfetch.Packet, error) {
	var src extract.Source
	var err error
	switch {
	case r.HTML != nil && isPath(*r.HTML):
		src.MediaType = "text/html"
		src.Body, err = readDocument(*r.HTML)
	case r.HTML != nil:
		src.Body, src.MediaType = []byte(*r.HTML), textTypes["html"]
	case r.Text != nil:
		src.Body, src.MediaType = []byte(*r.Text), cmp.Or(textTypes[r.Type], "text/plain; charset=utf-8")
	case r.PDF != nil:
		src.MediaType = "application/pdf"
		src.Body, err = base64.StdEncoding.DecodeString(*r.PDF)
	case r.RawBytes != nil:
		src.Body, err = base64.StdEncoding.DecodeString(*r.RawBytes)
	case r.Path != "":
		src.Body, err = readDocument(r.Path)
	default:
		err = errors.New("one of html, text, path, raw_bytes is required")
	}
	if err != nil {
		return nil, err
	}
	src.MediaType = cmp.Or(r.ContentType, src.MediaType)
	address := r.URL
	if address == "" && r.BaseURL != nil {
		address = *r.BaseURL
	}
	if address != "" {
		if src.URL, err = url.Parse(address); err != nil {
			return nil, fmt.Errorf("url: %w", err)
		}
	}
	return c.Extract(ctx, src, opts)
}

var textTypes = map[string]string{
	"html": "text/html; charset=utf-8", "markdown": "text/markdown; charset=utf-8", "json": "application/json", "xml": "application/xml",
}

func isPath(s string) bool {
	if len(s) > 4096 || strings.ContainsAny(s, "<\n") {
		return false
	}
	name := strings.TrimSuffix(s, ".gz")
	return strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm")
}

func readDocument(name string) ([]byte, error) {
	body, err := os.ReadFile(name)
	if plain, zipped := strings.CutSuffix(name, ".gz"); zipped && errors.Is(err, os.ErrNotExist) {
		return os.ReadFile(plain)
	}
	return body, err
}
