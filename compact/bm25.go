package compact

import "math"

// Parameters of BM25 (Robertson and Zaragoza 2009); units are short, so their
// length tells less than that of documents.
const (
	bm25K = 1.2
	bm25B = .5
)

// weighted is a term of the question and what it counts for.
type weighted struct {
	term   uint32
	weight float64
}

// scorer ranks bags of terms by a question.
type scorer struct {
	query map[uint32]float64 // weight of a term, with its idf
	avg   float64
	tf    map[uint32]int
}

// newScorer ranks bags, of which each of n has avg terms on average and df of
// them have a term.
func newScorer(query []weighted, n int, avg float64, df func(uint32) int32) *scorer {
	s := &scorer{query: make(map[uint32]float64, len(query)), avg: max(avg, 1), tf: map[uint32]int{}}
	for _, q := range query {
		d := float64(df(q.term))
		s.query[q.term] += q.weight * math.Log(1+(float64(n)-d+.5)/(d+.5))
	}
	return s
}

// score ranks one bag.
func (s *scorer) score(terms ...[]uint32) float64 {
	clear(s.tf)
	n := 0
	for _, ts := range terms {
		n += len(ts)
		for _, t := range ts {
			if _, ok := s.query[t]; ok {
				s.tf[t]++
			}
		}
	}
	sum := 0.0
	for t, k := range s.tf {
		f := float64(k)
		sum += s.query[t] * f * (bm25K + 1) / (f + bm25K*(1-bm25B+bm25B*float64(n)/s.avg))
	}
	return sum
}
