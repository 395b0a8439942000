// Package lsa finds latent topics of texts: latent semantic analysis (Deerwester
// et al. 1990). Texts that use different words of one topic are near each other
// in the space of the topics.
//
// The matrix of texts and terms, with weights (1+log tf)·idf and rows of length
// one, is reduced to its strongest directions by randomized subspace iteration
// (Halko, Martinsson and Tropp 2011). The random numbers are the same each time,
// so that equal texts give equal topics.
package lsa

import (
	"math"
	"math/rand/v2"
)

const (
	// Rank is how many topics there are at most.
	Rank = 100
	// extra directions make the iteration more exact.
	extra = 10
	// rounds of the iteration.
	rounds = 4
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
func New(texts []Text, vocabulary int) *Topics {
	rank := min(Rank, len(texts)/3, vocabulary)
	if rank < 1 {
		return nil
	}
	t := &Topics{rank: rank, idf: inverseFrequencies(texts, vocabulary)}
	rows := make([][]weighted, len(texts))
	for i, text := range texts {
		rows[i] = t.weigh(text)
	}
	width := min(rank+extra, len(texts), vocabulary)
	t.basis = directions(rows, vocabulary, width, rank)
	return t
}

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

// directions returns the strongest right singular vectors of a sparse matrix: a
// row of rank numbers for each column of the matrix.
func directions(rows [][]weighted, columns, width, rank int) []float32 {
	random := rand.New(rand.NewPCG(1, 2))
	right := make([]float64, columns*width)
	for i := range right {
		right[i] = random.NormFloat64()
	}
	for range rounds {
		orthonormalize(right, columns, width)
		right = multiplyTransposed(rows, multiply(rows, right, width), columns, width)
	}
	orthonormalize(right, columns, width)
	return rotate(rows, right, columns, width, rank)
}

// multiply returns rows times m, which has width columns.
func multiply(rows [][]weighted, m []float64, width int) []float64 {
	out := make([]float64, len(rows)*width)
	for i, row := range rows {
		to := out[i*width : (i+1)*width]
		for _, w := range row {
			for k, v := range m[int(w.term)*width : (int(w.term)+1)*width] {
				to[k] += w.weight * v
			}
		}
	}
	return out
}

// multiplyTransposed returns the transpose of rows times m.
func multiplyTransposed(rows [][]weighted, m []float64, columns, width int) []float64 {
	out := make([]float64, columns*width)
	for i, row := range rows {
		from := m[i*width : (i+1)*width]
		for _, w := range row {
			to := out[int(w.term)*width : (int(w.term)+1)*width]
			for k, v := range from {
				to[k] += w.weight * v
			}
		}
	}
	return out
}

// orthonormalize makes the columns of m, which has n rows, orthogonal and of
// length one (modified Gram-Schmidt, twice for the sake of rounding). A column
// that depends on those before it becomes zero.
func orthonormalize(m []float64, n, width int) {
	columns := make([][]float64, width)
	for k := range columns {
		columns[k] = make([]float64, n)
		for i := range n {
			columns[k][i] = m[i*width+k]
		}
	}
	for k, c := range columns {
		before := math.Sqrt(dot(c, c))
		for range 2 {
			for _, d := range columns[:k] {
				subtract(c, d, dot(c, d))
			}
		}
		length := math.Sqrt(dot(c, c))
		scale := 0.0
		if length > 1e-10*before && length > 0 {
			scale = 1 / length
		}
		for i := range c {
			c[i] *= scale
			m[i*width+k] = c[i]
		}
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

func subtract(a, b []float64, factor float64) {
	for i, v := range b {
		a[i] -= factor * v
	}
}

// rotate turns an orthonormal basis to the directions of rows in it, strongest
// first, and keeps rank of them.
func rotate(rows [][]weighted, basis []float64, columns, width, rank int) []float32 {
	image := multiply(rows, basis, width)
	gram := make([][]float64, width)
	for i := range gram {
		gram[i] = make([]float64, width)
	}
	for r := range rows {
		row := image[r*width : (r+1)*width]
		for i, v := range row {
			for j := range i + 1 {
				gram[i][j] += v * row[j]
			}
		}
	}
	for i := range gram {
		for j := range i {
			gram[j][i] = gram[i][j]
		}
	}
	vectors := eigenvectors(gram)
	out := make([]float32, columns*rank)
	for i := range columns {
		for k := range rank {
			sum := 0.0
			for j := range width {
				sum += basis[i*width+j] * vectors[j][k]
			}
			out[i*rank+k] = float32(sum)
		}
	}
	return out
}
