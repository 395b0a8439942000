package lsa

import (
	"math"
	"math/rand/v2"
	"slices"
)

// matrix is the sparse matrix of texts and terms while its strongest directions
// are searched.
type matrix struct {
	rows    [][]weighted
	columns int // terms
	width   int // directions that are searched
	pause   func() error
	done    int // multiplications since the last pause
}

// pauseAfter is how many multiplications there are between two pauses: about a
// millisecond of them.
const pauseAfter = 1 << 20

// did counts multiplications, and pauses where there were enough.
func (m *matrix) did(multiplications int) error {
	if m.done += multiplications; m.done < pauseAfter || m.pause == nil {
		return nil
	}
	m.done = 0
	return m.pause()
}

// directions returns the strongest right singular vectors: a row of rank numbers
// for each column of the matrix.
func (m *matrix) directions(rank int) ([]float32, error) {
	random := rand.New(rand.NewPCG(1, 2))
	right := make([]float64, m.columns*m.width)
	for i := range right {
		right[i] = random.NormFloat64()
		if err := m.did(8); err != nil {
			return nil, err
		}
	}
	left := make([]float64, len(m.rows)*m.width)
	scratch := make([]float64, len(left))
	for range rounds {
		if err := m.multiply(left, right); err != nil {
			return nil, err
		}
		if err := m.orthonormalize(left, scratch); err != nil {
			return nil, err
		}
		if err := m.multiplyTransposed(right, left); err != nil {
			return nil, err
		}
	}
	return m.rotate(right, rank)
}

// multiply sets left to the matrix times right.
func (m *matrix) multiply(left, right []float64) error {
	clear(left)
	for i, row := range m.rows {
		to := left[i*m.width : (i+1)*m.width]
		for _, w := range row {
			for k, v := range right[int(w.term)*m.width : (int(w.term)+1)*m.width] {
				to[k] += w.weight * v
			}
		}
		if err := m.did(len(row) * m.width); err != nil {
			return err
		}
	}
	return nil
}

// multiplyTransposed sets right to the transpose of the matrix times left.
func (m *matrix) multiplyTransposed(right, left []float64) error {
	clear(right)
	for i, row := range m.rows {
		from := left[i*m.width : (i+1)*m.width]
		for _, w := range row {
			to := right[int(w.term)*m.width : (int(w.term)+1)*m.width]
			for k, v := range from {
				to[k] += w.weight * v
			}
		}
		if err := m.did(len(row) * m.width); err != nil {
			return err
		}
	}
	return nil
}

// orthonormalize makes the directions of left orthogonal and of length one
// (modified Gram-Schmidt, twice for the sake of rounding). A direction that
// depends on those before it becomes zero. scratch is as large as left.
func (m *matrix) orthonormalize(left, scratch []float64) error {
	n := len(m.rows)
	direction := func(k int) []float64 { return scratch[k*n : (k+1)*n] }
	for k := range m.width {
		c := direction(k)
		for i := range c {
			c[i] = left[i*m.width+k]
		}
		before := math.Sqrt(dot(c, c))
		for range 2 {
			for j := range k {
				d := direction(j)
				subtract(c, d, dot(c, d))
				if err := m.did(2 * n); err != nil {
					return err
				}
			}
		}
		after := math.Sqrt(dot(c, c))
		scale := 0.0
		if after > 1e-10*before && after > 0 {
			scale = 1 / after
		}
		for i := range c {
			c[i] *= scale
			left[i*m.width+k] = c[i]
		}
	}
	return nil
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

// rotate returns the singular vectors of right, which is the transpose of the
// matrix times an orthonormal left, strongest first, rank of them: right times
// the eigenvectors of its Gram matrix, each made as long as one.
func (m *matrix) rotate(right []float64, rank int) ([]float32, error) {
	gram := make([][]float64, m.width)
	for i := range gram {
		gram[i] = make([]float64, m.width)
	}
	for row := range slices.Chunk(right, m.width) {
		for i, v := range row {
			for j, w := range row[:i+1] {
				gram[i][j] += v * w
			}
		}
		if err := m.did(m.width * m.width / 2); err != nil {
			return nil, err
		}
	}
	for i := range gram {
		for j := range i {
			gram[j][i] = gram[i][j]
		}
	}
	vectors, values, err := eigenvectors(gram, m.did)
	if err != nil {
		return nil, err
	}
	for k, value := range values {
		scale := 0.0
		if value > 1e-20*values[0] {
			scale = 1 / math.Sqrt(value)
		}
		for j := range vectors {
			vectors[j][k] *= scale
		}
	}
	out := make([]float32, 0, m.columns*rank)
	for row := range slices.Chunk(right, m.width) {
		for k := range rank {
			sum := 0.0
			for j, v := range row {
				sum += v * vectors[j][k]
			}
			out = append(out, float32(sum))
		}
		if err := m.did(m.width * rank); err != nil {
			return nil, err
		}
	}
	return out, nil
}
