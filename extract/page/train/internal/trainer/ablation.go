package trainer

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

// ablation measures what each pass of the choice is worth: with models that don't know the site of a
// page, the choice is made as it is and without the pass.
type ablation struct {
	t        *trainer
	variants []variant // the first leaves out nothing
	seeds    int
}

type variant struct {
	name    string
	without []string
	results []result // by page, the sum over the seeds
	touched int      // pages on which another choice is made, of all seeds
	faults  faults   // of all seeds
}

// newAblation returns an ablation of each pass alone, and of some together if together names any.
func (t *trainer) newAblation(together []string) *ablation {
	a := &ablation{t: t, variants: []variant{{name: "all passes"}}}
	for _, name := range classify.PassNames() {
		a.variants = append(a.variants, variant{name: name, without: []string{name}})
	}
	if len(together) > 0 {
		a.variants = append(a.variants, variant{name: "together: " + strings.Join(together, ", "), without: together})
	}
	for i := range a.variants {
		a.variants[i].results = make([]result, len(t.pages))
	}
	return a
}

func (a *ablation) run() {
	var lock sync.Mutex
	boost.Each(len(a.t.pages), func(i int) {
		ex := a.t.pages[i]
		model := a.t.model[ex.fold]
		var c classify.Classifier
		scores := slices.Clone(c.Scores(context.Background(), model, ex.page, ex.hints))
		choose := func(without []string) []bool {
			return c.Classify(context.Background(), model, ex.page, ex.hints, classify.Options{Without: without, Scores: slices.Clone(scores)})
		}
		whole := slices.Clone(choose(nil))
		units := c.Units()
		score, cut := ex.truth.score(chosen(ex, whole)), ex.faults(whole, units)
		for k := range a.variants {
			v := &a.variants[k]
			kept, own, ownCut, changed := choose(v.without), score, cut, 0
			if !slices.Equal(kept, whole) {
				own, ownCut, changed = ex.truth.score(chosen(ex, kept)), ex.faults(kept, units), 1
			}
			lock.Lock()
			v.results[i].add(own)
			v.faults.add(ownCut)
			v.touched += changed
			lock.Unlock()
		}
	})
	a.seeds++
	log.Printf("ablation of draw %d", a.seeds)
}

func (r *result) add(other result) {
	r.p, r.r, r.f = r.p+other.p, r.r+other.r, r.f+other.f
	r.tp, r.fp, r.fn, r.tn = r.tp+other.tp, r.fp+other.fp, r.fn+other.fn, r.tn+other.tn
}

type faults struct{ tables, code, lists, collapsed int }

func (f *faults) add(other faults) {
	f.tables, f.code, f.lists, f.collapsed = f.tables+other.tables, f.code+other.code, f.lists+other.lists, f.collapsed+other.collapsed
}

const minListItems = 3

func (ex *example) faults(kept []bool, units []classify.Unit) (f faults) {
	sum := make([]int32, len(kept)+1)
	for i, k := range kept {
		sum[i+1] = sum[i]
		if k {
			sum[i+1]++
		}
	}
	for _, u := range units {
		if n := sum[u.End] - sum[u.First]; n == 0 || n == u.End-u.First {
			continue
		}
		if u.Table {
			f.tables++
		}
		if u.Code {
			f.code++
		}
	}
	for e := range ex.page.Elements {
		if el := &ex.page.Elements[e]; (el.Atom == atom.Ul || el.Atom == atom.Ol) && ex.hasHole(e, sum) {
			f.lists++
		}
	}
	if ex.isCollapsed(kept) {
		f.collapsed++
	}
	return f
}

// hasHole reports whether all items of a list are in the true text, and some are left out while
// others are kept. sum counts the kept blocks before each block.
func (ex *example) hasHole(list int, sum []int32) bool {
	el := &ex.page.Elements[list]
	n := sum[el.End] - sum[el.First]
	if n == 0 || n == el.End-el.First || ex.rec.Truth.Text == nil {
		return false
	}
	items, lost := 0, 0
	for e := list + 1; e < len(ex.page.Elements) && ex.page.Elements[e].First < el.End; e++ {
		item := &ex.page.Elements[e]
		if item.Parent != int32(list) || item.Atom != atom.Li || item.First == item.End {
			continue
		}
		items++
		if sum[item.End] == sum[item.First] {
			lost++
		}
		for i := item.First; i < item.End; i++ {
			if ex.labels[i].y <= 0.5 && ex.page.Blocks[i].Words > 1 {
				return false
			}
		}
	}
	return items >= minListItems && lost > 0 && lost < items
}

