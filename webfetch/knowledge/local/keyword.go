package local

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

// Parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
// Framework", 2009), with its usual values. A term of the title or the headings
// counts as headWeight of the text.
const (
	bm25K      = 1.2
	bm25B      = .75
	headWeight = 1.0
)

// maxTerms bounds the different terms of a query: the first ones count.
const maxTerms = 128

// place is a passage: the file and its number there.
type place struct {
	file int64
	n    int
}

// ranked is a passage with its score.
type ranked struct {
	place
	score float64
}

// better orders by score, and where scores are equal by what was stored first.
func better(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.file, b.file), cmp.Compare(a.n, b.n))
}

// area holds the bounds and totals of the folders that a query may answer from.
type area struct {
	low, high  string // folders: low <= folder < high
	generation int64
	chunks     int
	terms      int
	// files are those that pass the filters. Nil means all.
	files map[int64]bool
}

// passes reports a file that passes the filters.
func (a *area) passes(file int64) bool { return a.files == nil || a.files[file] }

// openArea reads the statistics of a scope.
func openArea(ctx context.Context, tx *sql.Tx, scope knowledge.Scope) (*area, error) {
	a := &area{}
	a.low, a.high = filter.Range(scope)
	rows, err := tx.QueryContext(ctx, `SELECT generation, chunks, terms FROM folders WHERE folder >= ? AND folder < ?`, a.low, a.high)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var generation int64
		var chunks, terms int
		if err := rows.Scan(&generation, &chunks, &terms); err != nil {
			return nil, err
		}
		a.generation = max(a.generation, generation)
		a.chunks += chunks
		a.terms += terms
	}
	return a, rows.Err()
}

// queryTerm is a term of a query and how often that has it.
type queryTerm struct {
	text  string
	times int
	// weight is the inverse frequency among the passages of the area.
	weight float64
}

// queryTerms returns the different terms of a query, in the order in which they
// are first there.
func queryTerms(text string) []queryTerm {
	var out []queryTerm
	index := map[string]int{}
	for _, t := range terms.Split(text) {
		i, known := index[t.Text]
		switch {
		case known:
			out[i].times++
		case len(out) < maxTerms:
			index[t.Text] = len(out)
			out = append(out, queryTerm{text: t.Text, times: 1})
		}
	}
	return out
}

// keywordSearch returns the best passages by BM25, at most limit. All
// statistics are those of the area: what other scopes hold changes nothing.
// It sets the weights of the query's terms.
func keywordSearch(ctx context.Context, tx *sql.Tx, a *area, query []queryTerm, limit int) ([]ranked, error) {
	if a.chunks == 0 {
		return nil, nil
	}
	scores := map[int64][]float64{}
	average := max(1, float64(a.terms)/float64(a.chunks))
	for i := range query {
		q := &query[i]
		lists, err := readLists(ctx, tx, a, q.text)
		if err != nil {
			return nil, err
		}
		found := 0
		for _, l := range lists {
			found += len(l.postings)
		}
		q.weight = math.Log(1 + (float64(a.chunks-found)+.5)/(float64(found)+.5))
		for _, l := range lists {
			if !a.passes(l.file) {
				continue
			}
			of := scores[l.file]
			for _, p := range l.postings {
				for len(of) <= p.n {
					of = append(of, 0)
				}
				tf := float64(p.body) + headWeight*float64(p.head)
				of[p.n] += float64(q.times) * q.weight * tf * (bm25K + 1) / (tf + bm25K*(1-bm25B+bm25B*float64(p.length)/average))
			}
			scores[l.file] = of
		}
	}
	best := best{limit: limit}
	for file, of := range scores {
		for n, score := range of {
			if score > 0 {
				best.add(ranked{place{file, n}, score})
			}
		}
	}
	return best.sorted(), nil
}

// list is the postings of a term in a file.
type list struct {
	file     int64
	postings []posting
}

// readLists returns the postings of a term in an area.
func readLists(ctx context.Context, tx *sql.Tx, a *area, term string) ([]list, error) {
	rows, err := tx.QueryContext(ctx, `SELECT p.file, p.data FROM folders d CROSS JOIN segments s ON s.folder = d.id CROSS JOIN postings p ON p.segment = s.id AND p.term = ?
		WHERE d.folder >= ? AND d.folder < ?`, term, a.low, a.high)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []list
	for rows.Next() {
		var l list
		var data sql.RawBytes
		if err := rows.Scan(&l.file, &data); err != nil {
			return nil, err
		}
		readPostings(data, func(p posting) {
			if p.n < maxChunks {
				l.postings = append(l.postings, p)
			}
		})
		out = append(out, l)
	}
	return out, rows.Err()
}

// best keeps the best passages of many.
type best struct {
	limit int
	kept  []ranked
}

func (b *best) add(r ranked) {
	if b.kept = append(b.kept, r); len(b.kept) >= 4*b.limit {
		b.sorted()
	}
}

// sorted returns what was kept, best first.
func (b *best) sorted() []ranked {
	slices.SortFunc(b.kept, better)
	b.kept = b.kept[:min(len(b.kept), b.limit)]
	return b.kept
}
