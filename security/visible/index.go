package visible

import "golang.org/x/net/html"

// ruleIndex finds the rules that may match an element by what their last
// compound names: an id, else a class, else a tag.
type ruleIndex struct {
	ids, classes, tags map[string][]indexed
	any                []indexed
	bloom              [4]uint64 // of the first and last byte and the length of names
	size               int
}

type indexed struct {
	rule *rule
	sel  *selector
}

func (x *ruleIndex) add(r *rule) {
	list := r.list()
	for i := range list {
		x.insert(indexed{r, &list[i]})
	}
}

func (x *ruleIndex) insert(e indexed) {
	x.size++
	last := &e.sel.compounds[0]
	switch {
	case last.id != "":
		x.ids = x.put(x.ids, last.id, e)
	case len(last.classes) > 0:
		x.classes = x.put(x.classes, last.classes[0], e)
	case last.tag != "":
		x.tags = x.put(x.tags, last.tag, e)
	default:
		x.any = append(x.any, e)
	}
}

func (x *ruleIndex) put(m map[string][]indexed, key string, e indexed) map[string][]indexed {
	if m == nil {
		m = make(map[string][]indexed)
	}
	m[key] = append(m[key], e)
	word, bit := bloomAt(key)
	x.bloom[word] |= bit
	return m
}

func bloomAt(key string) (word int, bit uint64) {
	h := uint(key[0])*31 + uint(key[len(key)-1])*7 + uint(len(key))
	return int(h >> 6 & 3), 1 << (h & 63)
}

func (x *ruleIndex) maybe(key string) bool {
	if key == "" {
		return false
	}
	word, bit := bloomAt(key)
	return x.bloom[word]&bit != 0
}

// candidates calls yield for each selector that may match n until it returns
// false.
func (x *ruleIndex) candidates(n *html.Node, yield func(*indexed) bool) {
	if x.size == 0 || !each(x.any, yield) {
		return
	}
	if x.tags != nil && x.maybe(n.Data) && !each(x.tags[n.Data], yield) {
		return
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			if x.ids != nil && x.maybe(a.Val) && !each(x.ids[a.Val], yield) {
				return
			}
		case "class":
			if x.classes != nil && !x.eachClass(a.Val, yield) {
				return
			}
		}
	}
}

func (x *ruleIndex) eachClass(list string, yield func(*indexed) bool) bool {
	for i := 0; i < len(list); {
		for i < len(list) && blank(list[i]) {
			i++
		}
		start := i
		for i < len(list) && !blank(list[i]) {
			i++
		}
		if class := list[start:i]; x.maybe(class) && !each(x.classes[class], yield) {
			return false
		}
	}
	return true
}

func each(list []indexed, yield func(*indexed) bool) bool {
	for i := range list {
		if !yield(&list[i]) {
			return false
		}
	}
	return true
}
