package visibility

import "golang.org/x/net/html"

// classLists remembers the class attributes of a page with the hashes of their
// names, since most of them stand on many elements. Of those with the same slot
// it holds the last.
type classLists struct {
	slots  []classList // made when the first list comes
	hashes []uint32
	used   bool
}

type classList struct {
	text  string
	names span // of the hashes
	rules ruleMayMatch
}

// ruleMayMatch is what is known of the rules that may match by one of several names.
type ruleMayMatch uint8

const (
	unasked ruleMayMatch = iota
	harmless
	doubtful
)

// Limits of the memory of class lists.
const (
	classSlots   = 256
	maxClassList = 256     // bytes of one attribute
	maxHashes    = 1 << 13 // of all lists
)

// find returns the list of a class attribute, nil for one too long to be
// remembered, and whether it was there before. It is valid until the next call.
func (c *classLists) find(classes string) (list *classList, seen bool) {
	if len(classes) > maxClassList {
		return nil, false
	}
	if c.slots == nil {
		c.slots = make([]classList, classSlots)
	}
	list = &c.slots[hashName(classKind, classes)%classSlots]
	if list.text == classes {
		return list, true
	}
	if len(c.hashes) > maxHashes {
		clear(c.slots)
		c.hashes = c.hashes[:0]
	}
	c.used = true
	start := len(c.hashes)
	c.hashes = appendClasses(c.hashes, classes)
	*list = classList{text: classes, names: span{int32(start), int32(len(c.hashes))}}
	return list, false
}

// of returns the hashes of a list.
func (c *classLists) of(list *classList) []uint32 { return c.hashes[list.names.start:list.names.end] }

// appendNames appends the hashes of the tag, the id and the classes of n.
func (c *classLists) appendNames(names []uint32, n *html.Node) []uint32 {
	names = append(names, hashTag(n.Data))
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			names = append(names, hashName(idKind, a.Val))
		case "class":
			if list, _ := c.find(a.Val); list != nil {
				names = append(names, c.of(list)...)
			} else {
				names = appendClasses(names, a.Val)
			}
		}
	}
	return names
}

// reset forgets the lists but keeps their memory.
func (c *classLists) reset() {
	if c.used {
		clear(c.slots)
	}
	c.hashes, c.used = c.hashes[:0], false
}
