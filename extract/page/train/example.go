package main

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/content"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// example is a page ready to learn from.
type example struct {
	rec      *record
	site     string
	fold     int
	page     *measure.Page
	hints    content.Hints
	texts    []string
	truth    *truth
	labels   []label
	evidence evidence
	vectors  []content.Vector
	trust    float32 // how well the labels render the truth
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
	ex := &example{rec: r, site: r.site(), truth: newTruth(r)}
	ex.fold = fold(ex.site, folds)
	if ex.page, err = new(measure.Measurer).Measure(context.Background(), root, measure.Options{}); err != nil {
		return nil, err
	}
	ex.hints = meta.Hints(&ex.page.Head, r.address())
	ex.texts = texts(ex.page, listing(root, nil))
	ex.labels = labels(r, ex.page, ex.texts)
	ex.evidence = gatherEvidence(ex.page, ex.labels)
	return ex, nil
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
