package extract_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// sound is a document of two blocks and a heading.
func sound() *extract.Document {
	return &extract.Document{
		Markdown: "# größe\n\n漢字 and more",
		Blocks:   []extract.Block{{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{Start: 0, End: 9}}, {Kind: extract.Paragraph, Span: extract.Span{Start: 11, End: 26}}},
		Outline:  []extract.Heading{{Level: 1, Text: "größe", Path: "größe", Span: extract.Span{Start: 0, End: 9}}},
		Section:  extract.Span{Start: 0, End: 26},
	}
}

func TestText(t *testing.T) {
	doc := sound()
	if err := doc.Check(); err != nil {
		t.Fatal(err)
	}
	if got := doc.Text(doc.Blocks[0]); got != "# größe" {
		t.Errorf("Text(b0) = %q", got)
	}
	if got := doc.Text(doc.Blocks[1]); got != "漢字 and more" {
		t.Errorf("Text(b1) = %q", got)
	}
	if got := doc.Text(extract.Block{}); got != "" {
		t.Errorf("Text(Block{}) = %q", got)
	}
}

// TestCheckAtEveryOffset moves each border of a sound document to each byte:
// those inside of characters are found, and none of the others.
func TestCheckAtEveryOffset(t *testing.T) {
	doc := sound()
	for at := range len(doc.Markdown) + 1 {
		cuts := at < len(doc.Markdown) && !utf8.RuneStart(doc.Markdown[at])
		moved := sound()
		moved.Section.End = at
		if err := moved.Check(); (err != nil) != cuts {
			t.Errorf("section up to %d: %v", at, err)
		}
		moved = sound()
		moved.Blocks[1].End = at
		if err := moved.Check(); (err != nil) != (cuts || at <= moved.Blocks[1].Start) {
			t.Errorf("second block up to %d: %v", at, err)
		}
		moved = sound()
		moved.Blocks[0].End = at
		if err := moved.Check(); (err != nil) != (cuts || at == 0 || at > moved.Blocks[1].Start) {
			t.Errorf("first block up to %d: %v", at, err)
		}
		moved = sound()
		moved.Outline[0].End = at
		if err := moved.Check(); (err != nil) != cuts {
			t.Errorf("heading up to %d: %v", at, err)
		}
	}
}

func TestCheckLevels(t *testing.T) {
	for level := -1; level <= 8; level++ {
		doc := sound()
		doc.Outline[0].Level = level
		if err := doc.Check(); (err == nil) != (level >= 1 && level <= 6) {
			t.Errorf("level %d: %v", level, err)
		}
	}
}

// TestCheckNamesThePlace of what it finds, so that the message is enough.
func TestCheckNamesThePlace(t *testing.T) {
	for want, spoil := range map[string]func(*extract.Document){
		"block 1":   func(d *extract.Document) { d.Blocks[1].End = 99 },
		"heading 0": func(d *extract.Document) { d.Outline[0].End = 99 },
		"[0, 99)":   func(d *extract.Document) { d.Section.End = 99 },
		"[0, 26)":   func(d *extract.Document) { d.Section.End = 99 },
	} {
		doc := sound()
		spoil(doc)
		if err := doc.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check() = %v, want one that names %s", err, want)
		}
	}
}

// TestFindOfSuffixes goes by RFC 6838, section 4.2.8: the last "+" counts.
func TestFindOfSuffixes(t *testing.T) {
	var r extract.Registry
	for _, pattern := range []string{"+json", "+XML", "application/*"} {
		r.Register(pattern, named(pattern))
	}
	for mediaType, want := range map[string]string{
		"application/vnd.a+json":       "+json",
		"application/a+b+json; x=+xml": "+json",
		"image/svg+xml":                "+XML",
		"application/a+zip":            "application/*",
		"application/json":             "application/*",
		"application/+json":            "+json",
	} {
		if got := found(&r, mediaType); got != want {
			t.Errorf("Find(%q) = %v, want %v", mediaType, got, want)
		}
	}
	for _, mediaType := range []string{"text/json", "json", "", "+", "/"} {
		if got := found(&r, mediaType); got != "" {
			t.Errorf("Find(%q) = %v, want none", mediaType, got)
		}
	}
}

func TestSectionAt(t *testing.T) {
	d := &extract.Document{Markdown: "# A\n\na\n\n## B\n\nb\n\n### C\n\n## D", Outline: []extract.Heading{
		{Level: 1, Text: "A", Span: extract.Span{Start: 0, End: 3}}, {Level: 2, Text: "B", Span: extract.Span{Start: 8, End: 12}}, {Level: 3, Text: "C", Span: extract.Span{Start: 17, End: 22}}, {Level: 2, Text: "D", Span: extract.Span{Start: 24, End: 28}},
	}}
	for i, want := range []string{d.Markdown, "## B\n\nb\n\n### C", "### C", "## D"} {
		if s := d.SectionAt(i); d.Markdown[s.Start:s.End] != want {
			t.Errorf("SectionAt(%d) = %q, want %q", i, d.Markdown[s.Start:s.End], want)
		}
	}
}

func TestBlockID(t *testing.T) {
	for i, want := range map[int]string{0: "b0", 9: "b9", 10: "b10", 12345: "b12345"} {
		if got := extract.BlockID(i); got != want {
			t.Errorf("BlockID(%d) = %q, want %q", i, got, want)
		}
	}
}
