package extract_test

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// named is an extractor that can be told from others.
type named string

func (n named) Extract(_ context.Context, src *extract.Source) (*extract.Document, error) {
	return &extract.Document{Format: string(n), Markdown: src.MediaType}, nil
}

// found returns the name of the extractor of a media type, "" for none.
func found(r *extract.Registry, mediaType string) string {
	doc, err := r.Extract(context.Background(), &extract.Source{MediaType: mediaType})
	if err != nil {
		return ""
	}
	return doc.Format
}

func TestFindGoesFromTheExactNameToTheGeneral(t *testing.T) {
	var r extract.Registry
	for _, pattern := range []string{"text/html", "TEXT/*", "+xml", "*/*"} {
		r.Register(pattern, named(pattern))
	}
	for _, test := range []struct{ mediaType, want string }{
		{"text/html", "text/html"},
		{"Text/HTML; charset=utf-8", "text/html"},
		{" text/html ;x=y", "text/html"},
		{"text/plain", "TEXT/*"},
		{"text/x+xml", "+xml"},
		{"application/atom+xml", "+xml"},
		{"application/pdf", "*/*"},
		{"", "*/*"},
		{"nonsense", "*/*"},
	} {
		if got := found(&r, test.mediaType); got != test.want {
			t.Errorf("Find(%q) = %v, want %v", test.mediaType, got, test.want)
		}
	}
	r.Register("text/html", named("other"))
	if got := found(&r, "text/html"); got != "other" {
		t.Errorf("a later registration does not replace the one before: %v", got)
	}
	if got := found(new(extract.Registry), "text/html"); got != "" {
		t.Errorf("an empty registry found %v", got)
	}
}

func TestRegisterRefusesWhatCantBeMeant(t *testing.T) {
	for _, test := range []struct {
		pattern string
		e       extract.Extractor
	}{{"html", named("x")}, {"", named("x")}, {"text/html", nil}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Register(%q, %v) did not panic", test.pattern, test.e)
				}
			}()
			new(extract.Registry).Register(test.pattern, test.e)
		}()
	}
}

func TestExtractHandsTheSniffedTypeOn(t *testing.T) {
	r := extract.Registry{Sniff: func(*extract.Source) string { return "text/html; charset=utf-8" }}
	r.Register("text/html", named("html"))
	src := &extract.Source{MediaType: "application/octet-stream"}
	doc, err := r.Extract(t.Context(), src)
	if err != nil || doc.Markdown != "text/html; charset=utf-8" {
		t.Errorf("Extract = %+v, %v", doc, err)
	}
	if src.MediaType != "application/octet-stream" {
		t.Errorf("the source was changed to %q", src.MediaType)
	}
	byBytes := extract.Registry{Sniff: func(src *extract.Source) string { return cmp.Or(src.MediaType, "text/plain") }}
	byBytes.Register("text/plain", named("text"))
	for _, declared := range []string{"application/x-log", "application/x-subrip; charset=utf-8", "application/vnd.apple.mpegurl"} {
		if doc, err := byBytes.Extract(t.Context(), &extract.Source{MediaType: declared}); err != nil || doc.Markdown != "text/plain" {
			t.Errorf("Extract of %s = %+v, %v", declared, doc, err)
		}
	}
	_, err = new(extract.Registry).Extract(t.Context(), &extract.Source{MediaType: "image/png; x"})
	if !errors.Is(err, extract.ErrUnsupported) || !strings.Contains(err.Error(), "image/png") {
		t.Errorf("Extract of an unknown type: %v", err)
	}
}

func TestCheck(t *testing.T) {
	const md = "# größe\n\ntext"
	block := func(start, end int) extract.Block {
		return extract.Block{Kind: extract.Paragraph, Span: extract.Span{Start: start, End: end}}
	}
	for _, test := range []struct {
		name string
		doc  extract.Document
		want string
	}{
		{"empty", extract.Document{}, ""},
		{"right", extract.Document{Markdown: md, Blocks: []extract.Block{block(0, 9), {Span: extract.Span{Start: 11, End: 15}}}, Outline: []extract.Heading{{Level: 1, Span: extract.Span{End: 9}}}, Section: extract.Span{0, 15}}, ""},
		{"bad UTF-8", extract.Document{Markdown: "\xff"}, "UTF-8"},
		{"beyond the end", extract.Document{Markdown: md, Blocks: []extract.Block{block(0, len(md)+1)}}, "outside"},
		{"backwards", extract.Document{Markdown: md, Blocks: []extract.Block{block(3, 2)}}, "outside"},
		{"negative", extract.Document{Markdown: md, Section: extract.Span{-1, 2}}, "outside"},
		{"cut rune", extract.Document{Markdown: md, Blocks: []extract.Block{block(0, 5)}}, "cuts a rune"},
		{"empty block", extract.Document{Markdown: md, Blocks: []extract.Block{block(2, 2)}}, "empty"},
		{"overlap", extract.Document{Markdown: md, Blocks: []extract.Block{block(0, 9), {Span: extract.Span{Start: 8, End: 15}}}}, "before"},
		{"level 0", extract.Document{Markdown: md, Outline: []extract.Heading{{Level: 0, Span: extract.Span{End: 9}}}}, "level"},
		{"level 7", extract.Document{Markdown: md, Outline: []extract.Heading{{Level: 7, Span: extract.Span{End: 9}}}}, "level"},
		{"outline out of order", extract.Document{Markdown: md, Outline: []extract.Heading{{Level: 1, Span: extract.Span{Start: 11, End: 15}}, {Level: 1, Span: extract.Span{End: 9}}}}, "before"},
	} {
		t.Run(test.name, func(t *testing.T) {
			switch err := test.doc.Check(); {
			case test.want == "" && err != nil:
				t.Errorf("Check() = %v", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("Check() = %v, want one about %q", err, test.want)
			}
		})
	}
}
