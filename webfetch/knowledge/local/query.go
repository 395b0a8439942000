package local

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

const (
	// depth is how many passages of each kind of retrieval are fused. Less costs
	// recall: of what both kinds find late, the sum is early.
	depth = 1000
	// fusionK is the constant of reciprocal rank fusion (Cormack, Clarke and
	// Büttcher 2009), by which the vectors of a model are fused.
	fusionK = 60
	// topicWeight is the weight of topic similarity relative to the keyword score, as a fraction
	// of the best one: a convex combination, which Bruch, Gai and Ingber ("An Analysis of Fusion
	// Functions for Hybrid Retrieval", 2023) find better than ranks. Topics are the weaker
	// signal; with ranks, the best passage by topics would equal one with all words of the
	// question.
	topicWeight = .3
)

// search is one query under way.
type search struct {
	base   *Base
	query  *knowledge.Query
	filter filter.Filter
	terms  []queryTerm
	vector []float32 // of the question, where a model made one
	// kind is the retrieval that is done, which may be less than was asked for.
	kind string
	// byModel says that vector scores are those of a model, not of topics.
	byModel bool
	// bestScore is that of the best passage by keywords.
	bestScore float64
	// topics are those that the query has waited for, of the generation wanted or a
	// later one. outdated says that its scope has changed since.
	topics   *topics
	wanted   int64
	outdated bool
	answer   *knowledge.Answer
}

// candidate is a passage that was found.
type candidate struct {
	ranked
	scoring knowledge.Scoring
}

func (s *search) warn(kind, message string) {
	s.answer.Warnings = append(s.answer.Warnings, extract.Warning{Type: kind, Message: message})
}

// newSearch checks a query.
func (b *Base) newSearch(q *knowledge.Query) (*search, error) {
	if err := queries.Validate(q); err != nil {
		return nil, err
	}
	passes, err := filter.Parse(q.Filters, b.opts.Schema)
	if err != nil {
		return nil, err
	}
	s := &search{base: b, query: q, answer: queries.New(q), filter: passes, terms: queryTerms(queries.Text(q))}
	return s, nil
}

// embedQuery asks the model for the vector of the question, before a
// transaction begins.
func (s *search) embedQuery(ctx context.Context) {
	if s.base.opts.Embedder == nil || s.query.Retrieval == knowledge.Keyword {
		return
	}
	vectors, err := s.base.embed(ctx, []string{queries.Text(s.query)})
	if err != nil {
		s.warn("embeddings_failed", "The question has no vector; latent topics are used. "+err.Error())
		return
	}
	s.vector = vectors[0]
}

// run calls f, which reads and computes, when the scope has a free slot. If f wants
// topics, run calls it once more when they are there: while they are made, the query
// has neither a slot nor a connection.
func (s *search) run(ctx context.Context, f func() error) error {
	err := s.inSlot(ctx, f)
	if !errors.Is(err, errNoTopics) {
		return err
	}
	if s.topics, err = s.base.waitForTopics(ctx, s.query.Scope, s.wanted); err != nil {
		return err
	}
	return s.inSlot(ctx, f)
}

func (s *search) inSlot(ctx context.Context, f func() error) error {
	release, err := s.base.slots.Acquire(ctx, s.query.Scope.String(), 1)
	if err != nil {
		return s.base.translate(ctx, err)
	}
	defer release()
	return f()
}

// findings are the results of the transaction of a query.
type findings struct {
	area    *area
	byWords []ranked          // by keywords, best first
	texts   []string          // of the first of them, to refine their order
	near    map[place]float64 // vector scores, or nil
}

