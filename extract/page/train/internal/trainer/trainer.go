// Package trainer fits the model that chooses the content of a page to a corpus of pages.
package trainer

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
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

func newTrainer(o options, out io.Writer) *trainer {
	common := boost.Settings{Lambda: 8, Rows: 0.6, Features: 0.5, Novelty: 0.2}
	t := &trainer{out: out, one: bags{common, 4}, two: bags{common, 2}}
	t.one.Trees, t.one.Rate, t.one.Limit = 60, 0.2, features.FirstScore
	t.two.Trees, t.two.Rate, t.two.Limit = 100, 0.1, features.FeatureCount
	if o.quick {
		t.one.count, t.one.Trees, t.one.Lambda = 2, 8, 1
		t.two.count, t.two.Trees, t.two.Lambda = 1, 8, 1
	}
	return t
}

// Run does what the arguments of the command say, and prints scores to out.
func Run(args []string, out io.Writer) error {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	t := newTrainer(o, out)
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
	t.draw(0)
	t.firstStage()
	return os.WriteFile(o.model, gbdt.Encode(t.fit()), 0o644)
}

// crossValidate prints the scores of each seed, and their mean, or writes the ablation.
func (t *trainer) crossValidate(o options) error {
	var tables []table
	var a *ablation
	if o.ablation != "" {
		a = t.newAblation(o.without)
	}
	for s := range o.seeds {
		if o.saved != "" {
			if err := t.loadFolds(o.saved, s); err != nil {
				return err
			}
		} else {
			t.draw(s)
			t.firstStage()
			t.secondStage()
			if err := t.saveFolds(o.save, s); err != nil {
				return err
			}
		}
		if a != nil {
			a.run()
		} else {
			tables = append(tables, t.report(fmt.Sprint("seed ", s), o.without))
		}
	}
	if a != nil {
		return a.write(o.ablation)
	}
	if len(tables) > 1 {
		mean(tables).print(t.out, "mean")
	}
	return nil
}

// all is the fold without pages.
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

// fit trains on all pages. The second ensemble learns from the scores that the
// first ensembles of the folds give to pages they don't know.
func (t *trainer) fit() *gbdt.ModelFile {
	s, _ := t.lexicon(all)
	s.First, s.Second = t.bag(all, t.one), t.bag(all, t.two)
	log.Printf("fitted to %d pages", len(t.pages))
	return s
}

func (t *trainer) without(k int) []*example {
	var out []*example
	for _, ex := range t.pages {
		if ex.fold != k {
			out = append(out, ex)
		}
	}
	return out
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

func (t *trainer) secondStage() {
	for k := range folds {
		t.model[k].Second = t.bag(k, t.two)
		log.Printf("second ensemble %d", k)
	}
}
