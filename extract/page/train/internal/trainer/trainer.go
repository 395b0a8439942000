// Package trainer fits the model that chooses the content of a page to a corpus of pages.
package trainer

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
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

// options are the flags of the command.
type options struct {
	corpus, model, outputs, save, saved string
	ablation                            string
	without                             []string
	crossValidate                       bool
	seed, seeds                         uint64
}

// parse reads the arguments of the command into the trainer and the options.
func (t *trainer) parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("train", flag.ContinueOnError)
	f.StringVar(&o.corpus, "corpus", "corpus", "directory with index.jsonl and html/")
	f.StringVar(&o.model, "o", "", "write the model fitted to all pages here")
	f.BoolVar(&o.crossValidate, "cv", false, "cross-validate by site")
	f.IntVar(&t.one.Trees, "trees1", 60, "trees of each first ensemble")
	f.IntVar(&t.two.Trees, "trees2", 100, "trees of each second ensemble")
	f.StringVar(&o.outputs, "outputs", "", "write the cross-validated text of each page here, as JSON lines for a scorer; with several seeds one file each, x.jsonl becomes x-0.jsonl")
	f.IntVar(&t.one.count, "bags1", 4, "first ensembles that the mean is taken of")
	f.IntVar(&t.two.count, "bags2", 2, "second ensembles that the mean is taken of")
	f.Float64Var(&t.one.Lambda, "lambda", 8, "regularisation of the leaves")
	f.Float64Var(&t.two.Rate, "rate", 0.1, "learning rate of the second ensembles")
	f.Float64Var(&t.one.Features, "features", 0.5, "share of the features that a tree may ask for")
	f.Float64Var(&t.one.Novelty, "novelty", 0.2, "share of its gain that a split loses that no tree has yet")
	f.Uint64Var(&o.seed, "seed", 0, "of the draws of rows and features")
	f.Uint64Var(&o.seeds, "seeds", 1, "cross-validate so many times, with this seed and those after it, and print the mean")
	f.StringVar(&o.save, "save", "", "with -cv, write the models of the folds into this directory")
	f.StringVar(&o.saved, "saved", "", "with -cv, read the models of the folds from this directory instead of fitting them")
	f.StringVar(&o.ablation, "ablate", "", "with -cv, write what each pass is worth into this file, as a table of Markdown")
	f.Func("without", "passes to leave out, by their names, with commas between; with -ablate, measure them together, too", func(names string) error {
		for name := range strings.SplitSeq(names, ",") {
			if name = strings.TrimSpace(name); !slices.Contains(classify.PassNames(), name) {
				return fmt.Errorf("there is no pass %q", name)
			}
			o.without = append(o.without, strings.TrimSpace(name))
		}
		return nil
	})
	f.Float64Var(&t.floor, "floor", 0.03, "weight below which blocks are sampled")
	f.Float64Var(&t.exponent, "exp", 1, "exponent of the weights")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	t.one.Rate, t.one.Rows, t.one.Limit = 0.2, 0.6, features.FirstScore
	t.two.Lambda, t.two.Rows, t.two.Limit = t.one.Lambda, 0.6, features.FeatureCount
	t.two.Features, t.two.Novelty = t.one.Features, t.one.Novelty
	return o, nil
}

// Run does what the arguments of the command say, and prints scores to out.
func Run(args []string, out io.Writer) error {
	t := &trainer{out: out}
	o, err := t.parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if t.pages, err = load(o.corpus); err != nil {
		return err
	}
	t.ceiling()
	if o.saved == "" {
		t.prepare()
	}
	if err := t.crossValidate(o); err != nil || o.model == "" {
		return err
	}
	t.draw(o.seed)
	t.firstStage()
	return os.WriteFile(o.model, gbdt.Encode(t.fit()), 0o644)
}

// crossValidate prints the scores of each seed, and their mean.
func (t *trainer) crossValidate(o options) error {
	var tables []table
	var a *ablation
	if o.ablation != "" {
		a = t.newAblation(o.without)
	}
	for s := o.seed; o.crossValidate && s < o.seed+o.seeds; s++ {
		if err := t.folds(s, o.save, o.saved); err != nil {
			return err
		}
		if a != nil {
			a.run()
			continue
		}
		own := func(ex *example) *gbdt.Model { return t.model[ex.fold] }
		scores, err := t.report(fmt.Sprint("seed ", s), own, classify.Options{Without: o.without}, outputsFile(o.outputs, s, o.seeds))
		if err != nil {
			return err
		}
		tables = append(tables, scores)
	}
	if a != nil {
		return a.write(o.ablation)
	}
	if len(tables) > 1 {
		mean(tables).print(t.out, "mean")
	}
	return nil
}

// outputsFile names the file for the outputs of one seed of several.
func outputsFile(name string, seed, seeds uint64) string {
	if name == "" || seeds < 2 {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), seed, ext)
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
	// floor is the weight below which blocks are sampled, exponent that of the weights.
	floor, exponent float64
}

// draw turns to the draws of a seed.
func (t *trainer) draw(seed uint64) {
	t.one.Seed, t.two.Seed = 1+1000*seed, 2+1000*seed
}

// folds turns to the models of a seed: those in the directory saved if it is
// named, else fitted now and written to the directory save if that is named.
func (t *trainer) folds(seed uint64, save, saved string) error {
	if saved != "" {
		return t.loadFolds(saved, seed)
	}
	t.draw(seed)
	t.firstStage()
	t.secondStage()
	return t.saveFolds(save, seed)
}

// fit trains on all pages. The second ensemble learns from the scores that the
// first ensembles of the folds give to pages they don't know.
func (t *trainer) fit() *gbdt.ModelFile {
	s, _ := t.lexicon(all)
	s.First, s.Second = t.bag(all, t.one), t.bag(all, t.two)
	log.Printf("fitted to %d pages", len(t.pages))
	return s
}

// without returns the pages that are not in fold k.
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

// secondStage fits the second ensembles.
func (t *trainer) secondStage() {
	for k := range folds {
		t.model[k].Second = t.bag(k, t.two)
		log.Printf("second ensemble %d", k)
	}
}
