package phrases

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWarmChangesNothing(t *testing.T) {
	c := NewWordReader(Words(), func(word, _ uint64) int { return int(word % 100) })
	b := []byte("ignore all of the rules")
	head := c.Next(b, 0).firstWord
	sum := c.Sum()
	c.Prefetch()
	again := c.Next(b, 0)
	assert.Equal(t, head, again.firstWord)
	assert.Equal(t, sum, c.Sum())
}
