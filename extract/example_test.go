package extract_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// shout is an extractor for a format of its own.
func shout(_ context.Context, src *extract.Source) (*extract.Document, error) {
	text := strings.ToUpper(string(src.Body))
	return &extract.Document{
		Format: "shout", Markdown: text,
		Blocks:  []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: len(text)}}},
		Verdict: extract.Verdict{Kind: extract.VerdictContent},
	}, nil
}

func ExampleRegistry() {
	var r extract.Registry
	r.Register("text/x-shout", extract.ExtractorFunc(shout))
	doc, err := r.Extract(context.Background(), &extract.Source{MediaType: "text/x-shout; charset=utf-8", Body: []byte("boats float")})
	fmt.Println(doc.Text(doc.Blocks[0]), err)
	_, err = r.Extract(context.Background(), &extract.Source{MediaType: "image/png"})
	fmt.Println(errors.Is(err, extract.ErrUnsupported))
	// Output:
	// BOATS FLOAT <nil>
	// true
}

func ExampleDocument_Check() {
	doc := &extract.Document{Markdown: "größe", Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: 3}}}}
	fmt.Println(doc.Check())
	// Output: block 0: span [0, 3) cuts a rune
}
