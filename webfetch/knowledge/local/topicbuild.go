package local

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"runtime"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/lsa"
)

const (
	// mostTopicTerms bounds the terms that the topics of an area are made of. Of more
	// terms, those that the fewest passages have are left out.
	mostTopicTerms = 80_000
	// mostReadTerms is how many terms a build remembers while it reads.
	mostReadTerms = 4 * mostTopicTerms
	// newShare is the share of passages that may be placed in topics that were
	// found without them.
	newShare = .2
	// pauseRows and pauseTexts are after how many rows that are read, and passages
	// that are placed, a build lets others go first: about a millisecond.
	pauseRows  = 500
	pauseTexts = 50
)

// topicBuild makes the topics of one area. It reads in short transactions, and
// computes outside of them.
type topicBuild struct {
	base    *Base
	scope   knowledge.Scope
	endTurn func() // gives back the processor
}

// makeTopics makes the topics of a scope anew, or brings those that are kept up
// to date. It stops soon after ctx is done, or the base closed.
func (b *Base) makeTopics(ctx context.Context, scope knowledge.Scope) (*topics, error) {
	m := &topicBuild{b, scope, func() {}}
	defer m.rest()
	low, _ := filter.Range(scope)
	a, t, err := m.update(ctx, b.topics.get(low))
	if err == nil && t == nil {
		t, err = m.anew(ctx, a)
	}
	if err != nil {
		return nil, err
	}
	b.topics.put(low, t)
	return t, nil
}

// rest gives back the processor.
func (m *topicBuild) rest() {
	m.endTurn()
	m.endTurn = func() {}
}

// pause lets queries and other builds go first, and waits for a processor. Its error ends
// the build: the base was closed, or no caller waits for the topics any more.
func (m *topicBuild) pause(ctx context.Context) error {
	m.rest()
	runtime.Gosched()
	if m.base.closed.Load() {
		return knowledge.ErrClosed
	}
	release, err := m.base.topics.turns.Acquire(ctx, m.scope.String(), 1)
	if err == nil {
		m.endTurn = release
	}
	return err
}

// read runs f in a transaction if the area is one that has topics. It returns the
// area as the transaction saw it.
func (m *topicBuild) read(ctx context.Context, f func(tx *sql.Tx, a *area) error) (a *area, err error) {
	m.rest()
	release, err := m.base.topics.reads.Acquire(ctx, m.scope.String(), 1)
	if err != nil {
		return nil, err
	}
	defer release()
	defer m.rest()
	err = m.base.read(ctx, func(tx *sql.Tx) error {
		if err := m.pause(ctx); err != nil {
			return err
		}
		if a, err = openArea(ctx, tx, m.scope); err != nil || !a.hasTopics() {
			return err
		}
		return f(tx, a)
	})
	return a, err
}

// topicFile is a file of an area, and how many passages it has.
type topicFile struct {
	id     int64
	chunks int
}

