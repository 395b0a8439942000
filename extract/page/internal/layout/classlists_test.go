package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClassWordsAreThoseOfSplit(t *testing.T) {
	long := strings.Repeat("nav ", maxClassList)
	quick, slow := Page{classes: classes()}, Page{classes: classes()}
	for range 2 {
		for _, s := range []string{"", " ", "a", "x y", "site-header mainNav", "post__Body", "post__body", "Author", long[:maxClassList], long[:maxClassList+1]} {
			assertClassWords(t, &slow, &quick, s)
		}
	}
}

// assertClassWords compares the words of a class attribute with those of split.
func assertClassWords(t *testing.T, slow, quick *Page, s string) {
	t.Helper()
	el := Elem{Token: int32(len(quick.Tokens))}
	quick.classWords(&el, s)
	start := len(slow.Tokens)
	assert.Equal(t, slow.split(s), el.Class, "%q", s)
	assert.ElementsMatch(t, slow.Tokens[start:], quick.Tokens[el.Token:el.Token+int32(el.Tokens)], "%q", s)
}

// Elements of one class share their tokens until more is known of one of them.
func TestSharedTokens(t *testing.T) {
	p, _ := measure(t, `<p class="nav link" id=first>a<p class="nav link">b<p id=third class="nav link">c<p class="nav link" itemprop=text>d<p class="nav link">e`)
	nav, link := HashWord("nav"), HashWord("link")
	var got [][]uint32
	for _, el := range p.Elems[1:] {
		got = append(got, p.Tokens[el.Token:el.Token+int32(el.Tokens)])
	}
	assert.Equal(t, [][]uint32{
		{nav, link, HashWord("first")}, {nav, link}, {HashWord("third"), nav, link}, {nav, link, HashWord("text")}, {nav, link},
	}, got)
	assert.Equal(t, p.Elems[2].Token, p.Elems[5].Token)
}

func TestClassListsStaySmall(t *testing.T) {
	quick, slow := Page{classes: classes()}, Page{classes: classes()}
	for i := range 8 * classSlots {
		assertClassWords(t, &slow, &quick, fmt.Sprintf("%c%c nav item-%d card", 'a'+i%26, 'a'+i/26%26, i))
	}
	assert.Len(t, quick.lists.slots, classSlots)
	quick.Reset()
	for i := range quick.lists.slots {
		assert.Zero(t, quick.lists.slots[i])
	}
}

// A page that comes after another one has nothing of it.
func TestClassListsOfTwoPages(t *testing.T) {
	p, root := measure(t, `<div class="nav x"><p class="nav x">text</p><p hidden class="nav x">more</p><p class="nav x">text`)
	tokens, groups := slices.Clone(p.Tokens), p.Elems[1].Class
	assert.NoError(t, p.Measure(t.Context(), root, nil))
	assert.Equal(t, tokens, p.Tokens)
	assert.Equal(t, groups, p.Elems[1].Class)
}

func BenchmarkClassWords(b *testing.B) {
	p := Page{classes: classes()}
	list := []string{"menu-item menu-item-type-post_type", "nav-link", "card card-body text-muted", "btn btn-primary btn-lg"}
	for name, words := range map[string]func(*Page, *Elem, string){"remembered": (*Page).classWords, "split": (*Page).moreWords} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.Reset()
				p.classes = classes()
				for _, s := range list {
					words(&p, &Elem{}, s)
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
		p := Page{classes: classes()}
		p.split(s)
		var hashes []uint32
		for _, w := range want {
			hashes = append(hashes, HashWord(w))
		}
		assert.Equal(t, hashes, p.Tokens, s)
	}
	p := Page{classes: classes()}
	assert.Equal(t, ClassNav, p.split("nav xy"))
	p.split(strings.Repeat("ab ", 2*maxTokens))
	assert.Len(t, p.Tokens, 2+maxTokens)
}
