package parse

import (
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
	noscript     // which may swallow what follows, see closeNoscript
	unknownAfter // what follows is known to the builder alone
)

var elements = sync.OnceValue(func() map[string]element {
	byName := map[string]element{}
	for is, names := range [...]string{
		formatting: "b big code em font i nobr s small strike strong tt u", link: "a", script: "script", style: "style",
		raw: "title textarea iframe xmp noembed noframes", svg: "svg", math: "math", integrationPoint: "foreignobject desc annotation-xml mi mo mn ms mtext",
		template: "template", column: "col colgroup", root: "html body", input: "input", noscript: "noscript", unknownAfter: "frameset plaintext",
	} {
		for name := range strings.FieldsSeq(names) {
			byName[name] = element(is)
		}
	}
	return byName
})

// find returns the entry of a name in any case, the zero value if there is none.
func find[V any](byName map[string]V, name []byte) V {
	v, found := byName[string(name)]
	if !found && hasCapital(name) {
		v = byName[string(lower(name))]
	}
	return v
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
