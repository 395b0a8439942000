// Package trainer fits the model that chooses the content of a page to a corpus of pages.
package trainer

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

const folds = 5

type options struct {
	corpus, model, save, saved, ablation string
	without                              []string
	crossValidate, quick                 bool
	seeds                                uint64
}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("train", flag.ContinueOnError)
	f.StringVar(&o.corpus, "corpus", "corpus", "directory with index.jsonl and html/")
	f.StringVar(&o.model, "o", "", "write the model fitted to all pages here")
	f.BoolVar(&o.crossValidate, "cv", false, "cross-validate by site")
	f.Uint64Var(&o.seeds, "seeds", 1, "cross-validate so many times, with other draws of rows and features, and print the mean")
	f.StringVar(&o.save, "save", "", "with -cv, write the models of the folds into this directory")
	f.StringVar(&o.saved, "saved", "", "with -cv, read the models of the folds from this directory instead of fitting them")
	f.StringVar(&o.ablation, "ablate", "", "with -cv, write what each pass is worth into this file, as a table of Markdown")
	f.BoolVar(&o.quick, "quick", false, "grow few trees, to try the command")
	f.Func("without", "passes to leave out, by their names, with commas between; with -ablate, measure them together, too", func(names string) error {
		for name := range strings.SplitSeq(names, ",") {
			if name = strings.TrimSpace(name); !slices.Contains(classify.PassNames(), name) {
				return fmt.Errorf("there is no pass %q", name)
			}
			o.without = append(o.without, name)
		}
		return nil
	})
	return o, f.Parse(args)
}

// Run does what the arguments of the command say, and prints scores to out.
func Run(args []string, out io.Writer) error {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	common := boost.Settings{Lambda: 8, Rows: 0.6, Features: 0.5, Novelty: 0.2}
	t := &trainer{out: out, one: bags{common, 4}, two: bags{common, 2}}
	t.one.Trees, t.one.Rate, t.one.Limit = 60, 0.2, features.FirstScore
	t.two.Trees, t.two.Rate, t.two.Limit = 100, 0.1, features.FeatureCount
	if o.quick {
		t.one.count, t.one.Trees, t.one.Lambda = 2, 8, 1
		t.two.count, t.two.Trees, t.two.Lambda = 1, 8, 1
	}
	if t.pages, err = load(o.corpus); err != nil {
		return err
	}
	t.ceiling()
	if o.saved == "" {
		t.prepare()
	}
	if o.crossValidate {
		if err := t.crossValidate(o); err != nil {
			return err
		}
	}
	if o.model == "" {
		return nil
	}
	// The second ensemble learns from the scores that the first ensembles of the folds give to pages they don't know.
	t.draw(0)
	t.firstStage()
	s, _ := t.lexicon(all)
	s.First, s.Second = t.bag(all, t.one), t.bag(all, t.two)
	log.Printf("fitted to %d pages", len(t.pages))
	return os.WriteFile(o.model, gbdt.Encode(s), 0o644)
}

// crossValidate prints the scores of each seed, and their mean, or writes what each pass is worth.
func (t *trainer) crossValidate(o options) error {
	mean, variants := t.newVariant("mean", o.without), []*variant{t.newVariant("all passes", nil)}
	for _, name := range classify.PassNames() {
		variants = append(variants, t.newVariant(name, []string{name}))
	}
	if len(o.without) > 0 {
		variants = append(variants, t.newVariant("together: "+strings.Join(o.without, ", "), o.without))
	}
	for seed := range o.seeds {
		if err := t.fitFolds(o, seed); err != nil {
			return err
		}
		if o.ablation != "" {
			t.try(variants, 1/float64(o.seeds))
			log.Printf("ablation of draw %d", seed)
			continue
		}
		name, own := fmt.Sprint("seed ", seed), t.newVariant("", o.without)
		t.try([]*variant{own}, 1)
		tabulate(t.pages, own.results).print(t.out, name)
		fmt.Fprintf(t.out, "%-18s %d pages collapsed, %d of %d headings lost\n", name, own.faults.collapsed, own.faults.lost, own.faults.headings)
		for i, r := range own.results {
			mean.results[i].add(r, 1/float64(o.seeds))
		}
	}
	if o.ablation != "" {
		return t.writeAblation(o.ablation, variants, o.seeds)
	}
	tabulate(t.pages, mean.results).print(t.out, mean.name)
	return nil
}

