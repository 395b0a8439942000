package local

import (
	"context"
	"database/sql"
	"errors"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/lsa"
)

const (
	// leastTopicChunks and mostTopicChunks bound the passages of an area with topics. Fewer give
	// no meaningful topics; more take too long.
	leastTopicChunks = 30
	mostTopicChunks  = 10_000
)

// topics are the latent topics of an area in one state of it, and where its
// passages are among them. They are not changed.
type topics struct {
	generation int64
	model      *lsa.Topics // may be nil
	terms      map[string]int32
	built      int // passages that the model was made of
	added      int // passages that were placed later
	files      map[int64][][]float32
}

// size returns about how many bytes the topics take.
func (t *topics) size() int64 {
	n := int64(1 << 10)
	if t.model == nil {
		return n
	}
	n += t.model.Size() + int64(t.built+t.added)*4*lsa.Rank
	for term := range t.terms {
		n += int64(len(term)) + 40
	}
	return n
}

// hasTopics reports an area whose size is one that topics are found in.
func (a *area) hasTopics() bool { return a.chunks >= leastTopicChunks && a.chunks <= mostTopicChunks }

// errNoTopics reports that the topics of an area have to be made, or brought up to
// date, outside of the transaction.
var errNoTopics = errors.New("the topics of the scope are not there yet")

// topicScores returns how near each passage of an area is to a query, from 0 to
// 1. The map is nil if the area has no topics, or the query none of their terms.
//
// If the topics of this state of the area are not there, the error is errNoTopics,
// and s.wanted says what to wait for. A query that has waited uses the topics that
// it got, even if the area has changed again, for the passages that still are there.
func (s *search) topicScores(ctx context.Context, tx *sql.Tx, a *area) (map[place]float64, error) {
	if !a.hasTopics() {
		return nil, nil
	}
	t := s.base.topics.get(a.low)
	if t == nil || t.generation != a.generation {
		if t = s.topics; t == nil {
			s.wanted = a.generation
			return nil, errNoTopics
		}
	}
	if t.model == nil {
		return nil, nil
	}
	there := t.files
	if s.outdated = t.generation != a.generation; s.outdated {
		files, err := topicFiles(ctx, tx, a)
		if err != nil {
			return nil, err
		}
		there = make(map[int64][][]float32, len(files))
		for _, f := range files {
			there[f.id] = t.files[f.id]
		}
	}
	var text lsa.Text
	for _, q := range s.terms {
		if id, known := t.terms[q.text]; known {
			text = append(text, lsa.Count{Term: id, Times: int32(q.times)})
		}
	}
	at := t.model.Project(text)
	if at == nil {
		return nil, nil
	}
	scores := make(map[place]float64, a.chunks)
	for file, passages := range there {
		if !a.passes(file) {
			continue
		}
		for n, p := range passages {
			if p != nil {
				scores[place{file, n}] = min(1, max(0, lsa.Cosine(at, p)))
			}
		}
	}
	return scores, nil
}
