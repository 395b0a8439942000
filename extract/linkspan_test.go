package extract_test

import (
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// linked is a document of an image in a link, and an autolink.
func linked() *extract.Document {
	const md = "[![é](b)](c) <d:e>"
	return &extract.Document{Markdown: md, Blocks: []extract.Block{{Kind: extract.Paragraph, Span: extract.Span{End: len(md)}}}, LinkSpans: []extract.LinkSpan{
		{Text: extract.Span{Start: 1, End: 9}, Address: extract.Span{Start: 11, End: 12}, Span: extract.Span{Start: 0, End: 13}},
		{Text: extract.Span{Start: 3, End: 5}, Address: extract.Span{Start: 7, End: 8}, Span: extract.Span{Start: 1, End: 9}},
		{Text: extract.Span{Start: 15, End: 18}, Address: extract.Span{Start: 15, End: 18}, Span: extract.Span{Start: 14, End: 19}},
	}}
}

func TestCheckLinkSpans(t *testing.T) {
	doc := linked()
	if err := doc.Check(); err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"[![é](b)](c)", "![é](b)", "<d:e>"} {
		if got := doc.Markdown[doc.LinkSpans[k].Start:doc.LinkSpans[k].End]; got != want {
			t.Errorf("link span %d = %q, want %q", k, got, want)
		}
	}
	for name, spoil := range map[string]func(l []extract.LinkSpan){
		"beyond the end":       func(l []extract.LinkSpan) { l[2].End = 20 },
		"before the beginning": func(l []extract.LinkSpan) { l[0].Start = -1 },
		"out of order":         func(l []extract.LinkSpan) { l[0], l[1] = l[1], l[0] },
		"text outside":         func(l []extract.LinkSpan) { l[1].Text.Start = 0 },
		"address outside":      func(l []extract.LinkSpan) { l[0].Address.End = 14 },
		"address upside down":  func(l []extract.LinkSpan) { l[0].Address.Start = 13 },
		"within a character":   func(l []extract.LinkSpan) { l[1].Text.End = 4 },
	} {
		doc := linked()
		if spoil(doc.LinkSpans); doc.Check() == nil {
			t.Errorf("%s: Check finds nothing", name)
		} else if !strings.Contains(doc.Check().Error(), "link span") {
			t.Errorf("%s: Check = %v", name, doc.Check())
		}
	}
}
