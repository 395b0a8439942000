package wordlist_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
)

func TestList(t *testing.T) {
	lists := wordlist.Parse("# words\nsmall: a, b\n\nlong:\nwait, please\n404 |\nsmall: *-c, d*\n")
	assert.Len(t, lists, 2)
	assert.Equal(t, []string{"a", "b", "*-c", "d*"}, lists["small"].Phrases)
	assert.Equal(t, []string{"wait, please", "404 |"}, lists["long"].Phrases)
	assert.True(t, lists["long"].Has("404 |"))
	assert.False(t, lists["long"].Has("404"))
	assert.True(t, lists["long"].Within("Now wait, please!"))
	assert.False(t, lists["long"].Within("wait"))
	assert.True(t, lists["small"].InTokens("x b"))
	assert.False(t, lists["small"].InTokens("ab"))
	for text, want := range map[string]bool{"a": true, "x-c": true, "do": true, "c": false, "ad": false} {
		assert.Equal(t, want, lists["small"].Matches(text), text)
	}
	page, err := html.Parse(strings.NewReader(`<p class="x  b">`))
	assert.NoError(t, err)
	found := false
	for n := range page.Descendants() {
		found = found || lists["small"].InClass(n)
	}
	assert.True(t, found)
	assert.False(t, wordlist.List{}.Has(""))
}
