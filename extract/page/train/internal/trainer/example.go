package trainer

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"slices"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

type example struct {
	rec          *record
	site         string
	fold         int
	page         *measure.Page
	hints        features.Hints
	texts        []string
	truth        *truth
	labels       []label
	evidence     evidence
	vectors      []features.FeatureVector
	labelQuality float32 // how well the labels render the truth
}

func load(dir string) ([]*example, error) {
	index, err := readIndex(dir)
	if err != nil {
		return nil, err
	}
	out := make([]*example, len(index))
	var failed error
	boost.Each(len(index), func(i int) {
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
	ex := &example{rec: r, site: r.site(), truth: newTruth(r)}
	ex.fold = fold(ex.site, folds)
	if ex.page, err = new(measure.Measurer).Measure(context.Background(), root, measure.Options{}); err != nil {
		return nil, err
	}
	ex.hints = meta.Hints(&ex.page.Head, r.address())
	ex.texts = texts(ex.page, slices.AppendSeq([]*html.Node{root}, root.Descendants()))
	ex.labels = labels(r, ex.page, ex.texts)
	ex.evidence = gatherEvidence(ex.page, ex.labels)
	return ex, nil
}

func vectors(ex *example, lex *features.Lexicon) []features.FeatureVector {
	var r features.Extractor
	r.Begin(ex.page, ex.hints, lex)
	out := make([]features.FeatureVector, len(ex.page.Blocks))
	for i := range out {
		r.BlockFeatures(i, &out[i])
	}
	return out
}

func scored(ex *example, vec []features.FeatureVector, m *gbdt.Model) {
	prob := make([]float32, len(vec))
	for i := range vec {
		prob[i] = gbdt.Probability(m.First.LogOdds(&vec[i]))
	}
	var r features.Extractor
	r.Begin(ex.page, ex.hints, m.Lexicon)
	r.SetFirstScores(prob)
	for i := range vec {
		r.StackedFeatures(i, &vec[i])
	}
}
