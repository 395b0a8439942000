// Command train fits the model that chooses the content of a page.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/classify"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

const folds = 5

func main() {
	corpus := flag.String("corpus", "corpus", "directory with index.jsonl and html/")
	out := flag.String("o", "", "write the model fitted to all pages here")
	cv := flag.Bool("cv", false, "cross-validate by site")
	trees1 := flag.Int("trees1", 60, "trees of each first ensemble")
	trees2 := flag.Int("trees2", 100, "trees of each second ensemble")
	per := flag.String("outputs", "", "write the cross-validated text of each page here, as JSON lines for a scorer; with several seeds one file each, x.jsonl becomes x-0.jsonl")
	bags1 := flag.Int("bags1", 4, "first ensembles that the mean is taken of")
	bags2 := flag.Int("bags2", 2, "second ensembles that the mean is taken of")
	lambda := flag.Float64("lambda", 8, "regularisation of the leaves")
	rate := flag.Float64("rate", 0.1, "learning rate of the second ensembles")
	feat := flag.Float64("features", 0.5, "share of the features that a tree may ask for")
	novelty := flag.Float64("novelty", 0.2, "share of its gain that a question loses that was not asked before")
	seed := flag.Uint64("seed", 0, "of the draws of rows and features")
	seeds := flag.Uint64("seeds", 1, "cross-validate so many times, with this seed and those after it, and print the mean")
	save := flag.String("save", "", "with -cv, write the models of the folds into this directory")
	saved := flag.String("saved", "", "with -cv, read the models of the folds from this directory instead of fitting them")
	flag.Float64Var(&tune.floor, "floor", 0.03, "weight below which blocks are sampled")
	flag.Float64Var(&tune.exp, "exp", 1, "exponent of the weights")
	flag.Parse()
	log.SetFlags(log.Ltime)
	pages, err := load(*corpus)
	if err != nil {
		log.Fatal(err)
	}
	t := &trainer{pages: pages,
		one: boosting{trees: *trees1, rate: 0.2, lambda: *lambda, rows: 0.6, features: *feat, limit: features.FirstScore, bags: *bags1, novelty: *novelty},
		two: boosting{trees: *trees2, rate: *rate, lambda: *lambda, rows: 0.6, features: *feat, limit: features.FeatureCount, bags: *bags2, novelty: *novelty}}
	t.ceiling()
	if *saved == "" {
		t.prepare()
	}
	var tables []table
	for s := *seed; *cv && s < *seed+*seeds; s++ {
		if err := t.folds(s, *save, *saved); err != nil {
			log.Fatal(err)
		}
		own := func(ex *example) *gbdt.Model { return t.model[ex.fold] }
		tables = append(tables, t.report(fmt.Sprint("seed ", s), own, classify.Options{}, outputsFile(*per, s, *seeds)))
	}
	if len(tables) > 1 {
		mean(tables).print(os.Stdout, "mean")
	}
	if *out != "" {
		t.draw(*seed)
		t.firstStage()
		if err := os.WriteFile(*out, gbdt.Encode(t.fit()), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// outputsFile names the file for the outputs of one seed of several.
func outputsFile(name string, seed, seeds uint64) string {
	if name == "" || seeds < 2 {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), seed, ext)
}

var tune struct{ floor, exp float64 }

// all stands for the fold that no page is in.
const all = folds

type trainer struct {
	pages    []*example
	one, two boosting
	model    [folds]*gbdt.Model // by the fold that it knows nothing of
}

// draw turns to the draws of a seed.
func (t *trainer) draw(seed uint64) {
	t.one.seed, t.two.seed = 1+1000*seed, 2+1000*seed
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

// fit trains on all pages. The second forest learns from the scores that the
// first forests of the folds give to pages they don't know.
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
	each(len(t.pages), func(i int) {
		ex := t.pages[i]
		ex.vectors = vectors(ex, t.model[ex.fold].Lexicon)
	})
	n := 0
	for _, ex := range t.pages {
		n += len(ex.vectors)
	}
	log.Printf("%d blocks", n)
}

// firstStage fits the first forests and adds the scores of the one that does
// not know a page to the page's features.
func (t *trainer) firstStage() {
	for k := range folds {
		t.model[k] = &gbdt.Model{Lexicon: t.model[k].Lexicon, First: t.bag(k, t.one)}
		log.Printf("first forest %d", k)
	}
	each(len(t.pages), func(i int) {
		ex := t.pages[i]
		scored(ex, ex.vectors, t.model[ex.fold])
	})
}

// secondStage fits the second forests.
func (t *trainer) secondStage() {
	for k := range folds {
		t.model[k].Second = t.bag(k, t.two)
		log.Printf("second forest %d", k)
	}
}
