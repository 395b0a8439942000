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

var elementNames = [...]struct {
	names string
	is    element
}{
	{"b big code em font i nobr s small strike strong tt u", formatting},
	{"a", link},
	{"script", script},
	{"style", style},
	{"title textarea iframe xmp noembed noframes", raw},
	{"svg", svg},
	{"math", math},
	{"foreignobject desc annotation-xml mi mo mn ms mtext", integrationPoint},
	{"template", template},
	{"col colgroup", column},
	{"html body", root},
	{"input", input},
	{"noscript", noscript},
	{"frameset plaintext", unknownAfter},
}

type reader uint8

const (
	unknown  reader = iota // somebody may, for the text in it
	isRead                 // by its name
	isSilent               // not read by any reader
)

type nameTables struct {
	elements   *nameTable
	attributes nameTable
}

var elementTable = sync.OnceValue(func() *nameTable {
	t := new(nameTable)
	for _, e := range elementNames {
		t.add(e.names, uint8(e.is))
	}
	return t
})

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
		for t.slots[i].name != "" && t.slots[i].name != name {
			i = (i + 1) % tableSize
		}
		t.slots[i] = slot{key, name, is, len(name) <= 8 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""}
	}
}

// find returns the entry of a name in any case, or 0 if it is not in the table.
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

func keyOf(name string) (key uint64) {
	for i := range len(name) {
		key = key<<8 | uint64(name[i]|0x20)
	}
	return key
}

func hash(key uint64, n int) uint32 {
	return uint32((key + uint64(n)) * 0x9E3779B97F4A7C15 >> 40)
}

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

func equals(name []byte, small string) bool { return len(name) == len(small) && equalFold(name, small) }

func hasPrefix(name []byte, small string) bool {
	return len(name) >= len(small) && equalFold(name[:len(small)], small)
}
