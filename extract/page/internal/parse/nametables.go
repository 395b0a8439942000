package parse

import (
	"slices"
	"strings"
	"sync"
)

type element uint8

const (
	other      element = iota
	formatting         // its attributes are compared by the builder (HTML, 13.2.4.3)
	link               // a formatting element too, but only one can be open
	script
	style
	raw // its text is raw
	svg
	math
	integrationPoint // may contain HTML (HTML, 13.2.6)
	template
	column
	root         // html and body
	input        // its type matters to the builder
	noscript     // which raw text in it may swallow, see swallowsNoscript
	unknownAfter // what follows is known to the builder alone
)

var elements = sync.OnceValue(func() *nameTable[element] {
	t := new(nameTable[element])
	for is, names := range [...]string{
		formatting: "b big code em font i nobr s small strike strong tt u", link: "a", script: "script", style: "style",
		raw: "title textarea iframe xmp noembed noframes", svg: "svg", math: "math", integrationPoint: "foreignobject desc annotation-xml mi mo mn ms mtext",
		template: "template", column: "col colgroup", root: "html body", input: "input", noscript: "noscript", unknownAfter: "frameset plaintext",
	} {
		t.add(names, element(is))
	}
	return t
})

// nameTable maps names to values, in buckets by their lengths and by the letters that they begin and end with.
// A map takes twice the time, and each tag and attribute of a page is looked up.
type nameTable[V any] [128][]known[V]

type known[V any] struct {
	name string // in lower case
	is   V
}

// add notes what names are that are apart by spaces. What is said of a name later counts.
func (t *nameTable[V]) add(names string, is V) {
	for name := range strings.FieldsSeq(names) {
		at := bucket(name)
		t[at] = append(slices.DeleteFunc(t[at], func(k known[V]) bool { return k.name == name }), known[V]{name, is})
	}
}

// find returns the entry of a name, upper case or lower, or the zero value.
func (t *nameTable[V]) find(name []byte) (none known[V]) {
	for _, k := range t[bucket(name)] {
		if string(name) == k.name {
			return k
		}
	}
	if hasCapital(name) {
		return t.find(lower(name))
	}
	return none
}

func bucket[T string | []byte](name T) int {
	return (len(name) + 3*int(name[0]|0x20) + 29*int(name[len(name)-1]|0x20)) % len(nameTable[int]{})
}

func hasCapital(name []byte) bool {
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

func lower(name []byte) []byte {
	small := make([]byte, len(name))
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		small[i] = c
	}
	return small
}
