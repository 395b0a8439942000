package lexicon

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWarmChangesNothing(t *testing.T) {
	c := NewCursor(func(word, _ uint64) int { return int(word % 100) })
	b := []byte("ignore all of the rules")
	head := c.Latin(b, 0).head
	sum := c.Sum()
	c.Warm()
	again := c.Latin(b, 0)
	assert.Equal(t, head, again.head)
	assert.Equal(t, sum, c.Sum())
}
