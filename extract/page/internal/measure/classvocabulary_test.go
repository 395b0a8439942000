package measure_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// ofClass measures an element of a class.
func ofClass(t testing.TB, class string) (*measure.Element, []uint32) {
	t.Helper()
	p := measured(t, `<p class="`+class+`">x`)
	el := &p.Elements[len(p.Elements)-1]
	return el, slices.Clone(p.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)])
}

// The words of all naming attributes count, in the order of the attributes.
func TestTokens(t *testing.T) {
	p := measured(t, `<p class="nav link" id=first>a<p class="nav link">b<p id=third class="nav link">c<p class="nav link" itemprop=text>d<p class="nav link">e`)
	var got [][]uint32
	for _, el := range p.Elements[1:] {
		got = append(got, p.Tokens[el.FirstToken:el.FirstToken+int32(el.TokenCount)])
	}
	assert.Equal(t, [][]uint32{
		hashes("nav", "link", "first"), hashes("nav", "link"), hashes("third", "nav", "link"), hashes("nav", "link", "text"), hashes("nav", "link"),
	}, got)
}

// A page that comes after another one has nothing of it.
func TestClassListsOfTwoPages(t *testing.T) {
	root, err := html.Parse(strings.NewReader(`<div class="nav x"><p class="nav x">text</p><p hidden class="nav x">more</p><p class="nav x">text`))
	require.NoError(t, err)
	var m measure.Measurer
	p, err := m.Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	tokens, topics := slices.Clone(p.Tokens), p.Elements[1].Topics
	p, err = m.Measure(t.Context(), root, measure.Options{})
	require.NoError(t, err)
	assert.Equal(t, tokens, p.Tokens)
	assert.Equal(t, topics, p.Elements[1].Topics)
}

// Class names have words the ways that pages join them; at most 24 of an attribute count.
func TestWordsOfClasses(t *testing.T) {
	for class, words := range map[string][]string{
		"site-header":             {"site", "header"},
		"siteHeader":              {"site", "header"},
		"SiteHeader":              {"site", "header"},
		"site_header__title":      {"site", "header", "title"},
		"post__Body2item":         {"post", "body", "item"},
		"HEADER":                  {"header"},
		"HTMLParser":              {"htmlparser"},
		"postX":                   {"post"},
		"xPost":                   {"post"},
		"AB":                      {"ab"},
		"aB":                      nil,
		"abCD":                    {"ab", "cd"},
		"col-md-6 x2":             {"col", "md"},
		"a b c":                   nil,
		"post:hover @lg/body":     {"post", "hover", "lg", "body"},
		"größe":                   {"gr"},
		"Überschrift":             {"berschrift"},
		" -nav\n":                 {"nav"},
		"":                        nil,
		"  \n ":                   nil,
		strings.Repeat("ab ", 23): slices.Repeat([]string{"ab"}, 23),
		strings.Repeat("ab ", 24): slices.Repeat([]string{"ab"}, 24),
		strings.Repeat("ab ", 25): slices.Repeat([]string{"ab"}, 24),
	} {
		_, tokens := ofClass(t, class)
		assert.Equal(t, hashes(words...), tokens[:len(tokens):len(tokens)], class)
	}
}

// Each topic is spoken of by words like these, in the order of the lines of topics.txt.
func TestTopicsOfClasses(t *testing.T) {
	words := strings.Fields(`navigation menu breadcrumb pagination masthead colophon sidebar comment reply share related sponsor cookie newsletter byline published metadata credit
		category standfirst headline article articlebody card price review product accordion tab sourcecode toc filter webform login popup widget offscreen button gallery imprint
		avatar pullquote admonition question archive hero wrapper paragraph primary vote paywall alert`)
	require.Len(t, words, measure.ClassTopicCount)
	topics := map[string]measure.ClassTopics{}
	for i, word := range words {
		topics[word] = 1 << i
	}
	for class, want := range map[string]measure.ClassTopics{
		"main-navigation": measure.ClassNav | topics["primary"],
		"comment-list":    measure.ClassComment | topics["archive"],
		"cookieConsent":   measure.ClassCookie,
		"banner":          topics["masthead"] | topics["sponsor"] | topics["alert"],
		"qwertz":          0,
		"headers":         0,
	} {
		topics[class] = want
	}
	for class, want := range topics {
		el, _ := ofClass(t, class)
		assert.Equal(t, want, el.Topics, class)
	}
}

// Classes and ids speak of the elements within, too.
func TestTopicsOfElementsAround(t *testing.T) {
	p := measured(t, `<div class="site-header mainNav" id=commentList><p class="post__Body">x</p></div>`)
	div, paragraph := &p.Elements[1], &p.Elements[2]
	const header = 1 << 4
	want := header | measure.ClassNav | measure.ClassComment
	assert.Equal(t, want, div.Topics&want)
	assert.Equal(t, want, paragraph.AnyTopics&want)
	assert.Zero(t, paragraph.Topics&want)
}
