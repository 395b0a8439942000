package measure_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// counts are what a block says of its text.
type counts struct {
	words, bytes, commas, stops, digits, upper, marks int32
	first, last                                       byte
}

// countedByByte counts the texts of one block byte by byte. A word is a run of letters, digits,
// apostrophes and lines below; a character of a script that is written without spaces is one,
// too. Bytes of other characters beyond ASCII are letters, but for punctuation.
func countedByByte(texts ...string) (c counts) {
	for _, s := range texts {
		if strings.Trim(strings.ReplaceAll(s, "\u00a0", ""), " \t\n\r\f") == "" {
			continue // is no part of a block
		}
		inWord := false
		for i := 0; i < len(s); i++ {
			letter, isWord, size := c.count(s[i:])
			if inWord && !letter || isWord {
				if inWord {
					c.words++
				}
				inWord = false
			}
			if isWord {
				c.words++
			}
			inWord = inWord || letter
			i += size - 1
		}
		if inWord {
			c.words++
		}
	}
	return c
}

// count counts the first byte or character of s. It reports whether that is a letter of a word
// or a word of its own, and its size.
func (c *counts) count(s string) (letter, isWord bool, size int) {
	b := s[0]
	if b <= ' ' || b == 0x7F { // a control, too
		return false, false, 1
	}
	c.bytes++
	if c.last = b; c.first == 0 {
		c.first = b
	}
	switch {
	case b >= 'A' && b <= 'Z':
		c.upper++
		return true, false, 1
	case b >= '0' && b <= '9':
		c.digits++
		return true, false, 1
	case b >= 'a' && b <= 'z', b == '_', b == '\'':
		return true, false, 1
	case b == ',', b == ';':
		c.commas++
	case strings.IndexByte(".!?", b) >= 0:
		c.stops++
	case strings.IndexByte("|/<>", b) >= 0:
		c.marks++
	case b >= 0x80:
		return c.countWide(s)
	}
	return false, false, 1
}

// countWide counts the first character of s, which is beyond ASCII.
func (c *counts) countWide(s string) (letter, isWord bool, size int) {
	b := s[0]
	switch {
	case b == 0xC2 && len(s) >= 2:
		switch {
		case strings.HasPrefix(s, "©"), strings.HasPrefix(s, "®"):
			c.marks += 4
		case strings.HasPrefix(s, "«"), strings.HasPrefix(s, "»"), strings.HasPrefix(s, "·"):
			c.marks++
		case strings.HasPrefix(s, "ª"), strings.HasPrefix(s, "µ"), strings.HasPrefix(s, "º"):
			return true, false, 1
		}
		return false, false, 2
	case len(s) < 3 || b < 0xE2 || strings.HasPrefix(s, "’"):
		return true, false, 1
	case b == 0xE2:
		switch {
		case strings.HasPrefix(s, "•"), strings.HasPrefix(s, "‹"), strings.HasPrefix(s, "›"), s[1] >= 0x86 && s[1] <= 0xAD: // arrows, symbols
			c.marks++
		case strings.HasPrefix(s, "…"):
			c.stops++
		}
		return false, false, 3
	case b == 0xE3 && s[1] == 0x80: // CJK symbols and punctuation
		if strings.HasPrefix(s, "。") {
			c.stops++
		} else {
			c.commas++
		}
		return false, false, 3
	case b == 0xEF && s[1] == 0xBC: // fullwidth forms
		c.commas++
		return false, false, 3
	case b <= 0xED:
		return false, true, 3
	}
	return true, false, 1
}

// paragraph measures a paragraph of these texts, each in a node of its own. It returns nil if
// that makes no block.
func paragraph(t testing.TB, texts ...string) (*measure.TextBlock, *measure.Page) {
	t.Helper()
	root := &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P}
	for _, text := range texts {
		root.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
	p, err := new(measure.Measurer).Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	if len(p.Blocks) == 0 {
		return nil, p
	}
	require.Len(t, p.Blocks, 1)
	return &p.Blocks[0], p
}

// assertCounts asserts that the texts of a block are counted as byte by byte.
func assertCounts(t *testing.T, texts ...string) {
	t.Helper()
	var got counts
	if b, _ := paragraph(t, texts...); b != nil {
		got = counts{b.Words, b.Bytes, b.Commas, b.Stops, b.Digits, b.Upper, b.Marks, b.First, b.Last}
	}
	assert.Equal(t, countedByByte(texts...), got, "%q", texts)
}

func TestCounts(t *testing.T) {
	for text, want := range map[string]counts{
		"One two, three; 4 fifty-five!": {words: 6, bytes: 25, commas: 2, stops: 1, digits: 1, upper: 1, first: 'O', last: '!'},
		"It's snake_case":               {words: 2, bytes: 14, upper: 1, first: 'I', last: 'e'},
		"Größe größer":                  {words: 2, bytes: 15, upper: 1, first: 'G', last: 'r'},
		"漢字かな。":                         {words: 4, bytes: 5, stops: 1, first: 0xE6, last: 0xE3},
		"don’t… a·b © x/y":              {words: 5, bytes: 15, stops: 1, marks: 6, first: 'd', last: 'y'},
	} {
		b, _ := paragraph(t, text)
		assert.Equal(t, want, counts{b.Words, b.Bytes, b.Commas, b.Stops, b.Digits, b.Upper, b.Marks, b.First, b.Last}, text)
	}
}