// find reads what the passages of an area score.
func (s *search) find(ctx context.Context, tx *sql.Tx, a *area) (f *findings, err error) {
	if s.filter != nil {
		if a.files, err = filterFiles(ctx, tx, a, s.filter); err != nil {
			return nil, err
		}
	}
	f = &findings{area: a}
	s.kind, s.outdated = cmp.Or(s.query.Retrieval, knowledge.Hybrid), false
	if s.kind != knowledge.Keyword {
		if f.near, err = s.near(ctx, tx, a); err != nil {
			return nil, err
		}
	}
	if f.near == nil && s.kind == knowledge.Vector && a.chunks > 0 {
		s.warn("retrieval_keyword", fmt.Sprintf("Vector retrieval wants a model, or a question of known words and %d to %d passages; keywords were used.", leastTopicChunks, mostTopicChunks))
		s.kind = knowledge.Keyword
	}
	if f.near == nil && s.kind == knowledge.Hybrid {
		s.kind = knowledge.Keyword
		if s.query.Retrieval == knowledge.Hybrid {
			s.warn("retrieval_keyword", "There are too few or too many passages for topics, or the question has none of their words; keywords were used.")
		}
	}
	if s.kind != knowledge.Vector {
		if f.byWords, err = keywordSearch(ctx, tx, a, s.terms, depth); err != nil {
			return nil, err
		}
		if f.texts, err = s.textsToRefine(ctx, tx, f.byWords); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// filterFiles returns the files of an area that pass a filter. The filter is
// evaluated in Go, so that it means here what it means everywhere.
func filterFiles(ctx context.Context, tx *sql.Tx, a *area, passes filter.Filter) (map[int64]bool, error) {
	rows, err := tx.QueryContext(ctx, `SELECT f.id, f.key, f.retrieved_at, f.fields FROM folders d JOIN files f ON f.folder = d.id WHERE d.folder >= ? AND d.folder < ?`, a.low, a.high)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	pass := map[int64]bool{}
	for rows.Next() {
		var id, retrieved int64
		var fields []byte
		var at filter.Attributes
		if err := rows.Scan(&id, &at.Key, &retrieved, &fields); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(fields, &at.Fields); err != nil {
			return nil, fmt.Errorf("%w: metadata of %s: %w", ErrFile, at.Key, err)
		}
		at.Timestamp = milliseconds(retrieved)
		if passes.Match(at) {
			pass[id] = true
		}
	}
	return pass, rows.Err()
}

// order returns the passages that were found, best first.
func (s *search) order(f *findings) []candidate {
	s.addNearness(f)
	return s.fuse(f.byWords, f.near)
}

// near returns the vector scores of an area, or nil without vectors.
func (s *search) near(ctx context.Context, tx *sql.Tx, a *area) (map[place]float64, error) {
	if s.vector != nil {
		scores, err := s.base.vectorScores(ctx, tx, a, s.vector)
		if err != nil || len(scores) > 0 {
			s.byModel = true
			return scores, err
		}
	}
	s.byModel = false
	return s.topicScores(ctx, tx, a)
}

// fuse makes one list of two.
func (s *search) fuse(byWords []ranked, near map[place]float64) []candidate {
	found := map[place]*candidate{}
	get := func(at place) *candidate {
		c := found[at]
		if c == nil {
			c = &candidate{ranked: ranked{place: at}}
			found[at] = c
			if v, ok := near[at]; ok {
				c.scoring.VectorScore = &v
			}
		}
		return c
	}
	if len(byWords) > 0 {
		s.bestScore = byWords[0].score
	}
	for i, r := range byWords {
		c := get(r.place)
		c.scoring.KeywordRank, c.scoring.KeywordScore = i+1, &r.score
	}
	byTopic := best{limit: depth}
	for at, score := range near {
		if score > 0 {
			byTopic.add(ranked{at, score})
		}
	}
	for i, r := range byTopic.sorted() {
		get(r.place).scoring.VectorRank = i + 1
	}
	out := make([]candidate, 0, len(found))
	for _, c := range found {
		v := c.scoring.VectorScore
		if t := s.query.MatchThreshold; t != nil && v != nil && *v < *t {
			continue
		}
		c.score = s.fused(c)
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b candidate) int { return better(a.ranked, b.ranked) })
	return out
}

// halfScore is the BM25 that scores 0.5: about that of a passage which has two
// rare words of a query.
const halfScore = 12

// fused returns the score of a candidate from 0 to 1.
func (s *search) fused(c *candidate) float64 {
	switch {
	case s.kind == knowledge.Keyword:
		return *c.scoring.KeywordScore / (*c.scoring.KeywordScore + halfScore)
	case s.kind == knowledge.Vector:
		return *c.scoring.VectorScore
	case s.byModel:
		c.scoring.FusionMethod = "rrf"
		return (reciprocal(c.scoring.KeywordRank) + reciprocal(c.scoring.VectorRank)) / 2
	}
	c.scoring.FusionMethod = "sum"
	sum := 0.0
	if c.scoring.KeywordScore != nil {
		sum += *c.scoring.KeywordScore / s.bestScore
	}
	if c.scoring.VectorScore != nil {
		sum += topicWeight * *c.scoring.VectorScore
	}
	return sum / (1 + topicWeight)
}

// reciprocal is the score of a rank from 1: 1 for the first, 0 for none.
func reciprocal(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return (fusionK + 1) / float64(fusionK+rank)
}
