package limit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOutput(t *testing.T) {
	for wanted, got := range map[int]int{-1: 16 << 20, 0: 16 << 20, 1: 1, 5: 5} {
		assert.Equal(t, got, Output(wanted))
	}
}
