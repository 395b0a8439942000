package features

import (
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The features of the place where a block stands, from firstPosition on.
const (
	pUnlinked        = iota // words outside of links
	pEmphasis               // 1 begins with italics, 2 is all italic
	pSmall                  // the same for small and superscript text
	pTitle                  // share of its words that the title has
	pTitleWhole             // share of the title that it has
	pFromTitle              // blocks since the one that shows the title
	pDescription            // share of its words that the description has
	pFromDescription        // blocks since the one that shows the description
	pLabelMin               // see ElementContext.minLabelOdds
	pHeadPath               // the least mean odds of the headings it is under
	pOrdinal                // place of ElementContext.Pair in its run, from 0
	pOrdinalRun             // length of that run
	pOrdinalShare           // share of that element in the text of its parent
	pArticle                // which article of the page it is in
	pArticles               // how many articles are around
	pArticleShare           // share of that article in the prose of the page
	pStepsUp                // steps up to an element around the densest one
	pStepsDown              // steps from there down to the densest
	pProseBefore            // share of the prose of the page
	pProseAfter
	pParasBefore // blocks of prose
	pParasAfter
	positionCount
)

// unknown is the value of a distance to something that the page doesn't have, below all others.
const unknown = -1000

func (r *Extractor) positionFeatures(i int, f *FeatureVector) {
	b := &r.p.Blocks[i]
	g := f[firstPosition:][:positionCount]
	g[pUnlinked] = float32(b.Words - b.LinkWords)
	g[pEmphasis], g[pSmall] = r.emphasis(b)
	m := &r.matches[i]
	g[pTitle], g[pTitleWhole], g[pDescription] = m.title, m.share, m.description
	g[pFromTitle], g[pFromDescription] = blocksSince(i, r.titleAt), blocksSince(i, r.descriptionAt)
	all := &r.sums[len(r.p.Blocks)]
	before, after := &r.sums[i], &r.sums[i+1]
	s := &r.contexts[b.Element]
	g[pLabelMin], g[pHeadPath] = s.minLabelOdds, r.headingOdds[i]
	g[pArticle], g[pArticles], g[pArticleShare] = float32(s.article), float32(s.articles), -1
	if s.article >= 0 {
		el := &r.p.Elements[r.articles[s.article]]
		g[pArticleShare] = ratio(r.sums[el.End].prose-r.sums[el.First].prose, all.prose)
	}
	g[pStepsUp], g[pStepsDown] = float32(s.stepsUp), float32(s.stepsDown)
	g[pProseBefore] = ratio(before.prose, all.prose)
	g[pProseAfter] = ratio(all.prose-after.prose, all.prose)
	g[pParasBefore] = float32(before.paras)
	g[pParasAfter] = float32(all.paras - after.paras)
	r.ordinalFeatures(b.Element, g)
}

func blocksSince(i int, at int32) float32 {
	if at < 0 {
		return unknown
	}
	return float32(i - int(at))
}

// emphasis returns whether a block is in italics, and whether in small or superscript text: 1 for its
// beginning, 2 for all of it, 0 for neither.
func (r *Extractor) emphasis(b *measure.TextBlock) (italic, small float32) {
	for e := b.Leaf; e >= 0 && e != b.Element; e = r.p.Elements[e].Parent {
		el := &r.p.Elements[e]
		much := float32(1)
		if r.p.Next[el.Index] >= b.End {
			much = 2
		}
		switch el.Atom {
		case atom.Em, atom.I:
			italic = much
		case atom.Small, atom.Sup:
			small = much
		}
	}
	return italic, small
}

func (r *Extractor) ordinalFeatures(e int32, g []float32) {
	g[pOrdinal], g[pOrdinalRun], g[pOrdinalShare] = -1, 0, 0
	if like := r.contexts[e].Pair; like >= 0 {
		el := &r.p.Elements[like]
		g[pOrdinal], g[pOrdinalRun] = float32(el.Order), float32(el.Run)
		g[pOrdinalShare] = ratio(r.Words(el), r.Words(&r.p.Elements[el.Parent]))
	}
}
