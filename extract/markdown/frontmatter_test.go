package markdown_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func front(t *testing.T, yaml string) extract.Metadata {
	t.Helper()
	return read(t, "---\n"+yaml+"\n---\n\nx").Meta
}

// TestFields has the forms of YAML 1.2 and TOML 1.0 that front matter is written
// in.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     extract.Metadata
	}{
		{"plain", "title: The tide", extract.Metadata{Title: "The tide"}},
		{"colon in the value", "title: Tides: a history", extract.Metadata{Title: "Tides: a history"}},
		{"double quotes", `title: "The \"tide\""`, extract.Metadata{Title: `The "tide"`}},
		{"single quotes", "title: 'The sea''s tide'", extract.Metadata{Title: "The sea's tide"}},
		{"comment", "title: The tide # of 2024", extract.Metadata{Title: "The tide"}},
		{"sign that is no comment", "title: C# and F#", extract.Metadata{Title: "C# and F#"}},
		{"key in quotes and capitals", `"Title": x`, extract.Metadata{Title: "x"}},
		{"folded text", "description: >\n  The tide\n  turns.\ntitle: x", extract.Metadata{Title: "x", Description: "The tide turns."}},
		{"folded text without its last break", "description: >-\n  The tide\n\n  turns.", extract.Metadata{Description: "The tide turns."}},
		{"text with its line breaks", "description: |2\n  - The tide\n  turns.", extract.Metadata{Description: "- The tide turns."}},
		{"value that begins like one", "title: >x", extract.Metadata{Title: ">x"}},
		{"list in a line", "tags: [a, 'b, c', \"d\"]", extract.Metadata{Tags: []string{"a", "b, c", "d"}}},
		{"list in brackets over lines", "tags: [\n  a,\n  'b, c'\n]\nlang: sv", extract.Metadata{Tags: []string{"a", "b, c"}, Language: "sv"}},
		{"list of lists", "tags: [a, [b, c], d]", extract.Metadata{Tags: []string{"a", "b", "c", "d"}}},
		{"list without an end", "tags: [a, 'b", extract.Metadata{Tags: []string{"[a, 'b"}}},
		{"empty list", "tags: []\nlang: sv", extract.Metadata{Language: "sv"}},
		{"map in braces", "author: {name: Ada Ek, email: a@ek.example}", extract.Metadata{Authors: []string{"Ada Ek"}}},
		{"maps in brackets", "authors: [{name: Ada Ek}, {email: x, name: 'Ek, Bo'}, Cy Ek]", extract.Metadata{Authors: []string{"Ada Ek", "Ek, Bo", "Cy Ek"}}},
		{"map without a name", "author: {email: a}\nlang: sv", extract.Metadata{Language: "sv"}},
		{"value over lines", "description: The tide\n  turns at\n  six.\nlang: sv", extract.Metadata{Description: "The tide turns at six.", Language: "sv"}},
		{"quotes over lines", "title: \"The tide\n  turns\"", extract.Metadata{Title: "The tide turns"}},
		{"list in lines", "tags:\n  - a\n  - b # c\nlang: sv", extract.Metadata{Tags: []string{"a", "b"}, Language: "sv"}},
		{"list that is not indented", "tags:\n- a\n- b", extract.Metadata{Tags: []string{"a", "b"}}},
		{"tags and categories", "tags: [a]\ncategories: [b]", extract.Metadata{Tags: []string{"a", "b"}}},
		{"one author", "author: Ada Ek", extract.Metadata{Authors: []string{"Ada Ek"}}},
		{"authors by their names", "author:\n  - name: Ada Ek\n    email: a@ek.example\n  - name: Bo Ek", extract.Metadata{Authors: []string{"Ada Ek", "Bo Ek"}}},
		{"author of a map", "author:\n  name: Ada Ek\n  url: https://ek.example", extract.Metadata{Authors: []string{"Ada Ek"}}},
		{"map in a list", "tags:\n  - id: 5\n  - a", extract.Metadata{Tags: []string{"a"}}},
		{"nested map", "params:\n  title: no\ntitle: yes", extract.Metadata{Title: "yes"}},
		{"licence", "license: CC-BY-4.0", extract.Metadata{License: "CC-BY-4.0"}},
		{"no value", "title:\nlang: sv", extract.Metadata{Language: "sv"}},
		{"unknown keys", "layout: post\ndraft: true", extract.Metadata{}},
		{"alias", "title: &t The tide\ndescription: *t", extract.Metadata{Title: "The tide", Description: "The tide"}},
		{"alias of what it stands in", "tags: &t [a, *t]", extract.Metadata{Tags: []string{"a"}}},
		{"null", "title: ~\nlang: sv", extract.Metadata{Language: "sv"}},
		{"comment lines", "# a\ntitle: x", extract.Metadata{Title: "x"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, front(t, c.in)) })
	}
}

func TestTOML(t *testing.T) {
	m := read(t, "+++\ntitle = \"Tides: a history\"\ndate = 2024-03-05T10:00:00Z\ntags = [\"a\", \"b\"]\n[params]\ntitle = \"no\"\n+++\nx").Meta
	assert.Equal(t, "Tides: a history", m.Title)
	assert.Equal(t, []string{"a", "b"}, m.Tags)
	assert.Equal(t, 10, m.Published.Hour())
}

