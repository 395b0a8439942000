package measure

import (
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/net/html/atom"
)

// ElementKinds is a set of what an element is, by its tag, role and itemprop.
type ElementKinds uint64

// The kinds of elements that matter to the choice of content.
const (
	P ElementKinds = 1 << iota
	Li
	Cell // td, th
	Table
	Pre
	Blockquote
	Figure
	Figcaption
	Details
	Summary
	H1
	H2
	H3
	H456
	A
	Button
	Label
	Form
	Nav
	Header
	Footer
	Aside
	Main
	Article
	Section
	Dialog
	Definition // dl, dt, dd
	List       // ul, ol
	Div
	Inline
	Custom
	Noscript
	Address
	Time
	Folded // hidden until the reader opens a tab or an accordion
	Panel  // role=tabpanel or region
	Stream // a piece of streamed content that a script would move into place
	Body   // itemprop of the main text: articleBody, text, description
	Search
	Menu
	Status // role=alert, status
	Heading

	ElementKindCount = iota
)

// Headings are the elements that are headings, by their tag or role.
const Headings = H1 | H2 | H3 | H456 | Heading

type display uint8

const (
	block display = iota
	inline
	void    // nothing to read inside: img, input, hr
	nonText // something else than text inside: script, style, svg
)

// ClassTopics is a set of what the class, id and itemprop of an element speak of.
type ClassTopics uint64

// The topics that the choice of content and the metadata ask for, each by its line in topics.txt, counted from 0. The model asks
// for all of the first ClassTopicCount lines, and for none behind them.
const (
	ClassNav        ClassTopics = 1 << 0
	ClassMenu       ClassTopics = 1 << 1
	ClassBreadcrumb ClassTopics = 1 << 2
	ClassFooter     ClassTopics = 1 << 5
	ClassSidebar    ClassTopics = 1 << 6
	ClassComment    ClassTopics = 1 << 7
	ClassMessage    ClassTopics = 1 << 8 // posts of a forum
	ClassShare      ClassTopics = 1 << 9
	ClassRelated    ClassTopics = 1 << 10
	ClassCookie     ClassTopics = 1 << 12
	ClassNewsletter ClassTopics = 1 << 13
	ClassAuthor     ClassTopics = 1 << 14
	ClassDate       ClassTopics = 1 << 15
	ClassCaption    ClassTopics = 1 << 17
	ClassPrice      ClassTopics = 1 << 24
	ClassFold       ClassTopics = 1 << 27
	ClassTab        ClassTopics = 1 << 28
	ClassToc        ClassTopics = 1 << 30
	ClassLogin      ClassTopics = 1 << 33
	ClassModal      ClassTopics = 1 << 34
	ClassGallery    ClassTopics = 1 << 38
	ClassUser       ClassTopics = 1 << 40
	ClassQuestion   ClassTopics = 1 << 43
	ClassPaywall    ClassTopics = 1 << 50
	ClassByline     ClassTopics = 1 << 52 // somebody who writes, by a word that isn't among those of ClassAuthor
	ClassPostFoot   ClassTopics = 1 << 53 // what a forum adds to each post: signatures, who liked it

	ClassTopicCount = 52
)

// kindNames has a line for each of the kinds in the order of the constants: the tags, then the roles (WAI-ARIA 1.2) and the values
// of itemprop that make an element of it; and two lines for void elements and those without text. topicWords has the words of
// class names, a line for each topic.
var (
	//go:embed kinds.txt
	kindNames string
	//go:embed topics.txt
	topicWords string
)

type vocabulary struct {
	tags     map[atom.Atom]tagKind
	roles    map[string]ElementKinds
	itemprop map[string]ElementKinds
	topics   map[uint32]ClassTopics
	known    [512]uint64 // a bit for each word with topics: most words of a page have none
}

type tagKind struct {
	kinds   ElementKinds
	display display
}

var readVocabulary = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{tags: map[atom.Atom]tagKind{0: {Custom, block}}, roles: map[string]ElementKinds{}, itemprop: map[string]ElementKinds{}, topics: map[uint32]ClassTopics{}}
	kind := ElementKinds(1)
	for line := range strings.Lines(kindNames) {
		tags, roles, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		roles, props, _ := strings.Cut(roles, "|")
		of := tagKind{kind, block}
		switch kind {
		case Inline, A, Time:
			of.display = inline
		case 1 << ElementKindCount:
			of = tagKind{0, void}
		case 2 << ElementKindCount:
			of = tagKind{0, nonText}
		}
		for name := range strings.FieldsSeq(tags) {
			v.tags[atom.Lookup([]byte(name))] = of
		}
		for name := range strings.FieldsSeq(roles) {
			v.roles[name] = kind
		}
		for name := range strings.FieldsSeq(props) {
			v.itemprop[name] = kind
		}
		kind <<= 1
	}
	topic := ClassTopics(1)
	for line := range strings.Lines(topicWords) {
		for w := range strings.FieldsSeq(line) {
			h := HashWord(w)
			v.topics[h] |= topic
			v.known[h>>6%512] |= 1 << (h % 64)
		}
		topic <<= 1
	}
	return v
})

// HashWord returns the hash that Page.Tokens and Page.Words hold for a word:
// FNV-1a over lower-case ASCII, digits counting as 0.
func HashWord(w string) uint32 {
	h := uint32(fnvOffset)
	for i := 0; i < len(w); i++ {
		c := w[i]
		switch charClasses[c] {
		case upper:
			c |= 0x20
		case digit:
			c = '0'
		}
		h = (h ^ uint32(c)) * fnvPrime
	}
	return h
}

// HashCharacter returns the hash that Page.Words hold for the character of three bytes that a text begins with, where each is a word.
func HashCharacter(text string) uint32 {
	return (fnvOffset^uint32(text[0]))*fnvPrime ^ uint32(text[1])<<8 ^ uint32(text[2])
}

// addAttributeWords adds the words of an attribute to an element, the last one that was
// added.
func (w *walker) addAttributeWords(el *Element, s string) {
	el.Topics |= w.splitWords(s)
	el.TokenCount = int16(min(len(w.Tokens)-int(el.FirstToken), 1<<14))
}

// splitWords adds the words of an attribute to Page.Tokens and returns their topics.
// "site-header mainNav" has four: words end where letters do, and before the upper-case
// letters of camel case. Words of one letter are left out.
func (w *walker) splitWords(s string) (groups ClassTopics) {
	const maxTokens = 24 // bounds the words taken from one attribute; utility class names can be hundreds, and a page may have a million
	for i, n := 0, 0; i < len(s) && n < maxTokens; {
		h, start := uint32(fnvOffset), i
		for i < len(s) && charClasses[s[i]] == upper {
			h = (h ^ uint32(s[i]|0x20)) * fnvPrime
			i++
		}
		for i < len(s) && s[i]-'a' <= 'z'-'a' {
			h = (h ^ uint32(s[i])) * fnvPrime
			i++
		}
		switch i - start {
		case 0:
			i++
		case 1:
		default:
			w.Tokens = append(w.Tokens, h)
			if w.vocabulary.known[h>>6%512]>>(h%64)&1 != 0 {
				groups |= w.vocabulary.topics[h]
			}
			n++
		}
	}
	return groups
}
