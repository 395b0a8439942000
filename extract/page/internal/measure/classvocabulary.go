package measure

import (
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

const bylineWords = "reporter journalist correspondent auteur autores autorin redakteur redactor periodista journaliste giornalista"

// topicWords are the words of class names by what they speak of.
var topicWords = [ClassTopicCount]struct {
	topic ClassTopics
	words string
}{
	{ClassNav, "nav navbar navigation sitenav topnav subnav globalnav mainnav navi"},
	{ClassMenu, "menu menus submenu dropdown megamenu mainmenu toolbar"},
	{ClassBreadcrumb, "breadcrumb breadcrumbs breadcumb crumb crumbs"},
	{ClassPager, "pagination pager paging paginator pagenav prev previous next"},
	{ClassHeader, "header masthead banner topbar head"},
	{ClassFooter, "footer foot colophon bottom"},
	{ClassSidebar, "sidebar aside rail sidebars rightcol leftcol secondary complementary"},
	{ClassComment, "comment comments commentlist disqus respond commentary kommentare"},
	{ClassMessage, "message post posts reply replies thread topic postbody"},
	{ClassShare, "share sharing social socials addthis sharedaddy sharebar follow facebook twitter"},
	{ClassRelated, "related recommend recommended recommendations more readmore also similar outbrain taboola popular trending latest recirc crossell upsell"},
	{ClassPromo, "ad ads advert advertisement advertising sponsor sponsored promo promotion promoted cta banner adv dfp werbung publicidad"},
	{ClassCookie, "cookie cookies consent gdpr onetrust privacy cmp"},
	{ClassNewsletter, "newsletter subscribe subscription signup optin mailchimp mailing"},
	{ClassAuthor, "author authors byline bio vcard contributor writer autor"},
	{ClassDate, "date time timestamp published updated datetime pubdate datum fecha"},
	{ClassMeta, "meta metadata info infos details attribution"},
	{ClassCaption, "caption figcaption credit credits copyrightholder legend"},
	{ClassTag, "tag tags category categories topics labels label keyword keywords"},
	{ClassIntro, "intro lead lede standfirst teaser excerpt summary deck dek subtitle subheading subheadline abstract chapo sapo description kicker"},
	{ClassTitle, "title headline heading titre titulo"},
	{ClassContent, "content contents article story entry page"},
	{ClassBody, "articlebody storybody body articlecontent postcontent entrycontent maincontent articletext markdown prose richtext wysiwyg rte"},
	{ClassCard, "card cards item items tile tiles grid col result results teaser listing"},
	{ClassPrice, "price prices pricing cart buy checkout basket amount sale offer"},
	{ClassReview, "review reviews rating ratings testimonial testimonials stars"},
	{ClassProduct, "product products spec specs specification specifications feature features sku variant"},
	{ClassFold, "accordion collapse collapsible toggle expand expandable faq faqs collapsed collapsing"},
	{ClassTab, "tab tabs tabpanel tabbed pane panel panels"},
	{ClassCode, "code highlight example syntax snippet sourcecode pre"},
	{ClassToc, "toc tableofcontents outline onthispage"},
	{ClassFilter, "filter filters facet facets sort sorting refine search searchform"},
	{ClassForm, "form input field fields webform contact"},
	{ClassLogin, "login signin register account auth password"},
	{ClassModal, "modal popup dialog overlay lightbox drawer offcanvas flyout tooltip popover"},
	{ClassWidget, "widget widgets module block region"},
	{ClassHidden, "hidden hide sr screenreader visually visuallyhidden invisible offscreen print noprint"},
	{ClassButton, "button buttons btn cta link links tools tool actions action controls"},
	{ClassGallery, "gallery carousel slider slide slides slideshow swiper slick image images media video photo figure"},
	{ClassLegal, "copyright legal disclaimer terms rights imprint"},
	{ClassUser, "signature avatar user users username profile member sig usercard"},
	{ClassQuote, "quote blockquote quotes pullquote pull"},
	{ClassNote, "note admonition tip warning callout notice"},
	{ClassQuestion, "question answer answers qa questions"},
	{ClassList, "list lists listing items ul archive index feed loop"},
	{ClassHero, "hero jumbotron splash cover spotlight"},
	{ClassSection, "section row container wrapper wrap inner"},
	{ClassText, "text copy paragraph txt texto texte"},
	{ClassMain, "main primary maincontent"},
	{ClassVote, "vote votes score like likes views stats counter count"},
	{ClassPaywall, "paywall piano premium subscriber regwall meter gate metered"},
	{ClassAlert, "alert alerts error message notification banner"},
}

// vocabulary has the topics of a word by its hash.
type vocabulary map[uint32]ClassTopics

var classVocabulary = sync.OnceValue(func() vocabulary {
	t := vocabulary{}
	for _, row := range topicWords {
		for w := range strings.FieldsSeq(row.words) {
			t[HashWord(w)] |= row.topic
		}
	}
	for w := range strings.FieldsSeq(bylineWords) {
		t[HashWord(w)] |= ClassByline
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
			groups |= w.vocabulary[h]
			n++
		}
	}
	return groups
}
