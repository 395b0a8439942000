package trainer

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// evidence is the evidence of one page about words in class names and in texts: by word, the
// share of the text with it that is content.
type evidence struct {
	classes, words map[uint32]float32
}

func gatherEvidence(p *measure.Page, l []label) evidence {
	type part struct{ yes, all float32 }
	classes, words := map[uint32]part{}, map[uint32]part{}
	sum := make([]part, len(l)+1)
	for i := range l {
		w := min(float32(p.Blocks[i].Words), 60)
		if l[i].weight == 0 {
			w = 0
		}
		sum[i+1] = part{sum[i].yes + w*l[i].y, sum[i].all + w}
		if w == 0 || p.Blocks[i].Words > 40 {
			continue
		}
		b := &p.Blocks[i]
		for _, h := range p.Words[b.FirstWord : b.FirstWord+int32(b.HashedWords)] {
			words[h] = part{words[h].yes + l[i].y, words[h].all + 1}
		}
	}
	for e := range p.Elements {
		el := &p.Elements[e]
		d := part{sum[el.End].yes - sum[el.First].yes, sum[el.End].all - sum[el.First].all}
		if d.all <= 0 {
			continue
		}
		for _, h := range p.Tokens[el.FirstToken : el.FirstToken+int32(el.TokenCount)] {
			classes[h] = part{classes[h].yes + d.yes, classes[h].all + d.all}
		}
	}
	shares := func(parts map[uint32]part) map[uint32]float32 {
		of := map[uint32]float32{}
		for h, c := range parts {
			of[h] = c.yes / c.all
		}
		return of
	}
	return evidence{shares(classes), shares(words)}
}

// firstOfSites yields the first pages of each site, by their ids, at most so many of each.
func firstOfSites(pages []*example, most int) iter.Seq[*example] {
	sorted := slices.SortedFunc(slices.Values(pages), func(a, b *example) int {
		return cmp.Or(cmp.Compare(a.site, b.site), cmp.Compare(a.rec.ID, b.rec.ID))
	})
	used := map[string]int{}
	return func(yield func(*example) bool) {
		for _, ex := range sorted {
			if used[ex.site]++; used[ex.site] <= most && !yield(ex) {
				return
			}
		}
	}
}

// tally sums up the evidence of pages for one word.
type tally struct {
	yes      [features.PageTypeCount]float64
	all      float64
	sites    int
	lastSite string
}

// tallies sums up evidence by word. Pages have to come site by site.
type tallies map[uint32]*tally

func (t tallies) of(word uint32, site string) *tally {
	if t[word] == nil {
		t[word] = new(tally)
	}
	if w := t[word]; w.lastSite != site {
		w.lastSite, w.sites = site, w.sites+1
	}
	t[word].all++
	return t[word]
}

// pool sums up the evidence of pages, each site counting at most twice, and keeps the odds of words of at least so many
// sites: of those the 2,000 that are the most informative, frequent and with clear odds.
func pool(pages []*example, sites int, of func(*example) map[uint32]float32) map[uint32]float32 {
	const most, smooth = 2000, 3
	all := tallies{}
	for ex := range firstOfSites(pages, 2) {
		for h, share := range of(ex) {
			all.of(h, ex.site).yes[0] += float64(share)
		}
	}
	odds := map[uint32]float32{}
	for h, t := range all {
		if t.sites >= sites {
			odds[h] = float32(math.Log((t.yes[0] + smooth/2.) / (t.all - t.yes[0] + smooth/2.)))
		}
	}
	value := func(h uint32) float64 { return math.Sqrt(float64(all[h].sites)) * math.Abs(float64(odds[h])) }
	best := slices.SortedFunc(maps.Keys(odds), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(value(b), value(a)), cmp.Compare(a, b))
	})
	for _, h := range best[min(len(best), most):] {
		delete(odds, h)
	}
	return odds
}

// typeNames are the names that corpora have for the types of pages, in their order; pages of a collection are lists too.
var typeNames = []string{"article", "forum", "documentation", "product", "listing"}

// knownType returns the type of a page, negative for one without, and whether its source
// determines it: one source declares it for each page, some have articles only.
func knownType(ex *example) (kind features.PageType, known bool) {
	switch ex.rec.Source {
	case "wcxb":
		return features.PageType(slices.Index(typeNames, strings.Replace(ex.rec.Kind, "collection", "listing", 1))), true
	case "aeb", "fun", "tra":
		return features.TypeArticle, true
	}
	return -1, false
}

// pageTypes returns how much more, or less, likely each type is with a token than without, as the difference of
// logarithms, for tokens of at least 5 sites. A site counts at most three times. Four pages like all others are added to
// those counted.
func pageTypes(pages []*example) map[uint32][features.PageTypeCount]float32 {
	const leastSites, everyPage = 5, 0
	known := slices.DeleteFunc(slices.Clone(pages), func(ex *example) bool {
		_, known := knownType(ex)
		return !known
	})
	all, base := tallies{}, tallies{}
	for ex := range firstOfSites(known, 3) {
		kind, _ := knownType(ex)
		count := func(t *tally) {
			if kind >= 0 {
				t.yes[kind]++
			}
		}
		count(base.of(everyPage, ex.site))
		tokens := features.PageTypeTokens(nil, ex.page, &ex.hints)
		slices.Sort(tokens)
		for _, h := range slices.Compact(tokens) {
			count(all.of(h, ex.site))
		}
	}
	out := map[uint32][features.PageTypeCount]float32{}
	for h, t := range all {
		if t.sites < leastSites {
			continue
		}
		var odds [features.PageTypeCount]float32
		for k := range odds {
			share := base[everyPage].yes[k] / base[everyPage].all
			p := (t.yes[k] + 4*share) / (t.all + 4)
			odds[k] = float32(math.Log(p/(1-p)) - math.Log(share/(1-share)))
		}
		out[h] = odds
	}
	return out
}

// lexicon returns a model without ensembles that knows nothing of fold k.
func (t *trainer) lexicon(k int) (*gbdt.ModelFile, *features.Lexicon) {
	pages := t.without(k)
	s := &gbdt.ModelFile{
		Classes:   pool(pages, 4, func(e *example) map[uint32]float32 { return e.evidence.classes }),
		Words:     pool(pages, 5, func(e *example) map[uint32]float32 { return e.evidence.words }),
		PageTypes: pageTypes(pages),
	}
	return s, features.NewLexicon(s.Classes, s.Words, s.PageTypes)
}