func TestBrokenTOML(t *testing.T) {
	m := read(t, "+++\ntitle = The tide\ntags = [\"a\",\n\"b\"]\nauthors = [{name = \"Ada Ek\"}]\ndate = 2024-03-05\n+++\nx").Meta
	assert.Equal(t, "The tide", m.Title)
	assert.Equal(t, []string{"a", "b"}, m.Tags)
	assert.Equal(t, []string{"Ada Ek"}, m.Authors)
}

// TestTOMLIsNoYAML has what would be a map of YAML.
func TestTOMLIsNoYAML(t *testing.T) {
	assert.Equal(t, "Tides: a history", read(t, "+++\ntitle = \"Tides: a history\"\n+++\nx").Meta.Title)
	m := read(t, "+++\nlang = sv\ntitle = \"Tides: a history\"\n+++\nx").Meta
	assert.Equal(t, "Tides: a history", m.Title)
	assert.Equal(t, "sv", m.Language)
}

func TestManyKeysOfFrontMatter(t *testing.T) {
	for n, want := range map[int]string{1000 - 2: "sv", 1000 - 1: ""} {
		assert.Equal(t, want, front(t, "broken: [\n"+strings.Repeat("a: b\n", n)+"lang: sv").Language, "%d", n)
	}
}

func TestManyItemsOfFrontMatter(t *testing.T) {
	assert.Len(t, front(t, "tags: ["+strings.Repeat("a, ", 100)+"]").Tags, 100)
	assert.Len(t, front(t, "tags: ["+strings.Repeat("a, ", 100+1)+"]").Tags, 100)
}

func TestDatesOfFrontMatter(t *testing.T) {
	for in, want := range map[string]string{
		"2024-03-05":                      "2024-03-05T00:00:00Z",
		"2024-03-05T10:20:30Z":            "2024-03-05T10:20:30Z",
		"2024-03-05T10:20:30+02:00":       "2024-03-05T10:20:30+02:00",
		"2024-03-05 10:20:30 -0500":       "2024-03-05T10:20:30-05:00",
		"2024-03-05 10:20":                "2024-03-05T10:20:00Z",
		`"2024-03-05"`:                    "2024-03-05T00:00:00Z",
		"soon":                            "0001-01-01T00:00:00Z",
		"2024/03/05":                      "2024-03-05T00:00:00Z",
		"2024-3-5 10:20:30":               "2024-03-05T10:20:30Z",
		"'Mar 05 2024'":                   "2024-03-05T00:00:00Z",
		"March 5, 2024":                   "2024-03-05T00:00:00Z",
		"5 March 2024":                    "2024-03-05T00:00:00Z",
		"Tue, 05 Mar 2024 10:20:30 +0200": "2024-03-05T10:20:30+02:00",
		"05/03/2024":                      "0001-01-01T00:00:00Z",
		"March 2024":                      "0001-01-01T00:00:00Z",
	} {
		m := front(t, "date: "+in)
		assert.Equal(t, want, m.Published.Format(time.RFC3339), in)
	}
	assert.Equal(t, 2023, front(t, "created: 2023-01-01\ndate: 2024-01-01").Published.Year(), "the first one counts")
	assert.Equal(t, 2025, front(t, "lastmod: 2025-01-01").Modified.Year())
	for _, key := range []string{"pubDate", "published_at", "publishedAt", "date-published", "pubDatetime"} {
		assert.Equal(t, 2023, front(t, key+": 2023-01-01").Published.Year(), key)
	}
	for _, key := range []string{"last_modified_at", "updatedDate", "updated-at", "dateModified", "modDatetime"} {
		assert.Equal(t, 2023, front(t, key+": 2023-01-01\nupdated: soon").Modified.Year(), key)
	}
}

// TestNoFrontMatter is text that only begins like it.
func TestNoFrontMatter(t *testing.T) {
	for name, md := range map[string]string{
		"not closed":            "---\ntitle: x\n\ntext",
		"rules around text":     "---\n\nsome text\n\n---",
		"a colon in quotes":     "---\n\": x\n---\n",
		"not at the start":      "\n---\ntitle: x\n---\n",
		"heading by underline":  "title: x\n---\n",
		"more than the mark":    "--- a\ntitle: x\n---\n",
		"four dashes":           "----\ntitle: x\n----\n",
		"closed by another one": "+++\ntitle = \"x\"\n---\n",
	} {
		doc := read(t, md)
		assert.Empty(t, doc.Meta.Title, name)
		assert.NotEmpty(t, doc.Markdown, name)
	}
	empty := read(t, "---\n---\n\ntext")
	assert.Equal(t, "text", empty.Markdown, "it may be empty")
	dots := read(t, "---\ntitle: x\n...\n\ntext")
	assert.Equal(t, "x", dots.Meta.Title, "three dots close YAML")
	assert.Equal(t, "text", dots.Markdown)
}

func TestTitleOfHeading(t *testing.T) {
	for md, want := range map[string]string{
		"# The *tide*\n\nx":              "The tide",
		"x\n\n# The tide":                "The tide",
		"## Part\n\n# The tide":          "",
		"## The tide":                    "",
		"---\ntitle: y\n---\n# The tide": "y",
	} {
		assert.Equal(t, want, read(t, md).Meta.Title, md)
	}
}
