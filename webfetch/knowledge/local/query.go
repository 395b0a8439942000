package local

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/prepare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

type search struct {
	base   *Base
	query  *knowledge.Query
	filter filter.Filter
	vector []float32 // of the question, where a model made one
	// byModel says that vector scores are those of a model, not of feedback.
	byModel bool
	answer  *knowledge.Answer
}

// Query is [knowledge.Base]. Without an Answerer, the response of mode ai_search is made of sentences of the
// passages. Without an Embedder, vector scores say how much of the words that the best passages by keywords have in
// common a passage has; they are lower than those of models: the threshold is 0 unless the query sets one.
func (b *Base) Query(ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
	s, err := b.newSearch(ctx, &q)
	if err != nil {
		return nil, err
	}
	want := queries.Results(&q)
	if b.opts.Reranker != nil && s.reranks() {
		want = max(want, rerankDepth)
	}
	err = s.run(ctx, func(tx *sql.Tx, found []candidate) error {
		s.answer.Hits = s.answer.Hits[:0] // without those of a try before
		for _, c := range found[:min(len(found), want)] {
			h, err := s.hit(ctx, tx, c)
			if err != nil {
				return err
			}
			s.answer.Hits = append(s.answer.Hits, *h)
		}
		return nil
	})
	if err != nil {
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

// Rank returns the keys of the files that answer a query best, each once, at its
// best passage, at most n of them. It does what Query does, without its bound on
// results and an answer. It is for measuring retrieval.
func (b *Base) Rank(ctx context.Context, q knowledge.Query, n int) ([]string, error) {
	s, err := b.newSearch(ctx, &q)
	if err != nil {
		return nil, err
	}
	var keys []string
	err = s.run(ctx, func(tx *sql.Tx, found []candidate) error {
		keys = []string{}
		seen := map[int64]bool{}
		for _, c := range found {
			if seen[c.file] || len(keys) == n {
				continue
			}
			seen[c.file] = true
			var key string
			if err := tx.QueryRowContext(ctx, `SELECT key FROM files WHERE id = ?`, c.file).Scan(&key); err != nil {
				return err
			}
			keys = append(keys, key)
		}
		return nil
	})
	return keys, err
}

// newSearch checks a query, and asks the model for the vector of the question.
func (b *Base) newSearch(ctx context.Context, q *knowledge.Query) (*search, error) {
	if err := b.check(ctx); err != nil {
		return nil, err
	}
	if err := queries.Validate(q); err != nil {
		return nil, err
	}
	passes, err := filter.Parse(q.Filters, b.opts.Schema)
	if err != nil {
		return nil, err
	}
	s := &search{base: b, query: q, answer: queries.New(q), filter: passes}
	if b.opts.Embedder != nil && q.Retrieval != "keyword" {
		vectors, err := b.embed(ctx, []string{queries.Text(q)})
		if err != nil {
			s.warn("embeddings_failed", "The question has no vector; words alone are used. "+err.Error())
		} else {
			s.vector = vectors[0]
		}
	}
	return s, nil
}

func (s *search) warn(kind, message string) {
	s.answer.Warnings = append(s.answer.Warnings, extract.Warning{Type: kind, Message: message})
}

// run finds passages, best first, and passes them to use in the transaction that they were found in, when the scope
// has a free slot.
func (s *search) run(ctx context.Context, use func(tx *sql.Tx, found []candidate) error) error {
	part, err := s.base.slots.Acquire(ctx, s.query.Scope.String(), 1)
	if err != nil {
		return s.base.translate(ctx, err)
	}
	defer part.Release()
	return s.base.inTransaction(ctx, s.base.reader, func(tx *sql.Tx) error {
		found, err := s.find(ctx, tx)
		if err != nil {
			return err
		}
		return use(tx, found)
	})
}

func (s *search) find(ctx context.Context, tx *sql.Tx) ([]candidate, error) {
	a := &area{}
	a.low, a.high = filter.Range(s.query.Scope)
	var terms int
	err := tx.QueryRowContext(ctx, `SELECT coalesce(sum(f.chunks), 0), coalesce(sum(f.terms), 0) FROM folders d JOIN files f ON f.folder = d.id
		WHERE d.folder >= ? AND d.folder < ?`, a.low, a.high).Scan(&a.chunks, &terms)
	if err != nil {
		return nil, err
	}
	a.average = max(1, float64(terms)/float64(max(1, a.chunks)))
	if s.filter != nil {
		if a.files, err = filterFiles(ctx, tx, a, s.filter); err != nil {
			return nil, err
		}
	}
	kind := cmp.Or(s.query.Retrieval, "hybrid")
	s.answer.Retrieval = kind
	var near map[place]float64
	if s.vector != nil {
		if near, err = s.base.vectorScores(ctx, tx, a, s.vector); err != nil {
			return nil, err
		}
	}
	s.byModel = len(near) > 0
	if kind == "vector" && s.byModel {
		return s.fuse(nil, near), nil
	}
	byWords, texts, err := s.keywordSearch(ctx, tx, a)
	if err != nil {
		return nil, err
	}
	if kind != "keyword" && !s.byModel {
		if near, err = a.feedback(ctx, tx, byWords, texts); err != nil {
			return nil, err
		}
	}
	if kind == "vector" {
		byWords = nil
	}
	return s.fuse(byWords, near), nil
}

// filterFiles returns the files of an area that pass a filter. The filter is
// evaluated in Go, so that it means here what it means everywhere.
func filterFiles(ctx context.Context, tx *sql.Tx, a *area, passes filter.Filter) (map[int64]bool, error) {
	pass := map[int64]bool{}
	query := `SELECT f.id, f.key, f.retrieved_at, f.fields FROM folders d JOIN files f ON f.folder = d.id WHERE d.folder >= ? AND d.folder < ?`
	err := eachRow(ctx, tx, query, []any{a.low, a.high}, func(rows *sql.Rows) error {
		var id, retrieved int64
		var fields []byte
		var key string
		metadata := map[string]string{}
		if err := rows.Scan(&id, &key, &retrieved, &fields); err != nil {
			return err
		}
		if err := json.Unmarshal(fields, &metadata); err != nil {
			return fmt.Errorf("%w: metadata of %s: %w", ErrFile, key, err)
		}
		if passes.Match(filter.File(metadata, key, milliseconds(retrieved))) {
			pass[id] = true
		}
		return nil
	})
	return pass, err
}

const (
	// depth is how many passages of each kind of retrieval are fused. Less costs
	// recall: of what both kinds find late, the sum is early.
	depth = 1000
	// fusionK is the constant of reciprocal rank fusion (Cormack, Clarke and
	// Büttcher 2009), by which the vectors of a model are fused.
	fusionK = 60
	// feedbackWeight is the weight of scores by feedback, relative to the keyword score, both as a fraction
	// of the best one: a convex combination, which Bruch, Gai and Ingber ("An Analysis of Fusion
	// Functions for Hybrid Retrieval", 2023) find better than ranks.
	feedbackWeight = .4
	// halfScore is the BM25 that scores 0.5: about that of a passage which has two
	// rare words of a query.
	halfScore = 12
)

// candidate is a passage that was found. The scores and ranks by words and by nearness are 0 where it was not found
// so.
type candidate struct {
	ranked
	words, near         float64
	wordsRank, nearRank int
}

// fuse makes one list of two, of which near may be nil.
func (s *search) fuse(byWords []ranked, near map[place]float64) []candidate {
	byNear := best{limit: depth}
	for at, score := range near {
		if score > 0 {
			byNear.add(ranked{at, score})
		}
	}
	found := map[place]*candidate{}
	get := func(at place) *candidate {
		if found[at] == nil {
			found[at] = &candidate{ranked: ranked{place: at}, near: near[at]}
		}
		return found[at]
	}
	bestWords, bestNear := 1.0, 1.0
	for i, r := range byWords {
		bestWords = byWords[0].score
		c := get(r.place)
		c.wordsRank, c.words = i+1, r.score
	}
	for i, r := range byNear.sorted() {
		bestNear = byNear.kept[0].score
		get(r.place).nearRank = i + 1
	}
	out := make([]candidate, 0, len(found))
	for at, c := range found {
		if _, has := near[at]; has && s.query.MatchThreshold != nil && c.near < *s.query.MatchThreshold {
			continue
		}
		switch {
		case s.answer.Retrieval == "keyword":
			c.score = c.words / (c.words + halfScore)
		case s.answer.Retrieval == "vector":
			c.score = c.near
		case s.byModel:
			c.score = (reciprocal(c.wordsRank) + reciprocal(c.nearRank)) / 2
		default:
			c.score = min(1, (c.words/bestWords+feedbackWeight*c.near/bestNear)/(1+feedbackWeight))
		}
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b candidate) int { return better(a.ranked, b.ranked) })
	return out
}

// reciprocal is the score of a rank from 1: 1 for the first, 0 for none.
func reciprocal(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return (fusionK + 1) / float64(fusionK+rank)
}

func (s *search) hit(ctx context.Context, tx *sql.Tx, c candidate) (*knowledge.Hit, error) {
	h := &knowledge.Hit{Score: c.score, Scoring: map[string]any{}, Span: &extract.Span{}}
	if c.wordsRank > 0 {
		h.Scoring["keyword_score"], h.Scoring["keyword_rank"] = c.words, c.wordsRank
	}
	if c.near > 0 {
		h.Scoring["vector_score"] = c.near
	}
	if c.nearRank > 0 {
		h.Scoring["vector_rank"] = c.nearRank
	}
	if s.answer.Retrieval == "hybrid" {
		h.Scoring["fusion_method"] = map[bool]string{true: "rrf", false: "sum"}[s.byModel]
	}
	var retrieved int64
	var fields, path []byte
	err := tx.QueryRowContext(ctx, `SELECT f.key, f.source_id, f.url, f.title, f.retrieved_at, f.fields, c.start, c.end, c.path, `+passageText+`
		FROM files f JOIN chunks c ON c.file = f.id JOIN pages p ON p.file = f.id WHERE f.id = ? AND c.n = ?`, c.file, c.n).
		Scan(&h.Key, &h.SourceID, &h.URL, &h.Title, &retrieved, &fields, &h.Span.Start, &h.Span.End, &path, &h.Text)
	if err != nil {
		return nil, err
	}
	h.ID = h.Key + "#" + strconv.Itoa(c.n)
	h.RetrievedAt = milliseconds(retrieved)
	if err := json.Unmarshal(fields, &h.Metadata); err != nil {
		return nil, fmt.Errorf("%w: metadata of %s: %w", ErrFile, h.Key, err)
	}
	if h.HeadingPath, err = headings(path); err != nil {
		return nil, err
	}
	for _, name := range prepare.OwnFields {
		delete(h.Metadata, name)
	}
	return h, nil
}

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
