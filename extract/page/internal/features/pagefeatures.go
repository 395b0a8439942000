package features

import (
	"math/bits"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// setPageFeatures sets the features of the page.
func (r *Extractor) setPageFeatures() {
	n := len(r.p.Blocks)
	all := r.sums[n]
	f := &r.pageFeatures
	f[fPageWords] = float32(all.words)
	f[fPageBlocks] = float32(n)
	f[fPageLinks] = ratio(all.links, all.words)
	f[fPageProse] = ratio(all.prose, all.words)
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
	var forms float32
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		switch {
		case el.Kinds&measure.Article != 0:
			f[fPageArticles]++
		case el.Kinds&measure.Main != 0:
			f[fPageMain]++
		case el.Kinds&measure.Form != 0:
			forms++
		}
		if el.End-el.First >= 2 && el.Run > run && el.AnyKinds&(measure.Nav|measure.Footer|measure.Header|measure.Menu) == 0 {
			run = el.Run
		}
	}
	f[fPageRun] = float32(run)
	f[fPageParas] = float32(all.paras)
	f[fPageCode] = ratio(code, all.words)
	f[fPageList] = ratio(list, all.words)
	f[fPageForm] = forms
	f[fPageType] = typeNumber(r.hints.Type)
	f[fSchemaType] = schemaNumber(r.hints.Schema)
	f[fPagePath] = float32(r.hints.PathSegments)
	f[fNoscript] = ratio(int32(r.p.NoscriptWords), int32(r.p.VisibleWords))
	r.pageTypeFeatures(f[fTypeOdds:])
}

// typeNumber returns the value of fPageType for an og:type: 0 for none, 1 for a product, 3 for an
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

// schemaNumber returns the value of fSchemaType: the number of the first of the types, from 1 on, 0 for
// none.
func schemaNumber(t SchemaTypes) float32 {
	if t == 0 {
		return 0
	}
	return float32(bits.TrailingZeros16(uint16(t)) + 1)
}
