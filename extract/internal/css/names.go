package css

import "golang.org/x/net/html"

// Hashes of names differ by their kind.
const (
	tagKind   = 0x9e3779b97f4a7c15
	idKind    = 0xbf58476d1ce4e5b9
	classKind = 0x94d049bb133111eb
)

// hashName hashes a name (FNV-1a). Names with the same hash are distinguished when a selector is
// matched. No hash is 0. Tags are hashed without regard to case, so that "foreignObject" of SVG is found.
func hashName(kind uint64, name string) uint32 {
	small := byte(0)
	if kind == tagKind {
		small = 0x20
	}
	h := kind
	for i := range len(name) {
		h = (h ^ uint64(name[i]|small)) * 0x100000001b3
	}
	h = (h ^ h>>32) * 0xd6e8feb86659fd93 // so that the upper bits depend on all of the name
	return max(1, uint32(h>>32))
}

func appendNames(list []uint32, n *html.Node) []uint32 {
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

func (v *pageNameBloom) know(n *html.Node) {
	v.known = true
	var buf [16]uint32
	for _, h := range appendNames(buf[:0], n) {
		v.bits[h>>6%uint32(len(v.bits))] |= 1 << (h % 64)
	}
}

func (v *pageNameBloom) has(hash uint32) bool {
	return v == nil || !v.known || v.bits[hash>>6%uint32(len(v.bits))]>>(hash%64)&1 != 0
}
