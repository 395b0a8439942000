package local

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// Query is [knowledge.Base]. Without an Answerer, the response of mode ai_search
// is made of sentences of the passages. Without an Embedder, vector scores are
// those of latent topics, which are lower than those of models: the threshold is
// 0 unless the query sets one.
func (b *Base) Query(ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	s, err := b.newSearch(&q)
	if err != nil {
		return nil, err
	}
	s.embedQuery(ctx)
	key := s.cacheKey()
	if err := s.run(ctx, func() error { return s.search(ctx, key) }); err != nil {
		return nil, err
	}
	if err := s.rerankByModel(ctx); err != nil {
		return nil, err
	}
	if err := queries.Respond(ctx, &q, s.answer, b.opts.Answerer); err != nil {
		return nil, err
	}
	return s.answer, nil
}

// search fills the answer from the cache or the file. It computes between two
// transactions, so that it holds no connection then.
func (s *search) search(ctx context.Context, key string) error {
	f, err := s.look(ctx, key)
	if err != nil {
		return err
	}
	if f != nil {
		if err := s.readHits(ctx, s.order(f)); err != nil {
			return err
		}
		s.answer.Retrieval = s.kind
		if !s.outdated {
			s.base.cache.keep(key, f.area.generation, s.answer)
		}
	}
	now := s.base.opts.Now()
	for i := range s.answer.Hits {
		h := &s.answer.Hits[i]
		h.AgeSeconds = max(0, int64(now.Sub(h.RetrievedAt).Seconds()))
	}
	return nil
}

// look fills the answer from the cache, and then returns nil, or reads what the passages score.
func (s *search) look(ctx context.Context, key string) (f *findings, err error) {
	warnings := s.answer.Warnings
	err = s.base.read(ctx, func(tx *sql.Tx) error {
		s.answer.Warnings = warnings // without those of a try before
		a, err := openArea(ctx, tx, s.query.Scope)
		if err != nil || s.base.cache.fill(key, a.generation, s.answer) {
			return err
		}
		f, err = s.find(ctx, tx, a)
		return err
	})
	return f, err
}

// readHits reads the best of the candidates, without those that were deleted since.
func (s *search) readHits(ctx context.Context, found []candidate) error {
	want := queries.Results(s.query)
	if s.base.opts.Reranker != nil && s.reranks() {
		want = max(want, rerankDepth)
	}
	return s.base.read(ctx, func(tx *sql.Tx) error {
		s.answer.Hits = s.answer.Hits[:0]
		for _, c := range found {
			if len(s.answer.Hits) == want {
				break
			}
			h, err := s.hit(ctx, tx, c)
			switch {
			case errors.Is(err, sql.ErrNoRows):
				continue
			case err != nil:
				return err
			}
			s.answer.Hits = append(s.answer.Hits, *h)
		}
		return nil
	})
}

// hit reads what a candidate is.
func (s *search) hit(ctx context.Context, tx *sql.Tx, c candidate) (*knowledge.Hit, error) {
	h := &knowledge.Hit{Score: c.score, Scoring: c.scoring, Span: &knowledge.Span{}}
	var retrieved int64
	var fields, path []byte
	err := tx.QueryRowContext(ctx, `SELECT f.key, f.source_id, f.url, f.title, f.retrieved_at, f.fields, f.offset, c.start, c.end, c.path,
		coalesce(c.text, substr(CAST(p.markdown AS BLOB), c.start + 1, c.end - c.start))
		FROM files f JOIN chunks c ON c.file = f.id JOIN pages p ON p.file = f.id WHERE f.id = ? AND c.n = ?`, c.file, c.n).
		Scan(&h.Key, &h.SourceID, &h.URL, &h.Title, &retrieved, &fields, &h.Span.Offset, &h.Span.Start, &h.Span.End, &path, &h.Text)
	if err != nil {
		return nil, err
	}
	h.ID = h.Key + "#" + strconv.Itoa(c.n)
	h.RetrievedAt = milliseconds(retrieved)
	for _, j := range []struct {
		data []byte
		to   any
	}{{fields, &h.Metadata}, {path, &h.HeadingPath}} {
		if err := json.Unmarshal(j.data, j.to); err != nil {
			return nil, fmt.Errorf("%w: passage %s: %w", ErrFile, h.ID, err)
		}
	}
	for _, name := range prepare.OwnFields {
		delete(h.Metadata, name)
	}
	if h.HeadingPath == nil {
		h.HeadingPath = []string{}
	}
	return h, nil
}
