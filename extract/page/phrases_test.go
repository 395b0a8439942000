package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The embedded lists are as phraseMatcher and those who compare with lower case need them.
func TestPhrasesAreWellFormed(t *testing.T) {
	for k, list := range phrases() {
		name := phraseListNames[k]
		assert.NotEmpty(t, list, name)
		assert.Less(t, len(list), 256, name)
		for i, phrase := range list {
			assert.Equal(t, strings.TrimSpace(phrase), phrase, name)
			assert.NotContains(t, list[:i], phrase, name)
			if phraseList(k) != botWallSources {
				assert.Equal(t, strings.ToLower(phrase), phrase, name)
			}
			if phraseList(k) < matchedListCount {
				assert.GreaterOrEqual(t, len(phrase), 3, phrase)
			}
		}
	}
}

func TestPhrasesAreReadStrictly(t *testing.T) {
	all := "# about\n"
	for _, name := range phraseListNames {
		all += "[" + name + "]\na " + name + "\n\n"
	}
	lists, err := parsePhrases(all)
	assert.NoError(t, err)
	assert.False(t, slices.ContainsFunc(lists[:], func(l []string) bool { return len(l) != 1 }))
	for _, bad := range []string{"", "word\n" + all, all + "[nonsense]\n", all + "[" + phraseListNames[0] + "]\n", strings.Replace(all, "[login titles]", "", 1)} {
		_, err := parsePhrases(bad)
		assert.Error(t, err, bad[:min(len(bad), 20)])
	}
}
