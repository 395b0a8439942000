package css

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// ancestorBloom is a Bloom filter with one bit a name, of an element and its
// ancestors.
type ancestorBloom [4]uint64

func (f *ancestorBloom) add(hash uint32) { f[hash>>30] |= 1 << (hash >> 24 & 63) }

func (f *ancestorBloom) has(hash uint32) bool { return f[hash>>30]>>(hash>>24&63)&1 != 0 }

func (f *ancestorBloom) holds(t *selectorSummary) bool {
	for _, bit := range t.needs[:t.needed] {
		if f[bit>>6]>>(bit&63)&1 == 0 {
			return false
		}
	}
	return true
}

// pageNameBloom is a Bloom filter of the names that the elements of a page have. One
// that knows no page takes any name for one of it.
type pageNameBloom struct {
	bits  [512]uint64
	known bool
}

// know adds the names of root and all elements below it, and returns the elements among
// those that hold a style sheet.
func (v *pageNameBloom) know(root *html.Node) (styles []*html.Node) {
	v.known = true
	v.element(root)
	for n := root.FirstChild; n != nil; n = htmltree.Next(n, root) {
		if n.Type != html.ElementNode {
			continue
		}
		v.element(n)
		if isStyle(n) {
			styles = append(styles, n)
		}
	}
	return styles
}

func (v *pageNameBloom) element(n *html.Node) {
	var buf [16]uint32
	v.add(appendNames(buf[:0], n)...)
}

func (v *pageNameBloom) add(names ...uint32) {
	for _, h := range names {
		v.bits[h>>6%uint32(len(v.bits))] |= 1 << (h % 64)
	}
}

// has reports whether an element of the page may have the name, whose hash is 0
// for any.
func (v *pageNameBloom) has(hash uint32) bool {
	return v == nil || !v.known || hash == 0 || v.bits[hash>>6%uint32(len(v.bits))]>>(hash%64)&1 != 0
}
