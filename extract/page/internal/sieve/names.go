package sieve

import (
	"strings"
	"sync"
)

// element says what the sieve must know of an element.
type element uint8

const (
	other      element = iota
	formatting         // its attributes are compared by the builder (HTML, 13.2.4.3)
	script
	style
	raw // its text is no markup
	svg
	math
	point // HTML may stand in it (HTML, 13.2.6)
	template
	column
	image
	input
	item
	lost // what follows is known to the builder alone
)

// Links are formatting elements too, but only one can be open.
var elementNames = [...]struct {
	names string
	is    element
}{
	{"b big code em font i nobr s small strike strong tt u", formatting},
	{"script", script},
	{"style", style},
	{"title textarea iframe xmp noembed noframes", raw},
	{"svg", svg},
	{"math", math},
	{"foreignobject desc annotation-xml mi mo mn ms mtext", point},
	{"template", template},
	{"col colgroup", column},
	{"img image", image},
	{"input", input},
	{"li", item},
	{"frameset plaintext", lost},
}

// readNames are the attributes that somebody reads behind the parser.
const readNames = "align alt alttext aria-controls aria-expanded aria-hidden aria-label aria-labelledby aria-level background bgcolor checked class color " +
	"colspan content data data-actualsrc data-animate data-animation data-aos data-bs-target data-code-language data-component data-echo " +
	"data-enlighter-language data-expr data-footnote-backref data-footnote-ref data-footnotes data-full-src data-hi-res-src data-img-src data-lang " +
	"data-language data-latex data-lazy data-lazy-src data-lazy-srcset data-original data-original-src data-prismjs-language data-sal " +
	"data-scroll-reveal data-sr-id data-src data-srcset data-target data-testid data-tex data-url datetime disabled display encoding epub:type " +
	"hidden href http-equiv id itemprop itemtype label lang media name open popover property rel reversed role rowspan selected " +
	"shadowrootmode slot span src srcset start style text title xlink:href xlink:role xlink:title xlink:type xml:lang"

// silentNames are attributes that nobody reads, whatever they say.
const silentNames = "accept action charset d for integrity nonce pattern points sizes target transform viewbox"

// These are read of some elements only.
const (
	sizeNames  = "height width" // of images, to tell those of a pixel
	typeNames  = "type"         // of input, style and scripts that hold data
	valueNames = "value"        // of li
)

// reading says who reads an attribute.
type reading uint8

const (
	unknown reading = iota
	isRead
	isSilent
	isSize
	isType
	isValue
)

// tables find names in constant time.
type tables struct{ elements, attributes table }

var names = sync.OnceValue(func() *tables {
	t := new(tables)
	for _, e := range elementNames {
		t.elements.add(e.names, uint8(e.is))
	}
	t.attributes.add(readNames, uint8(isRead))
	t.attributes.add(silentNames, uint8(isSilent))
	t.attributes.add(sizeNames, uint8(isSize))
	t.attributes.add(typeNames, uint8(isType))
	t.attributes.add(valueNames, uint8(isValue))
	return t
})

func (t *tables) element(name []byte) element { return element(t.elements.find(hash(name), name)) }

// table is a hash table with open addressing, at most half full.
type table struct{ slots [tableSize]slot }

type slot struct {
	name string
	is   uint8
}

const tableSize = 512

func (t *table) add(names string, is uint8) {
	for name := range strings.FieldsSeq(names) {
		i := hash([]byte(name)) % tableSize
		for t.slots[i].name != "" {
			i = (i + 1) % tableSize
		}
		t.slots[i] = slot{name, is}
	}
}

// find returns what a name in any case stands for, 0 if it is not in the table.
func (t *table) find(h uint32, name []byte) uint8 {
	for i := h % tableSize; ; i = (i + 1) % tableSize {
		s := &t.slots[i]
		if s.name == "" || len(s.name) == len(name) && equalFold(name, s.name) {
			return s.is
		}
	}
}

// hash looks at the length, both ends and two places between, without regard to
// case.
func hash(name []byte) uint32 {
	n := len(name)
	if n == 0 {
		return 0
	}
	h := uint32(name[0]|0x20) | uint32(name[n-1]|0x20)<<8 | uint32(name[n/2]|0x20)<<16 | uint32(name[n/3]|0x20)<<24
	h = (h ^ uint32(n)*0x85EBCA6B) * 0x9E3779B1
	return h >> 7
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
