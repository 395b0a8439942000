// Package lsa finds latent topics of texts: latent semantic analysis (Deerwester
// et al. 1990). Texts that use different words of one topic are near each other
// in the space of the topics.
//
// The matrix of texts and terms, with weights (1+log tf)·idf and rows of length
// one, is reduced to its strongest directions by subspace iteration from random
// ones (Halko, Martinsson and Tropp 2011). The random numbers are the same each
// time, so that equal texts give equal topics.
package lsa

import "math"

const (
	// Rank is how many topics there are at most.
	Rank = 100
	// rounds of the iteration.
	rounds = 5
)

// Text is a text as counts of its terms, which are numbered from 0.
type Text []Count

// Count says how often a text has a term.
type Count struct {
	Term  int32
	Times int32
}

// Topics are the topics of a set of texts. They are safe for concurrent use.
type Topics struct {
	rank int
	idf  []float64
	// basis has a row of rank numbers for each term.
	basis []float32
}

// New finds the topics of texts whose terms are less than vocabulary. Their
// number is the least of Rank, a third of the texts, and vocabulary. Fewer than
// three texts have none: New returns nil.
//
// New calls pause about every millisecond of its work. There the caller may let
// others use the processor; an error of pause ends New, which returns it. Beside
// the texts, New needs about [Memory] bytes.
func New(texts []Text, vocabulary int, pause func() error) (*Topics, error) {
	rank := rankOf(len(texts), vocabulary)
	if rank < 1 {
		return nil, nil
	}
	m := &matrix{columns: vocabulary, rank: rank, pause: pause}
	t := &Topics{rank: rank, idf: inverseFrequencies(texts, vocabulary)}
	for _, text := range texts {
		m.rows = append(m.rows, t.weigh(text))
		if err := m.did(len(text)); err != nil {
			return nil, err
		}
	}
	basis, err := m.directions()
	if err != nil {
		return nil, err
	}
	t.basis = make([]float32, len(basis))
	for i, v := range basis {
		t.basis[i] = float32(v)
	}
	return t, nil
}

func rankOf(texts, vocabulary int) int { return min(Rank, texts/3, vocabulary) }

// Memory returns how many bytes [New] needs for texts with counts entries in all:
// their weights, the matrices of the search, and the topics.
func Memory(texts, vocabulary, counts int) int64 {
	rank := int64(rankOf(texts, vocabulary))
	return 16*int64(counts) + 8*rank*int64(vocabulary+texts+max(vocabulary, texts)) + (4*rank+8)*int64(vocabulary)
}

// Size returns about how many bytes the topics take.
func (t *Topics) Size() int64 { return 4*int64(len(t.basis)) + 8*int64(len(t.idf)) }

func inverseFrequencies(texts []Text, vocabulary int) []float64 {
	idf := make([]float64, vocabulary)
	for _, text := range texts {
		for _, c := range text {
			idf[c.Term]++
		}
	}
	for i, df := range idf {
		idf[i] = math.Log(1 + (float64(len(texts))-df+.5)/(df+.5))
	}
	return idf
}

// weighted is an entry of a sparse row.
type weighted struct {
	term   int32
	weight float64
}

// weigh returns the row of a text. Terms that were not there when the topics
// were found are left out.
func (t *Topics) weigh(text Text) []weighted {
	row := make([]weighted, 0, len(text))
	norm := 0.0
	for _, c := range text {
		if int(c.Term) >= len(t.idf) || c.Times < 1 {
			continue
		}
		w := (1 + math.Log(float64(c.Times))) * t.idf[c.Term]
		row = append(row, weighted{c.Term, w})
		norm += w * w
	}
	norm = math.Sqrt(norm)
	for i := range row {
		row[i].weight /= norm
	}
	return row
}

// Project returns the place of a text in the space of the topics, of length
// one, or nil for a text that has none of the known terms.
func (t *Topics) Project(text Text) []float32 {
	place := make([]float64, t.rank)
	for _, w := range t.weigh(text) {
		for k, v := range t.basis[int(w.term)*t.rank : (int(w.term)+1)*t.rank] {
			place[k] += w.weight * float64(v)
		}
	}
	norm := 0.0
	for _, v := range place {
		norm += v * v
	}
	if norm == 0 || math.IsNaN(norm) {
		return nil
	}
	norm = math.Sqrt(norm)
	out := make([]float32, t.rank)
	for k, v := range place {
		out[k] = float32(v / norm)
	}
	return out
}

// Cosine returns the cosine of the angle between two places of length one.
func Cosine(a, b []float32) float64 {
	sum := float32(0)
	for i, v := range a {
		sum += v * b[i]
	}
	return float64(sum)
}
