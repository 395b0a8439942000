package trainer

import (
	"cmp"
	"iter"
	"math"
	"slices"

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
	ev := evidence{map[uint32]float32{}, map[uint32]float32{}}
	for h, c := range classes {
		ev.classes[h] = c.yes / c.all
	}
	for h, c := range words {
		ev.words[h] = c.yes / c.all
	}
	return ev
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

// pool sums up the evidence of pages, each site counting at most twice, and
// keeps the words of at least least sites, the most telling most first.
func pool(pages []*example, of func(*example) map[uint32]float32, least, most int, smooth float64) []gbdt.WordOdds {
	type tally struct {
		yes, all float64
		sites    int
		last     string
	}
	all := map[uint32]*tally{}
	for ex := range firstOfSites(pages, 2) {
		for h, share := range of(ex) {
			t := all[h]
			if t == nil {
				t = new(tally)
				all[h] = t
			}
			t.yes += float64(share)
			t.all++
			if t.last != ex.site {
				t.last, t.sites = ex.site, t.sites+1
			}
		}
	}
	var out []gbdt.WordOdds
	for h, t := range all {
		if t.sites >= least {
			out = append(out, gbdt.WordOdds{Hash: h, Odds: float32(math.Log((t.yes + smooth/2) / (t.all - t.yes + smooth/2)))})
		}
	}
	slices.SortFunc(out, func(a, b gbdt.WordOdds) int {
		return cmp.Or(cmp.Compare(value(all[b.Hash].sites, b.Odds), value(all[a.Hash].sites, a.Odds)), cmp.Compare(a.Hash, b.Hash))
	})
	out = out[:min(len(out), most)]
	slices.SortFunc(out, func(a, b gbdt.WordOdds) int { return cmp.Compare(a.Hash, b.Hash) })
	return out
}

// value returns how informative an entry is: frequent and with clear odds.
func value(sites int, odds float32) float64 {
	return math.Sqrt(float64(sites)) * math.Abs(float64(odds))
}

// typeTally counts pages by their types.
type typeTally struct {
	yes      [features.PageTypeCount]float64
	all      float64
	sites    int
	lastSite string
}

func (t *typeTally) add(ex *example) {
	t.all++
	if kind, _ := knownType(ex); kind >= 0 {
		t.yes[kind]++
	}
	if t.lastSite != ex.site {
		t.lastSite, t.sites = ex.site, t.sites+1
	}
}

// knownType returns the type of a page, negative for one without, and whether its source
// determines it: one source declares it for each page, some have articles only.
func knownType(ex *example) (kind int, known bool) {
	switch ex.rec.Source {
	case "wcxb":
		return int(features.PageTypeOf(ex.rec.Kind)), true
	case "aeb", "fun", "tra":
		return 0, true
	}
	return -1, false
}

// kinds sums up which signs go with which kinds of pages, a site counting at
// most three times.
func kinds(pages []*example) []gbdt.PageTypeOdds {
	const leastSites = 5
	known := slices.DeleteFunc(slices.Clone(pages), func(ex *example) bool {
		_, known := knownType(ex)
		return !known
	})
	all := map[uint32]*typeTally{}
	var base typeTally
	for ex := range firstOfSites(known, 3) {
		base.add(ex)
		signs := features.PageTypeTokens(nil, ex.page, &ex.hints)
		slices.Sort(signs)
		for _, h := range slices.Compact(signs) {
			if all[h] == nil {
				all[h] = new(typeTally)
			}
			all[h].add(ex)
		}
	}
	var out []gbdt.PageTypeOdds
	for h, t := range all {
		if t.sites >= leastSites {
			out = append(out, t.odds(h, &base))
		}
	}
	slices.SortFunc(out, func(a, b gbdt.PageTypeOdds) int { return cmp.Compare(a.Hash, b.Hash) })
	return out
}

// odds says how much more, or less, likely each type is with a sign than without, as the
// difference of logarithms. Four pages like all others are added to those counted.
func (t *typeTally) odds(hash uint32, base *typeTally) gbdt.PageTypeOdds {
	ev := gbdt.PageTypeOdds{Hash: hash}
	for k := range features.PageTypeCount {
		share := base.yes[k] / base.all
		p := (t.yes[k] + 4*share) / (t.all + 4)
		ev.Odds[k] = float32(math.Log(p/(1-p)) - math.Log(share/(1-share)))
	}
	return ev
}

func (t *trainer) lexicon(k int) (*gbdt.ModelFile, *features.Lexicon) {
	pages := t.without(k)
	classes := pool(pages, func(e *example) map[uint32]float32 { return e.evidence.classes }, 4, 2000, 3)
	words := pool(pages, func(e *example) map[uint32]float32 { return e.evidence.words }, 5, 2000, 3)
	c, w := map[uint32]float32{}, map[uint32]float32{}
	for _, e := range classes {
		c[e.Hash] = e.Odds
	}
	for _, e := range words {
		w[e.Hash] = e.Odds
	}
	signs := kinds(pages)
	s := map[uint32][features.PageTypeCount]float32{}
	for _, e := range signs {
		s[e.Hash] = e.Odds
	}
	return &gbdt.ModelFile{Classes: classes, Words: words, PageTypes: signs}, features.NewLexicon(c, w, s)
}
