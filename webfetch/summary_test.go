package webfetch

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func TestFigure(t *testing.T) {
	for _, test := range []struct{ word, next, want string }{
		{"$53m,", "and", "$53m"},
		{"**€1.5", "million**", "€1.5 million"},
		{"700", "jobs,", "700 jobs"},
		{"12.5%", "of", "12.5%"},
		{"(3,400", "people", ""},
		{"3,400", "visitors", "3,400 visitors"},
		{"2025", "elections", ""},
		{"42", "percent", "42 percent"},
		{"7", "is", ""},
		{"1.", "items", ""},
		{"v2.0", "releases", ""},
		{"http://x/12", "pages", ""},
		{"5", "miss", ""},
		{"", "", ""},
	} {
		assert.Equal(t, test.want, figure(test.word, test.next), "%q %q", test.word, test.next)
	}
}

func TestNumberWords(t *testing.T) {
	for _, text := range []string{"", "none here", "1", " 12 jobs and 3\u00a0more\u2003v2.0x ٣ \n€1.5 million.", "a1b2 c3", "é9\u0085x"} {
		var got, want [][2]string
		for word, next := range numberWords(text) {
			got = append(got, [2]string{word, next})
		}
		words := append(strings.Fields(text), "")
		for i, w := range words[:len(words)-1] {
			if strings.IndexFunc(w, unicode.IsDigit) >= 0 {
				want = append(want, [2]string{w, words[i+1]})
			}
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

func TestCountWords(t *testing.T) {
	for _, test := range []struct {
		text       string
		words, cjk int
	}{
		{"", 0, 0}, {"one two-three don't", 3, 0}, {"größe über alles", 3, 0}, {"日本語 text です", 1, 5}, {"# *", 0, 0}, {"ไทย привет 'quoted' é-e e-é", 4, 3},
	} {
		words, cjk := countWords(test.text)
		assert.Equal(t, test.words, words, test.text)
		assert.Equal(t, test.cjk, cjk, test.text)
	}
	assert.Equal(t, 0, readingTime(countWords("")))
	assert.Equal(t, 1, readingTime(countWords("word")))
	assert.Equal(t, 4, readingTime(countWords(strings.Repeat("word ", 900))))
	assert.Equal(t, 2, readingTime(countWords(strings.Repeat("日", 1000))))
}

func TestKeyBlocksOfALongDocument(t *testing.T) {
	doc := &extract.Document{}
	add := func(kind extract.Kind, level int, text string) {
		start := len(doc.Markdown)
		doc.Markdown += text
		doc.Blocks = append(doc.Blocks, extract.Block{ID: extract.BlockID(len(doc.Blocks)), Kind: kind, Level: level, Start: start, End: len(doc.Markdown)})
		doc.Markdown += "\n\n"
	}
	for range 8 {
		add(extract.HeadingBlock, 2, "## Part")
		add(extract.Paragraph, 0, strings.Repeat("first ", 60))
		for range 6 {
			add(extract.Paragraph, 0, "more")
		}
	}
	blocks, citations := keyBlocks(doc)
	assert.Len(t, blocks, maxKeyBlocks)
	assert.Len(t, citations, maxKeyBlocks)
	counts := map[string]int{}
	for i, b := range blocks {
		counts[strings.Fields(b.Text)[0]]++
		assert.LessOrEqual(t, len([]rune(b.Text)), keyBlockRunes+1)
		if i > 0 {
			assert.Less(t, citations[i-1].Loc.StartChar, citations[i].Loc.StartChar)
		}
	}
	assert.Equal(t, 8, counts["##"])
	assert.Equal(t, 8, counts["first"])
}

func TestSectionOfAFragment(t *testing.T) {
	doc := func() *extract.Document {
		return &extract.Document{
			Markdown: "# A\n\none\n\n## B c\n\ntwo\n\n## D\n\nthree",
			Outline: []extract.Heading{
				{Level: 1, Text: "A", Start: 0, End: 3}, {Level: 2, Text: "B c", Anchor: "b", Start: 10, End: 16},
				{Level: 2, Text: "D", Start: 23, End: 27},
			},
		}
	}
	for _, test := range []struct{ fragment, heading, first string }{
		{"b", "B c", "## B c\n\ntwo\n\n# A\n\none\n\n## D\n\nthree"},
		{"d", "D", "## D\n\nthree\n\n# A\n\none\n\n## B c\n\ntwo"},
		{"d:~:text=x", "D", "## D\n\nthree\n\n# A\n\none\n\n## B c\n\ntwo"},
		{"a", "A", doc().Markdown},
		{"nothing", "", doc().Markdown},
		{":~:text=two", "", doc().Markdown},
	} {
		d := doc()
		assert.Equal(t, test.heading, locateSection(d, test.fragment), test.fragment)
		assert.Equal(t, test.first, sectionFirst(d), test.fragment)
	}
}

func TestAgents(t *testing.T) {
	assert.Equal(t, "webfetch-go/"+Version+" (+https://github.com/webfetch-mcp/webfetch-go; user-initiated)", initiated(defaultAgent))
	assert.Equal(t, "Bot/1 (user-initiated)", initiated("Bot/1"))
}
