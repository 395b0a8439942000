package local

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

// maxChunks bounds the passages of a file.
const maxChunks = 1 << 16

// passageText is the text of a row of chunks c with its page p. It is stored where it differs from the span.
const passageText = `coalesce(c.text, substr(CAST(p.markdown AS BLOB), c.start + 1, c.end - c.start))`

type passage struct {
	start, end int
	path       []string
	text       string
}

// words is a chunk.Counter of words.
type words struct{}

// Count is [terms.Words].
func (words) Count(text string) int { return terms.Words(text) }

// index is the postings of one file: for each term, the passages that have it. An entry is three unsigned varints:
// the distance to the passage before (its number, in the first); how often it, its headings and the title have the
// term; its length in terms.
type index struct {
	lists map[string][]byte
	terms int // of all passages
}

func newIndex(title string, passages []passage) *index {
	x := &index{lists: map[string][]byte{}}
	last := map[string]int{}
	for n, p := range passages {
		counts := map[string]int{}
		length := 0
		for _, text := range []string{p.text, title + "\n" + strings.Join(p.path, "\n")} {
			for _, t := range terms.Split(text) {
				counts[t.Text]++
				length++
			}
		}
		x.terms += length
		for term, times := range counts {
			list := binary.AppendUvarint(x.lists[term], uint64(n-last[term]))
			list = binary.AppendUvarint(list, uint64(times))
			x.lists[term] = binary.AppendUvarint(list, uint64(length))
			last[term] = n
		}
	}
	return x
}

type posting struct{ n, times, length int }

// readPostings returns the entries of a list. It stops where one is damaged.
func readPostings(list []byte) []posting {
	var out []posting
	for n := 0; len(list) > 0; {
		var v [3]int
		for i := range v {
			x, size := binary.Uvarint(list)
			if size <= 0 {
				return out
			}
			v[i], list = int(x), list[size:]
		}
		if n += v[0]; n < 0 || n >= maxChunks {
			return out
		}
		out = append(out, posting{n, v[1], v[2]})
	}
	return out
}

// each runs a statement with the arguments of each term, in the order of the table.
func (x *index) each(ctx context.Context, tx *sql.Tx, statement string, args func(term string) []any) error {
	prepared, err := tx.PrepareContext(ctx, statement)
	if err != nil {
		return err
	}
	defer prepared.Close()
	for _, term := range slices.Sorted(maps.Keys(x.lists)) {
		if _, err := prepared.ExecContext(ctx, args(term)...); err != nil {
			return err
		}
	}
	return nil
}

// storedIndex makes the postings of a stored file anew.
func storedIndex(ctx context.Context, tx *sql.Tx, file int64) (x *index, folder int64, err error) {
	var title string
	if err := tx.QueryRowContext(ctx, `SELECT folder, title FROM files WHERE id = ?`, file).Scan(&folder, &title); err != nil {
		return nil, 0, err
	}
	var passages []passage
	query := `SELECT c.path, ` + passageText + ` FROM chunks c JOIN pages p ON p.file = c.file WHERE c.file = ? ORDER BY c.n`
	err = eachRow(ctx, tx, query, []any{file}, func(rows *sql.Rows) error {
		var p passage
		var path []byte
		if err := rows.Scan(&path, &p.text); err != nil {
			return err
		}
		p.path, err = headings(path)
		passages = append(passages, p)
		return err
	})
	return newIndex(title, passages), folder, err
}

func headings(column []byte) ([]string, error) {
	var path []string
	if err := json.Unmarshal(column, &path); err != nil {
		return nil, fmt.Errorf("%w: headings of a passage: %w", ErrFile, err)
	}
	return append([]string{}, path...), nil // never nil: JSON null becomes an empty list
}

const (
	// Parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
	// Framework", 2009), with its usual values. A term of the title or the headings counts as one of the text.
	bm25K = 1.2
	bm25B = .75
	// maxTerms bounds the different terms of a query: the first ones count.
	maxTerms = 128
	// rerankDepth is how many of the best passages are read, and ordered again.
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

// place is a passage: the file and its number there.
type place struct {
	file int64
	n    int
}

type ranked struct {
	place
	score float64
}

// better orders by score, and where scores are equal by what was stored first.
func better(a, b ranked) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.file, b.file), cmp.Compare(a.n, b.n))
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

// area holds the bounds and totals of the folders that a query may answer from.
type area struct {
	low, high string // folders: low <= folder < high
	chunks    int
	average   float64 // terms of a passage, at least 1
	// files are those that pass the filters. Nil means all.
	files map[int64]bool
}

