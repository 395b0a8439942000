package features

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The hash of a word is combined with the salt of its place, so that the same word in the path and in
// the class of the body are two tokens. The values are the five primes of xxHash32 and one
// more constant. The model depends on them.
const (
	saltPath      = 0x9E3779B1
	saltQuery     = 0x85EBCA77
	saltBody      = 0xC2B2AE3D
	saltType      = 0x27D4EB2F
	saltSchema    = 0x165667B1
	saltGenerator = 0xD3A2646C
)

// maxPageTypeTokens bounds the result of PageTypeTokens.
const maxPageTypeTokens = 64

// PageTypeTokens appends the hashes of the words that speak for the type of a page: those
// of the path and query of its address, of the class and id of its body, its og:type, the
// types of its JSON-LD and the program that made it. Each place has a salt of its own.
func PageTypeTokens(out []uint32, p *measure.Page, h *Hints) []uint32 {
	out = appendWordHashes(out, h.Address, saltPath)
	out = appendWordHashes(out, h.Query, saltQuery)
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
				out = appendWordHashes(out, n.Attr[i].Val, saltBody)
			}
		}
	}
	out = appendWordHashes(out, h.Type, saltType)
	out = appendWordHashes(out, h.Generator, saltGenerator)
	for i := range 16 {
		if h.Schema>>i&1 != 0 {
			out = append(out, uint32(i+1)*saltSchema)
		}
	}
	return out[:min(len(out), maxPageTypeTokens)]
}

// appendWordHashes appends the salted hashes of the words of s, until out has maxPageTypeTokens. Words
// are two or more bytes of ASCII letters or beyond ASCII: digits part them.
func appendWordHashes(out []uint32, s string, salt uint32) []uint32 {
	start := -1
	for i := 0; i <= len(s); i++ {
		if i < len(s) && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || s[i] >= 0x80) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && i-start >= 2 && len(out) < maxPageTypeTokens {
			out = append(out, measure.HashWord(s[start:i])^salt)
		}
		start = -1
	}
	return out
}

// oddsPrior is added to the number of known tokens in the mean of their odds, so that one or two tokens
// alone say little.
const oddsPrior = 2

// pageTypeFeatures sets f to the smoothed mean log odds of each type.
func (r *Extractor) pageTypeFeatures(f []float32) {
	r.pageTokens = PageTypeTokens(r.pageTokens[:0], r.p, &r.hints)
	clear(f[:PageTypeCount])
	known := float32(oddsPrior)
	for _, h := range r.pageTokens {
		if odds := r.lexicon.kinds.lookup(h); odds != nil {
			known++
			for k, w := range odds {
				f[k] += w
			}
		}
	}
	for k := range PageTypeCount {
		f[k] /= known
	}
}

// PageType is a type of page that tokens speak for.
type PageType int

// The types, in the order of their odds in the model. TypeList is a page that lists others.
const (
	TypeArticle PageType = iota
	TypeForum
	TypeDocumentation
	TypeProduct
	TypeList

	PageTypeCount = iota
)

// PageTypeOf returns the type of a page by the name that corpora have for it, -1 for all
// others.
func PageTypeOf(name string) PageType {
	switch strings.ToLower(name) {
	case "article":
		return TypeArticle
	case "forum":
		return TypeForum
	case "documentation":
		return TypeDocumentation
	case "product":
		return TypeProduct
	case "listing", "collection":
		return TypeList
	}
	return -1
}