// topicFiles returns the files of an area in the order in which they were stored.
func topicFiles(ctx context.Context, tx *sql.Tx, a *area) ([]topicFile, error) {
	rows, err := tx.QueryContext(ctx, `SELECT f.id, f.chunks FROM folders d JOIN files f ON f.folder = d.id WHERE d.folder >= ? AND d.folder < ? ORDER BY f.id`, a.low, a.high)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []topicFile
	for rows.Next() {
		var f topicFile
		if err := rows.Scan(&f.id, &f.chunks); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, rows.Err()
}

// update returns old topics without deleted files and with new ones placed in them. It
// returns nil if topics have to be built anew: without old topics, or if too many passages
// are new.
func (m *topicBuild) update(ctx context.Context, old *topics) (*area, *topics, error) {
	var t topics
	var added map[int64]*storedText
	a, err := m.read(ctx, func(tx *sql.Tx, a *area) error {
		if old == nil || old.model == nil {
			return nil
		}
		t, added = *old, map[int64]*storedText{}
		t.generation, t.files = a.generation, map[int64][][]float32{}
		files, err := topicFiles(ctx, tx, a)
		if err != nil {
			return err
		}
		for _, f := range files {
			places, placed := old.files[f.id]
			if placed {
				t.files[f.id] = places
				continue
			}
			if t.added += f.chunks; t.tooNew() {
				return nil
			}
			if added[f.id], err = readStored(ctx, tx, f.id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !a.hasTopics() || t.model == nil || t.tooNew() {
		return a, nil, err
	}
	for id, stored := range added {
		texts := make([]lsa.Text, len(stored.passages))
		for n, p := range stored.passages {
			found, _ := countTerms(stored.title, p.path, p.shown(stored.markdown))
			for term, c := range found {
				if id, known := t.terms[term]; known {
					texts[n] = append(texts[n], lsa.Count{Term: id, Times: int32(c.body + c.head)})
				}
			}
			slices.SortFunc(texts[n], func(a, b lsa.Count) int { return cmp.Compare(a.Term, b.Term) })
			if n%pauseTexts == 0 {
				if err := m.pause(ctx); err != nil {
					return nil, nil, err
				}
			}
		}
		if t.files[id], err = m.place(ctx, t.model, texts); err != nil {
			return nil, nil, err
		}
	}
	return a, &t, nil
}

// tooNew reports topics that were found without many of the passages.
func (t *topics) tooNew() bool { return float64(t.added) > newShare*float64(t.built) }

// place returns where the passages of a file are among topics.
func (m *topicBuild) place(ctx context.Context, model *lsa.Topics, texts []lsa.Text) ([][]float32, error) {
	places := make([][]float32, len(texts))
	for n, text := range texts {
		places[n] = model.Project(text)
		if n%pauseTexts == pauseTexts-1 {
			if err := m.pause(ctx); err != nil {
				return nil, err
			}
		}
	}
	return places, nil
}

// anew finds the topics of an area, which may change meanwhile.
func (m *topicBuild) anew(ctx context.Context, a *area) (*topics, error) {
	if !a.hasTopics() {
		return &topics{generation: a.generation}, nil
	}
	release, err := m.base.topics.memory.Acquire(ctx, m.scope.String(), buildMemory(a))
	if err != nil {
		return nil, err
	}
	defer release()
	var texts *topicTexts
	a, err = m.read(ctx, func(tx *sql.Tx, a *area) (err error) {
		texts, err = m.readTexts(ctx, tx, a)
		return err
	})
	if err != nil {
		return nil, err
	}
	t := &topics{generation: a.generation}
	if !a.hasTopics() {
		return t, nil
	}
	if err := m.pause(ctx); err != nil {
		return nil, err
	}
	t.model, err = lsa.New(texts.counts, len(texts.terms), func() error { return m.pause(ctx) })
	if err != nil || t.model == nil {
		return t, err
	}
	t.terms, t.built, t.files = texts.terms, len(texts.counts), make(map[int64][][]float32, len(texts.files))
	first := 0
	for _, f := range texts.files {
		if t.files[f.id], err = m.place(ctx, t.model, texts.counts[first:first+f.chunks]); err != nil {
			return nil, err
		}
		first += f.chunks
	}
	return t, nil
}

// buildMemory returns how many bytes the topics of an area need at most while they
// are made: for each count of a term, for each term that is read, and for lsa.
func buildMemory(a *area) int64 {
	return 24*int64(a.terms) + 120*int64(min(a.terms, mostReadTerms)) + lsa.Memory(a.chunks, min(a.terms, mostTopicTerms), a.terms)
}

// topicTexts are the passages of an area as counts of terms, in the order of the
// files.
type topicTexts struct {
	files  []topicFile
	counts []lsa.Text
	terms  map[string]int32
}

// termCounts are the passages that have a term, and how often.
type termCounts []struct{ passage, times int32 }

// readTexts reads the passages of an area.
func (m *topicBuild) readTexts(ctx context.Context, tx *sql.Tx, a *area) (*topicTexts, error) {
	files, err := topicFiles(ctx, tx, a)
	if err != nil {
		return nil, err
	}
	type span struct{ first, chunks int }
	passages, total := make(map[int64]span, len(files)), 0
	for _, f := range files {
		passages[f.id] = span{total, f.chunks}
		total += f.chunks
	}
	rows, err := tx.QueryContext(ctx, `SELECT p.term, p.file, p.data FROM folders d CROSS JOIN segments s ON s.folder = d.id CROSS JOIN postings p ON p.segment = s.id
		WHERE d.folder >= ? AND d.folder < ?`, a.low, a.high)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string]*termCounts{}
	for n := 1; rows.Next(); n++ {
		var term, data sql.RawBytes
		var file int64
		if err := rows.Scan(&term, &file, &data); err != nil {
			return nil, err
		}
		counts := found[string(term)]
		if counts == nil {
			counts = &termCounts{}
			found[string(term)] = counts
		}
		of := passages[file]
		readPostings(data, func(p posting) {
			if p.n < of.chunks {
				*counts = append(*counts, struct{ passage, times int32 }{int32(of.first + p.n), int32(p.body + p.head)})
			}
		})
		if len(found) > mostReadTerms {
			dropRare(found, mostReadTerms/2)
		}
		if n%pauseRows == 0 {
			if err := m.pause(ctx); err != nil {
				return nil, err
			}
		}
	}
	dropRare(found, mostTopicTerms)
	return newTopicTexts(files, total, found), rows.Err()
}

// dropRare drops the terms that the fewest passages have until at most limit are left.
func dropRare(found map[string]*termCounts, limit int) {
	for least := 2; len(found) > limit; least++ {
		maps.DeleteFunc(found, func(_ string, counts *termCounts) bool { return len(*counts) < least })
	}
}

// newTopicTexts sorts counts by passage. The numbers of terms are in their order,
// so that equal passages have equal topics.
func newTopicTexts(files []topicFile, passages int, found map[string]*termCounts) *topicTexts {
	lengths := make([]int, passages)
	for _, counts := range found {
		for _, c := range *counts {
			lengths[c.passage]++
		}
	}
	t := &topicTexts{files: files, counts: make([]lsa.Text, passages), terms: make(map[string]int32, len(found))}
	for n, length := range lengths {
		t.counts[n] = make(lsa.Text, 0, length)
	}
	for i, term := range slices.Sorted(maps.Keys(found)) {
		t.terms[term] = int32(i)
		for _, c := range *found[term] {
			t.counts[c.passage] = append(t.counts[c.passage], lsa.Count{Term: int32(i), Times: c.times})
		}
	}
	return t
}
