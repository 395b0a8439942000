package measure

import (
	_ "embed"
	"strings"
	"sync"
)

// ClassTopics is a set of what the class, id and itemprop of an element speak of.
type ClassTopics uint64

// The subjects of class names.
const (
	ClassNav ClassTopics = 1 << iota
	ClassMenu
	ClassBreadcrumb
	ClassPager
	ClassHeader
	ClassFooter
	ClassSidebar
	ClassComment
	ClassMessage // posts of a forum
	ClassShare
	ClassRelated
	ClassPromo
	ClassCookie
	ClassNewsletter
	ClassAuthor
	ClassDate
	ClassMeta
	ClassCaption
	ClassTag
	ClassIntro
	ClassTitle
	ClassContent
	ClassBody
	ClassCard
	ClassPrice
	ClassReview
	ClassProduct
	ClassFold
	ClassTab
	ClassCode
	ClassToc
	ClassFilter
	ClassForm
	ClassLogin
	ClassModal
	ClassWidget
	ClassHidden
	ClassButton
	ClassGallery
	ClassLegal
	ClassUser
	ClassQuote
	ClassNote
	ClassQuestion
	ClassList
	ClassHero
	ClassSection
	ClassText
	ClassMain
	ClassVote
	ClassPaywall
	ClassAlert

	ClassTopicCount = iota
)

// ClassByline is a word for somebody who writes that isn't among those of ClassAuthor. The model knows nothing of it.
const ClassByline ClassTopics = 1 << 63

// topicWords are the words of class names, a line for each topic in the order of the constants, and a last one for ClassByline.
//
//go:embed topics.txt
var topicWords string

// vocabulary has the topics of words by their hashes. Most words of a page have none, which a bit tells.
type vocabulary struct {
	topics map[uint32]ClassTopics
	known  [128]uint64
}

var classVocabulary = sync.OnceValue(func() *vocabulary {
	t, topic := &vocabulary{topics: map[uint32]ClassTopics{}}, ClassTopics(1)
	for line := range strings.Lines(topicWords) {
		if topic == 1<<ClassTopicCount {
			topic = ClassByline
		}
		for w := range strings.FieldsSeq(line) {
			h := HashWord(w)
			t.topics[h] |= topic
			t.known[h>>6%128] |= 1 << (h % 64)
		}
		topic <<= 1
	}
	return t
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

// maxTokens bounds the words taken from one attribute; utility class names can
// be hundreds, and a page may have a million.
const maxTokens = 24

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
			if w.vocabulary.known[h>>6%128]>>(h%64)&1 != 0 {
				groups |= w.vocabulary.topics[h]
			}
			n++
		}
	}
	return groups
}
