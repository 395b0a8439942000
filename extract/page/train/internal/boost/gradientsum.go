package boost

import "math"

// sum is a sum of gradients, in the upper half, and of second derivatives, in
// the lower, both in 1/unit. Whole numbers add up to the same in any order, and
// here both do in one step. Either must stay within 2^18.
type sum int64

const unit = 1 << 13

// newSum returns the sum of one row; its second derivative is never 0.
func newSum(g, h float32) sum {
	return sum(math.Round(float64(g)*unit))<<32 + sum(max(1, math.Round(float64(h)*unit)))
}

func (s sum) parts() (g, h float64) {
	low := int64(int32(s))
	return float64((int64(s)-low)>>32) / unit, float64(low) / unit
}

// gain returns the reduction of the loss by a leaf with this sum, up to a factor.
func (s sum) gain(lambda float64) float64 {
	g, h := s.parts()
	return g * g / (h + lambda)
}
