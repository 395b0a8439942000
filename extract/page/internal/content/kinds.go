package content

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The salts keep the same word in different places of a page apart.
const (
	saltPath  = 0x9E3779B1
	saltQuery = 0x85EBCA77
	saltBody  = 0xC2B2AE3D
	saltType  = 0x27D4EB2F
	saltThing = 0x165667B1
	saltMaker = 0xD3A2646C
)

// maxSigns bounds the words that tell the kind of a page.
const maxSigns = 64

// Signs appends the hashes of the words that tell what kind of page this is:
// those of the path of its address, of the class and id of its body, its
// og:type, the types of its JSON-LD and the program that made it.
func Signs(out []uint32, p *measure.Page, h *Hints) []uint32 {
	out = words(out, h.Address, saltPath)
	out = words(out, h.Query, saltQuery)
	for e := range p.Elements {
		el := &p.Elements[e]
		if el.Atom != atom.Body {
			break
		}
		for _, t := range p.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)] {
			out = append(out, t^saltBody)
		}
	}
	if n := p.Head.HTML; n != nil {
		for i := range n.Attr {
			if n.Attr[i].Key == "class" || n.Attr[i].Key == "itemtype" {
				out = words(out, n.Attr[i].Val, saltBody)
			}
		}
	}
	out = words(out, h.Type, saltType)
	out = words(out, h.Generator, saltMaker)
	for i := range 16 {
		if h.Things>>i&1 != 0 {
			out = append(out, uint32(i+1)*saltThing)
		}
	}
	return out[:min(len(out), maxSigns)]
}

// words appends the hashes of the words of s.
func words(out []uint32, s string, salt uint32) []uint32 {
	start := -1
	for i := 0; i <= len(s); i++ {
		if i < len(s) && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || s[i] >= 0x80) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && i-start >= 2 && len(out) < maxSigns {
			out = append(out, measure.HashWord(s[start:i])^salt)
		}
		start = -1
	}
	return out
}

// kinds adds up what the signs say for the page being an article, a forum, and
// a shop window.
func (r *Reader) kinds(f []float32) {
	r.pageSigns = Signs(r.pageSigns[:0], r.p, &r.hints)
	clear(f[:KindCount])
	known := float32(2)
	for _, h := range r.pageSigns {
		if odds := r.lex.kinds.of(h); odds != nil {
			known++
			for k, w := range odds {
				f[k] += w
			}
		}
	}
	for k := range KindCount {
		f[k] /= known
	}
}

// KindCount is the number of kinds of pages that signs speak for: article,
// forum, documentation, product, and pages that list.
const KindCount = 5

// KindOf is the number of a kind by its name, -1 for all others.
func KindOf(name string) int {
	switch strings.ToLower(name) {
	case "article":
		return 0
	case "forum":
		return 1
	case "documentation":
		return 2
	case "product":
		return 3
	case "listing", "collection":
		return 4
	}
	return -1
}
