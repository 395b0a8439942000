package measure

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

func TestClassWordsAreThoseOfSplit(t *testing.T) {
	long := strings.Repeat("nav ", maxClassList)
	quick, slow := walker{vocabulary: classVocabulary()}, walker{vocabulary: classVocabulary()}
	for range 2 {
		for _, s := range []string{"", " ", "a", "x y", "site-header mainNav", "post__Body", "post__body", "Author", long[:maxClassList], long[:maxClassList+1]} {
			assertClassWords(t, &slow, &quick, s)
		}
	}
}

// assertClassWords compares the words of a class attribute with those of split.
func assertClassWords(t *testing.T, slow, quick *walker, s string) {
	t.Helper()
	el := Element{FirstToken: int32(len(quick.Tokens))}
	quick.addClassList(&el, s)
	start := len(slow.Tokens)
	assert.Equal(t, slow.splitWords(s), el.Topics, "%q", s)
	assert.ElementsMatch(t, slow.Tokens[start:], quick.Tokens[el.FirstToken:el.FirstToken+int32(el.TokenCount)], "%q", s)
}

// Elements of one class share their tokens until more is known of one of them.
func TestSharedTokens(t *testing.T) {
	p, _ := measure(t, `<p class="nav link" id=first>a<p class="nav link">b<p id=third class="nav link">c<p class="nav link" itemprop=text>d<p class="nav link">e`)
	nav, link := HashWord("nav"), HashWord("link")
	var got [][]uint32
	for _, el := range p.Elements[1:] {
		got = append(got, p.Tokens[el.FirstToken:el.FirstToken+int32(el.TokenCount)])
	}
	assert.Equal(t, [][]uint32{
		{nav, link, HashWord("first")}, {nav, link}, {HashWord("third"), nav, link}, {nav, link, HashWord("text")}, {nav, link},
	}, got)
	assert.Equal(t, p.Elements[2].FirstToken, p.Elements[5].FirstToken)
}

func TestClassListsStaySmall(t *testing.T) {
	quick, slow := walker{vocabulary: classVocabulary()}, walker{vocabulary: classVocabulary()}
	for i := range 8 * classSlots {
		assertClassWords(t, &slow, &quick, fmt.Sprintf("%c%c nav item-%d card", 'a'+i%26, 'a'+i/26%26, i))
	}
	assert.Len(t, quick.classCache.slots, classSlots)
	quick.classCache.reset()
	for i := range quick.classCache.slots {
		assert.Zero(t, quick.classCache.slots[i])
	}
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

func BenchmarkClassWords(b *testing.B) {
	p := walker{vocabulary: classVocabulary()}
	list := []string{"menu-item menu-item-type-post_type", "nav-link", "card card-body text-muted", "btn btn-primary btn-lg"}
	for name, words := range map[string]func(*walker, *Element, string){"remembered": func(w *walker, el *Element, s string) { w.addClassList(el, s) }, "split": (*walker).addAttributeWords} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Page.reset()
				p.classCache.reset()
				for _, s := range list {
					words(&p, &Element{}, s)
				}
			}
		})
	}
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
