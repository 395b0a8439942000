package extracttest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
)

// upper is the smallest extractor that keeps the contract.
func upper(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	words := strings.FieldsFunc(string(src.Body), func(r rune) bool { return r < 'A' || r > 'z' })
	doc := &extract.Document{Format: "text", Markdown: strings.ToUpper(strings.Join(words, " "))}
	doc.Verdict.Kind = extract.VerdictContent
	if doc.Markdown == "" {
		doc.Verdict.Kind = extract.VerdictEmpty
		return doc, nil
	}
	doc.Blocks = []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: len(doc.Markdown)}}}
	return doc, nil
}

func TestRunPasses(t *testing.T) {
	extracttest.Run(t, extract.ExtractorFunc(upper), extracttest.Case{
		Name: "words", MediaType: "text/plain", URL: "https://example.org/", Body: []byte("some words"),
		Want: []string{"SOME WORDS"}, HasNot: []string{"some"}, Format: "text", Outline: []string{},
	})
}

func TestCheck(t *testing.T) {
	content := extract.Verdict{Kind: extract.VerdictContent}
	tests := []struct {
		name string
		doc  *extract.Document
		want string
	}{
		{"nil", nil, "no document"},
		{"sound", &extract.Document{Format: "text", Markdown: "x", Verdict: content}, ""},
		{"no format", &extract.Document{Markdown: "x", Verdict: content}, "no Format"},
		{"no verdict", &extract.Document{Format: "text", Markdown: "x"}, "no Verdict"},
		{"content without text", &extract.Document{Format: "text", Verdict: content}, "without text"},
		{"empty with text", &extract.Document{Format: "text", Markdown: "x", Verdict: extract.Verdict{Kind: extract.VerdictEmpty}}, "with text"},
		{"control character", &extract.Document{Format: "text", Markdown: "a\x1bb", Verdict: content}, "control character U+001B at 1"},
		{"dangerous link", &extract.Document{Format: "text", Markdown: "x", Verdict: content, Links: []extract.Link{{URL: "JavaScript:x"}}}, "link to"},
		{"removed text", &extract.Document{Format: "text", Markdown: "x", Verdict: content, Removed: []extract.Removed{{Text: "\xff"}}}, "removed text"},
		{"broken span", &extract.Document{Format: "text", Markdown: "x", Verdict: content, Section: extract.Span{End: 2}}, "span"},
	}
	for _, tt := range tests {
		err := extracttest.Check(tt.doc)
		if tt.want == "" {
			assert.NoError(t, err, tt.name)
		} else {
			assert.ErrorContains(t, err, tt.want, tt.name)
		}
	}
}

func ExampleCheck() {
	doc := &extract.Document{Format: "text", Markdown: "bell\x07", Verdict: extract.Verdict{Kind: extract.VerdictContent}}
	fmt.Println(extracttest.Check(doc))
	// Output: control character U+0007 at 4
}
