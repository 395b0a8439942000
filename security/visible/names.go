package visible

import "golang.org/x/net/html"

// Names of tags, ids and classes are compared by their 32-bit FNV-1a hashes
// first, which start at a different value for each kind. Tags ignore case, so
// that "foreignObject" of SVG is found.
const (
	tagSeed   = 2166136261
	idSeed    = tagSeed + 2
	classSeed = tagSeed + 4

	fnvPrime = 16777619
)

func hashName(seed uint32, name string) uint32 {
	for i := 0; i < len(name); i++ {
		seed = (seed ^ uint32(name[i])) * fnvPrime
	}
	return seed
}

func hashTag(name string) uint32 {
	h := uint32(tagSeed)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i]|0x20)) * fnvPrime
	}
	return h
}

// appendNames appends the hashes of the tag, the id and the classes of n.
func appendNames(list []uint32, n *html.Node) []uint32 {
	list = append(list, hashTag(n.Data))
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			list = append(list, hashName(idSeed, a.Val))
		case "class":
			list = appendClasses(list, a.Val)
		}
	}
	return list
}

func appendClasses(list []uint32, classes string) []uint32 {
	h, inside := uint32(classSeed), false
	for i := 0; i < len(classes); i++ {
		if c := classes[i]; !blank(c) {
			h, inside = (h^uint32(c))*fnvPrime, true
		} else if inside {
			list = append(list, h)
			h, inside = classSeed, false
		}
	}
	if inside {
		list = append(list, h)
	}
	return list
}

// nameFilter is a Bloom filter with one bit a name, of an element and its
// ancestors.
type nameFilter [4]uint64

func (f *nameFilter) add(hash uint32) { f[hash>>30] |= 1 << (hash >> 24 & 63) }

func (f *nameFilter) has(hash uint32) bool { return f[hash>>30]>>(hash>>24&63)&1 != 0 }

func (f *nameFilter) holds(t *traits) bool {
	for _, bit := range t.needs[:t.needed] {
		if f[bit>>6]>>(bit&63)&1 == 0 {
			return false
		}
	}
	return true
}

// traits are what a first glance tells of a selector.
type traits struct {
	key    uint32   // the name to find it by, 0 for none
	needs  [4]uint8 // bits in the filter of what it matches
	needed uint8
	root   bool // it matches no element but the root
	dead   bool // it never matches
}

func (t *traits) need(hash uint32) {
	if int(t.needed) < len(t.needs) {
		t.needs[t.needed] = uint8(hash >> 24)
		t.needed++
	}
}

// names are those of one compound, 0 where it has none.
type names struct {
	id, class, second, tag uint32
	inner                  uint32 // the key of the argument of :is or :where
	root                   bool
}

func (n *names) key() uint32 {
	switch {
	case n.id != 0:
		return n.id
	case n.class != 0:
		return n.class
	case n.inner != 0:
		return n.inner
	case n.tag != 0:
		return n.tag
	}
	return 0
}

// glance reads the selector of a list that starts at i, far enough to index it,
// and returns where it ends. What it doesn't read itself the parser tells.
func (t *traits) glance(list string, i int) (end int) {
	start := i
	var n names
	spaced := byte(0) // the combinator after n, not yet used
	for i < len(list) && list[i] != ',' {
		c := list[i]
		if blank(c) || c == '>' || c == '+' || c == '~' {
			if spaced == 0 || spaced == ' ' && !blank(c) {
				spaced = c
				if blank(c) {
					spaced = ' '
				}
			}
			i++
			continue
		}
		if spaced != 0 {
			t.leave(&n, spaced)
			n, spaced = names{}, 0
		}
		if i = t.simple(list, i, &n); i < 0 {
			return t.slowGlance(list, start)
		}
	}
	t.key, t.root = n.key(), n.root
	if n.second != 0 {
		t.need(n.second)
	}
	return i
}

// leave notes what an ancestor must be named.
func (t *traits) leave(n *names, combinator byte) {
	if combinator != ' ' && combinator != '>' {
		return
	}
	if n.id != 0 {
		t.need(n.id)
	}
	if n.class != 0 {
		t.need(n.class)
	}
	if n.second != 0 {
		t.need(n.second)
	}
	if n.inner != 0 {
		t.need(n.inner)
	} else if n.id|n.class == 0 && n.tag != 0 {
		t.need(n.tag)
	}
}

// simple reads the simple selector at i and returns the index after it, -1 if
// it needs the parser.
func (t *traits) simple(list string, i int, n *names) int {
	switch c := list[i]; {
	case c == '.':
		i, h := hashIdent(list, i+1, classSeed)
		if n.class == 0 {
			n.class = h
		} else {
			n.second = h
		}
		return i
	case c == '#':
		i, n.id = hashIdent(list, i+1, idSeed)
		return i
	case c == '*':
		return i + 1
	case c == '[':
		_, rest := cutBlock(list[i+1:], ']')
		return len(list) - len(rest)
	case c == ':':
		return t.pseudo(list, i+1, n)
	case identByte(c):
		end := i
		for end < len(list) && identByte(list[end]) {
			if list[end] == '\\' {
				return -1
			}
			end++
		}
		n.tag = hashTag(list[i:end])
		return end
	}
	return -1
}

// pseudo reads a pseudo-class and notes if it is none that is understood.
func (t *traits) pseudo(list string, i int, n *names) int {
	start := i
	for i < len(list) && identByte(list[i]) {
		if list[i] == '\\' {
			return -1
		}
		i++
	}
	name := lower(list[start:i])
	if !understood(name) {
		t.dead = true
		if i == start && i < len(list) && list[i] == ':' {
			i++
		}
	}
	n.root = n.root || name == "root"
	if i == len(list) || list[i] != '(' {
		return i
	}
	args, rest := cutBlock(list[i+1:], ')')
	if name == "is" || name == "where" {
		var inner traits
		if inner.glance(args, 0) == len(args) && !inner.dead {
			n.inner = inner.key
		}
	}
	return len(list) - len(rest)
}

// hashIdent hashes the name at i; the index is -1 for one with escapes.
func hashIdent(list string, i int, h uint32) (int, uint32) {
	start := i
	for ; i < len(list) && identByte(list[i]); i++ {
		if list[i] == '\\' {
			return -1, 0
		}
		h = (h ^ uint32(list[i])) * fnvPrime
	}
	if i == start {
		return -1, 0
	}
	return i, h
}

// slowGlance parses the selector to index it.
func (t *traits) slowGlance(list string, i int) (end int) {
	part, _ := cutBlock(list[i:], ',')
	*t = traits{}
	p := selectorParser{s: part}
	sel, ok := p.parse()
	if !ok {
		t.dead = true
		return i + len(part)
	}
	var n names
	last := &sel.compounds[0]
	if last.id != "" {
		n.id = hashName(idSeed, last.id)
	}
	if len(last.classes) > 0 {
		n.class = hashName(classSeed, last.classes[0])
	}
	if last.tag != "" {
		n.tag = hashTag(last.tag)
	}
	t.key = n.key()
	return i + len(part)
}

// understood reports whether a pseudo-class is known. Pseudo-elements and
// states that a page at rest doesn't have are not.
func understood(name string) bool {
	switch name {
	case "root", "first-child", "last-child", "only-child", "first-of-type", "last-of-type", "only-of-type", "empty", "link", "any-link",
		"checked", "disabled", "enabled", "defined", "read-only", "scope",
		"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type",
		"is", "where", "not", "matches", "-webkit-any", "-moz-any", "has", "lang":
		return true
	}
	return false
}
