package parse

import (
	"strings"
	"sync"
)

// element says what the prefilter must know of an element. Elements from firstBlock
// on are blocks, each its own.
type element uint8

const (
	other      element = iota
	formatting         // its attributes are compared by the builder (HTML, 13.2.4.3)
	link               // a formatting element too, but only one can be open
	script
	style
	title
	raw // its text is no markup
	svg
	svgContainer // it belongs in SVG
	svgShape     // it does, and mostly holds nothing
	math
	integrationPoint // HTML may stand in it (HTML, 13.2.6)
	template
	column
	root // html
	bodyTag
	head     // it is part of the head
	headVoid // likewise, and holds nothing
	headLink // likewise
	headMeta // likewise
	scope
	selection
	misplaced // the builder may put it elsewhere, or nowhere
	image
	input // its type matters to the builder
	listing
	unknownAfter // what follows is known to the builder alone
	firstBlock
)

const (
	pre = firstBlock + iota
	paragraph
	rule
	item
	term
	description
	row
	cell
	headCell
	body
	headRows
	footRows
	table
	heading
)

const (
	lastHeading = heading + 5
	numBlocks   = 64
)

// blockNames are elements that begin and end on lines of their own, by default
// (HTML, 15.3), and that the builder never ignores; those of a table it does outside
// of one. The order is that of the constants.
const blockNames = "pre p hr li dt dd tr td th tbody thead tfoot table h1 h2 h3 h4 h5 h6 " +
	"address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup " +
	"main menu nav ol section summary ul"

var elementNames = [...]struct {
	names string
	is    element
}{
	{"b big code em font i nobr s small strike strong tt u", formatting},
	{"a", link},
	{"script", script},
	{"style", style},
	{"title", title},
	{"textarea iframe xmp noembed noframes", raw},
	{"svg", svg},
	{"animate animatemotion animatetransform fecolormatrix fecomposite feflood fegaussianblur femerge femergenode feoffset filter metadata set switch", svgContainer},
	{"clippath defs g lineargradient marker mask pattern radialgradient symbol text tspan", svgContainer},
	{"circle ellipse line path polygon polyline rect stop use", svgShape},
	{"math", math},
	{"foreignobject desc annotation-xml mi mo mn ms mtext", integrationPoint},
	{"template", template},
	{"col colgroup", column},
	{"html", root},
	{"body", bodyTag},
	{"head noscript", head},
	{"base", headVoid},
	{"link", headLink},
	{"meta", headMeta},
	{"applet caption marquee object", scope},
	{"select", selection},
	{"form option optgroup button frame", misplaced},
	{"img image", image},
	{"input", input},
	{"listing", listing},
	{"frameset plaintext", unknownAfter},
}

// readNames are the attributes that somebody reads behind the parser.
const readNames = "align alt alttext aria-busy aria-controls aria-expanded aria-hidden aria-label aria-labelledby aria-level background bgcolor checked class color " +
	"colspan content data data-actualsrc data-animate data-animation data-aos data-bs-target data-code-language data-component data-echo " +
	"data-enlighter-language data-expr data-footnote-backref data-footnote-ref data-footnotes data-full-src data-hi-res-src data-hx-get data-img-src data-lang " +
	"data-language data-latex data-lazy data-lazy-src data-lazy-srcset data-original data-original-src data-preloaded data-prismjs-language data-sal " +
	"data-ng-cloak data-scroll-reveal data-sr-id data-src data-target data-testid data-tex data-url data-w-id data-wf-page data-wf-site datetime dir disabled display encoding epub:type " +
	"hidden href http-equiv hx-get id itemprop itemtype label lang media name ng-cloak ng-hide ng-if ng-show open popover property rel reversed role rowspan selected " +
	"shadowrootmode slot span src start style text title v-cloak v-if v-show x-cloak x-if x-show xlink:href xlink:role xlink:title xlink:type xml:lang"

// neverReadNames are attributes that nobody reads, whatever they say.
const neverReadNames = "accept action charset d for integrity nonce pattern points sizes target transform viewbox"

// These are read of some elements only.
const (
	sizeNames  = "height width"       // of images, to tell those of a pixel
	typeNames  = "type"               // but of scripts and links in the head
	valueNames = "value"              // of li
	setNames   = "data-srcset srcset" // of images without a good address
)

