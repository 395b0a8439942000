// Command train fits the model that chooses the content of a page.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/content"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// example is a page ready to learn from.
type example struct {
	rec      *record
	site     string
	fold     int
	page     *layout.Page
	hints    content.Hints
	texts    []string
	labels   []label
	evidence evidence
	truth    *truth
	vectors  []content.Vector
	trust    float32   // how well the labels render the truth
	first    []float32 // scores of the first forest of the page's own fold
}

const folds = 5

func main() {
	corpus := flag.String("corpus", "corpus", "directory with index.jsonl and html/")
	out := flag.String("o", "", "write the model fitted to all pages here")
	cv := flag.Bool("cv", false, "cross-validate by site")
	trees1 := flag.Int("trees1", 80, "trees of the first forest")
	trees2 := flag.Int("trees2", 150, "trees of the second forest")
	per := flag.String("outputs", "", "write the cross-validated text of each page here, as JSON lines for a scorer")
	bags := flag.Int("bags", 1, "forests that the mean is taken of")
	lambda := flag.Float64("lambda", 20, "regularisation of the leaves")
	rate := flag.Float64("rate", 0.1, "learning rate of the second forest")
	feat := flag.Float64("features", 0.3, "share of the features that a tree may ask for")
	seed := flag.Uint64("seed", 0, "of the draws of rows and features")
	flag.Float64Var(&tune.floor, "floor", 0.008, "weight below which blocks are sampled")
	flag.Float64Var(&tune.exp, "exp", 1, "exponent of the weights")
	flag.Parse()
	log.SetFlags(log.Ltime)
	pages, err := load(*corpus)
	if err != nil {
		log.Fatal(err)
	}
	t := &trainer{pages: pages,
		one: boosting{trees: *trees1, rate: 0.15, lambda: *lambda, rows: 0.6, features: *feat, limit: content.FirstScore, seed: 1 + 1000**seed, bags: *bags},
		two: boosting{trees: *trees2, rate: *rate, lambda: *lambda, rows: 0.6, features: *feat, limit: content.FeatureCount, seed: 2 + 1000**seed, bags: *bags}}
	t.ceiling()
	t.prepare()
	t.firstStage()
	if *cv {
		t.crossValidate(*per)
	}
	if *out != "" {
		if err := os.WriteFile(*out, content.Encode(t.fit()), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// fit trains on all pages. The second forest learns from the scores that the
// first forests of the folds give to pages they don't know.
func (t *trainer) fit() *content.Stored {
	s, _ := lexicon(t.pages)
	s.First = bag(t.pages, t.one)
	s.Second = bag(t.pages, t.two)
	log.Printf("fitted to %d pages", len(t.pages))
	return s
}

var tune struct{ floor, exp float64 }

type trainer struct {
	pages    []*example
	one, two boosting
	model    [folds]*content.Model // trained without the fold
}

func load(dir string) ([]*example, error) {
	index, err := readIndex(dir)
	if err != nil {
		return nil, err
	}
	out := make([]*example, len(index))
	var failed error
	each(len(index), func(i int) {
		ex, err := newExample(index[i])
		if err != nil {
			failed = err
		}
		out[i] = ex
	})
	log.Printf("%d pages", len(out))
	return out, failed
}

func newExample(r *record) (*example, error) {
	body, err := r.body()
	if err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.ID, err)
	}
	ex := &example{rec: r, site: r.site(), page: new(layout.Page), truth: newTruth(r)}
	ex.fold = fold(ex.site, folds)
	if err := ex.page.Measure(context.Background(), root, nil); err != nil {
		return nil, err
	}
	ex.hints = meta.Hints(&ex.page.Head, r.address())
	ex.texts = texts(ex.page, listing(root, nil))
	ex.labels = labels(r, ex.page, ex.texts)
	ex.evidence = gatherEvidence(ex.page, ex.labels)
	return ex, nil
}

// without returns the pages that are not in fold k; -1 returns all.
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
		_, lex := lexicon(t.without(k))
		t.model[k] = &content.Model{Lexicon: lex}
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

func vectors(ex *example, lex *content.Lexicon) []content.Vector {
	var r content.Reader
	r.Begin(ex.page, ex.hints, lex)
	out := make([]content.Vector, len(ex.page.Blocks))
	for i := range out {
		r.Vector(i, &out[i])
	}
	return out
}

// firstStage fits the first forests and adds the scores of the one that does
// not know a page to the page's features.
func (t *trainer) firstStage() {
	for k := range folds {
		start := time.Now()
		t.model[k].First = bag(t.without(k), t.one)
		log.Printf("first forest %d: %v", k, time.Since(start).Round(time.Second))
	}
	each(len(t.pages), func(i int) {
		ex := t.pages[i]
		scored(ex, ex.vectors, t.model[ex.fold])
	})
}

func scored(ex *example, vec []content.Vector, m *content.Model) {
	prob := make([]float32, len(vec))
	for at := 0; at < len(vec); at += content.Batch {
		end := min(at+content.Batch, len(vec))
		m.First.Odds(vec[at:end], prob[at:end])
	}
	for i := range prob {
		prob[i] = content.Probability(prob[i])
	}
	var r content.Reader
	r.Begin(ex.page, ex.hints, m.Lexicon)
	r.Score(prob)
	for i := range vec {
		r.Scores(i, &vec[i])
	}
}

// samples draws the blocks to learn from. Light ones are drawn by chance and
// made heavier for it.
func samples(pages []*example, draw uint64) []sample {
	rnd := rand.New(rand.NewPCG(11, 13+draw))
	var rows []sample
	for _, ex := range pages {
		w := pageWeight(ex.rec) * ex.trust
		for i, l := range ex.labels {
			weight := l.weight * w
			if weight == 0 || i >= len(ex.vectors) {
				continue
			}
			floor := float32(tune.floor)
			weight = float32(math.Pow(float64(weight), tune.exp))
			if weight < floor {
				if rnd.Float64() > float64(weight/floor) {
					continue
				}
				weight = floor
			}
			rows = append(rows, sample{&ex.vectors[i], l.y, weight})
		}
	}
	return rows
}

func pageWeight(r *record) float32 {
	switch r.Source {
	case "aeb", "fun":
		return 4
	case "tra":
		return 1.2
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

func (t *trainer) crossValidate(perPage string) {
	for k := range folds {
		start := time.Now()
		t.model[k].Second = bag(t.without(k), t.two)
		log.Printf("second forest %d: %v", k, time.Since(start).Round(time.Second))
	}
	own := func(ex *example) *content.Model { return t.model[ex.fold] }
	t.report("cross-validated", own, content.Wish{}, perPage)
}

// report scores the text that the model of each page chooses.
func (t *trainer) report(name string, model func(*example) *content.Model, wish content.Wish, perPage string) {
	results := make([]result, len(t.pages))
	truths := make([]*truth, len(t.pages))
	outputs := make([]string, len(t.pages))
	each(len(t.pages), func(i int) {
		ex := t.pages[i]
		var c content.Chooser
		truths[i] = ex.truth
		outputs[i] = chosen(ex, c.Choose(model(ex), ex.page, ex.hints, wish))
		results[i] = ex.truth.score(outputs[i])
	})
	tabulate(truths, results).print(os.Stdout, name)
	if perPage != "" {
		f, err := os.Create(perPage)
		if err != nil {
			log.Fatal(err)
		}
		defer f.Close()
		for i, ex := range t.pages {
			line, err := json.Marshal(map[string]string{"id": ex.rec.ID, "text": outputs[i]})
			if err != nil {
				log.Fatal(err)
			}
			fmt.Fprintf(f, "%s\n", line)
		}
	}
}

func chosen(ex *example, kept []bool) string {
	var b bytes.Buffer
	first := 0
	for i, k := range kept {
		if !k {
			continue
		}
		if first++; first <= 3 && strings.EqualFold(squash(ex.texts[i]), squash(ex.hints.Title)) {
			continue
		}
		b.WriteString(ex.texts[i])
		b.WriteByte('\n')
	}
	return b.String()
}

// ceiling scores the text of the blocks that the labels call content: what no
// choice of blocks can exceed by much. A page whose truth they can't render
// well, for it is not on the page or is told in other words, teaches less.
func (t *trainer) ceiling() {
	results := make([]result, len(t.pages))
	truths := make([]*truth, len(t.pages))
	for i, ex := range t.pages {
		kept := make([]bool, len(ex.labels))
		for j, l := range ex.labels {
			kept[j] = l.y > 0.5
		}
		truths[i] = ex.truth
		results[i] = ex.truth.score(chosen(ex, kept))
		ex.trust = 1
		if ex.rec.Truth.Text != nil {
			ex.trust = float32(results[i].f * results[i].f)
		}
	}
	tabulate(truths, results).print(os.Stdout, "labels")
}
