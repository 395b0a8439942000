package css

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// ruleIndex finds the selectors that may match an element by what their last
// compound names: an id, else a class, else a tag.
type ruleIndex struct {
	entries []entry
	first   *[allRules][buckets]int32 // the selectors of a bucket, of watched rules and of others, begin here, counted from 1; those without a name have the key 0
	parser  selectorParser
	boxes   map[uint32]bool // the keys of the elements that may have a generated box with a background
	boxKeys []uint32        // of the rule being read
}

// MayPaintBox reports whether the element at i of the path may have a generated box
// (::before or ::after) with a background, judged by its names.
func (s *Sheet) MayPaintBox(i int) bool {
	return len(s.boxes) > 0 && (s.boxes[1] || slices.ContainsFunc(s.path.namesAt(i), func(hash uint32) bool { return s.boxes[hash] }))
}

type entry struct {
	selector
	rule int32
	next int32 // of the same bucket, counted from 1
}

const buckets = 1 << 12

func bucket(key uint32) uint32 { return key >> 20 }

// enter adds the selectors of a list to the entries of the next rule, and reports whether one of
// them may match an element of the page, and whether one is not judged, see hidesAside.
func (s *Sheet) enter(list string) (useful, aside bool) {
	first := len(s.entries)
	s.boxKeys = s.boxKeys[:0]
	if strings.HasSuffix(list, ",") && !strings.HasSuffix(list, `\,`) {
		return false, false // an empty selector is not valid, nor is its list
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
		return false // of another tree
	}
	return !(e.root && i > 0) && s.path.at(i).holds(&e.selector) && s.from(&e.selector, 0, s.path.nodes[i]) == matched
}

// The kinds of names are the two lowest bits of their hashes, so that names of different kinds have different ones, and none has 0.
const (
	tagKind = 1 + iota
	idKind
	classKind
)

// hashName hashes a name, eight bytes at a time. Tags are hashed without regard to case, so that "foreignObject" of SVG is found.
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
	h = (h ^ h>>32) * 0xd6e8feb86659fd93 // so that the upper bits depend on all of the name
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

// ancestorBloom is a Bloom filter with one bit a name, of an element and its ancestors.
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

// pageNameBloom is a Bloom filter of the names of a page. One that knows no page takes any name for one of it.
type pageNameBloom struct {
	bits  [512]uint64
	known bool
}

func (v *pageNameBloom) has(hash uint32) bool {
	return v == nil || !v.known || v.bits[hash>>8%uint32(len(v.bits))]>>(hash>>2%64)&1 != 0
}