func TestCountsAreThoseOfEachByte(t *testing.T) {
	assertCounts(t)
	assertCounts(t, "", " ", "\n\t x")
	assertCounts(t, "One two, three; 4 fifty-five!", " It's snake_case", "tail ", "", "\v\x01\x7f")
	assertCounts(t, "Größe größer", "слово", "a\u00a0b", "\u00a0", "«x» ©® ªº·", "\xc2", "\xe2", "\xe2\x80", "é\xff\xfe")
	assertCounts(t, "漢字かな。한국어、ＡＢ", "x漢y", "don’t… “so”", "→ ★ • ›", "abc漢", "漢abc", "漢", "。", "x。 ")
	long := strings.Repeat("a ", measure.MaxHashedWords)
	for _, s := range []string{"b", "Bc, 1.", "x", " ", "ö", "«x»", "漢字x漢", "\xe2", "don’t…", "a,b;c.d!e?f|g/h<i>j_k'l\"m", strings.Repeat("Word 12, ", 100), strings.Repeat("x", 600), strings.Repeat(" ", 600)} {
		assertCounts(t, long+s, s, s)
		assertCounts(t, long[:len(long)-1]+s, s)
		assertCounts(t, long[2:]+s, s)
	}
	assertCounts(t, "Page 1 of 22", "2024-05-02", "A1b2C3", strings.Repeat("word ", 40), "|/<>_'")
}

func FuzzCounts(f *testing.F) {
	f.Add("One two, three 4!", "漢字 don’t\u00a0")
	f.Add("\xe2\x80", "\x99x")
	f.Add("a b c d e f g h i j k l m n o P Q 1, é漢.", "x. ")
	f.Fuzz(func(t *testing.T, a, b string) { assertCounts(t, a, b) })
}

func TestWordsOfScripts(t *testing.T) {
	for text, want := range map[string]int32{"two words": 2, "don’t split": 2, "漢字かな": 4, "Größe größer": 2, "a·b": 2, "...": 0, "x 2024": 2, "слово за слово": 3} {
		b, _ := paragraph(t, text)
		assert.Equal(t, want, b.Words, text)
	}
}

// The first words of a block are known by their hashes.
func TestHashesOfWords(t *testing.T) {
	first := "the ebb and the flood of the Great Bay Größe l'eau 1907"
	b, p := paragraph(t, first[:8], first[8:], " and more of it")
	want := hashes(strings.Fields(first)...)
	require.Len(t, want, measure.MaxHashedWords)
	assert.EqualValues(t, len(want), b.HashedWords)
	assert.Equal(t, want, p.Words[b.FirstWord:b.FirstWord+int32(b.HashedWords)])
	ebb, _ := paragraph(t, "ebb")
	flood, _ := paragraph(t, "flood")
	both, _ := paragraph(t, "ebb flood ebb")
	assert.Equal(t, ebb.Bloom|flood.Bloom, both.Bloom)
}

// Texts have one fingerprint if they differ in nothing but case, digits and white space.
func TestFingerprints(t *testing.T) {
	const text = "In 1907 the board met four times, heard the pilots, the ferrymen and the fishermen of 12 harbours"
	fingerprint := func(texts ...string) uint64 {
		b, _ := paragraph(t, texts...)
		return b.Fingerprint
	}
	want := fingerprint(text)
	for _, same := range []string{strings.ToUpper(text), strings.ReplaceAll(text, " ", "\n  "), strings.ReplaceAll(text, "12", "34"), strings.ReplaceAll(text, "1907", "2026")} {
		assert.Equal(t, want, fingerprint(same), same)
	}
	assert.Equal(t, want, fingerprint(text[:21], text[21:]), "in two nodes")
	for _, other := range []string{"", text[:40], strings.Replace(text, "board", "guild", 1), strings.Replace(text, "fishermen", "fishwives", 1), strings.Replace(text, "met four", "four met", 1), text + " there"} {
		assert.NotEqual(t, want, fingerprint("x", other), other)
	}
}

// What invisible characters spell is noted wherever they stand in a text.
func TestInvisibleCharacters(t *testing.T) {
	var spelled strings.Builder
	for _, c := range "say yes to all" {
		spelled.WriteRune(0xE0000 + c)
	}
	for _, text := range []string{"Tides" + spelled.String(), strings.Repeat("word ", 2*measure.MaxHashedWords) + spelled.String()} {
		_, p := paragraph(t, text)
		require.Len(t, p.Removed, 1)
		assert.Equal(t, "say yes to all", p.Removed[0].Text)
	}
}

func BenchmarkText(b *testing.B) {
	const text = "In the year 1907 the Board met four times, heard the pilots, the ferrymen and the fishermen, and wrote minutes that fill a volume; most of it is about mud. "
	body := "<p>" + strings.Repeat(text, 1000)
	root, err := html.Parse(strings.NewReader(body))
	require.NoError(b, err)
	b.Run("measure", func(b *testing.B) {
		var m measure.Measurer
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			_, err := m.Measure(b.Context(), root, measure.Options{})
			require.NoError(b, err)
		}
	})
	b.Run("byte by byte", func(b *testing.B) {
		b.SetBytes(int64(len(body)))
		for b.Loop() {
			countedByByte(body[len("<p>"):])
		}
	})
}
