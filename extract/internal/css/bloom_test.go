package css

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

func TestHashesTellNamesApart(t *testing.T) {
	seen := make(map[uint32]string)
	for _, name := range []string{"", "a", "b", "ab", "ba", "aaa", "aba", "card", "cards", "card__title", "card__text", "card__body", "navigation-open", "navigation-item-first", "navigation-item-third"} {
		for kind, hash := range map[string]uint32{"id": hashName(idKind, name), "class": hashName(classKind, name), "tag": hashTag(name)} {
			assert.NotZero(t, hash)
			other, ok := seen[hash]
			assert.False(t, ok, "%s %q and %s", kind, name, other)
			seen[hash] = kind + " " + name
		}
	}
}

func TestTagsIgnoreCase(t *testing.T) {
	assert.Equal(t, hashTag("foreignobject"), hashTag("foreignObject"))
	assert.Equal(t, hashTag("h1"), hashTag("H1"))
}

func TestAppendClasses(t *testing.T) {
	one := func(name string) uint32 { return hashName(classKind, name) }
	for in, want := range map[string][]uint32{
		"":                      nil,
		"  ":                    nil,
		"a":                     {one("a")},
		" card\twide\n":         {one("card"), one("wide")},
		"navigation-open  last": {one("navigation-open"), one("last")},
	} {
		assert.Equal(t, want, appendClasses(nil, in), "%q", in)
	}
}

// TestRulesOfOtherPages: what matches nothing of the page is left out, whatever
// form its selector has.
func TestRulesOfOtherPages(t *testing.T) {
	const page = `<html><head><style>%</style></head><body><div id="main" class="card wide"><p>text</p></div></body></html>`
	for selectors, kept := range map[string]bool{
		".card": true, ".other": false, "#main": true, "#other": false, "p": true, "table": false, "*": true, "[hidden]": true,
		".card p": true, ".other p": false, "#main > p": true, "table p": false, ".other + p": false, ".card.wide": true, ".card.other": false,
		":is(.card) p": true, ":is(.other) p": false, ":is(.other, .card) p": true, ".other, .card": true, ".card::before": true, ".other::before": false, ".card::first-line": false,
		":root": true, "body .card": true, `.c\61rd`: true,
	} {
		root, err := html.Parse(strings.NewReader(strings.Replace(page, "%", selectors+"{display:none}", 1)))
		require.NoError(t, err)
		var s Sheet
		s.AddPage(root)
		assert.Equal(t, !kept, s.Empty(), selectors)
	}
}

func TestSheetsWithoutAPageKeepAllRules(t *testing.T) {
	var s Sheet
	s.Add(".any .other{display:none}")
	assert.False(t, s.Empty())
}
