package layout

// classLists remembers the class attributes of a page with what their words are,
// since most of them stand on many elements. Of those with the same slot it holds
// the last.
type classLists struct {
	slots  []classList // made when the first list comes
	tokens []uint32    // of all lists
	used   bool
}

type classList struct {
	text       string
	first, end int32 // of the tokens
	groups     Groups
}

// Limits of the memory of class lists.
const (
	classSlots   = 256
	maxClassList = 256     // bytes of one attribute
	maxListed    = 1 << 13 // tokens of all
)

// classWords does what split does, but remembers it.
func (p *Page) classWords(s string) Groups {
	c := &p.lists
	if len(s) == 0 || len(s) > maxClassList {
		return p.split(s)
	}
	if c.slots == nil {
		c.slots = make([]classList, classSlots)
	}
	list := &c.slots[slotOf(s)]
	if list.text == s {
		p.Tokens = append(p.Tokens, c.tokens[list.first:list.end]...)
		return list.groups
	}
	if len(c.tokens) > maxListed {
		c.reset()
	}
	c.used = true
	before, first := len(p.Tokens), len(c.tokens)
	groups := p.split(s)
	c.tokens = append(c.tokens, p.Tokens[before:]...)
	*list = classList{text: s, first: int32(first), end: int32(len(c.tokens)), groups: groups}
	return groups
}

// slotOf hashes the length, both ends and two places between.
func slotOf(s string) uint32 {
	n := len(s)
	h := uint32(s[0]) | uint32(s[n-1])<<8 | uint32(s[n/2])<<16 | uint32(s[n/3])<<24
	return (h ^ uint32(n)*0x85EBCA6B) * 0x9E3779B1 >> 24
}

// reset forgets the lists but keeps their memory.
func (c *classLists) reset() {
	if c.used {
		clear(c.slots)
	}
	c.tokens, c.used = c.tokens[:0], false
}