var columns = []string{"headline", "articles", "others", "collection", "documentation", "forum", "listing", "product", "service"}

func (t table) column(name string) float64 {
	switch name {
	case "headline":
		return t.Headline
	case "articles":
		return t.Articles
	case "others":
		return t.Rest
	}
	return t.Kind[name]
}

const ablationNote = `# What each pass of the choice is worth

F without a pass less F with it, in ten-thousandths, with its error over another choice of sites: minus says that the pass is of use.
Pages are those on which the pass changes the choice. Tables, code and lists are those kept in part, and collapsed the pages of which
almost nothing is kept, more or fewer than with all passes. Lists are those whose items are all in the true text.

`

func (a *ablation) write(file string) error {
	var b bytes.Buffer
	n := float64(a.seeds)
	fmt.Fprintf(&b, "%sMade by -cv -seeds %d -ablate, on %d pages.\n\n", ablationNote, a.seeds, len(a.t.pages))
	fmt.Fprintf(&b, "| pass | %s | pages | tables | code | lists | collapsed |\n|%s\n", strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)+6))
	for k := range a.variants {
		for i := range a.variants[k].results {
			r := &a.variants[k].results[i]
			r.p, r.r, r.f = r.p/n, r.r/n, r.f/n
		}
	}
	every := make([]int, len(a.t.pages))
	for i := range every {
		every[i] = i
	}
	all := a.tabulate(every)
	errors := a.errors()
	base := a.variants[0].faults
	for k, v := range a.variants {
		fmt.Fprintf(&b, "| %s |", v.name)
		for c, name := range columns {
			if k == 0 {
				fmt.Fprintf(&b, " %.4f |", all[k].column(name))
			} else {
				fmt.Fprintf(&b, " %+.1f ± %.1f |", 1e4*(all[k].column(name)-all[0].column(name)), 1e4*errors[k][c])
			}
		}
		form := " %+.1f |"
		if k == 0 {
			base, form = faults{}, " %.1f |"
		}
		fmt.Fprintf(&b, " %.1f |", float64(v.touched)/n)
		for _, cut := range []int{v.faults.tables - base.tables, v.faults.code - base.code, v.faults.lists - base.lists, v.faults.collapsed - base.collapsed} {
			fmt.Fprintf(&b, form, float64(cut)/n)
		}
		b.WriteByte('\n')
		base = a.variants[0].faults
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

func (a *ablation) tabulate(numbers []int) []table {
	tables := make([]table, len(a.variants))
	boost.Each(len(tables), func(k int) {
		pages, results := make([]*example, len(numbers)), make([]result, len(numbers))
		for at, i := range numbers {
			pages[at], results[at] = a.t.pages[i], a.variants[k].results[i]
		}
		tables[k] = tabulate(pages, results)
	})
	return tables
}

const resamples = 200

// errors returns the standard deviation of the difference that each variant makes in each column,
// over draws of as many sites as there are, with replacement.
func (a *ablation) errors() [][]float64 {
	bySite := map[string][]int{}
	var sites []string
	for i, ex := range a.t.pages {
		if bySite[ex.site] == nil {
			sites = append(sites, ex.site)
		}
		bySite[ex.site] = append(bySite[ex.site], i)
	}
	sums, deviations := make([][]float64, len(a.variants)), make([][]float64, len(a.variants))
	for k := range sums {
		sums[k], deviations[k] = make([]float64, len(columns)), make([]float64, len(columns))
	}
	rnd := rand.New(rand.NewPCG(17, 19))
	for range resamples {
		var pages []int
		for range sites {
			pages = append(pages, bySite[sites[rnd.IntN(len(sites))]]...)
		}
		tables := a.tabulate(pages)
		for k := range tables {
			for c, name := range columns {
				d := tables[k].column(name) - tables[0].column(name)
				sums[k][c] += d
				deviations[k][c] += d * d
			}
		}
	}
	for k := range sums {
		for c, sum := range sums[k] {
			mean := sum / resamples
			deviations[k][c] = math.Sqrt(max(0, deviations[k][c]/resamples-mean*mean))
		}
	}
	return deviations
}
