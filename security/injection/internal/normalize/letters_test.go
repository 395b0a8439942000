package normalize

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

// The lists have each letter once, behind Latin letters in lower case.
func TestLists(t *testing.T) {
	for _, list := range []string{confusables, spellings} {
		seen := map[rune]bool{}
		for entry := range strings.SplitSeq(list, ",") {
			latin, letters, found := strings.Cut(strings.TrimSpace(entry), " ")
			assert.True(t, found && latin != "" && latin == strings.Trim(strings.ToLower(latin), " "), entry)
			for _, r := range letters {
				assert.True(t, unicode.IsLetter(r) && r >= 0x80 && !seen[r], "%c of %q", r, entry)
				seen[r] = true
			}
		}
	}
	assert.Equal(t, byte('a'), confusable('а'), "of Cyrillic")
	assert.Zero(t, confusable('ж'))
	assert.Equal(t, "ss", special('ẞ'))
	assert.Equal(t, "x", special('🅧'))
	assert.Empty(t, special('ж'))
}
