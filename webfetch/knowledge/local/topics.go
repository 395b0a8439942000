package local

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/lsa"
)

const (
	// leastTopicChunks and mostTopicChunks are how many passages an area may
	// have for topics to be found in it. Fewer say nothing; more take too long.
	leastTopicChunks = 30
	mostTopicChunks  = 10_000
	// topicAreas is how many areas keep their topics in memory, about 20 MB each
	// at most.
	topicAreas = 4
	// newShare is the share of passages that may be put into topics that were
	// found without them.
	newShare = .2
	// leastFrequency is in how many passages a term must be to count.
	leastFrequency = 1
)

// topics are the topics of an area, and where its passages are among them.
type topics struct {
	mu         sync.Mutex
	generation int64
	model      *lsa.Topics // nil: too few or too many passages
	terms      map[string]int32
	built      int // passages that the model was made of
	added      int // passages that were put in later
	files      map[int64][][]float32
}

// topicCache keeps the topics of the areas asked for last.
type topicCache struct {
	mu    sync.Mutex
	areas []*topicArea // last used first
}

type topicArea struct {
	low    string
	topics *topics
}

func newTopicCache() *topicCache { return &topicCache{} }

// topicsOf returns the topics of an area, maybe empty or out of date.
func (c *topicCache) topicsOf(low string) *topics {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.areas, func(a *topicArea) bool { return a.low == low })
	if i < 0 {
		c.areas = append(c.areas, &topicArea{low, &topics{generation: -1}})
		i = len(c.areas) - 1
	}
	a := c.areas[i]
	c.areas = slices.Insert(slices.Delete(c.areas, i, i+1), 0, a)
	c.areas = c.areas[:min(len(c.areas), topicAreas)]
	return a.topics
}

// topicScores returns how near each passage of an area is to a query, from 0 to
// 1. ok is false if the area has no topics, or the query none of their terms.
func (b *Base) topicScores(ctx context.Context, tx *sql.Tx, a *area, query []queryTerm) (scores map[place]float64, ok bool, err error) {
	if a.chunks < leastTopicChunks || a.chunks > mostTopicChunks {
		return nil, false, nil
	}
	t := b.topics.topicsOf(a.low)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.generation != a.generation {
		if err := b.refresh(ctx, tx, a, t); err != nil {
			t.generation, t.model = -1, nil
			return nil, false, err
		}
		t.generation = a.generation
	}
	if t.model == nil {
		return nil, false, nil
	}
	var text lsa.Text
	for _, q := range query {
		if id, known := t.terms[q.text]; known {
			text = append(text, lsa.Count{Term: id, Times: int32(q.times)})
		}
	}
	at := t.model.Project(text)
	if at == nil {
		return nil, false, nil
	}
	scores = make(map[place]float64, a.chunks)
	for file, passages := range t.files {
		if !a.passes(file) {
			continue
		}
		for n, p := range passages {
			if p != nil {
				scores[place{file, n}] = min(1, max(0, lsa.Cosine(at, p)))
			}
		}
	}
	return scores, true, nil
}

// refresh brings topics up to date with their area.
func (b *Base) refresh(ctx context.Context, tx *sql.Tx, a *area, t *topics) error {
	ids, err := collect[int64](ctx, tx, `SELECT f.id FROM folders d JOIN files f ON f.folder = d.id WHERE d.folder >= ? AND d.folder < ? ORDER BY f.id`, a.low, a.high)
	if err != nil {
		return err
	}
	if t.model == nil {
		return build(ctx, tx, a, t)
	}
	for id := range t.files {
		if _, there := slices.BinarySearch(ids, id); !there {
			delete(t.files, id)
		}
	}
	for _, id := range ids {
		if t.files[id] != nil {
			continue
		}
		if err := b.project(ctx, tx, t, id); err != nil {
			return err
		}
	}
	if float64(t.added) > newShare*float64(t.built) {
		return build(ctx, tx, a, t)
	}
	return nil
}

// project puts the passages of a new file among the topics.
func (b *Base) project(ctx context.Context, tx *sql.Tx, t *topics, file int64) error {
	_, p, err := b.analyzeStored(ctx, tx, file)
	if err != nil {
		return err
	}
	var texts []lsa.Text
	for term, data := range p.lists {
		id, known := t.terms[term]
		if !known {
			continue
		}
		readPostings(data, func(p posting) { texts = addCount(texts, p, id) })
	}
	t.place(file, texts)
	t.added += len(texts)
	return nil
}

// addCount counts a term of passage p.n.
func addCount(texts []lsa.Text, p posting, term int32) []lsa.Text {
	for len(texts) <= p.n {
		texts = append(texts, nil)
	}
	texts[p.n] = append(texts[p.n], lsa.Count{Term: term, Times: int32(p.body + p.head)})
	return texts
}

func (t *topics) place(file int64, texts []lsa.Text) {
	places := make([][]float32, len(texts))
	for n, text := range texts {
		slices.SortFunc(text, func(a, b lsa.Count) int { return cmp.Compare(a.Term, b.Term) })
		places[n] = t.model.Project(text)
	}
	t.files[file] = places
}

// build finds the topics of an area anew.
func build(ctx context.Context, tx *sql.Tx, a *area, t *topics) error {
	files, vocabulary, err := readTexts(ctx, tx, a)
	if err != nil {
		return err
	}
	ids := make([]int64, 0, len(files))
	for id := range files {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var all []lsa.Text
	for _, id := range ids {
		all = append(all, files[id]...)
	}
	t.model, t.terms, t.built, t.added = lsa.New(all, len(vocabulary)), vocabulary, len(all), 0
	t.files = make(map[int64][][]float32, len(ids))
	if t.model == nil {
		return nil
	}
	for _, id := range ids {
		t.place(id, files[id])
	}
	return nil
}

// readTexts reads the counts of all terms of an area that two passages have.
func readTexts(ctx context.Context, tx *sql.Tx, a *area) (files map[int64][]lsa.Text, vocabulary map[string]int32, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT p.term, p.file, p.data FROM folders d JOIN segments s ON s.folder = d.id JOIN postings p ON p.segment = s.id WHERE d.folder >= ? AND d.folder < ? ORDER BY p.term, p.file`, a.low, a.high)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	files, vocabulary = map[int64][]lsa.Text{}, map[string]int32{}
	var current []byte
	var lists []list
	end := func() {
		found := 0
		for _, l := range lists {
			found += len(l.postings)
		}
		if found >= leastFrequency {
			id := int32(len(vocabulary))
			vocabulary[string(current)] = id
			for _, l := range lists {
				for _, p := range l.postings {
					files[l.file] = addCount(files[l.file], p, id)
				}
			}
		}
		lists = lists[:0]
	}
	for rows.Next() {
		var term, data sql.RawBytes
		var l list
		if err := rows.Scan(&term, &l.file, &data); err != nil {
			return nil, nil, err
		}
		if string(term) != string(current) {
			end()
			current = append(current[:0], term...)
		}
		readPostings(data, func(p posting) {
			if p.n < maxChunks {
				l.postings = append(l.postings, p)
			}
		})
		lists = append(lists, l)
	}
	end()
	return files, vocabulary, rows.Err()
}
