package measure

import "strings"

// classCache holds the words of class attributes, since most attributes stand on many
// elements of a page. Of two attributes with the same slot the last one stays.
type classCache struct {
	slots []cachedClassList // made when the first list comes
	used  bool
}

type cachedClassList struct {
	text       string
	firstToken int32 // the part of Page.Tokens
	tokenCount int16
	topics     ClassTopics
	lastColumn bool // it has the class col-last
}

// Limits of the cache.
const (
	classSlots   = 256
	maxClassList = 256 // bytes of one attribute
)

// addClassList adds the words of a class attribute to an element, and reports whether one
// of them is col-last. Elements with the same class attribute share their part of
// Page.Tokens, unless other attributes add more.
func (w *walker) addClassList(el *Element, s string) (lastColumn bool) {
	if len(s) == 0 || len(s) > maxClassList {
		w.addAttributeWords(el, s)
		return false
	}
	c := &w.classCache
	if c.slots == nil {
		c.slots = make([]cachedClassList, classSlots)
	}
	list := &c.slots[classSlot(s)]
	if list.text != s {
		c.used = true
		start := len(w.Tokens)
		groups := w.splitWords(s)
		*list = cachedClassList{text: s, firstToken: int32(start), tokenCount: int16(len(w.Tokens) - start), topics: groups, lastColumn: strings.Contains(s, "col-last")}
	}
	el.Topics |= list.topics
	if el.TokenCount == 0 {
		el.FirstToken, el.TokenCount = list.firstToken, list.tokenCount
	} else {
		w.appendTokens(el, w.Tokens[list.firstToken:list.firstToken+int32(list.tokenCount)])
	}
	return list.lastColumn
}

// addAttributeWords adds the words of an attribute to an element.
func (w *walker) addAttributeWords(el *Element, s string) {
	w.appendTokens(el, nil)
	el.Topics |= w.splitWords(s)
	el.TokenCount = int16(min(len(w.Tokens)-int(el.FirstToken), 1<<14))
}

// appendTokens adds to the tokens of an element. Those that it has are copied to the end
// of Page.Tokens if they aren't there.
func (w *walker) appendTokens(el *Element, more []uint32) {
	if end := int(el.FirstToken) + int(el.TokenCount); end != len(w.Tokens) {
		start := len(w.Tokens)
		w.Tokens = append(w.Tokens, w.Tokens[el.FirstToken:end]...)
		el.FirstToken = int32(start)
	}
	w.Tokens = append(w.Tokens, more...)
	el.TokenCount = int16(min(len(w.Tokens)-int(el.FirstToken), 1<<14))
}

// reset forgets the lists but keeps their memory.
func (c *classCache) reset() {
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
