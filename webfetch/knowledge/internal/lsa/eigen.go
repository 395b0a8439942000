package lsa

import (
	"cmp"
	"math"
	"slices"
)

// sweeps bounds the rounds of the Jacobi method: it takes fewer than ten for
// matrices of this size.
const sweeps = 30

// eigenvectors returns the eigenvectors of a symmetric matrix as columns, and the
// eigenvalues, largest first, by the cyclic Jacobi method (Golub and Van Loan,
// "Matrix Computations", 8.5). It changes the matrix. It calls did with the number
// of multiplications since its last call, and ends with its error.
func eigenvectors(m [][]float64, did func(int) error) (vectors [][]float64, values []float64, err error) {
	n := len(m)
	v := make([][]float64, n)
	for i := range v {
		v[i] = make([]float64, n)
		v[i][i] = 1
	}
	for range sweeps {
		off, total := 0.0, 0.0
		for i := range n {
			for j := range n {
				total += m[i][j] * m[i][j]
				if i != j {
					off += m[i][j] * m[i][j]
				}
			}
		}
		if off <= 1e-22*total {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				turn(m, v, p, q)
			}
			if err := did(12 * n * (n - p)); err != nil {
				return nil, nil, err
			}
		}
	}
	vectors, values = sortColumns(m, v)
	return vectors, values, nil
}

// turn makes m[p][q] zero by a rotation of rows and columns p and q.
func turn(m, v [][]float64, p, q int) {
	if m[p][q] == 0 {
		return
	}
	tau := (m[q][q] - m[p][p]) / (2 * m[p][q])
	t := 1 / (math.Abs(tau) + math.Sqrt(1+tau*tau))
	if tau < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(1+t*t)
	s := t * c
	for i := range m {
		a, b := m[i][p], m[i][q]
		m[i][p], m[i][q] = c*a-s*b, s*a+c*b
	}
	for i := range m {
		a, b := m[p][i], m[q][i]
		m[p][i], m[q][i] = c*a-s*b, s*a+c*b
		a, b = v[i][p], v[i][q]
		v[i][p], v[i][q] = c*a-s*b, s*a+c*b
	}
}

func sortColumns(m, v [][]float64) (vectors [][]float64, values []float64) {
	order := make([]int, len(m))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m[b][b], m[a][a]) })
	for _, from := range order {
		values = append(values, m[from][from])
	}
	vectors = make([][]float64, len(v))
	for i := range v {
		vectors[i] = make([]float64, len(v))
		for k, from := range order {
			vectors[i][k] = v[i][from]
		}
	}
	return vectors, values
}
