package phrases_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// border are classes on both sides of 64, and the first and last that a set has room for.
var border = []phrases.Class{0, 63, 64, 65, 100, 127}

func TestClassSet(t *testing.T) {
	var none phrases.ClassSet
	assert.True(t, none.IsEmpty())
	assert.Empty(t, slices.Collect(none.All()))
	all := phrases.ClassSetOf(border...)
	assert.Equal(t, border, slices.Collect(all.All()))
	for _, c := range border {
		one := none.With(c)
		assert.False(t, one.IsEmpty(), "%d", uint8(c))
		assert.Equal(t, phrases.ClassSetOf(c), one)
		assert.Equal(t, one, one.With(c))
		assert.True(t, all.Has(c))
		assert.True(t, all.Intersects(one))
		assert.False(t, none.Intersects(one))
		for _, d := range border {
			assert.Equal(t, c == d, one.Has(d), "%d in the set of %d", uint8(d), uint8(c))
			assert.Equal(t, c == d, one.Intersects(phrases.ClassSetOf(d)))
			assert.Equal(t, phrases.ClassSetOf(c, d), one.Union(phrases.ClassSetOf(d)))
		}
	}
	assert.False(t, all.Has(62))
	assert.False(t, all.Has(126))
}

func TestClassSetStopsWhenAsked(t *testing.T) {
	var read []phrases.Class
	for c := range phrases.ClassSetOf(border...).All() {
		if read = append(read, c); c == 64 {
			break
		}
	}
	assert.Equal(t, []phrases.Class{0, 63, 64}, read)
}

// A class beyond 64 is found in texts like any other.
func TestTrieOfClassesBeyond64(t *testing.T) {
	d := phrases.Dictionary{}
	d.Add("loom", 100, phrases.English)
	d.Add("loom", 63, phrases.English)
	d.Add("loom", 64, 1<<1)
	d.Add("shuttle", phrases.All, phrases.English)
	text := []byte("loom and shuttle")
	_, long := d.Trie().Find(text, 0, false)
	assert.Equal(t, &phrases.Word{English: phrases.ClassSetOf(63, 100), Foreign: phrases.ClassSetOf(64), Langs: 3}, long.Word)
	assert.Equal(t, phrases.ClassSetOf(63, 64, 100), long.Word.Any())
	_, long = d.Trie().Find(text, 9, false)
	assert.Equal(t, phrases.ClassSetOf(phrases.All), long.Word.English)
}
