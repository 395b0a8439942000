package local

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// reranks reports a query whose best passages are to be ordered again.
func (s *search) reranks() bool { return s.query.Rerank == nil || *s.query.Rerank }

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
		h.Scoring["reranking_score"], h.Score = scores[i], scores[i]
		if !bounded {
			h.Score = 1 / (1 + math.Exp(-scores[i]))
		}
	}
	slices.SortStableFunc(a.Hits, func(x, y knowledge.Hit) int { return cmp.Compare(y.Score, x.Score) })
	return nil
}
