package features

import (
	"math/bits"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// setPageFeatures sets the features of the page.
func (r *Extractor) setPageFeatures() {
	n := len(r.p.Blocks)
	all := r.sums[n]
	var code, list, run int32
	for i := range r.p.Blocks {
		b := &r.p.Blocks[i]
		tags := r.p.Elements[b.Element].AnyKinds
		if tags&measure.Pre != 0 {
			code += b.Words
		}
		if tags&measure.Li != 0 {
			list += b.Words
		}
	}
	var articles, mains, forms float32
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		switch {
		case el.Kinds&measure.Article != 0:
			articles++
		case el.Kinds&measure.Main != 0:
			mains++
		case el.Kinds&measure.Form != 0:
			forms++
		}
		if el.End-el.First >= 2 && el.Run > run && el.AnyKinds&(measure.Nav|measure.Footer|measure.Header|measure.Menu) == 0 {
			run = el.Run
		}
	}
	schema := float32(0) // the number of the first of the SchemaTypes, from 1 on
	if types := uint16(r.hints.Schema); types != 0 {
		schema = float32(bits.TrailingZeros16(types) + 1)
	}
	f := &r.pageFeatures
	*(*[firstTypeOdds - FirstPageFeature]float32)(f[FirstPageFeature:]) = [...]float32{
		float32(all.words), float32(n), ratio(all.links, all.words), ratio(all.prose, all.words), float32(all.paras),
		articles, mains,
		float32(run), // the longest run of like elements with text, outside of boilerplate
		ratio(code, all.words), ratio(list, all.words),
		typeNumber(r.hints.Type), schema,
		float32(r.hints.PathSegments),
		forms,
		ratio(int32(r.p.NoscriptWords), int32(r.p.VisibleWords)),
	}
	r.pageTypeFeatures(f[firstTypeOdds:])
}

// typeNumber returns the feature of an og:type: 0 for none, 1 for a product, 3 for an
// article and 2 for all others.
func typeNumber(t string) float32 {
	switch t {
	case "":
		return 0
	case "article", "blog", "news", "newsarticle", "post":
		return 3
	case "product", "product.item", "og:product":
		return 1
	}
	return 2
}

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
	for word := range strings.FieldsFuncSeq(s, func(c rune) bool { return c < 0x80 && (c|0x20 < 'a' || c|0x20 > 'z') }) {
		if len(word) >= 2 && len(out) < maxPageTypeTokens {
			out = append(out, measure.HashWord(word)^salt)
		}
	}
	return out
}

func (r *Extractor) pageTypeFeatures(f []float32) {
	const oddsPrior = 2 // added to the number of known tokens in the mean of their odds, so that one or two tokens alone say little
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
