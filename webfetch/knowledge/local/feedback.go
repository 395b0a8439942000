package local

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

const (
	// feedbackPassages are taken for relevant, and feedbackTerms of their terms for the topic of the question.
	feedbackPassages = 10
	feedbackTerms    = 40
)

// feedback returns how much of the topic of the question passages have, from 0 to 1. The topic are the terms that
// stand out in the best passages by keywords (pseudo-relevance feedback; Rocchio 1971, Lavrenko and Croft 2001):
// those that they have more often than the passages behind them, and better ones more than others. So it finds
// passages that use other words than the question.
func (a *area) feedback(ctx context.Context, tx *sql.Tx, found []ranked, texts [][]terms.Term) (map[place]float64, error) {
	have, factors := map[string]int{}, map[string]float64{}
	for i, text := range texts {
		counts := map[string]int{}
		for _, t := range text {
			counts[t.Text]++
		}
		trust := found[i].score / found[0].score
		for term, n := range counts {
			have[term]++
			if i < feedbackPassages {
				factors[term] += trust * trust * a.saturated(float64(n), len(text))
			}
		}
	}
	topic := make([]queryTerm, 0, len(factors))
	for term, factor := range factors {
		topic = append(topic, queryTerm{term, factor, factor * rarity(have[term], len(texts))})
	}
	slices.SortFunc(topic, func(x, y queryTerm) int { return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(x.text, y.text)) })
	topic = topic[:min(len(topic), feedbackTerms)]
	scored, err := a.score(ctx, tx, topic)
	most := 0.0
	for _, t := range topic {
		most += t.factor * t.weight * (bm25K + 1)
	}
	near := make(map[place]float64, len(scored))
	for _, r := range scored {
		near[r.place] = r.score / most
	}
	return near, err
}
