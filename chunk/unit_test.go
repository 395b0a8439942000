package chunk_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

func TestUnits(t *testing.T) {
	cases := []struct {
		name string
		part part
		want []string
	}{
		{"heading", h("## A B"), []string{"heading2 ## A B"}},
		{"setext heading", part{extract.HeadingBlock, "A\n==="}, []string{"heading0 A\n==="}},
		{"paragraph", p("One two. Three."), []string{"sentence0 One two.", "sentence0 Three."}},
		{"list", list("- a\n- b\n  more b\n  - c\n1. d"), []string{"item0 - a", "item0 - b\n  more b", "item1 - c", "item0 1. d"}},
		{"loose list", list("- a\n\n  Second. Third.\n\n- b"), []string{"item0 - a", "sentence0 Second.", "sentence0 Third.", "item0 - b"}},
		{"code in a list", list("- a\n  ```go\n  - no\n\n  item\n  ```\n- b"), []string{"item0 - a", "code0 ```go\n  - no", "code0   item\n  ```", "item0 - b"}},
		{"code right behind a marker", list("- ```\n  x\n  ```\n- b"), []string{"code0 - ```\n  x\n  ```", "item0 - b"}},
		{"task list", list("- [ ] a\n- [x] b"), []string{"item0 - [ ] a", "item0 - [x] b"}},
		{"quote", quote("> # Head\n> One. Two.\n>\n> Three."), []string{"sentence0 > # Head", "sentence0 > One.", "sentence0 Two.\n>", "sentence0 > Three."}},
		{"code in a quote", quote("> ```\n> a\n> ```"), []string{"code0 > ```\n> a\n> ```"}},
		{"table", table("| a |\n|---|\n| 1 |\n| 2 |"), []string{"head0 | a |\n|---|", "row0 | 1 |", "row0 | 2 |"}},
		{"table without rows", table("| a |\n|---|"), []string{"head0 | a |\n|---|"}},
		{"no table", table("just text"), []string{"sentence0 just text"}},
		{"fenced code", code("```go\na\nb\n\nc\n```"), []string{"code0 ```go\na\nb", "code0 c\n```"}},
		{"fence inside a longer fence", code("````\n```\na\n```\n````"), []string{"code0 ````\n```\na\n```\n````"}},
		{"indented code", code("    a\n\n    b"), []string{"code0     a", "code0     b"}},
		{"empty code", code("```\n```"), []string{"code0 ```\n```"}},
		{"unclosed code", code("```\na"), []string{"code0 ```\na"}},
		{"rule", part{extract.Rule, "---"}, []string{"other0 ---"}},
		{"html", html("<details>\n<summary>a</summary>\n\ntext"), []string{"sentence0 <details>\n<summary>a</summary>", "sentence0 text"}},
		{"footnotes", part{extract.Footnotes, "[^1]: One. Two.\n[^2]: Three."}, []string{"item0 [^1]: One. Two.", "item0 [^2]: Three."}},
		{"not a list", html("-not\n1.not\n"), []string{"sentence0 -not\n1.not"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			doc := document(c.part)
			var got []string
			for _, u := range chunk.Units(doc) {
				assert.Zero(t, u.Block)
				got = append(got, string(u.Kind)+string(rune('0'+u.Level))+" "+doc.Markdown[u.Start:u.End])
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestUnitsNil(t *testing.T) {
	assert.Empty(t, chunk.Units(nil))
	assert.Empty(t, chunk.Units(&extract.Document{Markdown: " \n"}))
}

// Text that belongs to no block is not lost, nor is that of a document whose
// blocks overlap.
func TestUnitsOutsideOfBlocks(t *testing.T) {
	doc := &extract.Document{Markdown: "before\n\nblock\n\nafter", Blocks: []extract.Block{
		{Kind: extract.Paragraph, Span: extract.Span{Start: 8, End: 13}}, {Kind: extract.Paragraph, Span: extract.Span{Start: 10, End: 13}},
	}}
	var got []string
	for _, u := range chunk.Units(doc) {
		got = append(got, doc.Markdown[u.Start:u.End])
	}
	assert.Equal(t, []string{"before", "block", "after"}, got)
	assert.Equal(t, -1, chunk.Units(doc)[0].Block)
}
