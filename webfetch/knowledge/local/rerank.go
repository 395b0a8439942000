package local

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

const (
	// rerankDepth is how many of the best passages are ordered again.
	rerankDepth = 50
	// nearWeight and leadWeight are the weights of proximity and of the lead relative to BM25.
	// They are small, and were not fitted: at full weight, proximity harms the retrieval of
	// abstracts by long questions as much as it helps to find sections of documentation.
	nearWeight = .3
	leadWeight = .2
	// leadWords is how many words of a passage are its lead: about its first
	// sentence.
	leadWords = 25
)

// reranks reports a query whose best passages are to be ordered again.
func (s *search) reranks() bool { return s.query.Rerank == nil || *s.query.Rerank }

// textsToRefine returns the texts of the best passages, which are sorted.
func (s *search) textsToRefine(ctx context.Context, tx *sql.Tx, found []ranked) ([]string, error) {
	if !s.reranks() || len(s.terms) == 0 {
		return nil, nil
	}
	texts := make([]string, min(len(found), rerankDepth))
	for i := range texts {
		err := tx.QueryRowContext(ctx, `SELECT coalesce(c.text, substr(CAST(p.markdown AS BLOB), c.start + 1, c.end - c.start))
			FROM chunks c JOIN pages p ON p.file = c.file WHERE c.file = ? AND c.n = ?`, found[i].file, found[i].n).Scan(&texts[i])
		if err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// addNearness adds to the scores of the passages whose texts there are for the places
// of the query's terms: for terms near each other, and for terms that a passage begins
// with.
func (s *search) addNearness(f *findings) {
	index := make(map[string]int, len(s.terms))
	for i, t := range s.terms {
		index[t.text] = i
	}
	average := max(1, float64(f.area.terms)/float64(max(1, f.area.chunks)))
	for i, text := range f.texts {
		split := terms.Split(text)
		f.byWords[i].score += nearWeight*nearness(s.terms, index, split, average) + leadWeight*lead(s.terms, index, split)
	}
	slices.SortFunc(f.byWords[:len(f.texts)], better)
}

// nearness is the score of Büttcher, Clarke and Lushman ("Term Proximity Scoring
// for Ad-Hoc Retrieval on Very Large Text Collections", 2006): two different
// terms of the query that follow one another add to each other the weight of the
// other by the square of their distance.
func nearness(query []queryTerm, index map[string]int, text []terms.Term, average float64) float64 {
	near := make([]float64, len(query))
	last, lastAt := -1, 0
	for _, t := range text {
		i, ok := index[t.Text]
		if !ok {
			continue
		}
		if last >= 0 && last != i && t.Position > lastAt {
			d := float64(t.Position - lastAt)
			near[i] += query[last].weight / (d * d)
			near[last] += query[i].weight / (d * d)
		}
		last, lastAt = i, t.Position
	}
	k := bm25K * (1 - bm25B + bm25B*float64(len(text))/average)
	sum := 0.0
	for i, sumOfPairs := range near {
		sum += min(1, query[i].weight) * sumOfPairs * (bm25K + 1) / (sumOfPairs + k)
	}
	return sum
}

// lead is the weight of the terms of the query that are among the first words.
func lead(query []queryTerm, index map[string]int, text []terms.Term) float64 {
	seen := make([]bool, len(query))
	sum := 0.0
	for _, t := range text {
		if t.Position >= leadWords {
			break
		}
		if i, ok := index[t.Text]; ok && !seen[i] {
			seen[i] = true
			sum += query[i].weight
		}
	}
	return sum
}

// rerankByModel orders the hits by a model, if there is one, and keeps as many
// as the query wants. A failure leaves the order and is a warning.
func (s *search) rerankByModel(ctx context.Context) error {
	a, want := s.answer, queries.Results(s.query)
	defer func() { a.Hits = a.Hits[:min(len(a.Hits), want)] }()
	if s.base.opts.Reranker == nil || !s.reranks() || len(a.Hits) < 2 {
		return nil
	}
	passages := make([]string, len(a.Hits))
	for i, h := range a.Hits {
		passages[i] = headed(h.Title, h.HeadingPath, h.Text)
	}
	scores, err := s.base.opts.Reranker.Rerank(ctx, queries.Text(s.query), passages)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		s.warn("reranking_failed", "The order is that of retrieval. "+err.Error())
		return nil
	case len(scores) != len(a.Hits), slices.ContainsFunc(scores, math.IsNaN):
		s.warn("reranking_failed", "The order is that of retrieval: the model returned no score for each passage.")
		return nil
	}
	bounded := slices.Min(scores) >= 0 && slices.Max(scores) <= 1
	for i := range a.Hits {
		h := &a.Hits[i]
		h.Scoring.RerankScore, h.Score = &scores[i], scores[i]
		if !bounded {
			h.Score = 1 / (1 + math.Exp(-scores[i]))
		}
	}
	slices.SortStableFunc(a.Hits, func(x, y knowledge.Hit) int { return cmp.Compare(y.Score, x.Score) })
	return nil
}
