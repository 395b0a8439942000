package trainer

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

type variant struct {
	name    string
	without []string
	results []result // by page: the mean over the seeds
	faults  faults   // of all pages and seeds
}

// faults counts what is wrong with choices.
type faults struct {
	touched             int // pages of which another choice is made than by the first variant
	tables, code, lists int // kept in part
	collapsed           int // pages with almost nothing kept
	headings, lost      int // of the content, and those of them that are lost
}

func (f *faults) add(other faults) {
	f.touched, f.tables, f.code, f.lists = f.touched+other.touched, f.tables+other.tables, f.code+other.code, f.lists+other.lists
	f.collapsed, f.headings, f.lost = f.collapsed+other.collapsed, f.headings+other.headings, f.lost+other.lost
}

func (t *trainer) newVariant(name string, without []string) *variant {
	return &variant{name: name, without: without, results: make([]result, len(t.pages))}
}

// try makes the choices of the variants with the models that don't know the site of a page, and adds what they are worth to
// the variants, their scores by a share.
func (t *trainer) try(variants []*variant, share float64) {
	var lock sync.Mutex
	boost.Each(len(t.pages), func(i int) {
		ex, model := t.pages[i], t.model[t.pages[i].fold]
		var c classify.Classifier
		scores := slices.Clone(c.Scores(context.Background(), model, ex.page, ex.hints))
		var first []bool
		var score result
		var found faults
		for k, v := range variants {
			own, wrong := score, found
			kept := c.Classify(context.Background(), model, ex.page, ex.hints, classify.Options{Without: v.without, Stated: ex.stated, Scores: slices.Clone(scores)})
			if k == 0 || !slices.Equal(kept, first) {
				own, wrong = ex.truth.score(chosen(ex, kept)), ex.faults(kept, c.Units())
				wrong.touched = min(k, 1)
			}
			if k == 0 {
				first, score, found = slices.Clone(kept), own, wrong
			}
			lock.Lock()
			v.results[i].add(own, share)
			v.faults.add(wrong)
			lock.Unlock()
		}
	})
}

func chosen(ex *example, kept []bool) string {
	var b bytes.Buffer
	first := 0
	for i, k := range kept {
		if !k {
			continue
		}
		if first++; first <= 3 && ex.isTitle(i) {
			continue
		}
		b.WriteString(ex.texts[i])
		b.WriteByte('\n')
	}
	return b.String()
}

func (ex *example) isTitle(block int) bool {
	return strings.EqualFold(squash(ex.texts[block]), squash(ex.hints.Title))
}

// ceiling scores the text of the blocks that the labels call content: what no
// choice of blocks can exceed by much. A page whose truth they can't render
// well, for it is not on the page or is reported in other words, teaches less.
func (t *trainer) ceiling() {
	results := make([]result, len(t.pages))
	for i, ex := range t.pages {
		kept := make([]bool, len(ex.labels))
		for j, l := range ex.labels {
			kept[j] = l.y > 0.5
		}
		results[i] = ex.truth.score(chosen(ex, kept))
		ex.labelQuality = 1
		if ex.rec.Truth.Text != nil {
			ex.labelQuality = float32(results[i].f * results[i].f)
		}
	}
	tabulate(t.pages, results).print(t.out, "labels")
}

func (ex *example) faults(kept []bool, units []classify.Unit) (f faults) {
	sum, words := make([]int32, len(kept)+1), int32(0)
	headings := map[string]bool{} // by text: one with it is kept
	for i, k := range kept {
		sum[i+1] = sum[i]
		if k {
			sum[i+1]++
			words += ex.page.Blocks[i].Words
		}
		const levels = measure.H2 | measure.H3 | measure.H456
		if ex.rec.Truth.Text != nil && ex.labels[i].weight > 0 && ex.labels[i].y > 0.5 &&
			ex.page.Elements[ex.page.Blocks[i].Element].AnyKinds&levels != 0 && !ex.isTitle(i) {
			text := squash(ex.texts[i])
			headings[text] = headings[text] || k
		}
	}
	for _, k := range headings {
		if f.headings++; !k {
			f.lost++
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
	if words < 60 && ex.page.VisibleWords >= 400 {
		f.collapsed++
	}
	return f
}

const minListItems = 3

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

const ablationNote = `# What each pass of the choice is worth

F without a pass less F with it, in ten-thousandths, with its error over another choice of sites: minus says that the pass is of use.
Pages are those on which the pass changes the choice. Tables, code and lists are those kept in part, and collapsed the pages of which
almost nothing is kept, more or fewer than with all passes. Lists are those whose items are all in the true text.

`

func (t *trainer) writeAblation(file string, variants []*variant, seeds uint64) error {
	var b bytes.Buffer
	n := float64(seeds)
	fmt.Fprintf(&b, "%sMade by -cv -seeds %d -ablate, on %d pages.\n\n", ablationNote, seeds, len(t.pages))
	fmt.Fprintf(&b, "| pass | %s | pages | tables | code | lists | collapsed |\n|%s\n", strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)+6))
	every := make([]int, len(t.pages))
	for i := range every {
		every[i] = i
	}
	all, errors := t.tabulateVariants(variants, every), t.errors(variants)
	for k, v := range variants {
		fmt.Fprintf(&b, "| %s |", v.name)
		f, base, form := v.faults, variants[0].faults, " %+.1f |"
		if k == 0 {
			base, form = faults{}, " %.1f |"
		}
		for c, name := range columns {
			if k == 0 {
				fmt.Fprintf(&b, " %.4f |", all[k][name])
			} else {
				fmt.Fprintf(&b, " %+.1f ± %.1f |", 1e4*(all[k][name]-all[0][name]), 1e4*errors[k][c])
			}
		}
		fmt.Fprintf(&b, " %.1f |", float64(f.touched)/n)
		for _, more := range [...]int{f.tables - base.tables, f.code - base.code, f.lists - base.lists, f.collapsed - base.collapsed} {
			fmt.Fprintf(&b, form, float64(more)/n)
		}
		b.WriteByte('\n')
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

func (t *trainer) tabulateVariants(variants []*variant, numbers []int) []table {
	tables := make([]table, len(variants))
	boost.Each(len(tables), func(k int) {
		pages, results := make([]*example, len(numbers)), make([]result, len(numbers))
		for at, i := range numbers {
			pages[at], results[at] = t.pages[i], variants[k].results[i]
		}
		tables[k] = tabulate(pages, results)
	})
	return tables
}

const resamples = 200

// errors returns the standard deviation of the difference that each variant makes in each column,
// over draws of as many sites as there are, with replacement.
func (t *trainer) errors(variants []*variant) [][]float64 {
	bySite := map[string][]int{}
	var sites []string
	for i, ex := range t.pages {
		if bySite[ex.site] == nil {
			sites = append(sites, ex.site)
		}
		bySite[ex.site] = append(bySite[ex.site], i)
	}
	sums, deviations := make([][]float64, len(variants)), make([][]float64, len(variants))
	for k := range sums {
		sums[k], deviations[k] = make([]float64, len(columns)), make([]float64, len(columns))
	}
	rnd := rand.New(rand.NewPCG(17, 19))
	for range resamples {
		var pages []int
		for range sites {
			pages = append(pages, bySite[sites[rnd.IntN(len(sites))]]...)
		}
		tables := t.tabulateVariants(variants, pages)
		for k := range tables {
			for c, name := range columns {
				d := tables[k][name] - tables[0][name]
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
