package htmlmd_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// paragraph is a tree with a paragraph of these texts, each in a node of its own.
func paragraph(texts ...string) *html.Node {
	p := &html.Node{Type: html.ElementNode, Data: "p", DataAtom: atom.P}
	for _, text := range texts {
		p.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
	return p
}

// assertSameInPieces asserts that a text is written as one in nodes of a character each, which
// are too short for the writer to pass over several words at once.
func assertSameInPieces(t *testing.T, s string) {
	t.Helper()
	var pieces []string
	for rest := s; rest != ""; {
		_, size := utf8.DecodeRuneInString(rest)
		pieces, rest = append(pieces, rest[:size]), rest[size:]
	}
	want := htmlmd.Write(htmlmd.Input{Root: paragraph(pieces...)}).Markdown
	assert.Equal(t, want, htmlmd.Write(htmlmd.Input{Root: paragraph(s)}).Markdown, "%q", s)
}

func TestTextsInPieces(t *testing.T) {
	for _, s := range []string{"", "a", "one two three four", "a b c d e f g h i j", "sevenaa  eight", "eight888 nine", "eight888  nine", "end at 7 ", "end at eight ", "tab\there", "abcdefg\nhi", "größer als das  Meer"} {
		assertSameInPieces(t, s)
	}
	for c := range 256 {
		for at := range 18 {
			b := []byte("plain words, and more")
			b[at] = byte(c)
			assertSameInPieces(t, string(b))
			b[at+1] = ' '
			assertSameInPieces(t, string(b))
			b[at] = ' '
			b[at+1] = byte(c)
			assertSameInPieces(t, string(b))
		}
	}
}

func FuzzTextsInPieces(f *testing.F) {
	f.Add("one two *three* four  five\x7f~ [six]")
	f.Fuzz(func(t *testing.T, s string) {
		for i := range len(s) {
			if s[i] >= utf8.RuneSelf || s[i] < ' ' && s[i] != '\n' && s[i] != '\t' {
				return // which characters show depends on those beside them
			}
		}
		assertSameInPieces(t, s)
	})
}
