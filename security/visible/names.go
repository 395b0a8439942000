package visible

import "golang.org/x/net/html"

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

// vocabulary is a Bloom filter of the names that the elements of a page have. One
// that knows no page takes any name for one of it.
type vocabulary struct {
	bits  [512]uint64
	known bool
}

// know adds the names of root and all elements below it, and returns the style
// elements among those.
func (v *vocabulary) know(root *html.Node) (styles []*html.Node) {
	v.known = true
	v.add(root)
	for n := root.FirstChild; n != nil; n = following(n, root) {
		if n.Type != html.ElementNode {
			continue
		}
		v.add(n)
		if isStyle(n) {
			styles = append(styles, n)
		}
	}
	return styles
}

func (v *vocabulary) add(n *html.Node) {
	var buf [16]uint32
	for _, h := range appendNames(buf[:0], n) {
		v.bits[h>>6%uint32(len(v.bits))] |= 1 << (h % 64)
	}
}

// has reports whether an element of the page may have the name, whose hash is 0
// for any.
func (v *vocabulary) has(hash uint32) bool {
	return v == nil || !v.known || hash == 0 || v.bits[hash>>6%uint32(len(v.bits))]>>(hash%64)&1 != 0
}

// traits are what a first glance tells of a selector.
type traits struct {
	key    uint32   // the name to find it by, 0 for none
	needs  [4]uint8 // bits in the filter of what it matches
	needed uint8
	root   bool // it matches no element but the root
	dead   bool // it never matches
}

// need notes that an element or one of its ancestors must have a name.
func (t *traits) need(hash uint32, page *vocabulary) {
	t.dead = t.dead || !page.has(hash)
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
// and returns where it ends. What it doesn't read itself the parser tells. It is
// dead if it needs names that the page doesn't have.
func (t *traits) glance(list string, i int, page *vocabulary) (end int) {
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
			t.leave(&n, spaced, page)
			n, spaced = names{}, 0
		}
		if i = t.simple(list, i, &n); i < 0 {
			return t.slowGlance(list, start)
		}
	}
	t.key, t.root = n.key(), n.root
	if n.second != 0 {
		t.need(n.second, page)
	}
	t.dead = t.dead || !page.has(t.key)
	return i
}

// leave notes what an ancestor must be named.
func (t *traits) leave(n *names, combinator byte, page *vocabulary) {
	if combinator != ' ' && combinator != '>' {
		return
	}
	if n.id != 0 {
		t.need(n.id, page)
	}
	if n.class != 0 {
		t.need(n.class, page)
	}
	if n.second != 0 {
		t.need(n.second, page)
	}
	if n.inner != 0 {
		t.need(n.inner, page)
	} else if n.id|n.class == 0 && n.tag != 0 {
		t.need(n.tag, page)
	}
}

// simple reads the simple selector at i and returns the index after it, -1 if
// it needs the parser.
func (t *traits) simple(list string, i int, n *names) int {
	switch c := list[i]; {
	case c == '.':
		i, h := hashIdent(list, i+1, classKind)
		if n.class == 0 {
			n.class = h
		} else {
			n.second = h
		}
		return i
	case c == '#':
		i, n.id = hashIdent(list, i+1, idKind)
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
		if inner.glance(args, 0, nil) == len(args) && !inner.dead {
			n.inner = inner.key
		}
	}
	return len(list) - len(rest)
}

// hashIdent hashes the name at i; the index is -1 for one with escapes.
func hashIdent(list string, i int, kind uint64) (int, uint32) {
	start := i
	for ; i < len(list) && identByte(list[i]); i++ {
		if list[i] == '\\' {
			return -1, 0
		}
	}
	if i == start {
		return -1, 0
	}
	return i, hashName(kind, list[start:i])
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
		n.id = hashName(idKind, last.id)
	}
	if len(last.classes) > 0 {
		n.class = hashName(classKind, last.classes[0])
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
