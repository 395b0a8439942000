package lsa

import (
	"math"
	"math/rand/v2"
)

// matrix is the sparse matrix of texts and terms while its strongest directions
// are searched.
type matrix struct {
	rows    [][]weighted
	columns int // terms
	rank    int // directions that are searched
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

// directions returns an orthonormal basis of the strongest right singular vectors:
// a row of rank numbers for each column of the matrix. (Any basis gives the same
// cosines, so the vectors themselves need not be found.)
func (m *matrix) directions() ([]float64, error) {
	random := rand.New(rand.NewPCG(1, 2))
	right := make([]float64, m.columns*m.rank)
	for i := range right {
		right[i] = random.NormFloat64()
		if err := m.did(8); err != nil {
			return nil, err
		}
	}
	left := make([]float64, len(m.rows)*m.rank)
	scratch := make([]float64, max(len(left), len(right)))
	for range rounds {
		if err := m.multiply(left, right, false); err != nil {
			return nil, err
		}
		if err := m.orthonormalize(left, scratch); err != nil {
			return nil, err
		}
		if err := m.multiply(right, left, true); err != nil {
			return nil, err
		}
	}
	return right, m.orthonormalize(right, scratch)
}

// multiply sets to to the matrix, or to its transpose, times from.
func (m *matrix) multiply(to, from []float64, transposed bool) error {
	clear(to)
	for i, row := range m.rows {
		for _, w := range row {
			a, b := i*m.rank, int(w.term)*m.rank
			if transposed {
				a, b = b, a
			}
			sum := to[a : a+m.rank]
			for k, v := range from[b : b+m.rank] {
				sum[k] += w.weight * v
			}
		}
		if err := m.did(len(row) * m.rank); err != nil {
			return err
		}
	}
	return nil
}

// orthonormalize makes the directions, which are the columns of a, orthogonal and
// of length one (modified Gram-Schmidt, twice for the sake of rounding). A direction
// that depends on those before it becomes zero. scratch is as large as a.
func (m *matrix) orthonormalize(a, scratch []float64) error {
	n := len(a) / m.rank
	for k := range m.rank {
		c := scratch[k*n : (k+1)*n]
		for i := range c {
			c[i] = a[i*m.rank+k]
		}
		before := math.Sqrt(dot(c, c))
		for range 2 {
			for j := range k {
				d := scratch[j*n : (j+1)*n]
				factor := dot(c, d)
				for i, v := range d {
					c[i] -= factor * v
				}
				if err := m.did(2 * n); err != nil {
					return err
				}
			}
		}
		after, scale := math.Sqrt(dot(c, c)), 0.0
		if after > 1e-10*before {
			scale = 1 / after
		}
		for i := range c {
			c[i] *= scale
			a[i*m.rank+k] = c[i]
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