func (a *area) passes(file int64) bool { return a.files == nil || a.files[file] }

// rarity is the weight of a term by how many of all passages have it.
func rarity(have, all int) float64 {
	return math.Log(1 + (float64(all-have)+.5)/(float64(have)+.5))
}

// saturated is the score of BM25 of a term that a passage of some length has some times.
func (a *area) saturated(times float64, length int) float64 {
	return times * (bm25K + 1) / (times + bm25K*(1-bm25B+bm25B*float64(length)/a.average))
}

// queryTerm is a term that passages are scored by.
type queryTerm struct {
	text   string
	factor float64 // how often the question has it, for one
	weight float64 // its rarity in the area
}

// score returns the best passages by BM25, at most depth. All
// statistics are those of the area: what other scopes hold changes nothing.
// It sets the weights of the terms.
func (a *area) score(ctx context.Context, tx *sql.Tx, query []queryTerm) ([]ranked, error) {
	scores := map[int64][]float64{}
	for i := range query {
		q := &query[i]
		lists, err := a.readLists(ctx, tx, q.text)
		if err != nil {
			return nil, err
		}
		have := 0
		for _, l := range lists {
			have += len(l.postings)
		}
		q.weight = rarity(have, a.chunks)
		for _, l := range lists {
			if !a.passes(l.file) {
				continue
			}
			of := scores[l.file]
			for _, p := range l.postings {
				for len(of) <= p.n {
					of = append(of, 0)
				}
				of[p.n] += q.factor * q.weight * a.saturated(float64(p.times), p.length)
			}
			scores[l.file] = of
		}
	}
	best := best{limit: depth}
	for file, of := range scores {
		for n, score := range of {
			if score > 0 {
				best.add(ranked{place{file, n}, score})
			}
		}
	}
	return best.sorted(), nil
}

type list struct {
	file     int64
	postings []posting
}

func (a *area) readLists(ctx context.Context, tx *sql.Tx, term string) ([]list, error) {
	var out []list
	err := eachRow(ctx, tx, `SELECT p.file, p.data FROM folders d CROSS JOIN postings p ON p.folder = d.id AND p.term = ?
		WHERE d.folder >= ? AND d.folder < ?`, []any{term, a.low, a.high}, func(rows *sql.Rows) error {
		var l list
		var data sql.RawBytes
		err := rows.Scan(&l.file, &data)
		l.postings = readPostings(data)
		out = append(out, l)
		return err
	})
	return out, err
}

// keywordSearch returns the best passages by the words of the question, and the terms of the first of them. For these
// it adds, unless the query says otherwise, to the score of BM25 that of the places of the words: of words near each
// other, and of words that a passage begins with.
func (s *search) keywordSearch(ctx context.Context, tx *sql.Tx, a *area) ([]ranked, [][]terms.Term, error) {
	var query []queryTerm
	index := map[string]int{}
	for _, t := range terms.Split(queries.Text(s.query)) {
		i, known := index[t.Text]
		switch {
		case known:
			query[i].factor++
		case len(query) < maxTerms:
			index[t.Text] = len(query)
			query = append(query, queryTerm{text: t.Text, factor: 1})
		}
	}
	found, err := a.score(ctx, tx, query)
	if err != nil {
		return nil, nil, err
	}
	texts := map[place][]terms.Term{}
	top := found[:min(len(found), rerankDepth)]
	for i := range top {
		var text string
		err := tx.QueryRowContext(ctx, `SELECT `+passageText+` FROM chunks c JOIN pages p ON p.file = c.file WHERE c.file = ? AND c.n = ?`, top[i].file, top[i].n).Scan(&text)
		if err != nil {
			return nil, nil, err
		}
		split := terms.Split(text)
		texts[top[i].place] = split
		if s.reranks() {
			top[i].score += nearWeight*a.nearness(query, index, split) + leadWeight*lead(query, index, split)
		}
	}
	slices.SortFunc(top, better)
	sorted := make([][]terms.Term, len(top))
	for i, r := range top {
		sorted[i] = texts[r.place]
	}
	return found, sorted, nil
}

// nearness is the score of Büttcher, Clarke and Lushman ("Term Proximity Scoring
// for Ad-Hoc Retrieval on Very Large Text Collections", 2006): two different
// terms of the query that follow one another add to each other the weight of the
// other by the square of their distance.
func (a *area) nearness(query []queryTerm, index map[string]int, text []terms.Term) float64 {
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
	sum := 0.0
	for i, sumOfPairs := range near {
		sum += min(1, query[i].weight) * a.saturated(sumOfPairs, len(text))
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
