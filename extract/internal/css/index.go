package css

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// ruleIndex finds the selectors that may match an element. The key of a selector is the id,
// else a class, else the tag that its last compound names.
type ruleIndex struct {
	entries []entry
	// first heads the linked list of each bucket: an index into entries counted from 1, 0 for an empty list. Watched rules have
	// lists of their own. Selectors without a name have the key 0.
	first   *[allRules][buckets]int32
	parser  selectorParser
	boxes   map[uint32]bool // keys of elements that may have a generated box with a background
	boxKeys []uint32        // keys of the rule being read
}

// MayPaintBox reports whether the element at i of the path may have a generated box (::before
// or ::after) with a background. It compares names only.
func (s *Sheet) MayPaintBox(i int) bool {
	return len(s.boxes) > 0 && (s.boxes[1] || slices.ContainsFunc(s.path.namesAt(i), func(hash uint32) bool { return s.boxes[hash] }))
}

type entry struct {
	selector
	rule int32
	next int32 // the next entry of the bucket, counted from 1; 0 ends the list
}

const buckets = 1 << 12

func bucket(key uint32) uint32 { return key >> 20 }

// enter adds the selectors of a list to the entries of the next rule. useful: one of them may match
// an element of the page. aside: one of them is not judged, see hidesAside.
func (s *Sheet) enter(list string) (useful, aside bool) {
	first := len(s.entries)
	s.boxKeys = s.boxKeys[:0]
	if strings.HasSuffix(list, ",") && !strings.HasSuffix(list, `\,`) {
		return false, false // an empty selector makes the whole list invalid
	}
	p := &s.parser
	p.page, p.s = &s.names, list
	for p.i = 0; p.i < len(list); p.i++ {
		if len(s.entries) >= maxEntries || len(p.compounds)+p.parts >= maxEntries {
			s.overflows = true
			break
		}
		sel, ok := p.parse()
		if p.invalid {
			return false, false
		}
		aside = aside || p.aside
		if p.box != 0 {
			s.boxKeys = append(s.boxKeys, p.box)
		}
		if ok {
			s.entries = append(s.entries, entry{selector: sel, rule: int32(len(s.rules))})
		}
	}
	return len(s.entries) > first, aside
}

func (s *Sheet) matchesAt(e *entry, i int) bool {
	s.Spend(1)
	if (s.parted || s.path.shadows) && s.rules[e.rule].tree != s.path.at(i).tree {
		return false // the rule belongs to another tree
	}
	return !(e.root && i > 0) && s.path.at(i).holds(&e.selector) && s.from(&e.selector, 0, s.path.nodes[i]) == matched
}

// The two lowest bits of a hash are the kind of the name. An id and a class of the same text differ then, and no hash is 0.
const (
	tagKind = 1 + iota
	idKind
	classKind
)

// hashName hashes a name, eight bytes at a time. It ignores the case of tags, so that "foreignObject" of SVG is found.
func hashName(kind uint32, text string) uint32 {
	small := uint64(0)
	if kind == tagKind {
		small = 0x2020202020202020
	}
	h := uint64(kind) ^ uint64(len(text))<<8
	for ; len(text) >= 8; text = text[8:] {
		word := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
		h = (h ^ (word | small)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	rest := uint64(0)
	for i := range len(text) {
		rest = rest<<8 | uint64(text[i])
	}
	h = (h ^ (rest | small)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32) * 0xd6e8feb86659fd93 // mixes all bytes into the upper bits
	return uint32(h>>32)&^3 | kind
}

// appendHashes appends the hashes of the names of an element.
func appendHashes(list []uint32, n *html.Node) []uint32 {
	list = append(list, hashName(tagKind, n.Data))
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			list = append(list, hashName(idKind, a.Val))
		case "class":
			for i := 0; i < len(a.Val); i++ {
				start := i
				for i < len(a.Val) && lexical[a.Val[i]]&isBlank == 0 {
					i++
				}
				if i > start {
					list = append(list, hashName(classKind, a.Val[start:i]))
				}
			}
		}
	}
	return list
}

// ancestorBloom is a Bloom filter of the names of an element and its ancestors, one bit a name.
type ancestorBloom [4]uint64

func (f *ancestorBloom) add(hash uint32) { f[hash>>30] |= 1 << (hash >> 24 & 63) }

func (f *ancestorBloom) holds(s *selector) bool {
	for _, bit := range s.needs[:s.needed] {
		if f[bit>>6]>>(bit&63)&1 == 0 {
			return false
		}
	}
	return true
}

// pageNameBloom is a Bloom filter of the names of a page. Before a page is added it reports that it has every name.
type pageNameBloom struct {
	bits  [512]uint64
	known bool
}

func (v *pageNameBloom) has(hash uint32) bool {
	return v == nil || !v.known || v.bits[hash>>8%uint32(len(v.bits))]>>(hash>>2%64)&1 != 0
}
