package layout

// classLists remembers the class attributes of a page with what their words are,
// since most of them stand on many elements. Of those with the same slot it holds
// the last.
type classLists struct {
	slots []classList // made when the first list comes
	used  bool
}

type classList struct {
	text   string
	token  int32 // the part of Page.Tokens
	tokens int16
	groups Groups
}

// Limits of the memory of class lists.
const (
	classSlots   = 256
	maxClassList = 256 // bytes of one attribute
)

// classWords adds the words of a class attribute to those of an element. Elements
// of which nothing else is known share their part of the tokens of the page.
func (p *Page) classWords(el *Elem, s string) {
	if len(s) == 0 || len(s) > maxClassList {
		p.moreWords(el, s)
		return
	}
	c := &p.lists
	if c.slots == nil {
		c.slots = make([]classList, classSlots)
	}
	list := &c.slots[classSlot(s)]
	if list.text != s {
		c.used = true
		start := len(p.Tokens)
		groups := p.split(s)
		*list = classList{text: s, token: int32(start), tokens: int16(len(p.Tokens) - start), groups: groups}
	}
	el.Class |= list.groups
	if el.Tokens == 0 {
		el.Token, el.Tokens = list.token, list.tokens
	} else {
		p.moreTokens(el, p.Tokens[list.token:list.token+int32(list.tokens)])
	}
}

// moreWords adds the words of an attribute to those of an element.
func (p *Page) moreWords(el *Elem, s string) {
	p.moreTokens(el, nil)
	el.Class |= p.split(s)
	el.Tokens = int16(min(len(p.Tokens)-int(el.Token), 1<<14))
}

// moreTokens adds to the tokens of an element, at the end of those of the page.
func (p *Page) moreTokens(el *Elem, more []uint32) {
	if end := int(el.Token) + int(el.Tokens); end != len(p.Tokens) {
		start := len(p.Tokens)
		p.Tokens = append(p.Tokens, p.Tokens[el.Token:end]...)
		el.Token = int32(start)
	}
	p.Tokens = append(p.Tokens, more...)
	el.Tokens = int16(min(len(p.Tokens)-int(el.Token), 1<<14))
}

// reset forgets the lists but keeps their memory.
func (c *classLists) reset() {
	if c.used {
		clear(c.slots)
	}
	c.used = false
}

// classSlot returns a number below classSlots for a string that isn't empty: a hash
// of its length, both ends and two places between.
func classSlot(s string) uint32 {
	n := len(s)
	h := uint32(s[0]) | uint32(s[n-1])<<8 | uint32(s[n/2])<<16 | uint32(s[n/3])<<24
	return (h ^ uint32(n)*0x85EBCA6B) * 0x9E3779B1 >> 24
}
