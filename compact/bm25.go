package compact

import "math"

// Parameters of BM25 (Robertson and Zaragoza 2009). The length of units matters less than
// that of documents, because they are short.
const (
	bm25K = 1.2
	bm25B = .45
)

// concept is the meaning of a word of the question: any of the terms matches it.
type concept struct {
	terms  []uint32
	weight float64 // against a word of the question itself, which has 1
}

// bm25Scorer scores bags of terms by the concepts of a question.
type bm25Scorer struct {
	slots   map[uint32][]int // of each term: the concepts that it states
	weights []float64        // by concept: its weight times its idf
	tf      []int            // by concept: how often the bag states it
	avg     float64
}

// newBM25 returns a scorer of n bags, which have avg terms on average and of which
// df state each concept.
func newBM25(concepts []concept, n int, avg float64, df []int32) *bm25Scorer {
	s := &bm25Scorer{slots: slotsOf(concepts), tf: make([]int, len(concepts)), avg: max(avg, 1)}
	for i, c := range concepts {
		s.weights = append(s.weights, c.weight*idf(n, int(df[i])))
	}
	return s
}

// slotsOf returns the indexes of the concepts that each term states.
func slotsOf(concepts []concept) map[uint32][]int {
	slots := make(map[uint32][]int, len(concepts))
	for i, c := range concepts {
		for _, t := range c.terms {
			slots[t] = append(slots[t], i)
		}
	}
	return slots
}

// idf returns the weight of a feature that is in df of n bags.
func idf(n, df int) float64 {
	return math.Log(1 + (float64(n-df)+.5)/(float64(df)+.5))
}

// score returns the score of the bag that the lists make together.
func (s *bm25Scorer) score(terms ...[]uint32) float64 {
	clear(s.tf)
	n := 0
	for _, ts := range terms {
		n += len(ts)
		for _, t := range ts {
			for _, i := range s.slots[t] {
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
