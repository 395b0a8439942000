package compact

import "math"

// Parameters of BM25 (Robertson and Zaragoza 2009); units are short, so their
// length tells less than that of documents.
const (
	bm25K = 1.2
	bm25B = .45
)

// weighted is a term of the question and what it counts for.
type weighted struct {
	term   uint32
	weight float64
}

// bm25Scorer ranks bags of terms by a question.
type bm25Scorer struct {
	slot    map[uint32]int // of each term of the question
	weights []float64      // by slot: weight of the term times its idf
	tf      []int          // by slot: how often the bag has it
	avg     float64
}

// newBM25 ranks bags, of which each of n has avg terms on average and df of
// them have a term.
func newBM25(query []weighted, n int, avg float64, df func(uint32) int32) *bm25Scorer {
	s := &bm25Scorer{slot: make(map[uint32]int, len(query)), tf: make([]int, len(query)), avg: max(avg, 1)}
	for i, q := range query {
		s.slot[q.term] = i
		s.weights = append(s.weights, q.weight*idf(n, int(df(q.term))))
	}
	return s
}

// idf is how much it tells that something is in df of n bags.
func idf(n, df int) float64 {
	return math.Log(1 + (float64(n-df)+.5)/(float64(df)+.5))
}

// score ranks one bag.
func (s *bm25Scorer) score(terms ...[]uint32) float64 {
	clear(s.tf)
	n := 0
	for _, ts := range terms {
		n += len(ts)
		for _, t := range ts {
			if i, ok := s.slot[t]; ok {
				s.tf[i]++
			}
		}
	}
	sum := 0.0
	for i, k := range s.tf {
		f := float64(k)
		sum += s.weights[i] * f * (bm25K + 1) / (f + bm25K*(1-bm25B+bm25B*float64(n)/s.avg))
	}
	return sum
}
