package hiddentext_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
)

// ofSheet returns what is collected of a style sheet, but for its comments.
func ofSheet(css string) []string {
	style := &html.Node{Type: html.ElementNode, Data: "style", DataAtom: atom.Style}
	style.AppendChild(&html.Node{Type: html.TextNode, Data: css})
	var c hiddentext.Collector
	c.AddElementText(style)
	var texts []string
	for _, r := range c.Removed {
		if r.Where != "comment" {
			texts = append(texts, r.Text)
		}
	}
	return texts
}

func TestGeneratedContent(t *testing.T) {
	long := strings.Repeat("x ", 2000)
	for css, want := range map[string][]string{
		``: nil,
		`a{content:none}b{content:attr(one two three)}`:                    nil,
		`a{justify-content:center}b{font:"One Two Three"}`:                 nil,
		`a{-content:"one two three"}b{contents:"one two three"}`:           nil,
		`a[b="content: one two"]{c:d}`:                                     nil,
		`a{content:"one two three"}`:                                       {"one two three"},
		`a{Content : 'one two three';b:c}`:                                 {"one two three"},
		`a{b:c;content:"one;}two three" attr(z) "w";d:"e f g"}`:            {`one;}two three" attr(z) "w`},
		`a{content:counter(b) ". one two "}`:                               {`counter(b) ". one two `},
		`a{/* don't */content:"one two three"}b{content:'four five six'}`:  {"one two three", "four five six"},
		`a{content:"one \"two;\" three"}b{content:"four five six`:          {`one \"two;\" three`, "four five six"},
		"a{content:\"one two three\nb:c}d{content:\"four five six\"}":      {"one two three\nb:c", "four five six"},
		`content:"one two three"`:                                          {"one two three"},
		`a{content:"one two ` + "\\":                                       {`one two ` + "\\"},
		`a{content:"` + long + `"}b{content:"four five six"}`:              {long[:1999], "four five six"},
		`a{content:` + long + `"one two three"}b{content:"four five six"}`: {"four five six"},
		`a{b:url("one two three")}d{content:url(e.png) "one two three"}`:   {`url(e.png) "one two three`},
		`a{content:"short"}b{content:"no-words-of-a-sentence"}`:            nil,
	} {
		assert.Equal(t, want, ofSheet(css), css)
	}
}

func FuzzGeneratedContent(f *testing.F) {
	f.Add(`a{content:"one;}two three" attr(z) 'w';d:"e"}`)
	f.Add("a{content:\"\\ one two")
	f.Fuzz(func(t *testing.T, css string) {
		for _, text := range ofSheet(css) {
			assert.LessOrEqual(t, len(text), 200+2000)
			assert.Contains(t, css, text)
			assert.True(t, strings.ContainsAny(css, `"'`), "%q", css)
		}
	})
}
