package css

import (
	"math/bits"

	"golang.org/x/net/html"
)

// Names of tags, ids and classes are compared by hashes first, which differ by
// the kind of name.
const (
	tagKind   = 0x9e3779b97f4a7c15
	idKind    = 0xbf58476d1ce4e5b9
	classKind = 0x94d049bb133111eb
)

// hashName hashes the length, both ends and the middle of a name. Names with the
// same hash are distinguished when a selector is matched. No hash is 0.
func hashName(kind uint64, name string) uint32 {
	head, tail := ends(name)
	if len(name) > 16 {
		head += eight(name[len(name)/2-4:])
	}
	return mix(kind, head, tail, len(name))
}

// hashTag hashes the name of a tag without regard to case, so that
// "foreignObject" of SVG is found.
func hashTag(name string) uint32 {
	const small = 0x2020202020202020
	head, tail := ends(name)
	return mix(tagKind, head|small, tail|small, len(name))
}

// ends returns the first and the last eight bytes of a name, which may overlap.
func ends(name string) (head, tail uint64) {
	n := len(name)
	switch {
	case n >= 8:
		return eight(name), eight(name[n-8:])
	case n >= 4:
		return four(name), four(name[n-4:])
	case n > 0:
		return uint64(name[0]) | uint64(name[n/2])<<8, uint64(name[n-1])
	}
	return 0, 0
}

func four(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func mix(kind, head, tail uint64, n int) uint32 {
	high, low := bits.Mul64(head^kind, tail^kind>>7^uint64(n)<<56)
	h := (high ^ low) * 0xd6e8feb86659fd93
	return max(1, uint32(h>>32))
}

// appendClasses appends the hashes of the names in a class attribute.
func appendClasses(list []uint32, classes string) []uint32 {
	for i := 0; i < len(classes); i++ {
		start := i
		for i < len(classes) && lexical[classes[i]]&isBlank == 0 {
			i++
		}
		if i > start {
			list = append(list, hashName(classKind, classes[start:i]))
		}
	}
	return list
}

// appendNames appends the hashes of the tag, the id and the classes of n.
func appendNames(list []uint32, n *html.Node) []uint32 {
	list = append(list, hashTag(n.Data))
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			list = append(list, hashName(idKind, a.Val))
		case "class":
			list = appendClasses(list, a.Val)
		}
	}
	return list
}
