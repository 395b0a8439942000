package measure

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// The words of all naming attributes count, in the order of the attributes.
func TestTokens(t *testing.T) {
	p, _ := measure(t, `<p class="nav link" id=first>a<p class="nav link">b<p id=third class="nav link">c<p class="nav link" itemprop=text>d<p class="nav link">e`)
	nav, link := HashWord("nav"), HashWord("link")
	var got [][]uint32
	for _, el := range p.Elements[1:] {
		got = append(got, p.Tokens[el.FirstToken:el.FirstToken+int32(el.TokenCount)])
	}
	assert.Equal(t, [][]uint32{
		{nav, link, HashWord("first")}, {nav, link}, {HashWord("third"), nav, link}, {nav, link, HashWord("text")}, {nav, link},
	}, got)
}

// A page that comes after another one has nothing of it.
func TestClassListsOfTwoPages(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<div class="nav x"><p class="nav x">text</p><p hidden class="nav x">more</p><p class="nav x">text`))
	require.NoError(t, err)
	var m Measurer
	p, err := m.Measure(t.Context(), root, Options{})
	require.NoError(t, err)
	tokens, groups := slices.Clone(p.Tokens), p.Elements[1].Topics
	p, err = m.Measure(t.Context(), root, Options{})
	require.NoError(t, err)
	assert.Equal(t, tokens, p.Tokens)
	assert.Equal(t, groups, p.Elements[1].Topics)
}

func TestSplit(t *testing.T) {
	for s, want := range map[string][]string{
		"": nil, "a": nil, "a b": nil, "nav": {"nav"}, "mainNav": {"main", "nav"}, "HTMLParser": {"htmlparser"}, "postX": {"post"}, "xPost": {"post"},
		"post__Body2item": {"post", "body", "item"}, " -nav\n": {"nav"}, "Überschrift": {"berschrift"}, "AB": {"ab"}, "aB": nil, "abCD": {"ab", "cd"},
	} {
		p := walker{vocabulary: classVocabulary()}
		p.splitWords(s)
		var hashes []uint32
		for _, w := range want {
			hashes = append(hashes, HashWord(w))
		}
		assert.Equal(t, hashes, p.Tokens, s)
	}
	p := walker{vocabulary: classVocabulary()}
	assert.Equal(t, ClassNav, p.splitWords("nav xy"))
	p.splitWords(strings.Repeat("ab ", 2*maxTokens))
	assert.Len(t, p.Tokens, 2+maxTokens)
}