// fitFolds sets the models of a seed: it fits them and writes them to the directory o.save, or reads them from o.saved, so
// that the choice made from their scores can be tried again.
func (t *trainer) fitFolds(o options, seed uint64) error {
	if o.saved == "" {
		t.draw(seed)
		t.firstStage()
		for k := range folds {
			t.model[k].Second = t.bag(k, t.two)
			log.Printf("second ensemble %d", k)
		}
	}
	for k, m := range t.model {
		file := filepath.Join(cmp.Or(o.saved, o.save), fmt.Sprintf("seed%d-fold%d.bin", seed, k))
		switch {
		case o.saved != "":
			b, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if t.model[k], err = gbdt.Decode(b); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		case o.save != "":
			s, _ := t.lexicon(k)
			s.First, s.Second = m.First, m.Second
			if err := os.MkdirAll(o.save, 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(file, gbdt.Encode(s), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

const all = folds

// bags are the settings of an ensemble that is the mean of several.
type bags struct {
	boost.Settings
	count int
}

type trainer struct {
	out      io.Writer // of the scores
	pages    []*example
	one, two bags
	model    [folds]*gbdt.Model // by the fold that it knows nothing of
}

func (t *trainer) draw(seed uint64) {
	t.one.Seed, t.two.Seed = 1+1000*seed, 2+1000*seed
}

func (t *trainer) without(k int) []*example {
	return slices.DeleteFunc(slices.Clone(t.pages), func(ex *example) bool { return ex.fold == k })
}

// prepare computes the features of each page with a lexicon that knows nothing
// of the page's fold.
func (t *trainer) prepare() {
	for k := range folds {
		_, lex := t.lexicon(k)
		t.model[k] = &gbdt.Model{Lexicon: lex}
	}
	boost.Each(len(t.pages), func(i int) {
		ex := t.pages[i]
		ex.vectors = vectors(ex, t.model[ex.fold].Lexicon)
	})
	n := 0
	for _, ex := range t.pages {
		n += len(ex.vectors)
	}
	log.Printf("%d blocks", n)
}

// firstStage fits the first ensembles and adds the scores of the one that does
// not know a page to the page's features.
func (t *trainer) firstStage() {
	for k := range folds {
		t.model[k] = &gbdt.Model{Lexicon: t.model[k].Lexicon, First: t.bag(k, t.one)}
		log.Printf("first ensemble %d", k)
	}
	boost.Each(len(t.pages), func(i int) {
		ex := t.pages[i]
		scored(ex, ex.vectors, t.model[ex.fold])
	})
}

// minWeight is the weight below which blocks are sampled.
const minWeight = float32(0.03)

// samples draws the blocks to learn from for models that know nothing of fold k. Light ones are drawn by chance and
// made heavier for it.
func (t *trainer) samples(k int, draw uint64) []boost.Sample {
	rnd := rand.New(rand.NewPCG(11, 13+draw))
	var rows []boost.Sample
	for _, ex := range t.without(k) {
		w := pageWeight(ex.rec) * ex.labelQuality
		for i, l := range ex.labels {
			weight := l.weight * w
			if weight == 0 || i >= len(ex.vectors) {
				continue
			}
			if weight < minWeight {
				if rnd.Float64() > float64(weight/minWeight) {
					continue
				}
				weight = minWeight
			}
			rows = append(rows, boost.Sample{X: &ex.vectors[i], Y: l.y, Weight: weight})
		}
	}
	return rows
}

func pageWeight(r *record) float32 {
	switch r.Source {
	case "aeb", "fun":
		return 4
	case "tra":
		return 1.6
	case "wcxb":
		switch r.Kind {
		case "article":
			return 1
		case "product":
			return 2
		}
		return 1.5
	}
	return 0.5
}

// bag grows several ensembles that know nothing of fold k, each on its own draw of
// the light blocks, and returns their mean: what one draw makes of a page by chance, the others undo.
func (t *trainer) bag(k int, b bags) gbdt.Ensemble {
	var mean gbdt.Ensemble
	share := float32(1) / float32(b.count)
	for n := range b.count {
		b.Seed += 100
		f := boost.Grow(t.samples(k, b.Seed+uint64(n)), b.Settings)
		mean.Bias += f.Bias * share
		for _, tree := range f.Trees {
			for i := range tree.Leaf {
				tree.Leaf[i] *= share
			}
			mean.Trees = append(mean.Trees, tree)
		}
	}
	return mean
}
