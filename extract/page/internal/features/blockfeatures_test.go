package features

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDegrees(t *testing.T) {
	for n := range 11 {
		f := make([]float32, n+1)
		degrees(f[:n], 0b11_0110_1010, 0b01_0011_1100)
		assert.Equal(t, append([]float32{0, 1, 1, 2, 1, 2, 1, 0, 2, 1}[:n], 0), f)
	}
}
