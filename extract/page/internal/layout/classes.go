package layout

import (
	"strings"
	"sync"
)

// Groups says what the class, id, role and itemprop of elements speak of.
type Groups uint64

// The subjects of class names.
const (
	ClassNav Groups = 1 << iota
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

	GroupCount = iota
)

// groupWords are the words of class names by what they speak of.
var groupWords = [GroupCount]string{
	"nav navbar navigation sitenav topnav subnav globalnav mainnav navi",
	"menu menus submenu dropdown megamenu mainmenu toolbar",
	"breadcrumb breadcrumbs crumb crumbs",
	"pagination pager paging paginator pagenav prev previous next",
	"header masthead banner topbar head",
	"footer foot colophon bottom",
	"sidebar aside rail sidebars rightcol leftcol secondary complementary",
	"comment comments commentlist disqus respond commentary kommentare",
	"message post posts reply replies thread topic postbody",
	"share sharing social socials addthis sharedaddy sharebar follow facebook twitter",
	"related recommend recommended recommendations more readmore also similar outbrain taboola popular trending latest recirc crossell upsell",
	"ad ads advert advertisement advertising sponsor sponsored promo promotion promoted cta banner adv dfp werbung publicidad",
	"cookie cookies consent gdpr onetrust privacy cmp",
	"newsletter subscribe subscription signup optin mailchimp mailing",
	"author authors byline bio vcard contributor writer autor",
	"date time timestamp published updated datetime pubdate datum fecha",
	"meta metadata info infos details attribution",
	"caption figcaption credit credits copyrightholder legend",
	"tag tags category categories topics labels label keyword keywords",
	"intro lead lede standfirst teaser excerpt summary deck dek subtitle subheading subheadline abstract chapo sapo description kicker",
	"title headline heading titre titulo",
	"content contents article story entry page",
	"articlebody storybody body articlecontent postcontent entrycontent maincontent articletext markdown prose richtext wysiwyg rte",
	"card cards item items tile tiles grid col result results teaser listing product-card",
	"price prices pricing cart buy checkout basket amount sale offer",
	"review reviews rating ratings testimonial testimonials stars",
	"product products spec specs specification specifications feature features sku variant",
	"accordion collapse collapsible toggle expand expandable faq faqs collapsed collapsing",
	"tab tabs tabpanel tabbed pane panel panels",
	"code highlight example syntax snippet sourcecode pre",
	"toc tableofcontents outline onthispage",
	"filter filters facet facets sort sorting refine search searchform",
	"form input field fields webform contact",
	"login signin register account auth password",
	"modal popup dialog overlay lightbox drawer offcanvas flyout tooltip popover",
	"widget widgets module block region",
	"hidden hide sr screenreader visually visuallyhidden invisible offscreen print noprint",
	"button buttons btn cta link links tools tool actions action controls",
	"gallery carousel slider slide slides slideshow swiper slick image images media video photo figure",
	"copyright legal disclaimer terms rights imprint",
	"signature avatar user users username profile member sig usercard",
	"quote blockquote quotes pullquote pull",
	"note admonition tip warning callout notice",
	"question answer answers qa questions",
	"list lists listing items ul archive index feed loop",
	"hero jumbotron splash cover spotlight",
	"section row container wrapper wrap inner",
	"text copy paragraph txt texto texte",
	"main primary maincontent",
	"vote votes score like likes views stats counter count",
	"paywall piano premium subscriber regwall meter gate metered",
	"alert alerts error message notification banner",
}

// classTable finds the groups of a word by the hash of it: open addressing,
// a power of two of slots at most half full.
type classTable struct {
	hash   [1024]uint32
	groups [1024]Groups
}

var classes = sync.OnceValue(func() *classTable {
	t := new(classTable)
	for g, words := range groupWords {
		for w := range strings.FieldsSeq(words) {
			t.add(HashWord(w), 1<<g)
		}
	}
	return t
})

func (t *classTable) add(h uint32, g Groups) {
	for i := h % 1024; ; i = (i + 1) % 1024 {
		if t.hash[i] == 0 || t.hash[i] == h {
			t.hash[i], t.groups[i] = h, t.groups[i]|g
			return
		}
	}
}

func (t *classTable) find(h uint32) Groups {
	for i := h % 1024; t.hash[i] != 0; i = (i + 1) % 1024 {
		if t.hash[i] == h {
			return t.groups[i]
		}
	}
	return 0
}

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

// split adds the words of an attribute to the tokens of the page and returns
// their groups. Words end where letters do and where camel case begins one.
func (p *Page) split(s string) (groups Groups) {
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
			p.Tokens = append(p.Tokens, h)
			groups |= p.classes.find(h)
			n++
		}
	}
	return groups
}