// neverReadRels are the relations of links in the head that nobody follows. A style
// sheet counts where it is the first.
const neverReadRels = "alternate amphtml apple-touch-icon apple-touch-icon-precomposed apple-touch-startup-image dns-prefetch edituri fluid-icon " +
	"https://api.w.org/ https://github.com/wp-api/wp-api icon manifest mask-icon modulepreload pingback preconnect prefetch preload profile search shortcut " +
	"shortlink wlwmanifest"

// readMetas are the names of meta elements whose content is read, whatever it says.
const readMetas = "application-name apple-mobile-web-app-title article:author article:modified_time article:published article:published_time " +
	"article:section article:tag article_date_original author byl citation_author citation_date citation_publication_date citation_title " +
	"content-language cxenseparse:author cxenseparse:recs:publishtime date datepublished dc.creator dc.date dc.date.created dc.date.issued " +
	"dc.date.modified dc.description dc.language dc.rights dc.title dcterms.created dcterms.creator dcterms.date dcterms.license dcterms.modified " +
	"dcterms.title description generator keywords language last-modified license og:article:author og:article:published_time og:description " +
	"og:image og:image:secure_url og:image:url og:locale og:published_time og:site_name og:title og:type og:updated_time og:url " +
	"nar_author parsely-author parsely-pub-date parsely-section pubdate publish-date publish_date publishdate refresh robots sailthru.author " +
	"sailthru.date section twitter:description twitter:image twitter:image:src twitter:title vr:author vr:published_time"

// reader says who reads an attribute.
type reader uint8

const (
	unknown reader = iota
	isRead
	isNeverRead
	isSize
	isType
	isValue
	isSet
)

// tables find names in constant time.
type tables struct{ elements, attributes, rels, metas nameTable }

var names = sync.OnceValue(func() *tables {
	t := new(tables)
	for _, e := range elementNames {
		t.elements.add(e.names, uint8(e.is))
	}
	for i, name := range strings.Fields(blockNames) {
		t.elements.add(name, uint8(firstBlock)+uint8(i))
	}
	t.attributes.add(readNames, uint8(isRead))
	t.attributes.add(neverReadNames, uint8(isNeverRead))
	t.attributes.add(sizeNames, uint8(isSize))
	t.attributes.add(typeNames, uint8(isType))
	t.attributes.add(valueNames, uint8(isValue))
	t.attributes.add(setNames, uint8(isSet))
	t.rels.add(neverReadRels, 1)
	t.metas.add(readMetas, 1)
	return t
})

// nameTable is a hash table with open addressing, at most half full.
type nameTable struct{ slots [tableSize]slot }

type slot struct {
	key   uint64
	name  string
	is    uint8
	short bool // the key is all of the name, which has letters only
}

const (
	tableSize = 512
	noSlot    = tableSize
)

func (t *nameTable) add(names string, is uint8) {
	for name := range strings.FieldsSeq(names) {
		key := keyOf(name)
		i := hash(key, len(name)) % tableSize
		for t.slots[i].name != "" {
			i = (i + 1) % tableSize
		}
		t.slots[i] = slot{key, name, is, len(name) <= 8 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""}
	}
}

// find returns what a name in any case stands for, 0 if it is not in the table.
func (t *nameTable) find(key uint64, name []byte) uint8 { return t.slots[t.index(key, name)].is }

// index returns the slot of a name in any case, an empty one if it is not in the
// table.
func (t *nameTable) index(key uint64, name []byte) int {
	for i := hash(key, len(name)) % tableSize; ; i = (i + 1) % tableSize {
		s := &t.slots[i]
		if s.name == "" || s.key == key && len(s.name) == len(name) && (s.short || equalFold(name, s.name)) {
			return int(i)
		}
	}
}

// has reports whether the table has a name, which may be in any case.
func (t *nameTable) has(name []byte) bool {
	var key uint64
	for _, c := range name {
		key = key<<8 | uint64(c|0x20)
	}
	return t.find(key, name) != 0
}

// keyOf returns the last eight bytes of a name, letters in lower case.
func keyOf(name string) (key uint64) {
	for i := range len(name) {
		key = key<<8 | uint64(name[i]|0x20)
	}
	return key
}

// hash hashes a name by its key and its length.
func hash(key uint64, n int) uint32 {
	return uint32((key + uint64(n)) * 0x9E3779B97F4A7C15 >> 40)
}

// equalFold compares a name with one in lower case.
func equalFold(name []byte, small string) bool {
	if string(name) == small {
		return true
	}
	for i := range len(small) {
		if lower(name[i]) != small[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}
